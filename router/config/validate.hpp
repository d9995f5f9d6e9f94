// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/config/entity.hpp"
#include "router/config/problem.hpp"

#include <span>
#include <vector>

namespace crosspoint::config {

/// Checks a section against the schema and fills in the defaults. An older spelling of an attribute
/// is taken, with a warning in the log. Throws Problem.
Entity validate(const Section& section);

/// The same, but gives each problem to `report` and goes on without the attribute. Throws Problem
/// only if there is no section of that name.
Entity validate(const Section& section, const OnProblem& report);

/// What no section shows by itself: singletons that are there twice, names that are taken, roles
/// that do not go with the router's mode.
void check_together(std::span<const Entity> entities, const OnProblem& report);
/// The same; throws the first Problem.
void check_together(std::span<const Entity> entities);

/// Refuses what the schema knows but this version of the router cannot do: better than a router
/// that starts and leaves out, say, encryption.
void check_supported(const Entity& entity, const OnProblem& report);
/// The same; throws the first Problem.
void check_supported(const Entity& entity);

} // namespace crosspoint::config
