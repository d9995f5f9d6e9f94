// SPDX-License-Identifier: Apache-2.0
#include "router/config/problem.hpp"
#include "router/config/validate.hpp"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <string>

namespace crosspoint::config {

namespace {

bool is_any_of(std::string_view name, std::initializer_list<std::string_view> names) {
    return std::ranges::find(names, name) != names.end();
}

/// The name that the router gives to an entity. `number` counts the entities of its type.
std::string identity(const Entity& entity, std::size_t number) {
    const std::string type(entity.schema().short_name);
    const std::string name = entity.text("name").value_or("None");
    if (is_any_of(type, {"listener", "connector"})) {
        const std::string place =
            type + "/" + entity.text("host").value_or("") + ":" + entity.text("port").value_or("");
        return entity.text("name") ? place + ":" + name : place;
    }
    if (type == "router") {
        return type + "/" + entity.text("id").value_or("");
    }
    if (type == "log") {
        return type + "/" + entity.text("module").value_or("");
    }
    if (type == "vhost") {
        return type + "/" + entity.text("hostname").value_or("None");
    }
    if (is_any_of(type, {"sslProfile", "authServicePlugin"})) {
        return type + "/" + name;
    }
    return type + "/" + std::to_string(number);
}

/// Refuses the second owner of a name.
class Taken {
public:
    explicit Taken(const char* attribute) : attribute_(attribute) {}

    /// False if it is taken, which is reported.
    bool claim(const std::string& value, const Entity& entity, const OnProblem& report) {
        const auto [owner, is_new] = owners_.try_emplace(value, &entity);
        if (!is_new) {
            report(Problem("adding " + entity.describe() + " duplicates unique attribute '" +
                               attribute_ + "' from existing " + owner->second->describe(),
                           entity.line(attribute_),
                           "both are '" + value + "', first in line " +
                               std::to_string(owner->second->line(attribute_))));
        }
        return is_new;
    }

private:
    std::string attribute_;
    std::map<std::string, const Entity*> owners_;
};

void check_unique(std::span<const Entity> entities, const OnProblem& report) {
    Taken names("name");
    Taken identities("identity");
    std::map<std::string_view, const Entity*> first_of_type;
    std::map<std::string_view, std::size_t> count_of_type;
    for (const Entity& entity : entities) {
        const EntitySchema& schema = entity.schema();
        const auto [first, is_first] = first_of_type.try_emplace(schema.type, &entity);
        if (schema.singleton && !is_first) {
            report(Problem(
                "Adding " + std::string(schema.full_type) + " singleton " + entity.describe() +
                    " when " + first->second->describe() + " already exists",
                entity.line(), "first in line " + std::to_string(first->second->line())));
            continue;
        }
        const std::string own = identity(entity, count_of_type[schema.type]++);
        const auto name = entity.text("name");
        if (names.claim(name && !name->empty() ? *name : own, entity, report)) {
            identities.claim(own, entity, report);
        }
    }
}

void check_role(const std::string& mode, const Entity& entity, const OnProblem& report) {
    const std::string role = entity.text("role").value_or("normal");
    const bool between_routers = role == "inter-router" || role == "edge";
    if (mode == "standalone" && between_routers) {
        report(Problem("role='standalone' not allowed to connect to or accept connections from "
                       "other routers.",
                       entity.line("role"),
                       "the router's mode is standalone, the role here is " + role));
    }
    const bool edge_listener = role == "edge" && entity.schema().section == "listener";
    if (mode == "edge" && (role == "inter-router" || edge_listener)) {
        report(Problem(
            "role='" + role + "' only allowed with router mode='interior' for " + entity.describe(),
            entity.line("role"),
            "the router's mode is edge; allowed: normal" +
                std::string(entity.schema().section == "connector" ? ", route-container or edge"
                                                                   : " or route-container")));
    }
}

} // namespace

void check_together(std::span<const Entity> entities, const OnProblem& report) {
    check_unique(entities, report);
    const auto router = std::ranges::find_if(
        entities, [](const Entity& entity) { return entity.schema().section == "router"; });
    const auto mode = router == entities.end() ? "standalone" : router->text("mode");
    if (!mode) {
        return; // what the section says is wrong, which has been reported
    }
    for (const Entity& entity : entities) {
        if (is_any_of(entity.schema().section, {"listener", "connector"})) {
            check_role(*mode, entity, report);
        }
    }
}

void check_together(std::span<const Entity> entities) {
    check_together(entities, [](const Problem& problem) { throw problem; });
}

} // namespace crosspoint::config
