// SPDX-License-Identifier: Apache-2.0
#include "router/server/process.hpp"

#include "router/config/check_command.hpp"
#include "router/config/command_line.hpp"
#include "router/config/configuration.hpp"
#include "router/logging/log_writer.hpp"
#include "router/management/management_thread.hpp"
#include "router/server/core_settings.hpp"
#include "router/server/daemonize.hpp"
#include "router/server/host_memory.hpp"
#include "router/server/managed_process.hpp"
#include "router/server/server.hpp"

#include "crosspoint/base/log.hpp"
#include "crosspoint/core/router_core.hpp"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <fcntl.h>
#include <optional>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

namespace crosspoint::server {

namespace {

using log::Level;
using log::Module;

/// The signals that end the router, and the one that does not. They are blocked in every thread;
/// the main thread waits for them.
class Signals {
public:
    Signals() {
        sigemptyset(&set_);
        for (const int number : {SIGTERM, SIGINT, SIGQUIT, SIGHUP}) {
            sigaddset(&set_, number);
        }
        pthread_sigmask(SIG_BLOCK, &set_, nullptr);
        std::signal(SIGPIPE, SIG_IGN);
    }

    int wait() const {
        int number = 0;
        while (sigwait(&set_, &number) != 0) {
        }
        return number;
    }

    /// Ends the process as the signal would have done, so that a shell sees why it ended.
    static void die_of(int number) {
        sigset_t only;
        sigemptyset(&only);
        sigaddset(&only, number);
        std::signal(number, SIG_DFL);
        std::raise(number);
        pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
    }

private:
    sigset_t set_{};
};

/// Whoever starts us may have closed the standard streams. A socket must not get the number of one:
/// what is printed or logged would go to a client.
void open_standard_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (fcntl(stream, F_GETFD) < 0 && errno == EBADF) {
            // It gets the lowest free number, which is this one.
            static_cast<void>(open("/dev/null", O_RDWR));
        }
    }
}

/// Thousands of connections need as many descriptors as we may have.
void raise_descriptor_limit() {
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < limit.rlim_max) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

/// Behind an error that a checked configuration has led to.
std::string place(const std::string& path, std::size_t line, const std::string& hint) {
    return " (" + path + ", line " + std::to_string(line) + "; " + hint + ")";
}

void configure_logging(logging::LogWriter& writer, const config::Configuration& configuration,
                       const std::string& path) {
    logging::TimestampStyle style;
    style.utc = configuration.router.timestamps_in_utc;
    if (configuration.router.timestamp_format) {
        style.format = *configuration.router.timestamp_format;
    }
    writer.configure(style);
    for (const config::LogSettings& settings : configuration.logs) {
        try {
            writer.configure(settings.module, {settings.enable, settings.include_timestamp,
                                               settings.include_source, settings.output_file});
        } catch (const logging::LogConfigError& error) {
            throw config::ConfigError(std::string("Python: ") + error.what() +
                                      place(path, settings.output_file_line,
                                            error.reason() + "; attribute 'outputFile' of section "
                                                             "'log'"));
        }
    }
}

/// What a running router consists of.
class Process {
public:
    Process(const config::CommandLine& command_line, Signals& signals)
        : command_line_(command_line),
          signals_(signals),
          writer_([this](const std::string&) {
              log_failed_ = true;
              kill(getpid(), SIGTERM);
          }) {}

    int run(const std::string& program) {
        try {
            prepare(program);
        } catch (const std::exception& error) {
            return start_up_failed(program, error.what());
        }
        if (const auto failure = server_->start()) {
            management_->stop();
            server_->stop();
            core_->stop();
            return start_up_failed(
                program, failure->why + place(path_, failure->line,
                                              "attributes 'host' and 'port' of section 'listener' "
                                              "say where to listen"));
        }
        log::write(Module::server, Level::notice, "Operational, %u Threads Running (process ID %d)",
                   configuration_.router.worker_threads, getpid());
        log_memory();
        if (daemon_) {
            writer_.flush(); // who waited for the launcher finds the log complete
            daemon_->report_ready();
        }
        const int number = serve();
        server_->announce_stop();
        management_->stop();
        server_->stop();
        core_->stop();
        log::write(Module::server, Level::notice, "Shut Down");
        finish(0);
        if (number == SIGINT) {
            Signals::die_of(SIGINT);
        }
        return log_failed_ ? 1 : 0;
    }

private:
    void prepare(const std::string& program) {
        path_ = command_line_.config_path;
        if (command_line_.daemon) {
            path_ = absolute_path(path_);
            daemon_.emplace(
                DaemonLaunch::detach({program, command_line_.pid_file, command_line_.user}));
        }
        configuration_ = config::load_configuration(path_);
        configure_logging(writer_, configuration_, path_);
        writer_.start();
        raise_descriptor_limit();
        const config::RouterSettings& router = configuration_.router;
        log::write(Module::server, Level::info, "Container Name: %s", router.id.c_str());
        const bool interior = router.mode == config::RouterMode::interior;
        const std::string where = interior ? ", area=0 id=" + router.id : "";
        log::write(Module::router, Level::info, "Router started in %s mode%s",
                   mode_name(router.mode), where.c_str());
        log::write(Module::router, Level::info, "Version: %s", CROSSPOINT_VERSION);
        core_.emplace(core_settings(configuration_, command_line_.test_hooks), &mailbox_);
        core_->start();
        server_.emplace(router.id, router.mode == config::RouterMode::edge, router.worker_threads,
                        *core_);
        endpoints_.emplace(*server_);
        management_.emplace(mailbox_, *core_, *endpoints_, managed_log_, heap_figures);
        start_management();
    }

    /// Before the first client can ask anything.
    void start_management() {
        management::Configured configured;
        configured.router_id = configuration_.router.id;
        configured.entities = std::move(configuration_.entities);
        for (const config::ConnectorSettings& connector : configuration_.connectors) {
            configured.connectors.push_back(endpoints_->add_connector(connector));
        }
        for (const config::ListenerSettings& listener : configuration_.listeners) {
            configured.listeners.push_back(endpoints_->add_listener(listener));
        }
        management_->start(std::move(configured));
    }

    int start_up_failed(const std::string& program, const std::string& why) {
        const std::string line = program + ": " + why;
        log::write(Module::main, Level::critical, "Router start-up failed: %s", why.c_str());
        finish(1);
        if (daemon_) {
            daemon_->report_failure(line);
        } else {
            std::fprintf(stderr, "%s\n", line.c_str());
        }
        return 1;
    }

    /// Until a signal that means the end.
    int serve() {
        while (true) {
            const int number = signals_.wait();
            if (number != SIGHUP) {
                return number;
            }
            writer_.reopen();
        }
    }

    int finish(int code) {
        writer_.stop();
        return code;
    }

    config::CommandLine command_line_;
    std::string path_; ///< of the configuration
    Signals& signals_;
    std::atomic<bool> log_failed_{false};
    logging::LogWriter writer_;
    config::Configuration configuration_;
    std::optional<DaemonLaunch> daemon_;
    management::Mailbox mailbox_{process_memory};
    std::optional<core::RouterCore> core_;
    std::optional<io::Server> server_;
    std::optional<ManagedEndpoints> endpoints_;
    ManagedLog managed_log_{writer_, [this] { server_->on_log_levels_changed(); }};
    std::optional<management::ManagementThread> management_;
};

} // namespace

int run(std::span<const char* const> arguments) {
    open_standard_streams();
    const config::CommandLineResult parsed = config::parse_command_line(arguments);
    std::fputs(parsed.to_stderr.c_str(), stderr);
    std::fputs(parsed.to_stdout.c_str(), stdout);
    if (!parsed.command_line) {
        return parsed.exit_code;
    }
    if (parsed.command_line->check) {
        return config::run_check(*parsed.command_line, arguments[0]);
    }
    Signals signals;
    return Process(*parsed.command_line, signals).run(arguments.empty() ? "" : arguments[0]);
}

} // namespace crosspoint::server
