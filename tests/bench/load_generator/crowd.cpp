// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/load_generator/crowd.hpp"

#include <proton/connection.h>
#include <proton/event.h>
#include <proton/link.h>
#include <proton/session.h>

namespace crosspoint::bench {

void Crowd::on_event(pn_event_t* event) {
    if (pn_event_type(event) == PN_LINK_REMOTE_OPEN) {
        ++opened_;
        return;
    }
    if (pn_event_type(event) != PN_CONNECTION_INIT) {
        return;
    }
    const std::string number = std::to_string(++connections_);
    pn_connection_t* connection = pn_event_connection(event);
    pn_connection_set_container(connection, ("idle-" + number).c_str());
    pn_connection_open(connection);
    pn_session_t* session = pn_session(connection);
    pn_session_open(session);
    pn_link_t* link = pn_receiver(session, "idle");
    pn_terminus_set_address(pn_link_source(link), ("idle/" + number).c_str());
    pn_link_open(link);
}

} // namespace crosspoint::bench
