// SPDX-License-Identifier: Apache-2.0
#include "router/management/live_tables.hpp"

#include "router/management/address_request.hpp"
#include "router/management/status.hpp"

#include "crosspoint/amqp/reader.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace crosspoint::management {

using config::EntitySchema;
using config::Map;
using config::Value;

namespace {

struct TypeOfTable {
    std::string_view type;
    std::optional<core::Table> table; ///< none: every operation is forbidden
};
constexpr std::array live_types{
    TypeOfTable{"router", core::Table::router},
    TypeOfTable{"connection", core::Table::connection},
    TypeOfTable{"router.link", core::Table::link},
    TypeOfTable{"router.address", core::Table::address},
    TypeOfTable{"router.config.address", core::Table::config_address},
    TypeOfTable{"router.config.linkRoute", core::Table::config_link_route},
    TypeOfTable{"router.config.autoLink", core::Table::config_auto_link},
    TypeOfTable{"router.config.exchange", core::Table::config_exchange},
    TypeOfTable{"router.config.binding", core::Table::config_binding},
    TypeOfTable{"router.connection.linkRoute", core::Table::connection_link_route},
    TypeOfTable{"console", std::nullopt},
};

const TypeOfTable* find_live(const EntitySchema& type) {
    const auto found = std::ranges::find(live_types, type.type, &TypeOfTable::type);
    return found == live_types.end() ? nullptr : &*found;
}

/// Longer lists of names are taken for none, as clients expect.
constexpr std::size_t most_names = 63;

core::RowSelector selector_of(const Request& request, std::string_view type) {
    core::RowSelector selector{request.text("identity"), request.text("name")};
    if (!selector.identity && !selector.name) {
        throw Refusal(status::bad_request, type == "router.config.binding"
                                               ? "No binding name or identity provided"
                                               : "No name or identity provided");
    }
    if (selector.identity) {
        selector.name.reset();
    }
    return selector;
}

/// What this version of the router cannot do is refused when it is created.
void refuse_unsupported(const EntitySchema& type) {
    if (!type.unsupported.empty()) {
        throw Refusal(status::not_implemented,
                      std::string(type.full_type) +
                          " is not supported by this version of the router, which has no " +
                          std::string(type.unsupported));
    }
}

bool is_configured(std::string_view type) {
    return type.starts_with("router.config.") || type == "router.connection.linkRoute";
}

const Map& body_of(const Request& request) {
    const Map* body = request.body_map();
    if (!body || request.body.is_null()) {
        throw Refusal(status::bad_request, "Body of request must be a map");
    }
    return *body;
}

const std::string* text_in(const Map& body, std::string_view key) {
    const Value* value = find_entry(body, key);
    return value ? value->get_if<std::string>() : nullptr;
}

/// The columns asked for, and the names as they are answered: unknown ones stay, and are null.
struct Asked {
    std::vector<std::string> names;
    std::vector<std::optional<std::uint16_t>> columns;
};

Asked columns_asked_for(core::Table table, const Request& request) {
    const auto known = core::columns_of(table);
    Asked asked;
    const config::List names = request.attribute_names().value_or(config::List{});
    const bool all_texts = std::ranges::all_of(
        names, [](const Value& name) { return name.get_if<std::string>() != nullptr; });
    if (names.empty() || names.size() > most_names || !all_texts) {
        for (std::size_t i = 0; i < known.size(); ++i) {
            asked.names.emplace_back(known[i]);
            asked.columns.emplace_back(static_cast<std::uint16_t>(i));
        }
        return asked;
    }
    for (const Value& name : names) {
        const std::string& text = *name.get_if<std::string>();
        const auto found = std::ranges::find(known, text);
        asked.names.push_back(text);
        asked.columns.push_back(found == known.end() ? std::nullopt
                                                     : std::optional(static_cast<std::uint16_t>(
                                                           std::distance(known.begin(), found))));
    }
    return asked;
}

/// {"attributeNames": [...], "results": [[...], ...]}
amqp::Octets query_body(const Asked& asked, const Rows& rows) {
    amqp::Writer out;
    const auto map = out.begin_map();
    out.string("attributeNames");
    const auto names = out.begin_list();
    for (const std::string& name : asked.names) {
        out.string(name);
    }
    out.end(names, asked.names.size());
    out.string("results");
    const auto results = out.begin_list();
    amqp::Reader reader(rows.cells);
    for (std::uint64_t i = 0; i < rows.count; ++i) {
        const auto row = out.begin_list();
        for (const auto& column : asked.columns) {
            const auto cell = column ? reader.next() : std::nullopt;
            cell ? out.encoded(cell->encoded()) : out.null();
        }
        out.end(row, asked.columns.size());
    }
    out.end(results, static_cast<std::size_t>(rows.count));
    out.end(map, 4);
    return out.take();
}

} // namespace

std::optional<Operation> standard_operation(std::string_view name) {
    constexpr std::array<std::pair<std::string_view, Operation>, 5> operations{{
        {"QUERY", Operation::query},
        {"CREATE", Operation::create},
        {"READ", Operation::read},
        {"UPDATE", Operation::update},
        {"DELETE", Operation::remove},
    }};
    for (const auto& [known, operation] : operations) {
        if (std::ranges::equal(known, name, [](char a, char b) {
                return a == std::toupper(static_cast<unsigned char>(b));
            })) {
            return operation;
        }
    }
    return std::nullopt;
}

bool LiveTables::has(const EntitySchema& type) {
    return find_live(type) != nullptr;
}

amqp::Octets LiveTables::refusal_body(Operation operation) {
    switch (operation) {
    case Operation::create:
        return null_body();
    case Operation::query:
        return map_body(
            {{"attributeNames", Value{config::List{}}}, {"results", Value{config::List{}}}});
    default:
        return map_body({});
    }
}

Reply LiveTables::answer(const EntitySchema& type, Operation operation, const Request& request) {
    const auto table = find_live(type)->table;
    if (!table) {
        throw Refusal(status::forbidden);
    }
    switch (operation) {
    case Operation::query:
        return query(*table, request);
    case Operation::create:
        return create(type, request);
    case Operation::read:
        return read(type, *table, request);
    case Operation::update:
        return update(type, request);
    case Operation::remove:
        break;
    }
    return remove(type, *table, request);
}

Reply LiveTables::query(core::Table table, const Request& request) {
    const Asked asked = columns_asked_for(table, request);
    core::TableQuery wanted;
    wanted.table = table;
    for (const auto& column : asked.columns) {
        if (column) {
            wanted.columns.push_back(*column);
        }
    }
    wanted.requester = request.connection;
    const auto offset = static_cast<std::uint64_t>(
        std::max<std::int64_t>(request.integer("offset").value_or(0), 0));
    const std::int64_t count = request.integer("count").value_or(0);
    if (count <= 0) {
        wanted.offset = offset;
        return {status::ok, {}, query_body(asked, core_->query(std::move(wanted)))};
    }
    wanted.limit = static_cast<std::uint64_t>(count);
    const auto now = PageMarks::Clock::now();
    if (offset == 0) {
        pages_.forget(request.reply_to, table);
    }
    const auto place = pages_.find(request.reply_to, table, offset, now);
    wanted.behind = place.value_or(0);
    wanted.offset = place ? 0 : offset;
    const Rows rows = core_->query(std::move(wanted));
    if (rows.count == static_cast<std::uint64_t>(count)) {
        pages_.note(request.reply_to, table, offset + rows.count, rows.behind, now);
    }
    return {status::ok, {}, query_body(asked, rows)};
}

Reply LiveTables::read(const EntitySchema& type, core::Table table, const Request& request) {
    if (table == core::Table::router) {
        throw Refusal(status::forbidden);
    }
    core::TableQuery wanted;
    wanted.table = table;
    wanted.selector = selector_of(request, type.type);
    wanted.requester = request.connection;
    wanted.limit = 1;
    if (table == core::Table::connection && !wanted.selector.identity) {
        throw Refusal(status::bad_request, "Name not supported. Identity required");
    }
    const Rows rows = core_->query(std::move(wanted));
    if (rows.count == 0) {
        throw Refusal(status::not_found);
    }
    return {status::ok, {}, row_as_map(table, rows)};
}

Reply LiveTables::create(const EntitySchema& type, const Request& request) {
    if (type.type == "router") {
        throw Refusal(status::forbidden);
    }
    if (!is_configured(type.type)) {
        throw Refusal(status::not_implemented);
    }
    const Map& body = body_of(request);
    refuse_unsupported(type);
    if (type.type != "router.config.address") {
        throw Refusal(status::not_implemented);
    }
    const Rows rows = core_->ask(core::Table::config_address,
                                 core::CreateAddress{address_rule(request.text("name"), body)});
    return {status::created, {}, row_as_map(core::Table::config_address, rows)};
}

Reply LiveTables::update(const EntitySchema& type, const Request& request) {
    const Map* body = request.body_map();
    const Value* admin_status = body ? find_entry(*body, "adminStatus") : nullptr;
    if (type.type == "router.link") {
        // Taken, and without effect: links are administered by their peers.
        core::TableQuery wanted;
        wanted.table = core::Table::link;
        wanted.selector = {request.text("identity"), request.text("name")};
        wanted.limit = 1;
        if (!admin_status || (!wanted.selector.identity && !wanted.selector.name)) {
            throw Refusal(status::bad_request);
        }
        const Rows rows = core_->query(std::move(wanted));
        if (rows.count == 0) {
            throw Refusal(status::not_found);
        }
        return {status::ok, {}, row_as_map(core::Table::link, rows)};
    }
    if (type.type != "connection") {
        throw Refusal(status::not_implemented);
    }
    const auto identity = request.text("identity");
    const Value* trace = body ? find_entry(*body, "enableProtocolTrace") : nullptr;
    if (!identity || (!admin_status && !trace)) {
        throw Refusal(status::bad_request);
    }
    core::UpdateConnection update;
    update.identity = *identity;
    update.requester = request.connection;
    if (admin_status) {
        const std::string* text = text_in(*body, "adminStatus");
        if (!text || (*text != "enabled" && *text != "deleted")) {
            throw Refusal(status::bad_request);
        }
        update.admin_status = *text;
    }
    if (trace) {
        const bool* on = trace->get_if<bool>();
        update.trace_frames = on && *on;
    }
    const Rows rows = core_->ask(core::Table::connection, std::move(update));
    return {status::ok, {}, row_as_map(core::Table::connection, rows)};
}

Reply LiveTables::remove(const EntitySchema& type, core::Table table, const Request& request) {
    if (type.type == "router" || type.type == "connection") {
        throw Refusal(status::forbidden);
    }
    if (!is_configured(type.type)) {
        throw Refusal(status::not_implemented);
    }
    core_->ask(table, core::DeleteRow{table, selector_of(request, type.type)});
    return {status::no_content, {}, map_body({})};
}

} // namespace crosspoint::management
