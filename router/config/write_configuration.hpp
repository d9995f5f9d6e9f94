// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/config/entity.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace crosspoint::config {

/// Whether passwords are written. One that says where to find it, as env:NAME or file:PATH do, is
/// no secret.
enum class Secrets : std::uint8_t { masked, shown };

/// A configuration file in the native format, with one section for each entity: all attributes that
/// a file can set, defaults included. Read again it gives the same entities, except for secrets
/// that are masked: these are left out, with a comment. Sections stand in the order in which they
/// take effect, and entities of the same type in the given order.
std::string write_native(std::span<const Entity> entities, Secrets secrets);

/// The same in the JSON format.
std::string write_json(std::span<const Entity> entities, Secrets secrets);

} // namespace crosspoint::config
