// SPDX-License-Identifier: Apache-2.0
#include "router/config/configuration.hpp"

#include "router/config/checked_configuration.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

namespace crosspoint::config {

namespace {

/// No configuration is that long; a device that never ends might be given by mistake.
constexpr std::size_t max_file_size = std::size_t{64} << 20;

[[noreturn]] void fail_to_load(const std::string& path, const std::string& detail) {
    throw ConfigError("Python: Exception: Cannot load configuration file " + path + ": " + detail);
}

[[noreturn]] void fail(const Fault& fault, const std::string& path) {
    const std::string line = "line " + std::to_string(fault.line);
    const std::string hint = fault.hint.empty() ? "" : "; " + fault.hint;
    switch (fault.kind) {
    case Fault::Kind::syntax:
        fail_to_load(path, "Invalid config file syntax (" + line + "): " + fault.text);
    case Fault::Kind::effect:
        throw ConfigError(fault.text + " (" + path + ", " + line + hint + ")");
    case Fault::Kind::section:
        break;
    }
    fail_to_load(path, fault.text + " (" + line + hint + ")");
}

} // namespace

std::string read_configuration_file(const std::string& path) {
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    std::string text;
    std::string chunk(std::size_t{64} << 10, '\0');
    while (file && text.size() <= max_file_size) {
        file.read(chunk.data(), static_cast<std::streamsize>(chunk.size()));
        text.append(chunk, 0, static_cast<std::size_t>(file.gcount()));
    }
    if (!file.eof() && text.size() <= max_file_size) {
        throw ConfigError("Not found: Configuration file could not be opened (" + path + ": " +
                          std::strerror(errno) + ")");
    }
    if (text.size() > max_file_size) {
        fail_to_load(path, "the file is longer than 64 MiB");
    }
    return text;
}

Configuration load_configuration(const std::string& path) {
    return parse_configuration(read_configuration_file(path), path);
}

Configuration parse_configuration(std::string_view text, const std::string& path) {
    if (text.empty()) {
        throw ConfigError("Configuration: Configuration file was empty (" + path + ")");
    }
    CheckedConfiguration checked = check_configuration(text, path);
    if (!checked.faults.empty()) {
        fail(checked.faults.front(), path);
    }
    checked.configuration.entities = std::move(checked.entities);
    return std::move(checked.configuration);
}

} // namespace crosspoint::config
