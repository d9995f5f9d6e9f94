// SPDX-License-Identifier: Apache-2.0
#include "router/amqp/disposition.hpp"

#include "router/amqp/detail_size.hpp"
#include "router/amqp/encoded.hpp"

#include <proton/condition.h>
#include <proton/connection.h>
#include <proton/delivery.h>
#include <proton/disposition.h>
#include <proton/link.h>
#include <proton/session.h>
#include <proton/transport.h>

#include <cstddef>
#include <limits>

namespace crosspoint::io {

namespace state = core::state;

namespace {

std::string text(const char* s) {
    return s ? s : "";
}

core::StateDetail read_detail(pn_disposition_t* remote, std::uint64_t code) {
    core::StateDetail detail;
    switch (code) {
    case state::received:
        detail.section_number = pn_disposition_get_section_number(remote);
        detail.section_offset = pn_disposition_get_section_offset(remote);
        break;
    case state::rejected: {
        pn_condition_t* condition = pn_disposition_condition(remote);
        detail.condition = text(pn_condition_get_name(condition));
        detail.description = text(pn_condition_get_description(condition));
        detail.info = encoded(pn_condition_info(condition));
        break;
    }
    case state::modified:
        detail.undeliverable_here = pn_disposition_is_undeliverable(remote);
        detail.annotations = encoded(pn_disposition_annotations(remote));
        break;
    default:
        detail.fields = encoded(pn_disposition_data(remote));
    }
    return detail;
}

/// What a frame for this delivery's peer has left for the detail of a state.
std::size_t room_for_detail(pn_delivery_t* delivery) {
    constexpr std::size_t for_all_else = 160; // a transfer's other fields, and what encoding adds
    pn_session_t* session = pn_link_session(pn_delivery_link(delivery));
    pn_transport_t* transport = pn_connection_transport(pn_session_connection(session));
    const std::size_t frame = transport ? pn_transport_get_remote_max_frame(transport) : 0;
    return frame == 0 ? std::numeric_limits<std::size_t>::max() : frame - for_all_else;
}

void write_detail(pn_disposition_t* local, std::uint64_t code, const core::StateDetail& detail) {
    switch (code) {
    case state::received:
        pn_disposition_set_section_number(local, detail.section_number);
        pn_disposition_set_section_offset(local, detail.section_offset);
        break;
    case state::rejected: {
        pn_condition_t* condition = pn_disposition_condition(local);
        if (!detail.condition.empty()) {
            pn_condition_set_name(condition, detail.condition.c_str());
        }
        if (!detail.description.empty()) {
            pn_condition_set_description(condition, detail.description.c_str());
        }
        decode(detail.info, pn_condition_info(condition));
        break;
    }
    case state::modified:
        pn_disposition_set_undeliverable(local, detail.undeliverable_here);
        decode(detail.annotations, pn_disposition_annotations(local));
        break;
    default:
        decode(detail.fields, pn_disposition_data(local));
    }
}

} // namespace

core::DeliveryState read_state(ConnectionTurn&, pn_delivery_t* delivery) {
    const std::uint64_t code = pn_delivery_remote_state(delivery);
    if (code == state::none || code == state::accepted || code == state::released) {
        return code;
    }
    return {code, read_detail(pn_delivery_remote(delivery), code)};
}

void write_state(ConnectionTurn&, pn_delivery_t* delivery, const core::DeliveryState& told) {
    if (!told) {
        return;
    }
    pn_disposition_t* local = pn_delivery_local(delivery);
    if (told.code == state::modified) {
        // What a router hands back has failed to be delivered, whoever says otherwise.
        pn_disposition_set_failed(local, true);
    }
    if (const core::StateDetail* detail = told.detail.get()) {
        const std::size_t room = room_for_detail(delivery);
        if (size_of(*detail) > room) {
            write_detail(local, told.code, shortened(*detail, room));
        } else {
            write_detail(local, told.code, *detail);
        }
    }
    pn_delivery_update(delivery, told.code);
}

core::DeliveryState rejected(const AmqpError& error) {
    core::StateDetail detail;
    detail.condition = error.condition;
    detail.description = error.description;
    return {state::rejected, std::move(detail)};
}

} // namespace crosspoint::io
