// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/management/core_view.hpp"

#include "crosspoint/amqp/writer.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace crosspoint::core {

using amqp::Writer;

/// One attribute of an entity: its name on the wire, and how its value is written. Each entity has
/// a file with the table of its columns, in the order of the wire.
template <class Row>
struct Column {
    std::string_view name;
    void (*write)(Writer&, const CoreView&, const Row&);
};

/// An identity that is a number is written as a text.
inline void write_number_text(Writer& out, std::uint64_t number) {
    out.string(std::to_string(number));
}

inline void write_or_null(Writer& out, std::string_view text) {
    if (text.empty()) {
        out.null();
    } else {
        out.string(text);
    }
}

inline void write_optional(Writer& out, const std::optional<std::string>& text) {
    if (text) {
        out.string(*text);
    } else {
        out.null();
    }
}

} // namespace crosspoint::core
