// SPDX-License-Identifier: Apache-2.0
#include "router/config/check_command.hpp"

#include "router/config/checked_configuration.hpp"
#include "router/config/write_configuration.hpp"

#include "crosspoint/base/log.hpp"

#include <algorithm>
#include <cstdio>
#include <string_view>

namespace crosspoint::config {

namespace {

/// Shows what the router would log while it reads the file.
class Warnings final : public log::Sink {
public:
    explicit Warnings(std::string path) : path_(std::move(path)) { log::set_sink(this); }
    ~Warnings() { log::set_sink(nullptr); }
    Warnings(const Warnings&) = delete;
    Warnings& operator=(const Warnings&) = delete;

    void write(log::Module, log::Level level, std::string_view text, const char*, int) override {
        const bool syntax = text.find('\n') != std::string_view::npos; // reported as an error, too
        if (!syntax && level >= log::Level::warning) {
            std::fprintf(stderr, "%s: %s: %.*s\n", path_.c_str(), std::string(name(level)).c_str(),
                         static_cast<int>(text.size()), text.data());
        }
    }

private:
    std::string path_;
};

std::string line_about(const Fault& fault, const std::string& path) {
    constexpr std::string_view origin = "Python: "; // is part of what the router says at its start
    std::string_view text = fault.text;
    if (text.starts_with(origin)) {
        text.remove_prefix(origin.size());
    }
    const std::string hint = fault.hint.empty() ? "" : " (" + fault.hint + ")";
    return path + ":" + std::to_string(fault.line) + ": " + std::string(text) + hint + "\n";
}

} // namespace

int run_check(const CommandLine& command_line, const std::string& program) {
    const std::string& path = command_line.config_path;
    const Warnings warnings(path);
    CheckedConfiguration checked;
    try {
        const std::string text = read_configuration_file(path);
        if (text.empty()) {
            throw ConfigError("Configuration: Configuration file was empty (" + path + ")");
        }
        checked = check_configuration(text, path);
    } catch (const ConfigError& error) {
        std::fprintf(stderr, "%s: %s\n", program.c_str(), error.what());
        return 1;
    }
    std::ranges::stable_sort(checked.faults, {}, &Fault::line);
    for (const Fault& fault : checked.faults) {
        std::fputs(line_about(fault, path).c_str(), stderr);
    }
    if (!checked.faults.empty()) {
        return 1;
    }
    const Secrets secrets = command_line.show_secrets ? Secrets::shown : Secrets::masked;
    const std::string written = command_line.json ? write_json(checked.entities, secrets)
                                                  : write_native(checked.entities, secrets);
    const bool complete =
        std::fwrite(written.data(), 1, written.size(), stdout) == written.size() &&
        std::fflush(stdout) == 0;
    if (!complete) {
        std::fprintf(stderr, "%s: the configuration cannot be written\n", program.c_str());
    }
    return complete ? 0 : 1;
}

} // namespace crosspoint::config
