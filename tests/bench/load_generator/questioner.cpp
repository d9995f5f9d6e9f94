// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/load_generator/questioner.hpp"

#include "tests/bench/load_generator/query_message.hpp"

#include <proton/connection.h>
#include <proton/delivery.h>
#include <proton/event.h>
#include <proton/link.h>
#include <proton/session.h>

#include <cstring>

namespace crosspoint::bench {

namespace {
constexpr int reply_credit = 10;
// A page with hardly more than the names of the columns is the last one.
constexpr std::size_t bytes_of_an_empty_page = 4096;
} // namespace

void Questioner::on_event(pn_event_t* event) {
    switch (pn_event_type(event)) {
    case PN_CONNECTION_INIT:
        on_connection_init(pn_event_connection(event));
        break;
    case PN_LINK_REMOTE_OPEN:
        on_link_open(pn_event_link(event));
        break;
    case PN_LINK_FLOW:
        if (pn_event_link(event) == requests_ && asked_ == 0 && !reply_to_.empty()) {
            ask();
        }
        break;
    case PN_DELIVERY:
        on_delivery(pn_event_delivery(event));
        break;
    default:
        break;
    }
}

void Questioner::on_connection_init(pn_connection_t* connection) {
    pn_connection_set_container(connection, "questioner");
    pn_connection_open(connection);
    pn_session_t* session = pn_session(connection);
    pn_session_open(session);
    replies_ = pn_receiver(session, "replies");
    pn_terminus_set_dynamic(pn_link_source(replies_), true);
    pn_link_open(replies_);
    pn_link_flow(replies_, reply_credit);
}

// Requests are opened once it is known where replies go to.
void Questioner::on_link_open(pn_link_t* link) {
    if (link != replies_) {
        return;
    }
    const char* address = pn_terminus_get_address(pn_link_remote_source(link));
    if (address == nullptr) {
        fail("the router gives no address for replies");
    }
    reply_to_ = address;
    requests_ = pn_sender(pn_link_session(link), "requests");
    pn_terminus_set_address(pn_link_target(requests_), "$management");
    pn_link_open(requests_);
}

void Questioner::on_delivery(pn_delivery_t* delivery) {
    if (pn_delivery_link(delivery) == requests_) {
        const std::uint64_t outcome = pn_delivery_remote_state(delivery);
        if (outcome != 0 && outcome != PN_ACCEPTED) {
            fail("the router did not take the query");
        }
        pn_delivery_settle(delivery);
        return;
    }
    ssize_t n = 0;
    while ((n = pn_link_recv(replies_, buffer_.data(), buffer_.size())) > 0) {
        page_bytes_ += static_cast<std::size_t>(n);
    }
    if (!pn_delivery_partial(delivery)) {
        pn_delivery_settle(delivery);
        pn_link_flow(replies_, 1);
        on_reply();
    }
}

void Questioner::on_reply() {
    now_.bytes += page_bytes_;
    const bool is_last = options_.rows_of_a_page == 0 || page_bytes_ < bytes_of_an_empty_page;
    page_bytes_ = 0;
    offset_ += options_.rows_of_a_page;
    if (is_last) {
        now_.seconds = static_cast<double>(now_ns() - began_ns_) * 1e-9;
        answered_.push_back(now_);
        now_ = {};
        offset_ = 0;
    }
    ask();
}

void Questioner::ask() {
    if (offset_ == 0) {
        began_ns_ = now_ns();
    }
    const std::vector<char> message = query_message(reply_to_, offset_, options_.rows_of_a_page);
    ++asked_;
    char tag[sizeof asked_];
    std::memcpy(tag, &asked_, sizeof tag);
    pn_delivery(requests_, pn_dtag(tag, sizeof tag));
    pn_link_send(requests_, message.data(), message.size());
    pn_link_advance(requests_);
}

} // namespace crosspoint::bench
