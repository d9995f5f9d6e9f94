// SPDX-License-Identifier: Apache-2.0
// How links come and go on a connection.
#include "router/amqp/condition.hpp"
#include "router/amqp/connection.hpp"
#include "router/amqp/describe.hpp"
#include "router/server/server.hpp"

#include "crosspoint/base/log.hpp"

#include <proton/codec.h>
#include <proton/condition.h>
#include <proton/connection.h>
#include <proton/delivery.h>
#include <proton/link.h>
#include <proton/session.h>
#include <proton/terminus.h>

#include <utility>

namespace crosspoint::io {

namespace {

/// One symbol, or an array of them: peers do both.
std::vector<std::string> read_symbols(pn_data_t* data) {
    std::vector<std::string> symbols;
    const auto add = [&symbols](pn_bytes_t s) { symbols.emplace_back(s.start, s.size); };
    pn_data_rewind(data);
    if (!pn_data_next(data)) {
        return symbols;
    }
    if (pn_data_type(data) == PN_SYMBOL) {
        add(pn_data_get_symbol(data));
    } else if (pn_data_type(data) == PN_ARRAY && pn_data_enter(data)) {
        while (pn_data_next(data)) {
            if (pn_data_type(data) == PN_SYMBOL) {
                add(pn_data_get_symbol(data));
            }
        }
        pn_data_exit(data);
    }
    pn_data_rewind(data);
    return symbols;
}

core::Terminus read_terminus(pn_terminus_t* terminus) {
    core::Terminus read;
    const pn_terminus_type_t type = pn_terminus_get_type(terminus);
    read.present = type != PN_UNSPECIFIED;
    read.coordinator = type == PN_COORDINATOR;
    read.dynamic = pn_terminus_is_dynamic(terminus);
    if (const char* address = pn_terminus_get_address(terminus)) {
        read.address = address;
    }
    read.capabilities = read_symbols(pn_terminus_capabilities(terminus));
    return read;
}

Link* link_of(pn_link_t* pn) {
    return static_cast<Link*>(pn_link_get_context(pn));
}

/// The peer hears its own words, but for what the router has to change in them.
void repeat_attach(pn_link_t* pn) {
    pn_terminus_copy(pn_link_source(pn), pn_link_remote_source(pn));
    pn_terminus_copy(pn_link_target(pn), pn_link_remote_target(pn));
    pn_link_set_snd_settle_mode(pn, pn_link_remote_snd_settle_mode(pn));
    pn_link_set_rcv_settle_mode(pn, pn_link_remote_rcv_settle_mode(pn));
}

} // namespace

void Connection::on_link_remote_open(ConnectionTurn& turn, pn_link_t* pn, Actions& actions) {
    if (Link* ours = link_of(pn)) {
        on_order_answered(turn, *ours, actions);
        return;
    }
    const bool outgoing = pn_link_is_sender(pn);
    std::unique_ptr<Link> made;
    if (outgoing) {
        made = std::make_unique<OutgoingLink>();
    } else {
        made = std::make_unique<IncomingLink>();
    }
    Link& link = *made;
    link.id = links_.emplace(std::move(made)).first;
    link.identity = server_.next_link_identity();
    link.direction = outgoing ? core::Direction::outgoing : core::Direction::incoming;
    link.pn = pn;
    pn_link_set_context(pn, &link);

    core::LinkAttached attached;
    attached.link = link.id;
    attached.identity = link.identity;
    attached.direction = link.direction;
    attached.name = pn_link_name(pn);
    attached.source = read_terminus(pn_link_remote_source(pn));
    attached.target = read_terminus(pn_link_remote_target(pn));
    attached.peer_wants_settled = pn_link_remote_snd_settle_mode(pn) == PN_SND_SETTLED;
    attached.max_message_size = outgoing ? pn_link_remote_max_message_size(pn) : 0;
    if (!outgoing) {
        auto& incoming = static_cast<IncomingLink&>(link);
        incoming.anonymous = !attached.target.dynamic && attached.target.address.empty();
        incoming.collects = attached.target.has_capability("qd.router");
    }
    if (log::enabled(log::Module::router_core, log::Level::info)) {
        log::write(log::Module::router_core, log::Level::info,
                   "[C%lu][L%lu] Link attached: dir=%s source=%s target=%s", id_.value,
                   link.identity, outgoing ? "out" : "in",
                   describe(pn_link_remote_source(pn)).c_str(),
                   describe(pn_link_remote_target(pn)).c_str());
    }
    actions.emplace_back(std::move(attached));
}

void Connection::on_answer(ConnectionTurn& turn, core::AttachAnswer& answer, Actions& actions) {
    std::unique_ptr<Link>* found = links_.find(answer.link);
    if (!found) {
        return;
    }
    Link& link = **found;
    pn_link_t* pn = link.pn;
    const bool outgoing = link.direction == core::Direction::outgoing;
    repeat_attach(pn);
    pn_terminus_t* ours = outgoing ? pn_link_source(pn) : pn_link_target(pn);
    if (answer.refused) {
        // AMQP 1.0 2.6.3: the terminus that is refused is null, and a detach with the reason
        // follows.
        pn_terminus_set_type(ours, PN_UNSPECIFIED);
        pn_link_open(pn);
        set_condition(pn_link_condition(pn), *answer.refused);
        pn_link_close(pn);
        pn_link_set_context(pn, nullptr);
        links_.erase(answer.link);
        return;
    }
    // Proton takes a source without an address for none; a link of a router has one all the same,
    // and if it is ours, its absence would be a refusal.
    if (outgoing || pn_data_size(pn_terminus_capabilities(pn_link_source(pn))) > 0) {
        pn_terminus_set_type(pn_link_source(pn), PN_SOURCE);
    }
    if (!answer.dynamic_address.empty()) {
        pn_terminus_set_address(ours, answer.dynamic_address.c_str());
    }
    pn_link_open(pn);
    link.answered = true;
    if (outgoing) {
        on_flow(turn, static_cast<OutgoingLink&>(link), actions);
    }
}

void Connection::on_link_remote_close(ConnectionTurn& turn, pn_link_t* pn, bool closed,
                                      Actions& actions) {
    const Link* link = link_of(pn);
    pn_session_t* ends_with_it = link && link->own_session ? pn_link_session(pn) : nullptr;
    lose_link(turn, pn, false, actions);
    if (pn_link_state(pn) & PN_LOCAL_UNINIT) {
        repeat_attach(pn); // attach and detach came together
        pn_link_open(pn);
    }
    if (pn_link_state(pn) & PN_LOCAL_ACTIVE) {
        if (closed) {
            pn_link_close(pn);
        } else {
            pn_link_detach(pn);
        }
    }
    pn_link_free(pn);
    if (ends_with_it) {
        pn_session_close(ends_with_it);
    }
}

void Connection::detach_with(ConnectionTurn& turn, Link& link, const AmqpError& error,
                             Actions& actions) {
    pn_link_t* pn = link.pn;
    log::write(log::Module::router_core, log::Level::info, "[C%lu][L%lu] Closing the link: %s: %s",
               id_.value, link.identity, error.condition.data(), error.description.c_str());
    lose_link(turn, pn, false, actions);
    set_condition(pn_link_condition(pn), error);
    pn_link_close(pn);
}

void Connection::lose_link(ConnectionTurn& turn, pn_link_t* pn, bool lost, Actions& actions) {
    Link* link = link_of(pn);
    if (!link) {
        return;
    }
    core::LinkDetached detached;
    detached.link = link->id;
    detached.lost = lost;
    detached.order = link->order;
    if (link->direction == core::Direction::outgoing) {
        auto& outgoing = static_cast<OutgoingLink&>(*link);
        // What the consumer settled in the same breath counts before what it never got.
        for (pn_delivery_t* d = pn_unsettled_head(pn); d;) {
            pn_delivery_t* next = pn_unsettled_next(d);
            on_outgoing_update(turn, outgoing, d, actions);
            d = next;
        }
        for (const Sending& sending : outgoing.queue.items()) {
            if (sending.work.id) {
                detached.unsent.push_back(sending.work.id);
            }
        }
    }
    detached.parcels_taken = parcels_taken_;
    pn_link_set_context(pn, nullptr);
    links_.erase(link->id);
    actions.emplace_back(std::move(detached));
}

void Connection::on_detach_order(ConnectionTurn&, core::DetachOrder& order) {
    std::unique_ptr<Link>* found = links_.find(order.link);
    if (!found) {
        return;
    }
    pn_link_t* pn = (*found)->pn;
    if (order.error) {
        set_condition(pn_link_condition(pn), *order.error);
    }
    pn_link_close(pn);
    if ((*found)->own_session) {
        pn_session_close(pn_link_session(pn));
    }
    pn_link_set_context(pn, nullptr);
    links_.erase(order.link);
}

} // namespace crosspoint::io
