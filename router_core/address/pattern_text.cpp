// SPDX-License-Identifier: Apache-2.0
#include "router_core/address/pattern_text.hpp"

#include <algorithm>
#include <utility>

namespace crosspoint::core {
namespace {

constexpr std::string_view separators = "./";

std::string_view without_outer_separators(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(separators);
    if (begin == std::string_view::npos) {
        return {};
    }
    return text.substr(begin, text.find_last_not_of(separators) - begin + 1);
}

} // namespace

Tokens::Tokens(std::string_view text) {
    rest_ = text.substr(std::min(text.find_first_not_of(separators), text.size()));
    done_ = rest_.empty();
    measure();
}

void Tokens::next() {
    done_ = size_ == rest_.size();
    if (!done_) {
        rest_.remove_prefix(size_ + 1);
        measure();
    }
}

void Tokens::measure() {
    size_ = std::min(rest_.find_first_of(separators), rest_.size());
}

std::optional<std::string> normalise_pattern(std::string_view pattern) {
    std::string normal;
    std::size_t count = 0;
    char owed = '\0'; // the separator behind what was put last
    const auto put = [&](std::string_view token, char separator) {
        if (!normal.empty()) {
            normal += owed;
        }
        normal += token;
        owed = separator;
    };
    // A "#" is held back, with the separator behind it, until all "*" that follow have been put.
    // No optional here: g++ 12 believes that its value is read uninitialised.
    bool held = false;
    char behind_held = '\0';
    for (Tokens tokens(without_outer_separators(pattern)); !tokens.done(); tokens.next()) {
        if (++count > max_pattern_tokens) {
            return std::nullopt;
        }
        const std::string_view token = tokens.front();
        if (token == "#") {
            held = true;
            behind_held = tokens.separator();
        } else if (token == "*" && held) {
            put(token, std::exchange(behind_held, tokens.separator()));
        } else {
            if (std::exchange(held, false)) {
                put("#", behind_held);
            }
            put(token, tokens.separator());
        }
    }
    if (held) {
        put("#", behind_held);
    }
    if (normal.empty()) {
        return std::nullopt;
    }
    return normal;
}

} // namespace crosspoint::core
