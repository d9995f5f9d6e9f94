// SPDX-License-Identifier: Apache-2.0
#include "router/management/kinds/endpoint_kinds.hpp"

#include "router/config/make_settings.hpp"
#include "router/config/problem.hpp"
#include "router/config/validate.hpp"
#include "router/management/status.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace crosspoint::management {

void EndpointKind::list(std::vector<Managed>& all) {
    for (const Existing& endpoint : existing_) {
        all.push_back(shown(endpoint));
    }
}

Managed EndpointKind::shown(const Existing& endpoint) {
    const Names names = names_of(endpoint.entity);
    Managed made = make_managed(endpoint.entity, names.name, names.identity);
    for (config::MapEntry& entry : made.attributes) {
        const config::AttributeSchema* attribute = made.schema->find(entry.key);
        if (attribute && attribute->hidden && !entry.value.is_null()) {
            entry.value = {std::string("*******")};
        }
    }
    add_state(made, endpoint.number);
    return made;
}

EntityKind::Names EndpointKind::names_of(const config::Entity& checked) const {
    const std::string place = std::string(type()) + "/" + checked.text("host").value_or("") + ":" +
                              checked.text("port").value_or("");
    const auto name = checked.text("name");
    if (!name || name->empty()) {
        return {place, place};
    }
    return {*name, place + ":" + *name};
}

Managed EndpointKind::create(const config::Entity& checked) {
    const std::array together{router_, checked};
    try {
        config::check_together(together);
        existing_.push_back({checked, open(checked)});
    } catch (const config::ApplyProblem& problem) {
        throw Refusal(status::internal_error, problem.what());
    } catch (const config::Problem& problem) {
        throw Refusal(status::bad_request, problem.what());
    } catch (const Refusal&) {
        throw;
    } catch (const std::exception& problem) {
        throw Refusal(status::internal_error, std::string("CError: Run Time: ") + problem.what());
    }
    return shown(existing_.back());
}

void EndpointKind::remove(const Managed& entity) {
    const auto found = std::ranges::find_if(existing_, [&](const Existing& endpoint) {
        return names_of(endpoint.entity).identity == entity.text("identity");
    });
    if (found != existing_.end()) {
        close(found->number);
        existing_.erase(found);
    }
}

void EndpointKind::sections(std::vector<config::Entity>& all) const {
    for (const Existing& endpoint : existing_) {
        all.push_back(endpoint.entity);
    }
}

Endpoints::Number ListenerKind::open(const config::Entity& entity) {
    return endpoints_->add_listener(config::make_listener_settings(entity));
}

Endpoints::Number ConnectorKind::open(const config::Entity& entity) {
    return endpoints_->add_connector(config::make_connector_settings(entity));
}

void ConnectorKind::add_state(Managed& shown, Endpoints::Number number) {
    const Endpoints::ConnectorState state = endpoints_->state_of_connector(number);
    config::set_entry(shown.attributes, "connectionStatus", {state.status});
    config::set_entry(shown.attributes, "connectionMsg", {state.message});
    config::set_entry(shown.attributes, "failoverUrls", {state.failover_urls});
}

} // namespace crosspoint::management
