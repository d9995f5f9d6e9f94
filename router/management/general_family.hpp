// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/management/live_tables.hpp"
#include "router/management/managed.hpp"
#include "router/management/reply.hpp"
#include "router/management/request.hpp"
#include "router/management/shown_rows.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crosspoint::management {

/// The entities that are not rows of the core's live tables: what is configured, the log, the
/// nodes of the network. They have names and types that the model checks, and values are converted
/// to the type of the attribute.
class GeneralFamily {
public:
    explicit GeneralFamily(EntityKinds& kinds) : kinds_(&kinds) {}

    /// All entities as they are now.
    [[nodiscard]] std::vector<Managed> entities() const;

    /// Which one the request is about. Throws Refusal.
    [[nodiscard]] Managed target(const Request& request) const;

    // Each throws Refusal.
    Reply query(const Request& request);
    Reply create(const Request& request);
    Reply read(const Request& request, const Managed& target);
    Reply update(const Request& request, const Managed& target);
    Reply remove(const Managed& target);

private:
    [[nodiscard]] EntityKind& kind_of(const Managed& entity) const;
    void check_new(const config::Entity& entity, const EntityKind& kind) const;

    EntityKinds* kinds_;
    ShownRows pages_;
};

/// Of that name, short or full. Throws Refusal.
const config::EntitySchema& entity_type(const std::string& name);

/// Whether one type is the other, or extends it.
bool extends(const config::EntitySchema& type, const config::EntitySchema& base);

/// Throws Refusal if the model does not list the operation, which is in capitals, for the type.
void check_operation(const config::EntitySchema& type, std::string_view operation);

/// "['a', 'b']"
std::string shown_names(std::span<const std::string_view> names);

} // namespace crosspoint::management
