// SPDX-License-Identifier: Apache-2.0
#include "router/management/managed_router.hpp"

#include "router/config/validate.hpp"
#include "router/config/write_configuration.hpp"
#include "router/management/kinds/configured_kinds.hpp"
#include "router/management/kinds/endpoint_kinds.hpp"
#include "router/management/kinds/log_kinds.hpp"
#include "router/management/kinds/router_kinds.hpp"
#include "router/management/request.hpp"

#include "crosspoint/base/check.hpp"

#include <array>
#include <string_view>
#include <utility>

namespace crosspoint::management {

using config::Entity;

namespace {

std::vector<Entity> of_type(const std::vector<Entity>& all, std::string_view type) {
    std::vector<Entity> found;
    for (const Entity& entity : all) {
        if (entity.schema().type == type) {
            found.push_back(entity);
        }
    }
    return found;
}

std::vector<EndpointKind::Existing> with_numbers(const std::vector<Entity>& entities,
                                                 const std::vector<Endpoints::Number>& numbers) {
    check(entities.size() == numbers.size(), "endpoints without a number");
    std::vector<EndpointKind::Existing> existing;
    for (std::size_t i = 0; i < entities.size(); ++i) {
        existing.push_back({entities[i], numbers[i]});
    }
    return existing;
}

/// A section with those of the attributes that a file can have.
Entity section(const std::string& name, const config::Map& attributes) {
    config::Section made{name, 0, {}};
    const config::EntitySchema* schema = config::find_section(name);
    for (const config::MapEntry& entry : attributes) {
        const config::AttributeSchema* known = schema->find(entry.key);
        if (known && known->in_files && !entry.value.is_null()) {
            made.set({entry.key, entry.value, 1});
        }
    }
    return config::validate(made);
}

} // namespace

ManagedRouter::ManagedRouter(Configured configured, CoreClient& core, Endpoints& endpoints,
                             LogControl& log, HeapFigures heap)
    : configured_(std::move(configured)),
      core_(&core) {
    const std::vector<Entity>& all = configured_.entities;
    const Entity router = of_type(all, "router").front();
    add(std::make_unique<ManagementKind>());
    add(std::make_unique<LogKind>(log));
    add(std::make_unique<RouterKind>(router, configured_.router_id));
    add(std::make_unique<NodeKind>(core));
    add(std::make_unique<LogStatsKind>(log));
    add(std::make_unique<AllocatorKind>(core, heap));
    add(std::make_unique<PolicyKind>(of_type(all, "policy").front(), endpoints));
    for (const std::string_view type :
         {"router.config.address", "router.config.linkRoute", "router.config.autoLink",
          "router.config.exchange", "router.config.binding", "console"}) {
        add(std::make_unique<ConfiguredKind>(type, of_type(all, type)));
    }
    auto connectors = std::make_unique<ConnectorKind>(
        endpoints, router, with_numbers(of_type(all, "connector"), configured_.connectors));
    auto listeners = std::make_unique<ListenerKind>(
        endpoints, router, with_numbers(of_type(all, "listener"), configured_.listeners));
    connectors_ = connectors.get();
    listeners_ = listeners.get();
    add(std::move(connectors));
    add(std::move(listeners));
    add(std::make_unique<DummyKind>(of_type(all, "dummy")));
}

std::vector<Entity> ManagedRouter::logs() {
    std::vector<Managed> shown;
    for (const auto& kind : kinds_) {
        if (kind->type() == "log") {
            kind->list(shown);
        }
    }
    std::vector<Entity> sections;
    for (const Managed& log : shown) {
        const bool is_set = log.attributes.size() > 4; // more than its names and the module
        if (is_set) {
            sections.push_back(section("log", log.attributes));
        }
    }
    return sections;
}

namespace {

/// A name as the router gives it to an address that has none, such as "address/7".
bool is_own_idea(std::string_view name) {
    constexpr std::string_view start = "address/";
    return name.starts_with(start) && name.size() > start.size() &&
           name.find_first_not_of("0123456789", start.size()) == std::string_view::npos;
}

} // namespace

std::vector<Entity> ManagedRouter::addresses() {
    std::vector<Entity> sections;
    for (config::Map& row : core_->maps(core::Table::config_address)) {
        // The table and the file differ in how they say these.
        const config::Value* fallback = find_entry(row, "fallback");
        config::set_entry(row, "enableFallback", fallback ? *fallback : config::Value{});
        const config::Value* distribution = find_entry(row, "distribution");
        if (distribution && distribution->is_null()) {
            config::set_entry(row, "distribution", {std::string("unavailable")});
        }
        const config::Value* priority = find_entry(row, "priority");
        if (priority && *priority == config::Value{std::int64_t{-1}}) {
            config::set_entry(row, "priority", {});
        }
        const config::Value* name = find_entry(row, "name");
        const auto* text = name ? name->get_if<std::string>() : nullptr;
        if (text && is_own_idea(*text)) {
            config::set_entry(row, "name", {});
        }
        sections.push_back(section("address", row));
    }
    return sections;
}

std::string ManagedRouter::configuration(bool json) {
    std::vector<Entity> all;
    for (const Entity& entity : configured_.entities) {
        const std::string_view type = entity.schema().type;
        const bool changes = type == "log" || type == "listener" || type == "connector" ||
                             type == "router.config.address";
        if (!changes) {
            all.push_back(entity);
        }
    }
    for (Entity& entity : logs()) {
        all.push_back(std::move(entity));
    }
    for (Entity& entity : addresses()) {
        all.push_back(std::move(entity));
    }
    connectors_->sections(all);
    listeners_->sections(all);
    return json ? config::write_json(all, config::Secrets::masked)
                : config::write_native(all, config::Secrets::masked);
}

} // namespace crosspoint::management
