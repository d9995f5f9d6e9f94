// SPDX-License-Identifier: Apache-2.0
#include "router/config/log_enable.hpp"
#include "router/config/make_settings.hpp"
#include "router/config/names.hpp"
#include "router/config/problem.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace crosspoint::config {

namespace {

bool is_level(std::string word) {
    constexpr std::array<std::string_view, 2> plain{"none", "default"};
    std::ranges::transform(word, word.begin(), [](char c) {
        return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    });
    const auto begins_like_word = [&](std::string_view name) { return name.starts_with(word); };
    if (std::ranges::any_of(plain, begins_like_word)) {
        return true;
    }
    if (word.ends_with('+')) {
        word.pop_back();
    }
    for (std::size_t i = 0; i < log::level_count; ++i) {
        if (!word.empty() && begins_like_word(log::name(static_cast<log::Level>(i)))) {
            return true;
        }
    }
    return false;
}

log::Module module_named(std::string_view name) {
    for (std::size_t i = 0; i < log::module_count; ++i) {
        const auto module = static_cast<log::Module>(i);
        if (log::name(module) == name) {
            return module;
        }
    }
    return log::Module::default_;
}

} // namespace

std::optional<std::string> find_bad_level(std::string_view enable) {
    constexpr std::string_view separators = ", \t;:";
    while (true) {
        const auto begin = enable.find_first_not_of(separators);
        if (begin == std::string_view::npos) {
            return std::nullopt;
        }
        enable.remove_prefix(begin);
        const std::string_view word = enable.substr(0, enable.find_first_of(separators));
        if (!is_level(std::string(word))) {
            return std::string(word);
        }
        enable.remove_prefix(word.size());
    }
}

LogSettings make_log_settings(const Entity& entity) {
    LogSettings settings;
    settings.module = module_named(entity.text("module").value_or("DEFAULT"));
    settings.enable = entity.text("enable");
    settings.include_timestamp = entity.boolean("includeTimestamp");
    settings.include_source = entity.boolean("includeSource");
    settings.output_file = entity.text("outputFile");
    if (const auto bad = settings.enable ? find_bad_level(*settings.enable) : std::nullopt) {
        throw ApplyProblem("Python: CError: Configuration: '" + printable(*bad) +
                               "' is not a valid log level. Should be one of {none, trace, debug, "
                               "info, notice, warning, error, critical}.",
                           entity.line("enable"), "attribute 'enable' of section 'log'");
    }
    return settings;
}

} // namespace crosspoint::config
