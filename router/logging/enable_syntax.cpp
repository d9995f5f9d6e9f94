// SPDX-License-Identifier: Apache-2.0
#include "router/logging/enable_syntax.hpp"

#include "crosspoint/base/log.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace crosspoint::logging {

namespace {

constexpr std::string_view separators = ", ;:";
constexpr unsigned all_levels = (1U << log::level_count) - 1;

constexpr char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// `name` is in lower case.
bool abbreviates(std::string_view token, std::string_view name) {
    return !token.empty() && token.size() <= name.size() &&
           std::equal(token.begin(), token.end(), name.begin(),
                      [](char a, char b) { return lower(a) == b; });
}

std::optional<std::size_t> level_named(std::string_view token) {
    for (std::size_t i = 0; i < log::level_count; ++i) {
        if (abbreviates(token, log::name(static_cast<log::Level>(i)))) {
            return i;
        }
    }
    return std::nullopt;
}

/// Adds what one token says to `so_far`; false if it says nothing that we know.
bool add_token(std::string_view token, Enable& so_far) {
    const bool and_above = token.ends_with('+');
    const std::string_view word = and_above ? token.substr(0, token.size() - 1) : token;
    if (abbreviates(word, "default")) {
        so_far.kind = Enable::Kind::inherit;
        return true;
    }
    if (abbreviates(word, "none")) {
        return true;
    }
    const auto level = level_named(word);
    if (!level) {
        return false;
    }
    const unsigned bits = and_above ? all_levels << *level : 1U << *level;
    so_far.mask = static_cast<std::uint8_t>(so_far.mask | (bits & all_levels));
    return true;
}

} // namespace

Enable parse_enable(std::string_view text) {
    Enable result;
    while (true) {
        const auto begin = text.find_first_not_of(separators);
        if (begin == std::string_view::npos) {
            return result;
        }
        text.remove_prefix(begin);
        const auto token = text.substr(0, text.find_first_of(separators));
        text.remove_prefix(token.size());
        if (!add_token(token, result)) {
            return {Enable::Kind::invalid, 0, std::string(token)};
        }
    }
}

} // namespace crosspoint::logging
