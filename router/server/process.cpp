// SPDX-License-Identifier: Apache-2.0
#include "router/server/process.hpp"

#include "router/config/check_command.hpp"
#include "router/config/command_line.hpp"
#include "router/config/configuration.hpp"
#include "router/logging/log_writer.hpp"
#include "router/server/daemonize.hpp"
#include "router/server/host_memory.hpp"
#include "router/server/server.hpp"

#include "crosspoint/base/log.hpp"
#include "crosspoint/core/router_core.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <exception>
#include <optional>
#include <stdexcept>
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

/// Thousands of connections need as many descriptors as we may have.
void raise_descriptor_limit() {
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < limit.rlim_max) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

core::Treatment treatment(config::Distribution distribution) {
    switch (distribution) {
    case config::Distribution::closest:
        return core::Treatment::closest;
    case config::Distribution::multicast:
        return core::Treatment::multicast;
    case config::Distribution::unavailable:
        return core::Treatment::unavailable;
    case config::Distribution::balanced:
        break;
    }
    return core::Treatment::balanced;
}

/// From the system, and never less than random: without a source of randomness it throws.
std::array<std::uint64_t, 2> random_key() {
    std::array<std::uint64_t, 2> key{};
    if (getentropy(key.data(), sizeof key) != 0) {
        throw std::runtime_error("the system gives no random numbers");
    }
    return key;
}

core::NetworkSettings network_settings(const config::RouterSettings& router) {
    core::NetworkSettings network;
    // Milliseconds, so that a router that restarts at once is seen to have restarted.
    network.instance = std::chrono::duration_cast<std::chrono::milliseconds>(
                           std::chrono::system_clock::now().time_since_epoch())
                           .count();
    network.hello_interval_seconds = router.hello_interval_seconds;
    network.hello_max_age_seconds = router.hello_max_age_seconds;
    network.ra_interval_seconds = router.ra_interval_seconds;
    network.ra_interval_flux_seconds = router.ra_interval_flux_seconds;
    network.remote_ls_max_age_seconds = router.remote_ls_max_age_seconds;
    return network;
}

core::CoreSettings core_settings(const config::Configuration& configuration) {
    core::CoreSettings settings;
    settings.router_id = configuration.router.id;
    settings.default_treatment = treatment(configuration.router.default_distribution);
    for (const config::AddressSettings& address : configuration.addresses) {
        settings.addresses.push_back({address.is_prefix ? address.pattern + "/#" : address.pattern,
                                      treatment(address.distribution), address.ingress_phase,
                                      address.egress_phase, address.priority, address.fallback,
                                      address.is_prefix, address.name});
    }
    settings.seed = random_key();
    settings.edge = configuration.router.mode == config::RouterMode::edge;
    if (configuration.router.mode == config::RouterMode::interior) {
        settings.network = network_settings(configuration.router);
    }
    return settings;
}

const char* mode_name(config::RouterMode mode) {
    switch (mode) {
    case config::RouterMode::interior:
        return "Interior";
    case config::RouterMode::edge:
        return "Edge";
    case config::RouterMode::standalone:
        break;
    }
    return "Standalone";
}

void configure_logging(logging::LogWriter& writer, const config::Configuration& configuration) {
    logging::TimestampStyle style;
    style.utc = configuration.router.timestamps_in_utc;
    if (configuration.router.timestamp_format) {
        style.format = *configuration.router.timestamp_format;
    }
    writer.configure(style);
    for (const config::LogSettings& settings : configuration.logs) {
        writer.configure(settings.module, {settings.enable, settings.include_timestamp,
                                           settings.include_source, settings.output_file});
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
            prepare();
        } catch (const logging::LogConfigError& error) {
            return start_up_failed(program, std::string("Python: ") + error.what());
        } catch (const std::exception& error) {
            return start_up_failed(program, error.what());
        }
        if (!server_->start()) {
            server_->stop();
            core_->stop();
            if (daemon_) {
                daemon_->report_failure(program + ": a listener could not be opened");
            }
            return finish(1);
        }
        log::write(Module::server, Level::notice, "Operational, %u Threads Running (process ID %d)",
                   configuration_.router.worker_threads, getpid());
        log_memory();
        if (daemon_) {
            writer_.flush(); // who waited for the launcher finds the log complete
            daemon_->report_ready();
        }
        const int number = serve();
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
    void prepare() {
        std::string path = command_line_.config_path;
        if (command_line_.daemon) {
            path = absolute_path(path);
            daemon_.emplace(DaemonLaunch::detach({command_line_.pid_file, command_line_.user}));
        }
        configuration_ = config::load_configuration(path);
        configure_logging(writer_, configuration_);
        writer_.start();
        raise_descriptor_limit();
        const config::RouterSettings& router = configuration_.router;
        log::write(Module::server, Level::info, "Container Name: %s", router.id.c_str());
        log::write(Module::router, Level::info, "Router started in %s mode",
                   mode_name(router.mode));
        log::write(Module::router, Level::info, "Version: %s", CROSSPOINT_VERSION);
        core_.emplace(core_settings(configuration_));
        core_->start();
        server_.emplace(router.id, router.mode == config::RouterMode::edge, router.worker_threads,
                        *core_);
        for (const config::ConnectorSettings& connector : configuration_.connectors) {
            server_->connectors().add(connector);
        }
        for (const config::ListenerSettings& listener : configuration_.listeners) {
            (void)server_->listeners().add(listener);
        }
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
    Signals& signals_;
    std::atomic<bool> log_failed_{false};
    logging::LogWriter writer_;
    config::Configuration configuration_;
    std::optional<DaemonLaunch> daemon_;
    std::optional<core::RouterCore> core_;
    std::optional<io::Server> server_;
};

} // namespace

int run(std::span<const char* const> arguments) {
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
