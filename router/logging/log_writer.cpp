// SPDX-License-Identifier: Apache-2.0
#include "router/logging/log_writer.hpp"

#include "router/logging/one_line.hpp"
#include "router/logging/output.hpp"
#include "router/logging/settings_table.hpp"

#include "crosspoint/base/check.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <ctime>
#include <pthread.h>
#include <signal.h>
#include <system_error>
#include <utility>

namespace crosspoint::logging {

namespace {

/// Lines are handed to an output in blocks of about this size, so that a burst needs few system
/// calls and little memory.
constexpr std::size_t block_size = std::size_t{256} << 10;

EventTime now() {
    return std::chrono::system_clock::now();
}

/// Signals are for the threads that expect them, and a broken pipe is an error code here.
std::thread thread_without_signals(std::function<void()> body) {
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    std::thread result(std::move(body));
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    pthread_setname_np(result.native_handle(), "log");
    return result;
}

} // namespace

/// What the writer's thread needs, and no more.
class LogWriter::Shared {
public:
    Shared(OnFailure on_failure, LogQueue::Limits limits)
        : queue(limits),
          on_failure_(std::move(on_failure)) {}

    /// The thread's whole life.
    void run() {
        LogQueue::Batch batch;
        std::vector<Block> blocks;
        while (queue.take_all(batch)) {
            write_batch(batch, blocks);
        }
    }

    /// Any thread. The thread does not exist yet, so the event is written on the spot.
    void write_now(const LogEvent& event) {
        const auto routes = table.routes();
        const Routes::Route& route = routes->modules[index_of(event.module)];
        Block block;
        block.add(event, route.line, routes->timestamps);
        send(*routes->outputs[route.output], block);
    }

    /// Any thread. The outputs have had their last line, so the event goes to stderr.
    void write_late(const LogEvent& event) {
        const auto routes = table.routes();
        std::string line;
        append_line(line, event, routes->modules[index_of(event.module)].line, routes->timestamps);
        write_to_stderr(line);
    }

    /// The process ends without the thread: it must not call back any more.
    void abandon() { failed_ = true; }

    LogQueue queue;
    SettingsTable table;

private:
    void write_batch(const LogQueue::Batch& batch, std::vector<Block>& blocks) {
        const auto routes = table.routes();
        blocks.resize(routes->outputs.size());
        const auto add = [&](const LogEvent& event, Routes::Route route) {
            Block& block = blocks[route.output];
            block.add(event, route.line, routes->timestamps);
            if (block.text().size() >= block_size) {
                send(*routes->outputs[route.output], block);
            }
        };
        for (const LogEvent& event : batch.events) {
            add(event, routes->modules[index_of(event.module)]);
        }
        add_drop_notices(batch, *routes, add);
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            send(*routes->outputs[i], blocks[i]);
        }
    }

    /// One notice for each output that misses lines, because that is where they are looked for.
    template <class Add>
    static void add_drop_notices(const LogQueue::Batch& batch, const Routes& routes,
                                 const Add& add) {
        std::array<std::uint64_t, log::module_count> by_output{};
        for (std::size_t i = 0; i < log::module_count; ++i) {
            by_output[routes.modules[i].output] += batch.dropped[i];
        }
        Routes::Route route = routes.modules[index_of(log::Module::main)];
        for (std::size_t i = 0; i < routes.outputs.size(); ++i) {
            if (by_output[i] != 0) {
                route.output = i;
                add(LogEvent{now(), log::Module::main, log::Level::warning, nullptr, 0,
                             std::to_string(by_output[i]) +
                                 " log lines dropped: the output is too slow"},
                    route);
            }
        }
    }

    /// What an output does not take is at least seen on stderr.
    void send(Output& output, Block& block) {
        if (block.text().empty()) {
            return;
        }
        if (const int error = output.write(block)) {
            report(output.name(), error);
            write_to_stderr(block.text());
        }
        block.clear();
    }

    void report(const std::string& name, int error) {
        if (failed_.exchange(true)) {
            return;
        }
        const std::string what = "Cannot write log file '" + name +
                                 "': " + std::error_code(error, std::generic_category()).message();
        write_to_stderr(what + '\n');
        if (on_failure_) {
            on_failure_(what);
        }
    }

    const OnFailure on_failure_;
    std::atomic<bool> failed_ = false;
};

LogWriter::LogWriter(OnFailure on_failure, LogQueue::Limits limits)
    : shared_(std::make_shared<Shared>(std::move(on_failure), limits)) {
    // Before there are threads that could ask for the local time.
    ::tzset();
    log::set_sink(this);
}

LogWriter::~LogWriter() {
    stop();
    log::set_sink(nullptr);
}

void LogWriter::start() {
    check(!thread_.joinable(), "the log is started once");
    shared_->queue.open();
    thread_ = thread_without_signals([shared = shared_] { shared->run(); });
}

void LogWriter::stop(std::chrono::milliseconds limit) {
    shared_->queue.close();
    if (!thread_.joinable()) {
        return;
    }
    if (shared_->queue.wait_written(limit)) {
        thread_.join();
        return;
    }
    shared_->abandon();
    thread_.detach();
}

bool LogWriter::flush(std::chrono::milliseconds limit) {
    return shared_->queue.wait_written(limit);
}

void LogWriter::configure(log::Module module, LogSettings settings) {
    shared_->table.configure(module, std::move(settings));
}

void LogWriter::configure(TimestampStyle timestamps) {
    shared_->table.configure(std::move(timestamps));
}

LogSettings LogWriter::settings(log::Module module) const {
    return shared_->table.settings(module);
}

void LogWriter::reopen() {
    for (const auto& [name, reason] : shared_->table.reopen()) {
        log::write(log::Module::main, log::Level::error,
                   "Failed to open log file '%s': %s; the one in use stays in use", name.c_str(),
                   reason.c_str());
    }
}

std::vector<LogEvent> LogWriter::recent(std::size_t limit) const {
    std::vector<LogEvent> events = shared_->queue.recent(limit);
    for (LogEvent& event : events) {
        event.file = event.file ? source_in_tree(event.file) : nullptr;
    }
    return events;
}

LogCounts LogWriter::counts() const {
    return shared_->queue.counts();
}

void LogWriter::write(log::Module module, log::Level level, std::string_view text, const char* file,
                      int line) {
    LogEvent event{now(), module, level, file, line, one_line(text)};
    switch (shared_->queue.post(event)) {
    case LogQueue::Posted::queued:
    case LogQueue::Posted::dropped:
        return;
    case LogQueue::Posted::not_open:
        shared_->write_now(event);
        return;
    case LogQueue::Posted::closed:
        shared_->write_late(event);
        return;
    }
}

} // namespace crosspoint::logging
