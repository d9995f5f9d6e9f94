// SPDX-License-Identifier: Apache-2.0
#include "router/config/password.hpp"

#include "router/config/names.hpp"

#include "crosspoint/base/log.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string_view>

namespace crosspoint::config {

namespace {

/// Longer ones were never possible.
constexpr std::size_t max_password = 199;

void warn_of_plain_text() {
    log::write(log::Module::conn_mgr, log::Level::warning,
               "It is unsafe to provide plain text passwords in the config file");
}

std::string from_environment(const std::string& text, std::string_view after_prefix) {
    const auto first = after_prefix.find_first_not_of(" \t");
    const std::string name(after_prefix.substr(std::min(first, after_prefix.size())));
    if (const char* value = std::getenv(name.c_str())) {
        return value;
    }
    log::write(log::Module::error, log::Level::error,
               "Not found: Failed to find a password in the environment variable %s",
               printable(name).c_str());
    return text;
}

std::string from_file(const std::string& text, const std::string& path) {
    errno = 0;
    std::ifstream file(path);
    std::string password;
    if (!file || (!std::getline(file, password) && !file.eof())) {
        log::write(log::Module::conn_mgr, log::Level::error,
                   "Unable to open password file %s, error: %s", printable(path).c_str(),
                   std::strerror(errno));
        return text;
    }
    if (password.ends_with('\r')) {
        password.pop_back();
    }
    return password.substr(0, max_password);
}

} // namespace

std::string resolve_password(const std::string& text) {
    constexpr std::string_view environment = "env:";
    constexpr std::string_view file = "file:";
    constexpr std::string_view plain = "pass:";
    if (text.starts_with(environment)) {
        return from_environment(text, std::string_view(text).substr(environment.size()));
    }
    if (text.starts_with(file)) {
        return from_file(text, text.substr(file.size()));
    }
    warn_of_plain_text();
    return text.starts_with(plain) ? text.substr(plain.size()) : text;
}

} // namespace crosspoint::config
