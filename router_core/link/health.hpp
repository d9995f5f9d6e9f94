// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/link/context.hpp"
#include "router_core/link/link.hpp"

/// What an operator is told of links and deliveries that do not move. The marks are set by a look
/// at everything now and then; they are taken off at once.
namespace crosspoint::core {

/// The link has no credit left; or has had none from the start.
inline void credit_is_gone(const Context& context, Link& link) {
    link.no_credit_since_s = context.now_s;
}

/// The link has got credit, or goes away.
inline void unmark_blocked(Context& context, Link& link) {
    if (link.is_blocked) {
        link.is_blocked = false;
        --context.counters.links_blocked;
    }
}

/// The delivery ends.
template <class Delivery>
void unmark_stuck(Context& context, Delivery& delivery) {
    if (delivery.is_stuck) {
        delivery.is_stuck = false;
        --context.counters.deliveries_stuck;
        if (delivery.link) {
            --delivery.link->deliveries_stuck;
        }
    }
}

} // namespace crosspoint::core
