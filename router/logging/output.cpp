// SPDX-License-Identifier: Apache-2.0
#include "router/logging/output.hpp"

#include "router/logging/log_settings.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <syslog.h>
#include <unistd.h>

namespace crosspoint::logging {

namespace {

/// Returns an errno. A descriptor that does not block is waited for.
int write_all(int fd, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(fd, text.data(), text.size());
        if (written >= 0) {
            text.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno == EAGAIN) {
            pollfd room{fd, POLLOUT, 0};
            ::poll(&room, 1, -1);
        } else if (errno != EINTR) {
            return errno;
        }
    }
    return 0;
}

/// stdout or stderr of the process. Nobody may be there to read it, which is no failure: a router
/// outlives the terminal it was started from.
class StreamOutput final : public Output {
public:
    StreamOutput(std::string name, int fd) : Output(std::move(name)), fd_(fd) {}
    int write(const Block& block) override {
        write_all(fd_, block.text());
        return 0;
    }

private:
    const int fd_;
};

class FileOutput final : public Output {
public:
    FileOutput(std::string name, int fd) : Output(std::move(name)), fd_(fd) {}
    ~FileOutput() override { ::close(fd_); }
    int write(const Block& block) override { return write_all(fd_, block.text()); }
    bool reopens() const override { return true; }

private:
    const int fd_;
};

constexpr std::array<int, log::level_count> severities{
    LOG_DEBUG, LOG_DEBUG, LOG_INFO, LOG_NOTICE, LOG_WARNING, LOG_ERR, LOG_CRIT,
};

class SyslogOutput final : public Output {
public:
    using Output::Output;
    int write(const Block& block) override {
        block.for_each_line([](log::Level level, std::string_view line) {
            ::syslog(LOG_DAEMON | severities[index_of(level)], "%.*s",
                     static_cast<int>(line.size()), line.data());
        });
        return 0;
    }
    bool adds_timestamp() const override { return true; }
};

} // namespace

void Block::add(const LogEvent& event, LineStyle line, const TimestampStyle& timestamps) {
    append_line(text_, event, line, timestamps);
    ends_.emplace_back(event.level, text_.size());
}

void Block::clear() {
    text_.clear();
    ends_.clear();
}

std::shared_ptr<Output> open_output(const std::string& name) {
    if (name == "stderr") {
        return std::make_shared<StreamOutput>(name, STDERR_FILENO);
    }
    if (name == "stdout") {
        return std::make_shared<StreamOutput>(name, STDOUT_FILENO);
    }
    if (name == "syslog") {
        return std::make_shared<SyslogOutput>(name);
    }
    // O_NONBLOCK, because to open a named pipe that nobody reads must fail instead of wait.
    const int flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
    const int fd = ::open(name.c_str(), flags, S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH);
    if (fd < 0) {
        throw LogConfigError::cannot_open(name, errno);
    }
    return std::make_shared<FileOutput>(name, fd);
}

void write_to_stderr(std::string_view text) {
    write_all(STDERR_FILENO, text);
}

} // namespace crosspoint::logging
