// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/load_generator/receiver.hpp"
#include "tests/bench/load_generator/runs.hpp"
#include "tests/bench/load_generator/sender.hpp"
#include "tests/bench/load_generator/usage.hpp"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <thread>

namespace crosspoint::bench {

namespace {

constexpr std::uint64_t patience_ns = 10'000'000'000;

/// What is read at the start and at the end of the measured time.
struct Reading {
    std::uint64_t time_ns = 0;
    std::uint64_t received = 0;
    Usage router;
    double own_cpu_seconds = 0;
};

/// All clients of one run, each on its thread.
class Load {
public:
    explicit Load(const Options& options) : options_(options) {}

    void start_receivers();
    void start_senders();
    /// Returns once every client's thread has ended.
    void stop();

    void measure_latency(bool on);
    [[nodiscard]] Reading read() const;
    [[nodiscard]] std::uint64_t refused() const;
    /// In ascending order. Only after stop().
    [[nodiscard]] std::vector<std::uint32_t> latencies() const;

private:
    [[nodiscard]] std::string address(int pair) const {
        return options_.shared_address ? options_.address
                                       : options_.address + "/" + std::to_string(pair);
    }
    [[nodiscard]] std::string direct_port(int pair) const {
        return std::to_string(std::stoi(options_.port) + pair);
    }
    void start_receiver(int pair);
    void wait_for_receivers() const;

    const Options& options_;
    std::vector<std::unique_ptr<Receiver>> receivers_;
    std::vector<std::unique_ptr<Sender>> senders_;
    std::vector<std::thread> threads_;
};

void Load::start_receiver(int pair) {
    auto receiver = std::make_unique<Receiver>(options_, address(pair));
    if (options_.direct) {
        receiver->listen(direct_port(pair));
    } else {
        receiver->connect(options_.receive_port.empty() ? options_.port : options_.receive_port);
    }
    threads_.emplace_back([r = receiver.get()] { r->run(); });
    receivers_.push_back(std::move(receiver));
}

void Load::start_receivers() {
    for (int pair = 0; pair < options_.pairs; ++pair) {
        for (int i = 0; i < options_.receivers_per_sender; ++i) {
            start_receiver(pair);
        }
    }
    wait_for_receivers();
}

void Load::wait_for_receivers() const {
    const std::uint64_t start = now_ns();
    for (const auto& receiver : receivers_) {
        while (!receiver->ready()) {
            if (now_ns() - start > patience_ns) {
                fail("a receiver's link did not open in 10 s");
            }
            sleep_seconds(0.005);
        }
    }
    sleep_seconds(0.2); // for the credit of the last receiver to arrive as well
}

void Load::start_senders() {
    const std::string& port = options_.send_port.empty() ? options_.port : options_.send_port;
    for (int pair = 0; pair < options_.pairs; ++pair) {
        auto sender = std::make_unique<Sender>(options_, address(pair));
        sender->connect(options_.direct ? direct_port(pair) : port);
        threads_.emplace_back([s = sender.get()] { s->run(); });
        senders_.push_back(std::move(sender));
    }
}

void Load::stop() {
    stopping = true;
    for (auto& thread : threads_) {
        thread.join();
    }
}

void Load::measure_latency(bool on) {
    for (const auto& receiver : receivers_) {
        receiver->measure_latency(on);
    }
}

Reading Load::read() const {
    Reading reading;
    for (const auto& receiver : receivers_) {
        reading.received += receiver->received();
    }
    reading.time_ns = now_ns();
    reading.router = usage_of(options_.pids);
    reading.own_cpu_seconds = own_cpu_seconds();
    return reading;
}

std::uint64_t Load::refused() const {
    std::uint64_t sum = 0;
    for (const auto& sender : senders_) {
        sum += sender->refused();
    }
    return sum;
}

std::vector<std::uint32_t> Load::latencies() const {
    std::vector<std::uint32_t> all;
    for (const auto& receiver : receivers_) {
        all.insert(all.end(), receiver->latencies().begin(), receiver->latencies().end());
    }
    std::sort(all.begin(), all.end());
    return all;
}

std::uint32_t percentile(const std::vector<std::uint32_t>& sorted, double fraction) {
    if (sorted.empty()) {
        return 0;
    }
    const auto index = static_cast<std::size_t>(fraction * static_cast<double>(sorted.size()));
    return sorted[std::min(index, sorted.size() - 1)];
}

void print(const Options& options, const Reading& from, const Reading& to, const Load& load) {
    const auto n = static_cast<double>(to.received - from.received);
    const double seconds = static_cast<double>(to.time_ns - from.time_ns) * 1e-9;
    const double router_cpu = to.router.cpu_seconds - from.router.cpu_seconds;
    const double client_cpu = to.own_cpu_seconds - from.own_cpu_seconds;
    const auto per_message = [n](double cpu_seconds) { return n > 0 ? cpu_seconds * 1e6 / n : 0; };
    const auto latencies = load.latencies();
    std::printf("{\"messages_per_s\": %.0f, \"mib_per_s\": %.1f, ", n / seconds,
                n * static_cast<double>(options.body_size) / seconds / (1 << 20));
    std::printf("\"p50_us\": %u, \"p99_us\": %u, \"p999_us\": %u, ", percentile(latencies, .5),
                percentile(latencies, .99), percentile(latencies, .999));
    std::printf("\"client_cpu_us_per_message\": %.3f, \"router_cpu_us_per_message\": %.3f, "
                "\"router_cores\": %.2f, \"router_rss_mib\": %.1f, ",
                per_message(client_cpu), per_message(router_cpu), router_cpu / seconds,
                to.router.resident_mib);
    std::printf("\"received\": %.0f, \"refused\": %llu}\n", n,
                static_cast<unsigned long long>(load.refused()));
}

} // namespace

bool run_load(const Options& options) {
    Load load(options);
    load.start_receivers();
    load.start_senders();
    sleep_seconds(options.warmup_seconds);
    load.measure_latency(true);
    const Reading from = load.read();
    sleep_seconds(options.seconds);
    const Reading to = load.read();
    load.measure_latency(false);
    load.stop();
    print(options, from, to, load);
    return to.received > from.received;
}

} // namespace crosspoint::bench
