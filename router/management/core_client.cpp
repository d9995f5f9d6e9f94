// SPDX-License-Identifier: Apache-2.0
#include "router/management/core_client.hpp"

#include "router/management/status.hpp"
#include "router/management/value_codec.hpp"

#include "crosspoint/amqp/reader.hpp"
#include "crosspoint/message/whole_message.hpp"

#include <numeric>
#include <utility>

namespace crosspoint::management {

namespace {

/// A reply has to fit into one message, and into memory, while it is made.
constexpr std::size_t largest_answer = std::size_t{256} * 1024 * 1024;

std::vector<std::uint16_t> all_columns(core::Table table) {
    std::vector<std::uint16_t> all(core::columns_of(table).size());
    std::iota(all.begin(), all.end(), std::uint16_t{0});
    return all;
}

} // namespace

core::ManagementAnswer CoreClient::collect(decltype(core::ManagementCommand::what) what) {
    const std::uint64_t serial = ++serial_;
    line_->post({serial, std::move(what)});
    core::ManagementAnswer whole = line_->next_answer(serial);
    bool too_large = false;
    while (!whole.last) {
        core::ManagementAnswer piece = line_->next_answer(serial);
        too_large = too_large || whole.cells.size() + piece.cells.size() > largest_answer;
        if (!too_large) {
            whole.cells.insert(whole.cells.end(), piece.cells.begin(), piece.cells.end());
        }
        whole.rows += piece.rows;
        whole.behind = piece.behind;
        whole.last = piece.last;
    }
    if (too_large) {
        throw Refusal(status::bad_request,
                      "The answer is too large for one message: ask with offset and count");
    }
    if (whole.status >= status::bad_request) {
        throw whole.description.empty() ? Refusal(whole.status)
                                        : Refusal(whole.status, whole.description);
    }
    return whole;
}

Rows CoreClient::query(core::TableQuery query) {
    if (query.columns.empty()) {
        query.columns = all_columns(query.table);
    }
    Rows rows;
    rows.columns = query.columns;
    core::ManagementAnswer answer = collect(std::move(query));
    rows.cells = std::move(answer.cells);
    rows.count = answer.rows;
    rows.behind = answer.behind;
    return rows;
}

std::vector<config::Map> CoreClient::maps(core::Table table, core::RowSelector selector) {
    core::TableQuery asked;
    asked.table = table;
    asked.selector = std::move(selector);
    return decode_rows(table, query(std::move(asked)));
}

Rows CoreClient::ask(core::Table table, decltype(core::ManagementCommand::what) what) {
    core::ManagementAnswer answer = collect(std::move(what));
    return {all_columns(table), std::move(answer.cells), answer.rows};
}

config::List CoreClient::explain(const std::string& subject) {
    const core::ManagementAnswer answer = collect(core::Explain{subject});
    config::List cells;
    amqp::Reader reader(answer.cells);
    while (!reader.at_end()) {
        const auto cell = reader.next();
        if (!cell) {
            break;
        }
        cells.push_back(decode(*cell).value_or(config::Value{}));
    }
    return cells;
}

void CoreClient::reply(std::string to, const amqp::Octets& message) {
    line_->post({++serial_,
                 core::SendReply{std::move(to), message::whole_message(message), message.size()}});
}

void CoreClient::settle(std::uint64_t delivery, core::DeliveryState state) {
    line_->post({++serial_, core::SettleRequest{delivery, std::move(state)}});
}

amqp::Octets row_as_map(core::Table table, const Rows& row) {
    const auto names = core::columns_of(table);
    amqp::Reader reader(row.cells);
    amqp::Writer out;
    const auto map = out.begin_map();
    std::size_t entries = 0;
    for (const std::uint16_t column : row.columns) {
        const auto cell = reader.next();
        if (!cell) {
            break;
        }
        out.string(names[column]);
        out.encoded(cell->encoded());
        entries += 2;
    }
    out.end(map, entries);
    return out.take();
}

std::vector<config::Map> decode_rows(core::Table table, const Rows& rows) {
    const auto names = core::columns_of(table);
    amqp::Reader reader(rows.cells);
    std::vector<config::Map> decoded(rows.count);
    for (config::Map& row : decoded) {
        for (const std::uint16_t column : rows.columns) {
            const auto cell = reader.next();
            auto value = cell ? decode(*cell) : std::nullopt;
            row.push_back(
                {std::string(names[column]), value ? std::move(*value) : config::Value{}});
        }
    }
    return decoded;
}

} // namespace crosspoint::management
