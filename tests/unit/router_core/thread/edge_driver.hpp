// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/link/own_message.hpp"
#include "tests/unit/router_core/thread/core_driver.hpp"
#include "tests/unit/unit.hpp"

#include "crosspoint/amqp/writer.hpp"

#include <string>
#include <vector>

/// An edge router's core with an uplink, whose interior router the test plays.
namespace crosspoint::test {

inline core::CoreSettings edge_settings() {
    core::CoreSettings settings = settings_with({});
    settings.router_id = "E";
    settings.edge = true;
    return settings;
}

inline core::ConnectionInfo edge_connection(bool takes_streams = true) {
    core::ConnectionInfo info;
    info.role = core::Role::edge;
    info.container = "other";
    info.strip_inbound = info.strip_outbound = false;
    info.streaming_links = takes_streams;
    return info;
}

/// The links in the order in which an edge router opens them.
enum UplinkPlace { way_up, downlink, tracking, asking, told, questions, answers, beats };

class EdgeDriver {
public:
    explicit EdgeDriver(bool takes_streams = true) : uplink(core, edge_connection(takes_streams)) {
        take_orders();
        EXPECT(orders.size() == 8);
    }

    /// Orders that have come since the last call stand at the end of `orders`.
    core::Parcel& take_orders() {
        core::Parcel& parcel = uplink.take();
        orders.insert(orders.end(), parcel.link_orders.begin(), parcel.link_orders.end());
        return parcel;
    }
    /// The interior router answers, and grants credit for what we send.
    LinkId answer(const core::LinkOrder& order) {
        core::LinkAttached attached;
        attached.order = order.number;
        attached.direction = order.direction;
        attached.source.address = order.source.dynamic
                                      ? "amqp:/_topo/0/A/temp." + std::to_string(order.number)
                                      : order.source.address;
        const LinkId link = uplink.attach(std::move(attached));
        if (order.direction == core::Direction::outgoing) {
            uplink.act(core::CreditArrived{link, 250, false, 0});
        }
        return link;
    }
    void answer_all() {
        for (const core::LinkOrder& order : std::vector(orders)) {
            links.push_back(answer(order));
        }
        take_orders();
    }
    /// The interior router sends a message of its own.
    void send_down(LinkId link, const amqp::Octets& octets) {
        core::DeliveryArrived arrived = core::own_message(octets);
        arrived.link = link;
        uplink.act(std::move(arrived));
    }

    CoreDriver core{edge_settings()};
    Peer uplink;
    std::vector<core::LinkOrder> orders;
    std::vector<LinkId> links; ///< by UplinkPlace
};

/// What a delivery says, if it is complete.
inline std::vector<std::uint8_t> octets_of(const core::LinkWithWork& work) {
    core::DeliveryArrived whole;
    whole.message = work.message;
    whole.size = work.size;
    return core::octets_of(whole);
}

} // namespace crosspoint::test
