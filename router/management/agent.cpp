// SPDX-License-Identifier: Apache-2.0
#include "router/management/agent.hpp"

#include "router/config/names.hpp"
#include "router/management/request_text.hpp"
#include "router/management/status.hpp"

#include "crosspoint/base/log.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

namespace crosspoint::management {

namespace {

std::string capitals(std::string text) {
    std::ranges::transform(text, text.begin(), [](char c) {
        return static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    });
    return text;
}

/// The type that a standard operation is about, if it is one whose rows are the core's.
const config::EntitySchema* live_type(const Request& request) {
    auto name = request.text("entityType");
    name = name ? name : request.text("type");
    const config::EntitySchema* type = name ? config::find_entity_type(*name) : nullptr;
    return type && LiveTables::has(*type) ? type : nullptr;
}

void log_failure(const std::string& operation, const config::EntitySchema* live,
                 const std::string& why) {
    const std::string of = live ? " of " + std::string(live->full_type) : "";
    log::write(log::Module::agent, log::Level::error, "Error performing %s%s: %s",
               config::printable(operation).c_str(), of.c_str(), why.c_str());
}

/// What a general operation answers with when it is asked of an entity: dummies only.
Reply call_me(const Request& request) {
    return {status::ok, {}, request.encoded_properties};
}

} // namespace

Reply Agent::answer(const Request& request) {
    if (log::enabled(log::Module::agent, log::Level::debug)) {
        log::write(log::Module::agent, log::Level::debug, "Agent request %s",
                   request.describe().c_str());
    }
    const std::string given = request.text("operation").value_or("");
    const std::string operation = capitals(given);
    const auto standard = standard_operation(operation);
    const config::EntitySchema* live = standard ? live_type(request) : nullptr;
    const auto body = [&] { return live ? LiveTables::refusal_body(*standard) : map_body({}); };
    try {
        if (live) {
            return tables_->answer(*live, *standard, request);
        }
        return dispatch(operation, request);
    } catch (const Refusal& refusal) {
        log_failure(operation, live, refusal.what());
        return {refusal.code(), refusal.what(), body()};
    } catch (const Ending&) {
        throw;
    } catch (const std::exception& problem) {
        log_failure(operation, live, problem.what());
        return {status::internal_error, problem.what(), body()};
    }
}

Reply Agent::dispatch(const std::string& operation, const Request& request) {
    if (!request.properties) {
        throw Refusal(status::bad_request, "The application properties must be a map");
    }
    if (operation.empty()) {
        throw Refusal(status::bad_request,
                      "No 'operation' property: " + shown(*request.properties));
    }
    return answer_general(operation, request);
}

Reply Agent::answer_general(const std::string& operation, const Request& request) {
    if (operation == "CREATE") {
        return general_->create(request);
    }
    if (operation == "EXPLAIN") { // its name is that of something that is no entity
        return *node_->answer(operation, request);
    }
    const Managed target = general_->target(request);
    const config::EntitySchema& type = *target.schema;
    check_operation(type, operation);
    if (operation == "READ") {
        return general_->read(request, target);
    }
    if (operation == "UPDATE") {
        return general_->update(request, target);
    }
    if (operation == "DELETE") {
        return general_->remove(target);
    }
    if (operation == "QUERY") {
        return general_->query(request);
    }
    if (operation == "CALLME") {
        return call_me(request);
    }
    if (auto reply = node_->answer(operation, request)) {
        return std::move(*reply);
    }
    throw Refusal(status::not_implemented);
}

} // namespace crosspoint::management
