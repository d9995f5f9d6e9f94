// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/config/entity.hpp"
#include "router/config/schema.hpp"
#include "router/config/value.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace crosspoint::management {

/// One entity as it is at the moment of a request.
struct Managed {
    const config::EntitySchema* schema = nullptr;
    /// In no order; without those that have no value. `name`, `identity` and `type` are among them.
    config::Map attributes;

    /// Empty if it has none.
    [[nodiscard]] std::string text(std::string_view attribute) const;
    /// "ListenerEntity(host=0.0.0.0, port=5672)", without secrets.
    [[nodiscard]] std::string describe() const;
};

/// A Managed of a type of the model, with the names that every entity has.
Managed make_managed(std::string_view type, std::string name, std::string identity);

/// With what was configured, by file or by a client, and the defaults.
Managed make_managed(const config::Entity& entity, std::string name, std::string identity);

/// The entities of one type, and what can be done to them. On the management thread.
class EntityKind {
public:
    virtual ~EntityKind() = default;

    /// Short: "listener".
    [[nodiscard]] virtual std::string_view type() const = 0;
    /// All there are, oldest first.
    virtual void list(std::vector<Managed>& all) = 0;

    // What the model does not allow for the type is not called. These throw Refusal.

    /// A new one, as the schema has checked it. Nobody has its name or identity.
    virtual Managed create(const config::Entity& checked);
    /// The name and the identity that a new one would have.
    struct Names {
        std::string name, identity;
    };
    [[nodiscard]] virtual Names names_of(const config::Entity& checked) const;
    /// All attributes as they are to be, of which at least one has changed.
    virtual Managed update(const Managed& old, const config::Entity& checked);
    virtual void remove(const Managed& entity);
};

using EntityKinds = std::vector<std::unique_ptr<EntityKind>>;

} // namespace crosspoint::management
