// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/load_generator/receiver.hpp"

#include "tests/bench/load_generator/stamped_message.hpp"

#include <proton/connection.h>
#include <proton/delivery.h>
#include <proton/event.h>
#include <proton/link.h>
#include <proton/listener.h>
#include <proton/proactor.h>
#include <proton/session.h>

#include <algorithm>
#include <cstring>
#include <limits>

namespace crosspoint::bench {

namespace {
constexpr int listen_backlog = 16;
constexpr std::uint64_t one_latency_in = 8;
} // namespace

Receiver::Receiver(const Options& options, const std::string& address)
    : Client(options),
      address_(address),
      stamp_offset_(
          StampedMessage(options.body_size, options.anonymous ? address : "").stamp_offset()) {}

void Receiver::listen(const std::string& port) {
    char address[PN_MAX_ADDR];
    pn_proactor_addr(address, sizeof address, options_.host.c_str(), port.c_str());
    pn_proactor_listen(proactor_, pn_listener(), address, listen_backlog);
    ready_ = true;
}

void Receiver::on_event(pn_event_t* event) {
    switch (pn_event_type(event)) {
    case PN_LISTENER_ACCEPT:
        connection_ = pn_connection();
        pn_listener_accept2(pn_event_listener(event), connection_, nullptr);
        break;
    case PN_CONNECTION_INIT:
        if (!options_.direct) {
            on_connection_init(pn_event_connection(event));
        }
        break;
    case PN_LINK_REMOTE_OPEN:
        on_link_open(pn_event_link(event));
        break;
    case PN_DELIVERY:
        on_delivery(pn_event_delivery(event));
        break;
    default:
        break;
    }
}

void Receiver::on_connection_init(pn_connection_t* connection) {
    pn_connection_set_container(connection, ("recv-" + address_).c_str());
    pn_connection_open(connection);
    pn_session_t* session = pn_session(connection);
    pn_session_open(session);
    pn_link_t* link = pn_receiver(session, "load");
    pn_terminus_set_address(pn_link_source(link), address_.c_str());
    pn_link_open(link);
    pn_link_flow(link, options_.credit);
}

void Receiver::on_link_open(pn_link_t* link) {
    if (options_.direct) {
        pn_terminus_copy(pn_link_target(link), pn_link_remote_target(link));
        pn_link_open(link);
        pn_link_flow(link, options_.credit);
    }
    ready_ = true;
}

void Receiver::on_delivery(pn_delivery_t* delivery) {
    pn_link_t* link = pn_delivery_link(delivery);
    read_available(link);
    if (pn_delivery_partial(delivery)) {
        return;
    }
    note_latency();
    offset_ = 0;
    pn_delivery_update(delivery, PN_ACCEPTED);
    pn_delivery_settle(delivery);
    received_.fetch_add(1, std::memory_order_relaxed);
    const int left = pn_link_credit(link);
    if (left < options_.credit / 2) {
        pn_link_flow(link, options_.credit - left);
    }
}

void Receiver::read_available(pn_link_t* link) {
    ssize_t n = 0;
    while ((n = pn_link_recv(link, buffer_.data(), buffer_.size())) > 0) {
        const std::size_t end = offset_ + static_cast<std::size_t>(n);
        if (offset_ <= stamp_offset_ && end >= stamp_offset_ + sizeof stamp_ns_) {
            std::memcpy(&stamp_ns_, buffer_.data() + (stamp_offset_ - offset_), sizeof stamp_ns_);
        }
        offset_ = end;
    }
}

void Receiver::note_latency() {
    if (!measuring_ || seen_while_measuring_++ % one_latency_in != 0) {
        return;
    }
    constexpr std::uint64_t longest = std::numeric_limits<std::uint32_t>::max();
    const std::uint64_t microseconds = (now_ns() - stamp_ns_) / 1000;
    latencies_.push_back(static_cast<std::uint32_t>(std::min(microseconds, longest)));
}

} // namespace crosspoint::bench
