// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/config/entity.hpp"
#include "router/config/settings.hpp"

#include <optional>

// From checked sections to typed settings. Each function is for the section of its name and throws
// Problem, or ApplyProblem, for what the schema alone cannot check.
namespace crosspoint::config {

/// Makes up an id if the section gives none.
RouterSettings make_router_settings(const Entity& entity);
LogSettings make_log_settings(const Entity& entity);
ListenerSettings make_listener_settings(const Entity& entity);
ConnectorSettings make_connector_settings(const Entity& entity);
/// Nothing if the section makes no sense: a warning is logged, and the router does without it.
std::optional<AddressSettings> make_address_settings(const Entity& entity);

/// A prefix or pattern without dots and slashes at its ends, which mean nothing there.
std::string without_outer_separators(std::string_view pattern);

} // namespace crosspoint::config
