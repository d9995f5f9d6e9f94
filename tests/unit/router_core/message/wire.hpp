// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace unit {

/// Encoded bytes as they are written in a protocol trace: hexadecimal octets, and text in quotes.
inline std::string wire(std::string_view notation) {
    std::string bytes;
    while (!notation.empty()) {
        if (notation.front() == ' ' || notation.front() == '\n') {
            notation.remove_prefix(1);
        } else if (notation.front() == '\'') {
            const std::size_t end = notation.find('\'', 1);
            bytes += notation.substr(1, end - 1);
            notation.remove_prefix(end + 1);
        } else {
            bytes += static_cast<char>(std::stoi(std::string(notation.substr(0, 2)), nullptr, 16));
            notation.remove_prefix(2);
        }
    }
    return bytes;
}

inline std::span<const std::byte> as_bytes(std::string_view text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

} // namespace unit
