// SPDX-License-Identifier: Apache-2.0
#include "router_core/management/explain.hpp"

#include <algorithm>

namespace crosspoint::core {

namespace {

/// An address may have very many consumers; more than so many are not looked at, nor named.
constexpr std::size_t most_looked_at = 5000;
constexpr std::size_t most_named = 5;

struct Consumers {
    std::size_t looked_at = 0;
    std::size_t without_credit = 0;
    std::size_t busy = 0; ///< something waits for them
    const OutgoingDelivery* oldest = nullptr;
};

Consumers look_at_consumers(const CoreView& view, const Address& address,
                            std::vector<std::string>& reasons) {
    Consumers all;
    for (const OutgoingLink* link : address.consumers) {
        if (++all.looked_at > most_looked_at) {
            --all.looked_at;
            break;
        }
        all.without_credit += link->window.has_credit() ? 0 : 1;
        const bool speaks =
            !link->backlog.empty() || link->drain_serial || !link->window.has_room();
        if (speaks && ++all.busy <= most_named) {
            explain_waiting(view, *link, reasons);
        }
        const OutgoingDelivery* sent = link->sent.front();
        if (sent && (!all.oldest || sent->arrived_ms < all.oldest->arrived_ms)) {
            all.oldest = sent;
        }
    }
    if (all.without_credit > 0) {
        reasons.push_back(std::to_string(all.without_credit) + " of " +
                          count_of(all.looked_at, "consumer") + " here have given no credit");
    }
    if (all.oldest) {
        reasons.push_back("Of what was given to consumers and is not settled, the oldest is at " +
                          place_of(*all.oldest->link) + ", for " +
                          age_of(view, all.oldest->arrived_ms));
    }
    return all;
}

/// What has been passed on to another router, of whatever address: its links are shared.
struct PassedOn {
    std::size_t unsettled = 0;
    const OutgoingDelivery* oldest = nullptr; ///< on one connection
    bool waits = false;                       ///< some could not be passed on yet
};

void look_at_links_to(const CoreView& view, const Connection& via, PassedOn& passed,
                      std::vector<std::string>& reasons) {
    PassedOn here;
    for (const auto& link : via.links()) {
        const bool carries = link && link->direction == Direction::outgoing &&
                             (link->kind == LinkKind::data || link->kind == LinkKind::streaming);
        if (!carries) {
            continue;
        }
        const auto& way = static_cast<const OutgoingLink&>(*link);
        if (!way.backlog.empty() || !way.window.has_room()) {
            here.waits = true;
            explain_waiting(view, way, reasons);
        }
        const OutgoingDelivery* sent = way.sent.front();
        here.unsettled += way.sent.size();
        if (sent && (!here.oldest || sent->arrived_ms < here.oldest->arrived_ms)) {
            here.oldest = sent;
        }
    }
    if (here.oldest) {
        reasons.push_back("Of all that was passed on to router '" + via.info.container + "', " +
                          count_of(here.unsettled, "delivery") +
                          (here.unsettled == 1 ? " is" : " are") + " not settled, the oldest for " +
                          age_of(view, here.oldest->arrived_ms) + ", at " +
                          place_of(*here.oldest->link) + "; ask that router why");
    }
    passed.unsettled += here.unsettled;
    passed.waits = passed.waits || here.waits;
}

PassedOn tell_of_remotes(const CoreView& view, const Address& address,
                         std::vector<std::string>& reasons) {
    PassedOn passed;
    std::vector<const Connection*> looked_at;
    for (const RemoteRouter* remote : address.remotes) {
        std::string text = "Router '" + remote->id + "' ";
        const bool is_next = remote->via && remote->via->info.container == remote->id;
        if (!remote->via) {
            text += "has consumers, but cannot be reached at present";
        } else {
            text += "has consumers; the next hop is " +
                    (is_next ? std::string("that router itself")
                             : "router '" + remote->via->info.container + "'") +
                    " on connection " + std::to_string(remote->via->id.value) + ", at cost " +
                    std::to_string(remote->cost);
        }
        reasons.push_back(std::move(text));
        if (remote->via && std::ranges::find(looked_at, remote->via) == looked_at.end()) {
            looked_at.push_back(remote->via);
            look_at_links_to(view, *remote->via, passed, reasons);
        }
    }
    return passed;
}

void tell_of_producers(const Address& address, std::vector<std::string>& reasons) {
    std::size_t looked_at = 0, without_credit = 0, full = 0;
    for (const IncomingLink* link = address.producers.front(); link && looked_at < most_looked_at;
         link = link->address_hook.next) {
        ++looked_at;
        const bool none = link->credit.available() == 0;
        without_credit += none ? 1 : 0;
        full += none && link->deliveries.size() >= link->credit.capacity() ? 1 : 0;
    }
    if (without_credit > 0) {
        reasons.push_back(std::to_string(without_credit) + " of " +
                          count_of(looked_at, "producer") + " have no credit");
    }
    if (full > 0) {
        reasons.push_back("Unsettled deliveries fill the window of " + count_of(full, "producer"));
    }
}

void tell_of_nobody(const CoreView& view, const Address& address,
                    std::vector<std::string>& reasons) {
    reasons.emplace_back("There is no consumer here, and no other router is known to have one");
    if (address.fallback) {
        reasons.emplace_back(address.fallback->has_own_destination()
                                 ? "Messages go to the fallback of the address"
                                 : "Its fallback has no consumer either");
    }
    if (view.settings.edge) {
        reasons.emplace_back(
            view.uplink ? "The interior router has not said that anybody elsewhere takes them"
                        : "This edge router has no connection to an interior router, so that it "
                          "can reach nobody elsewhere");
    }
}

} // namespace

Explanation explain_address(const CoreView& view, const Address& address) {
    Explanation told;
    if (address.treatment == Treatment::unavailable) {
        return {"The address cannot be used: its distribution is configured as unavailable",
                {"The configuration says so"}};
    }
    const Consumers consumers = look_at_consumers(view, address, told.reasons);
    const PassedOn passed = tell_of_remotes(view, address, told.reasons);
    tell_of_producers(address, told.reasons);
    const bool all_without =
        consumers.looked_at > 0 && consumers.without_credit == consumers.looked_at;
    if (address.in_process == InProcess::management) {
        told.summary = "The management agent of this router takes the messages";
    } else if (address.in_process != InProcess::nothing) {
        told.summary = "The address belongs to the router itself";
    } else if (!address.has_own_destination()) {
        told.summary = address.has_destination() ? "Only the fallback takes the messages"
                                                 : "Nobody takes messages of this address";
        tell_of_nobody(view, address, told.reasons);
    } else if (all_without && address.remotes.empty()) {
        told.summary = "No consumer has given credit";
    } else if (consumers.busy > 0) {
        told.summary = "Messages wait at " + std::to_string(consumers.busy) + " of " +
                       count_of(consumers.looked_at, "consumer");
    } else if (passed.waits) {
        told.summary = "Messages wait to be passed on to another router";
    } else if (consumers.oldest) {
        told.summary = "All messages are with consumers, who have not settled some of them";
    } else if (passed.unsettled > 0) {
        told.summary = "Nothing waits here, but other routers have not settled all that was passed "
                       "on to them";
    } else {
        told.summary = "Messages can be sent: nothing waits";
    }
    return told;
}

} // namespace crosspoint::core
