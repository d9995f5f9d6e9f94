// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/config/value.hpp"

/// The model itself, as clients ask for it. `only` restricts to one type; null: all.
namespace crosspoint::config {
struct EntitySchema;
}

namespace crosspoint::management {

/// Full names of types with those of the types that they extend, nearest first. Restricted to a
/// type, those that extend it are there too.
config::Map types(const config::EntitySchema* only);
/// Names of attributes by the full name of the type.
config::Map attributes(const config::EntitySchema* only);
/// Names of operations by the full name of the type.
config::Map operations(const config::EntitySchema* only);
/// All that is known of all types. Members that are zero, false or empty are left out.
config::Map schema_dump();

} // namespace crosspoint::management
