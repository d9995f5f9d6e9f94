// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/management/core_view.hpp"
#include "router_core/management/wire_table.hpp"

#include "crosspoint/amqp/writer.hpp"

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace crosspoint::core {

using amqp::Writer;

/// One attribute of an entity: its name on the wire, and how its value is written.
template <class Row>
struct Column {
    std::string_view name;
    void (*write)(Writer&, const CoreView&, const Row&) = nullptr;
};

/// How the value of a column is found. `id` is of an enumeration in wire_columns.hpp.
template <auto id, class Get>
struct ValueOf {
    static constexpr auto column = id;
};

/// `get` takes the view, the row, both or neither, and returns the value; for what is no simple
/// value it takes a Writer first, and writes. What may be null is returned as an optional.
template <auto id, class Get>
constexpr ValueOf<id, Get> value(Get) {
    return {};
}

/// Texts that are null on the wire when they are empty.
inline std::optional<std::string_view> unless_empty(std::string_view text) {
    return text.empty() ? std::nullopt : std::optional(text);
}

inline std::optional<std::string_view> view_of(const std::optional<std::string>& text) {
    return text ? std::optional<std::string_view>(*text) : std::nullopt;
}

namespace column_detail {

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

template <WireType type, class T>
void write_plain(Writer& out, const T& value) {
    if constexpr (type == WireType::string) {
        static_assert(std::is_convertible_v<const T&, std::string_view>, "the column is a string");
        out.string(value);
    } else if constexpr (type == WireType::boolean) {
        static_assert(std::same_as<T, bool>, "the column is a boolean");
        out.boolean(value);
    } else {
        static_assert(type != WireType::list && type != WireType::map, "lists are written, too");
        static_assert(std::integral<T> && !std::same_as<T, bool>, "the column is a number");
        if constexpr (type == WireType::int_value) {
            out.int_value(static_cast<std::int64_t>(value));
        } else if constexpr (type == WireType::long_value) {
            out.long_value(static_cast<std::int64_t>(value));
        } else if constexpr (type == WireType::uint_value) {
            out.uint_value(static_cast<std::uint32_t>(value));
        } else {
            out.ulong_value(static_cast<std::uint64_t>(value));
        }
    }
}

template <WireType type, bool may_be_null, class T>
void write_value(Writer& out, const T& value) {
    if constexpr (std::same_as<T, std::nullopt_t>) {
        static_assert(may_be_null, "the column may not be null");
        out.null();
    } else if constexpr (is_optional<T>) {
        static_assert(may_be_null, "the column may not be null");
        value ? write_plain<type>(out, *value) : out.null();
    } else {
        write_plain<type>(out, value);
    }
}

template <class Get, class Row>
decltype(auto) call(const CoreView& view, const Row& row) {
    if constexpr (std::is_invocable_v<Get, const CoreView&, const Row&>) {
        return Get{}(view, row);
    } else if constexpr (std::is_invocable_v<Get, const Row&>) {
        return Get{}(row);
    } else if constexpr (std::is_invocable_v<Get, const CoreView&>) {
        return Get{}(view);
    } else {
        return Get{}();
    }
}

} // namespace column_detail

/// The columns of a live table, for rows of one kind. Their names, order and types are the
/// model's: `Columns` is generated from it. The build fails if a column has no value here.
template <class Row, class Columns>
struct ColumnsOf {
    static constexpr const WireTable& table = wire::table_of<Columns>;
    static constexpr std::size_t count = wire::table_of<Columns>.columns.size();

    template <class... Values>
    static constexpr std::array<Column<Row>, count> from(Values... values) {
        every_column_has_a_value<Values...>(std::make_index_sequence<count>{});
        std::array<Column<Row>, count> columns;
        for (std::size_t i = 0; i < count; ++i) {
            columns[i] = {table.columns[i].name, write_type};
        }
        (enter(columns, values), ...);
        return columns;
    }

private:
    template <Columns column, bool has_value>
    struct Check {
        static_assert(has_value, "entities.json has a column without a value in this table");
        static constexpr bool ok = has_value;
    };

    template <class... Values>
    static constexpr bool has_value(Columns column) {
        return column == Columns::type || ((Values::column == column) || ...);
    }

    template <class... Values, std::size_t... i>
    static constexpr void every_column_has_a_value(std::index_sequence<i...>) {
        static_assert(
            (Check<static_cast<Columns>(i), has_value<Values...>(static_cast<Columns>(i))>::ok &&
             ...));
    }

    template <Columns id, class Get>
    static constexpr void enter(std::array<Column<Row>, count>& columns, ValueOf<id, Get>) {
        columns[static_cast<std::size_t>(id)].write = write<id, Get>;
    }

    template <Columns id, class Get>
    static void write(Writer& out, const CoreView& view, const Row& row) {
        constexpr WireColumn column = table.columns[static_cast<std::size_t>(id)];
        if constexpr (std::is_invocable_v<Get, Writer&, const CoreView&, const Row&>) {
            static_assert(column.type == WireType::list || column.type == WireType::map,
                          "a simple value is returned");
            Get{}(out, view, row);
        } else {
            using column_detail::write_value;
            write_value<column.type, column.may_be_null>(out, column_detail::call<Get>(view, row));
        }
    }

    static void write_type(Writer& out, const CoreView&, const Row&) { out.string(table.type); }
};

} // namespace crosspoint::core
