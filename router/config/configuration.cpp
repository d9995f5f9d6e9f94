// SPDX-License-Identifier: Apache-2.0
#include "router/config/configuration.hpp"

#include "router/config/code_points.hpp"
#include "router/config/json_reader.hpp"
#include "router/config/make_settings.hpp"
#include "router/config/names.hpp"
#include "router/config/native_reader.hpp"
#include "router/config/problem.hpp"
#include "router/config/validate.hpp"

#include "crosspoint/base/log.hpp"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

namespace crosspoint::config {

namespace {

/// No configuration is that long; a device that never ends might be given by mistake.
constexpr std::size_t max_file_size = std::size_t{64} << 20;

std::string_view line_of(std::string_view text, std::size_t line) {
    for (; line > 1; --line) {
        const auto end = text.find('\n');
        if (end == std::string_view::npos) {
            return {};
        }
        text.remove_prefix(end + 1);
    }
    return trim(text.substr(0, text.find('\n')));
}

/// A line of the file as a message may show it: without a password.
std::string shown_line(std::string_view text, std::size_t line) {
    const std::string shown = printable(line_of(text, line));
    std::string lower = shown;
    std::ranges::transform(lower, lower.begin(), [](char c) {
        return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    });
    const auto secret = lower.find("password");
    return secret == std::string::npos ? shown : shown.substr(0, secret) + "password: *******";
}

std::string in_parentheses(const std::string& place, const std::string& hint) {
    return " (" + place + (hint.empty() ? "" : "; " + hint) + ")";
}

[[noreturn]] void fail_to_load(const std::string& path, const std::string& detail) {
    throw ConfigError("Python: Exception: Cannot load configuration file " + path + ": " + detail);
}

/// Everything else may count on text that is valid UTF-8.
void check_encoding(std::string_view text, const std::string& path) {
    std::size_t line = 1;
    while (!text.empty()) {
        const auto character = first_character(text);
        if (!character || character->code_point == 0) {
            fail_to_load(path, "Invalid config file syntax (line " + std::to_string(line) +
                                   "): this is not text in UTF-8");
        }
        line += character->code_point == '\n' ? 1 : 0;
        text.remove_prefix(character->bytes.size());
    }
}

std::vector<Section> read_sections(std::string_view text, const std::string& path) {
    const auto fail = [&](const SyntaxError& error) {
        fail_to_load(path, "Invalid config file syntax (line " + std::to_string(error.line()) +
                               "): " + error.what() + ", in '" + shown_line(text, error.line()) +
                               "'");
    };
    const auto warn = [](const std::string& what) {
        log::write(log::Module::agent, log::Level::warning, "%s", what.c_str());
    };
    try {
        return path.ends_with(".json") ? read_json(text) : read_native(text);
    } catch (const NestingError& error) {
        warn("Configuration file: invalid entity nesting detected.");
        fail(error);
    } catch (const SyntaxError& error) {
        warn("Invalid config file syntax (line " + std::to_string(error.line()) + "):\n>>> " +
             shown_line(text, error.line()));
        fail(error);
    }
    return {};
}

std::vector<Entity> check_sections(const std::vector<Section>& sections) {
    std::vector<Entity> entities;
    entities.reserve(sections.size() + 1);
    for (const Section& section : sections) {
        entities.push_back(validate(section));
    }
    const auto is_router = [](const Entity& e) { return e.schema().section == "router"; };
    if (std::ranges::none_of(entities, is_router)) {
        entities.push_back(validate(Section{"router", 0, {}}));
    }
    check_together(entities);
    for (const Entity& entity : entities) {
        check_supported(entity);
        if (entity.schema().section == "console") {
            log::write(log::Module::agent, log::Level::warning,
                       "Console entity is deprecated: Use http:yes on listener entity instead");
        }
    }
    return entities;
}

/// Calls `use` for each section of that name, in the order of the file.
template <class Use>
void for_each(const std::vector<Entity>& entities, std::string_view section, Use use) {
    for (const Entity& entity : entities) {
        if (entity.schema().section == section) {
            use(entity);
        }
    }
}

/// Tells if two addresses are for the same: separators are equal, and a prefix covers all below it.
std::string comparable(const AddressSettings& address) {
    std::string pattern = address.pattern + (address.is_prefix ? "/#" : "");
    std::ranges::replace(pattern, '.', '/');
    return pattern;
}

void add_address(std::vector<AddressSettings>& addresses, AddressSettings address) {
    const bool taken = std::ranges::any_of(addresses, [&](const AddressSettings& other) {
        return comparable(other) == comparable(address);
    });
    if (taken) {
        log::write(log::Module::router, log::Level::warning,
                   "Already exists: ignoring configured address %s",
                   printable(address.pattern).c_str());
    } else {
        addresses.push_back(std::move(address));
    }
}

/// In the order in which the settings are to be put into effect, so that the first error is the one
/// that would have come first.
Configuration make_configuration(const std::vector<Entity>& entities) {
    Configuration made;
    for_each(entities, "log", [&](const Entity& e) { made.logs.push_back(make_log_settings(e)); });
    for_each(entities, "router", [&](const Entity& e) { made.router = make_router_settings(e); });
    for_each(entities, "address", [&](const Entity& e) {
        if (auto address = make_address_settings(e)) {
            add_address(made.addresses, std::move(*address));
        }
    });
    for_each(entities, "connector",
             [&](const Entity& e) { made.connectors.push_back(make_connector_settings(e)); });
    for_each(entities, "listener",
             [&](const Entity& e) { made.listeners.push_back(make_listener_settings(e)); });
    return made;
}

std::string read_file(const std::string& path) {
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

} // namespace

Configuration load_configuration(const std::string& path) {
    return parse_configuration(read_file(path), path);
}

Configuration parse_configuration(std::string_view text, const std::string& path) {
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
    if (text.empty()) {
        throw ConfigError("Configuration: Configuration file was empty (" + path + ")");
    }
    if (text.starts_with(byte_order_mark)) {
        text.remove_prefix(byte_order_mark.size());
    }
    check_encoding(text, path);
    try {
        return make_configuration(check_sections(read_sections(text, path)));
    } catch (const ApplyProblem& problem) {
        const std::string place = path + ", line " + std::to_string(problem.line());
        throw ConfigError(problem.what() + in_parentheses(place, problem.hint()));
    } catch (const Problem& problem) {
        const std::string place = "line " + std::to_string(problem.line());
        fail_to_load(path, problem.what() + in_parentheses(place, problem.hint()));
    }
}

} // namespace crosspoint::config
