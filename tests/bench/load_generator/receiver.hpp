// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/bench/load_generator/client.hpp"

#include <array>
#include <vector>

namespace crosspoint::bench {

/// Accepts and counts what arrives, and notes how long every eighth message was on its way.
class Receiver final : public Client {
public:
    Receiver(const Options& options, const std::string& address);

    /// Instead of connect(): waits for the sender itself, as a router would.
    void listen(const std::string& port);

    /// Its link is open. From any thread, as are the next two.
    [[nodiscard]] bool ready() const { return ready_; }
    [[nodiscard]] std::uint64_t received() const { return received_; }
    void measure_latency(bool on) { measuring_ = on; }

    /// In microseconds, in order of arrival. Only after run() has returned.
    [[nodiscard]] const std::vector<std::uint32_t>& latencies() const { return latencies_; }

private:
    void on_event(pn_event_t* event) override;
    void on_connection_init(pn_connection_t* connection);
    void on_link_open(pn_link_t* link);
    void on_delivery(pn_delivery_t* delivery);
    void read_available(pn_link_t* link);
    void note_latency();

    std::string address_;
    std::array<char, 65536> buffer_{};
    std::size_t stamp_offset_;
    /// How much of the message that is arriving has been read.
    std::size_t offset_ = 0;
    std::uint64_t stamp_ns_ = 0;
    std::uint64_t seen_while_measuring_ = 0;
    std::vector<std::uint32_t> latencies_;
    std::atomic<bool> ready_{false};
    std::atomic<bool> measuring_{false};
    std::atomic<std::uint64_t> received_{0};
};

} // namespace crosspoint::bench
