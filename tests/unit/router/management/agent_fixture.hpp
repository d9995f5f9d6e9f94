// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/config/problem.hpp"
#include "router/config/validate.hpp"
#include "router/management/agent.hpp"
#include "router/management/managed_router.hpp"
#include "router/management/status.hpp"
#include "router/management/value_codec.hpp"

#include <deque>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace crosspoint::test {

using config::List;
using config::Map;
using config::Value;
using management::Endpoints;

/// A core that follows a script, and remembers what it was asked.
class FakeCore final : public management::CoreLine {
public:
    void post(core::ManagementCommand command) override {
        if (on_command) {
            for (core::ManagementAnswer& answer : on_command(command)) {
                answer.serial = command.serial;
                answers_.push_back(std::move(answer));
            }
        } else {
            answers_.push_back({command.serial, 200, {}, {}, 0, true});
        }
        asked.push_back(std::move(command));
    }
    core::ManagementAnswer next_answer(std::uint64_t) override {
        if (answers_.empty()) {
            throw management::Ending();
        }
        core::ManagementAnswer answer = std::move(answers_.front());
        answers_.pop_front();
        return answer;
    }

    std::function<std::vector<core::ManagementAnswer>(const core::ManagementCommand&)> on_command;
    std::vector<core::ManagementCommand> asked;

private:
    std::deque<core::ManagementAnswer> answers_;
};

class FakeEndpoints final : public Endpoints {
public:
    Number add_listener(const config::ListenerSettings& settings) override {
        if (settings.port == "1") {
            throw std::runtime_error("Address already in use");
        }
        listeners[++last] = settings.host + ":" + settings.port;
        return last;
    }
    void remove_listener(Number listener) override { listeners.erase(listener); }
    Number add_connector(const config::ConnectorSettings& settings) override {
        connectors[++last] = settings.host + ":" + settings.port;
        return last;
    }
    void remove_connector(Number connector) override { connectors.erase(connector); }
    Accepted accepted() override { return {7, 3}; }
    ConnectorState state_of_connector(Number connector) override {
        return {"CONNECTING", "nothing yet", "amqp://" + connectors[connector]};
    }

    std::map<Number, std::string> listeners, connectors;
    Number last = 0;
};

class FakeLog final : public management::LogControl {
public:
    void configure(log::Module module, const logging::LogSettings& settings) override {
        if (settings.enable == "foo") {
            throw logging::LogConfigError::bad_level("foo");
        }
        set[module] = settings;
    }
    logging::LogSettings settings(log::Module module) const override {
        const auto found = set.find(module);
        return found == set.end() ? logging::LogSettings{} : found->second;
    }
    std::vector<logging::LogEvent> recent(std::size_t limit) const override {
        const std::size_t from = limit == 0 || limit > events.size() ? 0 : events.size() - limit;
        return {events.begin() + static_cast<std::ptrdiff_t>(from), events.end()};
    }
    logging::LogCounts counts() const override { return {}; }

    std::map<log::Module, logging::LogSettings> set;
    std::vector<logging::LogEvent> events;
};

inline config::Entity entity(std::string section, std::vector<config::Attribute> attributes = {}) {
    return config::validate(config::Section{std::move(section), 1, std::move(attributes)});
}

/// A whole management node around a core that follows a script.
struct Node {
    explicit Node(const std::string& mode = "standalone")
        : router({"R1",
                  {entity("router", {{"id", {std::string("R1")}, 1}, {"mode", {mode}, 1}}),
                   entity("listener",
                          {{"name", {std::string("first")}, 1}, {"port", {std::string("2")}, 1}}),
                   entity("policy")},
                  {endpoints.add_listener(settings_of_first())},
                  {}},
                 client, endpoints, log),
          tables(client),
          general(router.kinds()),
          operations(client, log, [this](bool json) { return router.configuration(json); }),
          agent(tables, general, operations) {}

    management::Reply ask(Map properties, Value body = {}) {
        management::Request request;
        request.properties = std::move(properties);
        request.body = std::move(body);
        return agent.answer(request);
    }

    static config::ListenerSettings settings_of_first() {
        config::ListenerSettings settings;
        settings.port = "2";
        return settings;
    }

    FakeCore core;
    management::CoreClient client{core};
    FakeEndpoints endpoints;
    FakeLog log;
    management::ManagedRouter router;
    management::LiveTables tables;
    management::GeneralFamily general;
    management::NodeOperations operations;
    management::Agent agent;
};

inline Value text(std::string value) {
    return {std::move(value)};
}

/// The body of a reply; null if it cannot be decoded.
inline Value body_of(const management::Reply& reply) {
    amqp::Reader reader(reply.body);
    const auto value = reader.next();
    return value ? management::decode(*value).value_or(Value{}) : Value{};
}

inline Value entry(const Value& map, const std::string& key) {
    const auto* entries = map.get_if<Map>();
    const Value* found = entries ? management::find_entry(*entries, key) : nullptr;
    return found ? *found : Value{};
}

} // namespace crosspoint::test
