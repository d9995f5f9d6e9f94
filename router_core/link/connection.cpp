// SPDX-License-Identifier: Apache-2.0
#include "router_core/link/connection.hpp"

#include "router_core/link/health.hpp"

#include "crosspoint/base/check.hpp"

namespace crosspoint::core {

Link* Connection::find(LinkId wanted) const {
    if (!wanted || wanted.slot >= links_.size()) {
        return nullptr;
    }
    Link* there = links_[wanted.slot].get();
    return there && there->id == wanted ? there : nullptr;
}

IncomingLink* Connection::find_incoming(LinkId wanted) const {
    Link* link = find(wanted);
    return link && link->direction == Direction::incoming ? static_cast<IncomingLink*>(link)
                                                          : nullptr;
}

OutgoingLink* Connection::find_outgoing(LinkId wanted) const {
    Link* link = find(wanted);
    return link && link->direction == Direction::outgoing ? static_cast<OutgoingLink*>(link)
                                                          : nullptr;
}

Link& Connection::add(std::unique_ptr<Link> link) {
    const std::uint32_t slot = link->id.slot;
    if (slot >= links_.size()) {
        links_.resize(slot + 1);
    }
    check(!links_[slot], "a link's slot is taken");
    links_[slot] = std::move(link);
    Link& added = *links_[slot];
    added.is_attached = true;
    if (context && !added.place.is_entered()) {
        added.place.enter(context->links, added);
    }
    if (context) {
        credit_is_gone(*context, added);
    }
    return added;
}

void Connection::remove(Link& link) {
    if (context) {
        unmark_blocked(*context, link);
    }
    links_[link.id.slot].reset();
    while (!links_.empty() && !links_.back()) {
        links_.pop_back();
    }
}

} // namespace crosspoint::core
