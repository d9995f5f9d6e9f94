// SPDX-License-Identifier: Apache-2.0
// Links that this router opens, because the core ordered them.
#include "router/amqp/connection.hpp"
#include "router/amqp/describe.hpp"
#include "router/server/server.hpp"

#include "crosspoint/base/log.hpp"

#include <proton/codec.h>
#include <proton/connection.h>
#include <proton/link.h>
#include <proton/session.h>
#include <proton/terminus.h>

#include <utility>

namespace crosspoint::io {

namespace {

void write_terminus(pn_terminus_t* terminus, pn_terminus_type_t type,
                    const core::Terminus& wanted) {
    pn_terminus_set_type(terminus, wanted.present ? type : PN_UNSPECIFIED);
    if (!wanted.present) {
        return;
    }
    pn_terminus_set_expiry_policy(terminus, PN_EXPIRE_WITH_LINK);
    if (!wanted.address.empty()) {
        pn_terminus_set_address(terminus, wanted.address.c_str());
    }
    if (wanted.dynamic) {
        pn_terminus_set_dynamic(terminus, true);
    }
    // One bare symbol: older routers do not recognize an array, even of one.
    for (const std::string& capability : wanted.capabilities) {
        pn_data_put_symbol(pn_terminus_capabilities(terminus),
                           pn_bytes(capability.size(), capability.data()));
    }
}

} // namespace

pn_session_t* Connection::session_for(ConnectionTurn&, std::uint32_t group) {
    if (group != 0) {
        if (const auto known = own_sessions_.find(group); known != own_sessions_.end()) {
            return known->second;
        }
    }
    pn_session_t* session = pn_session(pn_);
    set_session_capacity(session);
    pn_session_open(session);
    if (group != 0) {
        own_sessions_[group] = session;
    }
    return session;
}

void Connection::on_link_order(ConnectionTurn& turn, const core::LinkOrder& order) {
    pn_session_t* session = session_for(turn, order.session_group);
    const bool outgoing = order.direction == core::Direction::outgoing;
    pn_link_t* pn = outgoing ? pn_sender(session, order.name.c_str())
                             : pn_receiver(session, order.name.c_str());
    std::unique_ptr<Link> made;
    if (outgoing) {
        auto sending = std::make_unique<OutgoingLink>();
        sending->report_each = order.report_each;
        made = std::move(sending);
    } else {
        auto reading = std::make_unique<IncomingLink>();
        reading->anonymous = order.target.address.empty();
        reading->collects = order.target.has_capability("qd.router");
        made = std::move(reading);
    }
    Link& link = *made;
    link.id = links_.emplace(std::move(made)).first;
    link.identity = order.identity;
    link.direction = order.direction;
    link.pn = pn;
    link.order = order.number;
    link.own_session = order.session_group == 0;
    pn_link_set_context(pn, &link);
    write_terminus(pn_link_source(pn), PN_SOURCE, order.source);
    write_terminus(pn_link_target(pn), PN_TARGET, order.target);
    pn_link_set_snd_settle_mode(pn, PN_SND_MIXED);
    pn_link_set_rcv_settle_mode(pn, PN_RCV_FIRST);
    pn_link_open(pn);
}

void Connection::on_order_answered(ConnectionTurn& turn, Link& link, Actions& actions) {
    if (link.answered || link.order == 0) {
        return;
    }
    link.answered = true;
    core::LinkAttached attached;
    attached.link = link.id;
    attached.identity = link.identity;
    attached.order = link.order;
    attached.direction = link.direction;
    attached.name = pn_link_name(link.pn);
    if (const char* given = pn_terminus_get_address(pn_link_remote_source(link.pn))) {
        attached.source.address = given; // the peer may have made it up
    }
    const bool outgoing = link.direction == core::Direction::outgoing;
    log::write(log::Module::router_core, log::Level::info,
               "[C%lu][L%lu] Link attached: dir=%s source=%s target=%s", id_.value, link.identity,
               outgoing ? "out" : "in", describe(pn_link_source(link.pn)).c_str(),
               describe(pn_link_target(link.pn)).c_str());
    actions.emplace_back(std::move(attached));
    if (outgoing) {
        on_flow(turn, static_cast<OutgoingLink&>(link), actions);
    }
}

void Connection::forget_session(ConnectionTurn&, pn_session_t* session) {
    std::erase_if(own_sessions_, [session](const auto& own) { return own.second == session; });
}

} // namespace crosspoint::io
