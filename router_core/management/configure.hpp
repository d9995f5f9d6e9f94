// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/link/postman.hpp"
#include "router_core/management/core_view.hpp"
#include "router_core/management/rule_change.hpp"

#include "crosspoint/base/thread.hpp"
#include "crosspoint/core/management.hpp"

namespace crosspoint::core {

/// What an operator changes while the router runs. Each function checks, does it at once, and
/// answers; the caller adds the serial.
ManagementAnswer create_address(CoreThread& ct, const CoreView& view, RuleChange& change,
                                CreateAddress&& wanted);
ManagementAnswer delete_row(CoreThread& ct, const CoreView& view, RuleChange& change,
                            const DeleteRow& wanted);
ManagementAnswer update_connection(CoreThread& ct, const CoreView& view, Context& context,
                                   const UpdateConnection& wanted);

} // namespace crosspoint::core
