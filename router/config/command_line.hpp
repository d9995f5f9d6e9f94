// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>

namespace crosspoint::config {

/// What the operator asked for when starting the router.
struct CommandLine {
    std::string config_path;
    bool daemon = false;
    std::optional<std::string> pid_file; ///< for a daemon only
    std::optional<std::string> user;     ///< for a daemon only
    bool test_hooks = false;
    bool check = false;        ///< do not start: check the configuration and print it
    bool json = false;         ///< with `check`: in the JSON format
    bool show_secrets = false; ///< with `check`: print passwords, too
};

/// Either a command line to start with, or what to print before leaving with `exit_code`.
struct CommandLineResult {
    std::optional<CommandLine> command_line;
    int exit_code = 0;
    std::string to_stdout;
    std::string to_stderr;
};

/// Understands the arguments of main, of which the first is the name of the program. Reads and
/// prints nothing, except that the default configuration file is the first that exists.
CommandLineResult parse_command_line(std::span<const char* const> arguments);

/// The configuration file if none is given: that of Crosspoint, or else, so that a router can be
/// replaced by this one, that of qdrouterd.
std::string default_config_path();

} // namespace crosspoint::config
