// SPDX-License-Identifier: Apache-2.0
// Connections to a router to which there is one already. Older routers run the routing protocol on
// all connections at once, and with each HELLO move to the one that it came on. So a second
// connection that we have made ourselves gets no links until the first one is of no use any more.
#include "router_core/thread/network.hpp"

#include "crosspoint/base/log.hpp"

#include <vector>

namespace crosspoint::core {

bool Network::is_connected_besides(const Connection& connection) const {
    for (const auto& [id, other] : connections_) {
        if (other != &connection && other->info.container == connection.info.container &&
            !other->router->stands_by) {
            return true;
        }
    }
    return false;
}

void Network::stand_by(CoreThread&, Connection& connection) {
    connection.router->stands_by = true;
    connection.router->leave_to_other_until_ms = context_.now_ms + reserve_patience_ms_;
    ++in_reserve_;
    log::write(log::Module::router, log::Level::info,
               "[C%lu] Stands by: there is a connection to router '%s' already",
               connection.id.value, connection.info.container.c_str());
}

void Network::replace(CoreThread& ct, const std::string& container) {
    if (in_reserve_ == 0) {
        return;
    }
    Connection* oldest = nullptr;
    for (const auto& [id, other] : connections_) {
        if (other->info.container != container) {
            continue;
        }
        if (!other->router->stands_by) {
            return; // not the last one
        }
        if (!oldest || id < oldest->id) {
            oldest = other;
        }
    }
    if (oldest) {
        leave_reserve(ct, *oldest);
    }
}

void Network::leave_reserve(CoreThread& ct, Connection& connection) {
    connection.router->stands_by = false;
    --in_reserve_;
    log::write(log::Module::router, log::Level::info,
               "[C%lu] Takes the place of another connection to router '%s'", connection.id.value,
               connection.info.container.c_str());
    open_links(ct, connection);
}

void Network::check_reserve(CoreThread& ct) {
    if (in_reserve_ == 0) {
        return;
    }
    std::vector<Connection*> wanted;
    for (const auto& [id, connection] : connections_) {
        RouterLinks& router = *connection->router;
        if (!router.stands_by) {
            continue;
        }
        if (engine_.is_neighbor(connection->info.container)) {
            router.leave_to_other_until_ms = 0;
        } else if (context_.now_ms >= router.leave_to_other_until_ms) {
            wanted.push_back(connection);
        }
    }
    for (Connection* connection : wanted) {
        leave_reserve(ct, *connection);
    }
}

} // namespace crosspoint::core
