// SPDX-License-Identifier: Apache-2.0
#include "router/logging/log_writer.hpp"
#include "tests/unit/router/logging/temporary_directory.hpp"
#include "tests/unit/unit.hpp"

#include <algorithm>
#include <fcntl.h>
#include <filesystem>
#include <map>
#include <sstream>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace crosspoint;
using namespace crosspoint::logging;
using namespace std::chrono_literals;
using log::Level;
using log::Module;

namespace {

LogSettings plain(const std::string& file) {
    return {{}, false, {}, file};
}

void log_line(const char* text, Module module = Module::router) {
    log::write(module, Level::info, "%s", text);
}

/// What was written to stderr is in a file while this lives.
class CapturedStderr {
public:
    CapturedStderr() : saved_(dup(STDERR_FILENO)) {
        const int fd = open(path().c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
        dup2(fd, STDERR_FILENO);
        close(fd);
    }
    ~CapturedStderr() {
        dup2(saved_, STDERR_FILENO);
        close(saved_);
    }
    std::string text() const { return unit::content(path()); }

private:
    std::string path() const { return directory_.file("stderr"); }
    unit::TemporaryDirectory directory_;
    int saved_;
};

void lines_are_written_when_the_log_stops() {
    const unit::TemporaryDirectory directory;
    LogWriter writer(nullptr);
    writer.configure(Module::default_, plain(directory.file("a.log")));
    writer.start();
    log_line("one");
    log_line("two", Module::server);
    writer.stop();
    EXPECT(unit::content(directory.file("a.log")) == "ROUTER (info) one\nSERVER (info) two\n");
}

void a_flush_waits_for_the_lines_before_it() {
    const unit::TemporaryDirectory directory;
    LogWriter writer(nullptr);
    writer.configure(Module::default_, plain(directory.file("a.log")));
    writer.start();
    log_line("one");
    EXPECT(writer.flush());
    EXPECT(unit::content(directory.file("a.log")) == "ROUTER (info) one\n");
}

void each_module_has_its_own_output() {
    const unit::TemporaryDirectory directory;
    LogWriter writer(nullptr);
    writer.configure(Module::default_, plain(directory.file("a.log")));
    writer.configure(Module::server, plain(directory.file("b.log")));
    writer.start();
    log_line("one");
    log_line("two", Module::server);
    log_line("three");
    writer.stop();
    EXPECT(unit::content(directory.file("a.log")) == "ROUTER (info) one\nROUTER (info) three\n");
    EXPECT(unit::content(directory.file("b.log")) == "SERVER (info) two\n");
}

void before_start_a_line_is_written_at_once() {
    const unit::TemporaryDirectory directory;
    const CapturedStderr captured;
    LogWriter writer(nullptr);
    log_line("unconfigured");
    EXPECT(captured.text().ends_with(" ROUTER (info) unconfigured\n"));
    writer.configure(Module::default_, plain(directory.file("a.log")));
    log_line("configured");
    EXPECT(unit::content(directory.file("a.log")) == "ROUTER (info) configured\n");
    EXPECT(writer.flush(0ms));
}

void after_stop_a_line_goes_to_stderr() {
    const unit::TemporaryDirectory directory;
    const CapturedStderr captured;
    LogWriter writer(nullptr);
    writer.configure(Module::default_, plain(directory.file("a.log")));
    writer.start();
    writer.stop();
    writer.stop();
    log_line("late");
    EXPECT(captured.text() == "ROUTER (info) late\n");
    EXPECT(unit::content(directory.file("a.log")).empty());
}

void without_a_writer_lines_go_to_stderr() {
    const CapturedStderr captured;
    { LogWriter writer(nullptr); }
    log_line("alone");
    EXPECT(captured.text() == "ROUTER (info) alone\n");
}

void a_moved_file_is_reopened_by_name() {
    const unit::TemporaryDirectory directory;
    LogWriter writer(nullptr);
    writer.configure(Module::default_, plain(directory.file("a.log")));
    writer.start();
    log_line("one");
    EXPECT(writer.flush());
    std::filesystem::rename(directory.file("a.log"), directory.file("a.log.1"));
    log_line("two");
    EXPECT(writer.flush());
    writer.reopen();
    log_line("three");
    writer.stop();
    EXPECT(unit::content(directory.file("a.log.1")) == "ROUTER (info) one\nROUTER (info) two\n");
    EXPECT(unit::content(directory.file("a.log")) == "ROUTER (info) three\n");
}

void a_file_that_cannot_be_reopened_is_reported() {
    const unit::TemporaryDirectory directory;
    std::filesystem::create_directory(directory.file("sub"));
    LogWriter writer(nullptr);
    writer.configure(Module::default_, plain(directory.file("sub/a.log")));
    writer.start();
    std::filesystem::rename(directory.file("sub"), directory.file("other"));
    writer.reopen();
    writer.stop();
    EXPECT(unit::content(directory.file("other/a.log")) ==
           "MAIN (error) Failed to open log file '" + directory.file("sub/a.log") +
               "': No such file or directory; the one in use stays in use\n");
}

void a_file_that_takes_no_more_is_reported_once() {
    const CapturedStderr captured;
    std::vector<std::string> failures;
    LogWriter writer([&](const std::string& what) { failures.push_back(what); });
    writer.configure(Module::default_, plain("/dev/full"));
    writer.start();
    log_line("one");
    EXPECT(writer.flush());
    log_line("two");
    writer.stop();
    EXPECT(failures.size() == 1);
    EXPECT(failures[0] == "Cannot write log file '/dev/full': No space left on device");
    EXPECT(captured.text() == failures[0] + "\nROUTER (info) one\nROUTER (info) two\n");
}

void timestamps_are_the_operators() {
    const unit::TemporaryDirectory directory;
    LogWriter writer(nullptr);
    writer.configure(Module::default_, {{}, {}, {}, directory.file("a.log")});
    writer.configure(TimestampStyle{"then", true});
    writer.start();
    log_line("one");
    writer.stop();
    EXPECT(unit::content(directory.file("a.log")) == "then ROUTER (info) one\n");
}

void management_sees_events_and_counts() {
    const CapturedStderr captured;
    LogWriter writer(nullptr);
    log_line("one");
    log_line("two", Module::agent);
    log::write(Module::agent, Level::debug, "filtered");
    const auto recent = writer.recent();
    EXPECT(recent.size() == 2);
    EXPECT(recent[0].text == "one");
    EXPECT(recent[1].module == Module::agent);
    EXPECT(recent[1].level == Level::info);
    EXPECT(recent[1].time >= recent[0].time);
    EXPECT(recent[1].line > 0);
    EXPECT(std::string(recent[1].file) == "router/logging/log_writer_test.cpp");
    EXPECT(writer.recent(1).size() == 1);
    EXPECT(writer.counts()[index_of(Module::agent)][index_of(Level::info)] == 1);
    EXPECT(writer.counts()[index_of(Module::agent)][index_of(Level::debug)] == 0);
}

void a_text_cannot_forge_a_line() {
    const unit::TemporaryDirectory directory;
    LogWriter writer(nullptr);
    writer.configure(Module::default_, plain(directory.file("a.log")));
    log_line("a\nSERVER (critical) b");
    EXPECT(unit::content(directory.file("a.log")) == "ROUTER (info) a\\nSERVER (critical) b\n");
}

/// Every line of every thread is there, whole and in the thread's order.
void lines_of_many_threads_stay_whole() {
    constexpr int threads = 4;
    constexpr int lines = 1000;
    const unit::TemporaryDirectory directory;
    LogWriter writer(nullptr);
    writer.configure(Module::default_, plain(directory.file("a.log")));
    writer.start();
    std::vector<std::thread> producers;
    producers.reserve(threads);
    for (int i = 0; i < threads; ++i) {
        producers.emplace_back([i] {
            for (int j = 0; j < lines; ++j) {
                log::write(Module::router, Level::info, "%d %d %s", i, j, "and some more text");
            }
        });
    }
    for (int i = 0; i < 50; ++i) {
        writer.configure(Module::server, {"trace+", true, true, directory.file("b.log")});
        writer.configure(Module::server, {});
        writer.reopen();
        static_cast<void>(writer.recent());
    }
    for (std::thread& producer : producers) {
        producer.join();
    }
    writer.stop();

    std::map<int, int> next;
    std::istringstream in(unit::content(directory.file("a.log")));
    std::string line;
    while (std::getline(in, line)) {
        int thread = -1;
        int number = -1;
        EXPECT(std::sscanf(line.c_str(), "ROUTER (info) %d %d and", &thread, &number) == 2);
        EXPECT(line.ends_with(" and some more text"));
        EXPECT(next[thread]++ == number);
    }
    EXPECT(next.size() == threads);
    EXPECT(std::ranges::all_of(next, [](const auto& count) { return count.second == lines; }));
}

/// A named pipe whose reader reads only when told to.
class Pipe {
public:
    explicit Pipe(const std::string& path) {
        mkfifo(path.c_str(), 0600);
        fd_ = open(path.c_str(), O_RDWR);
    }
    ~Pipe() { close(fd_); }

    /// Reads until the text ends with `end`.
    std::string read_until(std::string_view end) {
        std::string text;
        while (!text.ends_with(end)) {
            char buffer[4096];
            const ssize_t size = read(fd_, buffer, sizeof buffer);
            EXPECT(size > 0);
            text.append(buffer, static_cast<std::size_t>(size));
        }
        return text;
    }

private:
    int fd_;
};

/// The sum of what the notices of dropped lines say.
long dropped_lines(std::string_view text) {
    constexpr std::string_view notice = "MAIN (warning) ";
    long sum = 0;
    for (auto at = text.find(notice); at != text.npos; at = text.find(notice, at + 1)) {
        const std::string rest(text.substr(at + notice.size(), 80));
        EXPECT(rest.find(" log lines dropped: the output is too slow\n") != rest.npos);
        sum += std::stol(rest);
    }
    return sum;
}

void a_slow_output_blocks_nobody_and_says_what_it_missed() {
    constexpr int lines = 4000;
    const unit::TemporaryDirectory directory;
    Pipe pipe(directory.file("pipe"));
    LogWriter writer(nullptr, {100, 1 << 20});
    writer.configure(Module::default_, plain(directory.file("pipe")));
    writer.start();
    const std::string filler(200, 'x');
    for (int i = 0; i < lines; ++i) {
        log_line(filler.c_str());
    }
    std::string text;
    std::thread reader([&] { text = pipe.read_until("ROUTER (info) end\n"); });
    const bool flushed = writer.flush(60s);
    log_line("end");
    reader.join();
    EXPECT(flushed);
    const long written = std::ranges::count(text, 'x') / static_cast<long>(filler.size());
    EXPECT(dropped_lines(text) > 0);
    EXPECT(dropped_lines(text) + written == lines);
}

void an_output_that_hangs_is_given_up_at_the_end() {
    const unit::TemporaryDirectory directory;
    Pipe pipe(directory.file("pipe"));
    bool failed = false;
    LogWriter writer([&](const std::string&) { failed = true; });
    writer.configure(Module::default_, plain(directory.file("pipe")));
    writer.start();
    const std::string filler(1000, 'x');
    for (int i = 0; i < 200; ++i) {
        log_line(filler.c_str());
    }
    log_line("end");
    EXPECT(!writer.flush(1ms));
    writer.stop(1ms);
    pipe.read_until("ROUTER (info) end\n");
    EXPECT(!failed);
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<lines_are_written_when_the_log_stops>("lines are written at the end"),
        unit::test<a_flush_waits_for_the_lines_before_it>("a flush waits for the lines"),
        unit::test<each_module_has_its_own_output>("each module has its own output"),
        unit::test<before_start_a_line_is_written_at_once>("before start"),
        unit::test<after_stop_a_line_goes_to_stderr>("after stop"),
        unit::test<without_a_writer_lines_go_to_stderr>("without a writer"),
        unit::test<a_moved_file_is_reopened_by_name>("a moved file is reopened by name"),
        unit::test<a_file_that_cannot_be_reopened_is_reported>("a file cannot be reopened"),
        unit::test<a_file_that_takes_no_more_is_reported_once>("a file takes no more"),
        unit::test<timestamps_are_the_operators>("timestamps are the operator's"),
        unit::test<management_sees_events_and_counts>("management sees events and counts"),
        unit::test<a_text_cannot_forge_a_line>("a text cannot forge a line"),
        unit::test<lines_of_many_threads_stay_whole>("lines of many threads stay whole"),
        unit::test<a_slow_output_blocks_nobody_and_says_what_it_missed>("a slow output"),
        unit::test<an_output_that_hangs_is_given_up_at_the_end>("an output that hangs"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
