// SPDX-License-Identifier: Apache-2.0
#include "router/management/node_operations.hpp"

#include "router/config/names.hpp"
#include "router/config/write_value.hpp"
#include "router/management/general_family.hpp"
#include "router/management/json_text.hpp"
#include "router/management/schema_dump.hpp"
#include "router/management/status.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace crosspoint::management {

using config::List;
using config::Map;
using config::Value;

namespace {

Reply ok(const Value& value) {
    return {status::ok, {}, value_body(value)};
}

/// The type that the answer is restricted to; null: none.
const config::EntitySchema* restricted_to(const Request& request) {
    const auto type = request.text("entityType");
    return type ? &entity_type(*type) : nullptr;
}

Value json_schema(const Request& request) {
    constexpr std::int64_t deepest_indent = 32;
    const std::int64_t indent = request.integer("indent").value_or(-1);
    const Value dump{schema_dump()};
    if (indent < 0) {
        return {config::json_value(dump)};
    }
    return {indented_json(dump, static_cast<std::size_t>(std::min(indent, deepest_indent)))};
}

} // namespace

std::optional<Reply> NodeOperations::answer(std::string_view operation, const Request& request) {
    if (operation == "GET-TYPES") {
        return ok({types(restricted_to(request))});
    }
    if (operation == "GET-ATTRIBUTES") {
        return ok({attributes(restricted_to(request))});
    }
    if (operation == "GET-OPERATIONS") {
        return ok({operations(restricted_to(request))});
    }
    if (operation == "GET-ANNOTATIONS") {
        restricted_to(request);
        return ok({Map{}});
    }
    if (operation == "GET-MGMT-NODES") {
        return nodes();
    }
    if (operation == "GET-SCHEMA") {
        return ok({schema_dump()});
    }
    if (operation == "GET-JSON-SCHEMA") {
        return ok(json_schema(request));
    }
    if (operation == "GET-LOG") {
        return log(request);
    }
    if (operation == "EXPLAIN") {
        return explain(request);
    }
    if (operation == "GET-CONFIGURATION") {
        return configuration(request);
    }
    if (operation == "PROFILE") {
        const bool known = request.properties && find_entry(*request.properties, "start");
        throw known
            ? Refusal(status::not_implemented, "This router has no profiler of its own; use perf")
            : Refusal(status::bad_request, "Profiler not started");
    }
    return std::nullopt;
}

Reply NodeOperations::nodes() {
    List addresses;
    for (const Map& row : core_->maps(core::Table::node)) {
        const Value* address = find_entry(row, "address");
        const auto* text = address ? address->get_if<std::string>() : nullptr;
        if (text) {
            addresses.push_back({*text + "/$management"});
        }
    }
    return ok({std::move(addresses)});
}

Reply NodeOperations::log(const Request& request) {
    using std::chrono::seconds;
    const std::int64_t limit = std::max<std::int64_t>(request.integer("limit").value_or(0), 0);
    List events;
    for (const logging::LogEvent& event : log_->recent(static_cast<std::size_t>(limit))) {
        const auto time =
            std::chrono::duration_cast<seconds>(event.time.time_since_epoch()).count();
        events.push_back({List{{std::string(log::name(event.module))},
                               {std::string(log::name(event.level))},
                               {event.text},
                               event.file ? Value{std::string(event.file)} : Value{},
                               event.file ? Value{std::int64_t{event.line}} : Value{},
                               {std::int64_t{time}}}});
    }
    return ok({std::move(events)});
}

Reply NodeOperations::explain(const Request& request) {
    const auto subject = request.text("name");
    if (!subject) {
        throw Refusal(status::bad_request,
                      "No 'name' property: it names the address or the link to be explained");
    }
    List cells = core_->explain(*subject);
    cells.resize(2);
    return ok({Map{{"subject", {*subject}},
                   {"summary", std::move(cells[0])},
                   {"reasons", std::move(cells[1])}}});
}

Reply NodeOperations::configuration(const Request& request) {
    const std::string format = request.text("format").value_or("native");
    if (format != "native" && format != "json") {
        throw Refusal(status::bad_request, "Unknown format '" + config::printable(format) +
                                               "'; known are native and json");
    }
    return ok({running_configuration_(format == "json")});
}

} // namespace crosspoint::management
