// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace crosspoint::core {

/// What the value of a column is, as AMQP 1.0 1.6 calls it.
enum class WireType : std::uint8_t {
    string,
    boolean,
    int_value, ///< `int`, or `long` if it does not fit
    long_value,
    uint_value,
    ulong_value,
    list,
    map,
};

/// A column of a live table as the model (python/schema/entities.json) describes it.
struct WireColumn {
    std::string_view name;
    WireType type = WireType::string;
    bool may_be_null = false;
};

struct WireTable {
    std::string_view type; ///< of the rows, in full
    std::span<const WireColumn> columns;
};

namespace wire {

/// Of the enumeration of its columns; see wire_columns.hpp, which is generated.
template <class Columns>
inline constexpr WireTable table_of{};

} // namespace wire

} // namespace crosspoint::core
