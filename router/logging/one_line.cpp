// SPDX-License-Identifier: Apache-2.0
#include "router/logging/one_line.hpp"

#include <cstddef>

namespace crosspoint::logging {

namespace {

bool is_control(unsigned char byte) {
    return byte < 0x20 || byte == 0x7f;
}

/// The second byte of U+0080 to U+009F in UTF-8, behind 0xc2: terminals obey these, too.
bool ends_c1_control(unsigned char byte) {
    return byte >= 0x80 && byte < 0xa0;
}

void append_escaped(std::string& out, unsigned char byte) {
    constexpr std::string_view digits = "0123456789abcdef";
    out += '\\';
    switch (byte) {
    case '\n':
        out += 'n';
        break;
    case '\r':
        out += 'r';
        break;
    case '\t':
        out += 't';
        break;
    default:
        out += 'x';
        out += digits[byte >> 4U];
        out += digits[byte & 0x0fU];
    }
}

} // namespace

std::string one_line(std::string_view text) {
    constexpr unsigned char c1_lead = 0xc2;
    constexpr std::string_view quote = ">>> ";
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : '\0');
        if (byte == '\n' && text.substr(i + 1, quote.size()) == quote) {
            out += '\n'; // a quoted line of a configuration file; nobody takes it for an event
        } else if (is_control(byte)) {
            append_escaped(out, byte);
        } else if (byte == c1_lead && ends_c1_control(next)) {
            append_escaped(out, byte);
            append_escaped(out, next);
            ++i;
        } else {
            out += text[i];
        }
    }
    return out;
}

} // namespace crosspoint::logging
