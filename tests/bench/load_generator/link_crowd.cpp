// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/load_generator/link_crowd.hpp"

#include <proton/connection.h>
#include <proton/event.h>
#include <proton/link.h>
#include <proton/session.h>

#include <algorithm>

namespace crosspoint::bench {

namespace {
// Proton looks a link up by its name among all of its session, one after the other.
constexpr int links_of_a_session = 500;
} // namespace

void LinkCrowd::on_event(pn_event_t* event) {
    if (pn_event_type(event) == PN_LINK_REMOTE_OPEN) {
        ++opened_;
        return;
    }
    if (pn_event_type(event) != PN_CONNECTION_INIT) {
        return;
    }
    pn_connection_t* connection = pn_event_connection(event);
    pn_connection_set_container(connection, "link-crowd");
    pn_connection_open(connection);
    const int share = (options_.held_links + connections - 1) / connections;
    for (int left = std::min(share, options_.held_links - links_); left > 0;) {
        pn_session_t* session = pn_session(connection);
        pn_session_open(session);
        const int count = std::min(left, links_of_a_session);
        open_links(session, count);
        left -= count;
    }
}

void LinkCrowd::open_links(pn_session_t* session, int count) {
    for (int i = 0; i < count; ++i) {
        const std::string name = "held/" + std::to_string(++links_);
        pn_link_t* link = pn_receiver(session, name.c_str());
        pn_terminus_set_address(pn_link_source(link), name.c_str());
        pn_link_open(link);
    }
}

} // namespace crosspoint::bench
