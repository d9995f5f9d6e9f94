// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/unit/router_core/management/fake_port.hpp"

#include "crosspoint/amqp/reader.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

/// Asks a core for rows and reads the answers.
namespace crosspoint::test {

/// A row by the names of its columns; every value as a text.
using Row = std::map<std::string, std::string>;

inline std::string text_of(const amqp::Value& value) {
    if (value.is_null()) {
        return "null";
    }
    if (const auto text = value.text()) {
        return std::string(*text);
    }
    if (const auto truth = value.boolean()) {
        return *truth ? "true" : "false";
    }
    if (const auto number = value.integer()) {
        return std::to_string(*number);
    }
    if (auto list = value.list()) {
        std::string all = "[";
        while (!list->done()) {
            all += (all.size() > 1 ? "," : "") + text_of(*list->next());
        }
        return all + "]";
    }
    return value.map() ? "map" : "?";
}

/// What an answer has, as rows of these columns.
inline void read_rows(const core::ManagementAnswer& answer,
                      const std::vector<std::string_view>& columns, std::vector<Row>& rows) {
    amqp::Reader reader(answer.cells);
    for (std::uint32_t i = 0; i < answer.rows; ++i) {
        Row row;
        for (const std::string_view column : columns) {
            const auto value = reader.next();
            EXPECT(value.has_value());
            row[std::string(column)] = text_of(*value);
        }
        rows.push_back(std::move(row));
    }
    EXPECT(reader.at_end());
}

inline std::vector<std::string_view> columns_in(const core::TableQuery& query) {
    const auto all = core::columns_of(query.table);
    if (query.columns.empty()) {
        return {all.begin(), all.end()};
    }
    std::vector<std::string_view> some;
    for (const std::uint16_t index : query.columns) {
        some.push_back(all[index]);
    }
    return some;
}

/// Everything that a query is answered with.
inline std::vector<Row> rows_of(ManagedCore& core, core::TableQuery query) {
    const auto columns = columns_in(query);
    const std::size_t before = core.port.answers.size();
    const std::uint64_t serial = core.ask(std::move(query));
    core.driver.finish_chores();
    std::vector<Row> rows;
    for (std::size_t i = before; i < core.port.answers.size(); ++i) {
        const core::ManagementAnswer& answer = core.port.answers[i];
        EXPECT(answer.serial == serial);
        EXPECT(answer.last == (i + 1 == core.port.answers.size()));
        read_rows(answer, columns, rows);
    }
    EXPECT(core.port.answers.size() > before);
    return rows;
}

inline std::vector<Row> all_of(ManagedCore& core, core::Table table) {
    core::TableQuery query;
    query.table = table;
    return rows_of(core, std::move(query));
}

} // namespace crosspoint::test
