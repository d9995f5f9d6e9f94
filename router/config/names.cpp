// SPDX-License-Identifier: Apache-2.0
#include "router/config/names.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <numeric>
#include <vector>

namespace crosspoint::config {

namespace {

char lower(char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}
char upper(char c) {
    return static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
}

/// How many characters have to be added, taken away, replaced, or swapped with the next; capitals
/// do not count.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    const auto same = [&](std::size_t i, std::size_t j) { return lower(a[i]) == lower(b[j]); };
    std::vector<std::size_t> before(b.size() + 1);
    std::vector<std::size_t> last(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(last.begin(), last.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            row[j + 1] = std::min({last[j] + (same(i, j) ? 0 : 1), last[j + 1] + 1, row[j] + 1});
            if (i > 0 && j > 0 && same(i, j - 1) && same(i - 1, j)) {
                row[j + 1] = std::min(row[j + 1], before[j - 1] + 1);
            }
        }
        before.swap(last);
        last.swap(row);
    }
    return last.back();
}

/// Nobody writes longer names by mistake, and comparing them would take long.
constexpr std::size_t longest_guess = 64;
/// From here on the beginning of a name is enough to know it.
constexpr std::size_t shortest_beginning = 4;
constexpr std::size_t longest_shown = 200;

} // namespace

std::string camel_case(std::string_view name, std::string_view separators) {
    std::string result;
    bool first_word = true;
    bool word_begins = false;
    for (const char c : name) {
        if (separators.find(c) != std::string_view::npos) {
            first_word = false;
            word_begins = true;
        } else {
            result += first_word ? c : word_begins ? upper(c) : lower(c);
            word_begins = false;
        }
    }
    return result;
}

std::string_view nearest(std::string_view name, std::span<const std::string_view> candidates) {
    if (name.empty() || name.size() > longest_guess) {
        return {};
    }
    std::string_view best;
    std::size_t best_distance = std::max<std::size_t>(1, name.size() / 3) + 1;
    for (const std::string_view candidate : candidates) {
        const std::size_t distance = edit_distance(name, candidate);
        if (distance < best_distance) {
            best = candidate;
            best_distance = distance;
        }
    }
    if (!best.empty() || name.size() < shortest_beginning) {
        return best;
    }
    const auto longer = std::ranges::find_if(
        candidates, [&](std::string_view candidate) { return candidate.starts_with(name); });
    return longer == candidates.end() ? best : *longer;
}

std::string printable(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (result.size() >= longest_shown) {
            return result + "...";
        }
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte == 0x7f) {
            std::array<char, 8> escaped{};
            std::snprintf(escaped.data(), escaped.size(), "\\x%02x", byte);
            result += c == '\n' ? "\\n" : c == '\t' ? "\\t" : escaped.data();
        } else {
            result += c;
        }
    }
    return result;
}

std::string one_of(std::span<const std::string_view> names) {
    std::string result;
    for (std::size_t i = 0; i < names.size(); ++i) {
        result += i == 0 ? "" : i + 1 == names.size() ? " or " : ", ";
        result += names[i];
    }
    return result;
}

std::string_view trim(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n\v\f";
    const auto first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

} // namespace crosspoint::config
