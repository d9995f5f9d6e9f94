// SPDX-License-Identifier: Apache-2.0
#include "router_core/management/explain.hpp"

namespace crosspoint::core {

namespace {

/// Why the oldest message of a producer has not been settled.
void explain_oldest(const CoreView& view, const IncomingDelivery& delivery,
                    std::vector<std::string>& reasons) {
    const OutgoingDelivery* copy = delivery.copies.front();
    if (!copy) {
        const Address* address = delivery.link->address;
        const bool asked = address && address->in_process == InProcess::management;
        reasons.push_back(delivery.ending == message::Ending::open
                              ? "The oldest message still arrives, and nobody wants the rest of it"
                          : asked ? "The management agent has not answered the oldest message yet"
                                  : "The oldest message waits for a word of the router itself");
        return;
    }
    if (delivery.ending == message::Ending::open) {
        for (; copy; copy = copy->copy_hook.next) {
            const bool slow = copy->bytes_sent < delivery.size;
            if (slow) {
                reasons.push_back("The oldest message still arrives, and is read no faster than " +
                                  place_of(*copy->link) +
                                  " takes it: " + count_of(copy->bytes_sent, "byte") + " of " +
                                  std::to_string(delivery.size) + " were sent there");
            }
        }
        return;
    }
    for (; copy; copy = copy->copy_hook.next) {
        if (copy->parcel == 0) {
            reasons.push_back("The oldest message waits in the queue for " + place_of(*copy->link));
            explain_waiting(view, *copy->link, reasons);
        } else {
            reasons.push_back("The oldest message was given to " + place_of(*copy->link) +
                              " and is not settled there");
            if (!copy->link->window.has_room()) {
                explain_waiting(view, *copy->link, reasons);
            }
        }
    }
}

Explanation explain_incoming(const CoreView& view, const IncomingLink& link) {
    Explanation told;
    const CreditWindow& credit = link.credit;
    if (const IncomingDelivery* oldest = link.deliveries.front()) {
        told.reasons.push_back(count_of(link.deliveries.size(), "delivery") + " of a window of " +
                               std::to_string(credit.capacity()) +
                               " are not settled, the oldest for " +
                               age_of(view, oldest->arrived_ms));
        explain_oldest(view, *oldest, told.reasons);
    }
    if (link.draining) {
        told.reasons.emplace_back(
            "The producer was asked to give back its credit (drain), because nobody was left to "
            "take its messages");
    }
    if (credit.available() > 0) {
        told.summary = "The producer has credit for " + count_of(credit.available(), "message");
    } else if (link.address && !credit.is_open()) {
        told.summary = "The producer has no credit, because nobody takes messages of its address";
        for (std::string& reason : explain_address(view, *link.address).reasons) {
            told.reasons.push_back(std::move(reason));
        }
    } else if (!link.deliveries.empty()) {
        told.summary = "The producer has no credit, because unsettled deliveries fill its window";
    } else {
        told.summary = "The producer has no credit at this moment";
    }
    return told;
}

Explanation explain_outgoing(const CoreView& view, const OutgoingLink& link) {
    Explanation told;
    const bool waits = explain_waiting(view, link, told.reasons);
    if (const OutgoingDelivery* oldest = link.sent.front()) {
        told.reasons.push_back(count_of(link.sent.size(), "delivery") +
                               " given to the consumer are not settled, the oldest for " +
                               age_of(view, oldest->arrived_ms));
    }
    if (waits) {
        told.summary = count_of(link.backlog.size(), "delivery") + " for this consumer wait";
    } else if (!link.window.has_credit()) {
        told.summary = "The consumer has given no credit, and nothing waits for it";
    } else {
        told.summary = "Nothing waits: the consumer has given credit for " +
                       count_of(link.window.available(), "message");
    }
    return told;
}

} // namespace

bool explain_waiting(const CoreView& view, const OutgoingLink& link,
                     std::vector<std::string>& reasons) {
    if (link.drain_serial) {
        reasons.push_back("The consumer at " + place_of(link) + " drains its credit");
    }
    if (!link.window.has_room()) {
        reasons.push_back("The peer of " + place_of(link) +
                          " does not read: what was handed over could not be sent yet");
    }
    const OutgoingDelivery* oldest = link.backlog.front();
    if (!oldest) {
        return false;
    }
    const std::string waiting = count_of(link.backlog.size(), "delivery") + " at " +
                                place_of(link) + " wait, the first for " +
                                age_of(view, oldest->arrived_ms);
    reasons.push_back(waiting + (link.window.has_credit() ? "" : ": the consumer gives no credit"));
    return true;
}

Explanation explain_link(const CoreView& view, const Link& link) {
    if (!link.is_attached) {
        return {"The link is not attached yet",
                {"The peer of " + place_of(link) + " has not answered that this router opened it"}};
    }
    return link.direction == Direction::incoming
               ? explain_incoming(view, static_cast<const IncomingLink&>(link))
               : explain_outgoing(view, static_cast<const OutgoingLink&>(link));
}

} // namespace crosspoint::core
