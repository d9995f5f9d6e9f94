// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/load_generator/sender.hpp"

#include <proton/connection.h>
#include <proton/delivery.h>
#include <proton/event.h>
#include <proton/link.h>
#include <proton/session.h>

#include <cstring>
#include <limits>

namespace crosspoint::bench {

namespace {
// Bytes that Proton may hold unsent. Enough to fill any socket; more would only measure memory.
constexpr std::size_t max_unsent_bytes = 4U << 20;
} // namespace

Sender::Sender(const Options& options, const std::string& address)
    : Client(options),
      address_(address),
      message_(options.body_size, options.anonymous ? address : "") {}

void Sender::on_event(pn_event_t* event) {
    switch (pn_event_type(event)) {
    case PN_CONNECTION_INIT:
        on_connection_init(pn_event_connection(event));
        break;
    case PN_LINK_FLOW:
    case PN_CONNECTION_WAKE:
        send_what_credit_allows();
        break;
    case PN_DELIVERY:
        on_delivery(pn_event_delivery(event));
        send_what_credit_allows();
        break;
    default:
        break;
    }
}

void Sender::on_connection_init(pn_connection_t* connection) {
    pn_connection_set_container(connection, ("send-" + address_).c_str());
    pn_connection_open(connection);
    pn_session_t* session = pn_session(connection);
    pn_session_open(session);
    link_ = pn_sender(session, "load");
    if (!options_.anonymous) {
        pn_terminus_set_address(pn_link_target(link_), address_.c_str());
    }
    pn_link_set_snd_settle_mode(link_, options_.presettled ? PN_SND_SETTLED : PN_SND_UNSETTLED);
    pn_link_open(link_);
    began_ns_ = now_ns();
}

void Sender::on_delivery(pn_delivery_t* delivery) {
    if (!pn_delivery_updated(delivery) && !pn_delivery_settled(delivery)) {
        return;
    }
    const std::uint64_t outcome = pn_delivery_remote_state(delivery);
    if (outcome != 0 && outcome != PN_ACCEPTED) {
        refused_.fetch_add(1, std::memory_order_relaxed);
    }
    pn_delivery_settle(delivery);
}

std::uint64_t Sender::allowed_by_rate() const {
    if (options_.rate == 0) {
        return std::numeric_limits<std::uint64_t>::max();
    }
    return static_cast<std::uint64_t>(static_cast<double>(now_ns() - began_ns_) * 1e-9 *
                                      options_.rate);
}

void Sender::send_what_credit_allows() {
    if (link_ == nullptr || stopping ||
        pn_session_outgoing_bytes(pn_link_session(link_)) > max_unsent_bytes) {
        return;
    }
    const std::uint64_t allowed = allowed_by_rate();
    while (pn_link_credit(link_) > 0 && sent_ < allowed) {
        ++sent_;
        char tag[sizeof sent_];
        std::memcpy(tag, &sent_, sizeof tag);
        pn_delivery_t* delivery = pn_delivery(link_, pn_dtag(tag, sizeof tag));
        message_.stamp(now_ns());
        pn_link_send(link_, message_.bytes().data(), message_.bytes().size());
        pn_link_advance(link_);
        if (options_.presettled) {
            pn_delivery_settle(delivery);
        }
    }
}

} // namespace crosspoint::bench
