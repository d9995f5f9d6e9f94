// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/thread/core_state.hpp"
#include "tests/unit/tokens.hpp"
#include "tests/unit/unit.hpp"

#include "crosspoint/core/actions.hpp"
#include "crosspoint/core/outbox.hpp"
#include "crosspoint/core/settings.hpp"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Drives a CoreState by hand: a test says what each worker posts, and looks at the parcels.
namespace crosspoint::test {

/// A message with nothing in it but the text of its `to`.
inline message::MessagePtr make_message(std::string_view to = {}, std::uint8_t priority = 4) {
    message::BufferPtr buffer = message::BufferPtr::make(static_cast<std::uint32_t>(to.size()));
    std::ranges::copy(to, reinterpret_cast<char*>(buffer->data()));
    message::Facts facts;
    facts.priority = priority;
    facts.to = {0, static_cast<std::uint32_t>(to.size())};
    return message::MessagePtr(new message::Message(std::move(buffer), facts));
}

inline core::CoreSettings settings_with(std::vector<core::AddressRule> rules,
                                        core::Treatment otherwise = core::Treatment::balanced) {
    core::CoreSettings settings;
    settings.router_id = "R";
    settings.default_treatment = otherwise;
    settings.addresses = std::move(rules);
    settings.seed = {1, 2};
    return settings;
}

/// A core without a thread, and its clock.
class CoreDriver {
public:
    explicit CoreDriver(core::CoreSettings settings = settings_with({}),
                        core::ManagementPort* management = nullptr)
        : state(std::move(settings), management) {}

    /// One round of the core's work. `later` is how long it comes after the last one.
    void run(ConnectionId connection, std::vector<core::Action> actions, std::uint64_t later = 0) {
        now += later;
        core::ActionBatch batch;
        batch.connection = connection;
        batch.actions = std::move(actions);
        state.begin_batch(ct(), now);
        state.handle(ct(), batch);
        state.end_batch(ct());
    }
    /// Rounds until the core has nothing more to do by itself.
    void finish_chores() {
        while (state.has_chores(ct())) {
            state.begin_batch(ct(), now);
            state.work_on_chores(ct());
            state.end_batch(ct());
        }
    }
    /// A round in which nobody has posted anything.
    void pass_time(std::uint64_t milliseconds) { run({}, {}, milliseconds); }

    core::Address* address(std::string_view key) { return state.addresses().find(key); }
    CoreThread& ct() { return token_.token; }
    ConnectionId next_connection() { return {++connections_}; }

    core::CoreState state;
    std::uint64_t now = 1000;

private:
    CoreThreadForTest token_;
    std::uint64_t connections_ = 0;
};

/// How an outgoing link is asked for, where it differs from the ordinary.
struct Receiving {
    std::uint64_t limit = 100; ///< credit granted at once
    bool settled = false;
    std::uint64_t max_message_size = 0;
    std::vector<std::string> capabilities{};
};

/// One connection, with its worker's part done by the test.
class Peer final : public core::Waker {
public:
    explicit Peer(CoreDriver& driver, core::ConnectionInfo info = {})
        : driver_(driver),
          id_(driver.next_connection()),
          outbox_(new core::Outbox(*this)) {
        act(core::ConnectionOpened{std::move(info), outbox_});
    }
    Peer(const Peer&) = delete;
    Peer& operator=(const Peer&) = delete;
    ~Peer() { outbox_->close(turn_.token); }

    void wake() override { ++wakes; }

    /// Posts actions and lets the core work on them.
    void act(core::Action action) {
        std::vector<core::Action> actions;
        actions.push_back(std::move(action));
        driver_.run(id_, std::move(actions));
    }

    /// What the core had for this connection since the last call; empty if nothing.
    core::Parcel& take() {
        parcel_ = outbox_->take(turn_.token);
        if (!parcel_) {
            parcel_ = std::make_unique<core::Parcel>();
        } else {
            taken_ = parcel_->serial;
        }
        return *parcel_;
    }

    /// Deliveries of the parcel just taken, in the order in which a worker sends them.
    std::vector<core::LinkWithWork*> work() {
        std::vector<core::LinkWithWork*> all;
        for (std::size_t p = core::priorities; p-- > 0;) {
            for (core::LinkWithWork& one : parcel_->links_with_work[p]) {
                all.push_back(&one);
            }
        }
        return all;
    }
    /// The one delivery that the core had for this connection.
    core::LinkWithWork& take_one() {
        take();
        const std::vector<core::LinkWithWork*> all = work();
        EXPECT(all.size() == 1);
        return *all.front();
    }
    /// The one word about a delivery that the core had for this producer.
    core::IncomingDisposition& take_told() {
        EXPECT(take().incoming_dispositions.size() == 1);
        return parcel_->incoming_dispositions.front();
    }

    LinkId next_link() { return {links_++, 1}; }

    LinkId attach(core::LinkAttached attached) {
        attached.link = next_link();
        const LinkId link = attached.link;
        act(std::move(attached));
        return link;
    }
    /// A link that must be refused; gives the reason.
    AmqpError attach_refused(core::LinkAttached attached) {
        take();
        attach(std::move(attached));
        take();
        EXPECT(parcel_->answers.size() == 1);
        EXPECT(parcel_->answers[0].refused.has_value());
        return *parcel_->answers[0].refused;
    }
    core::LinkAttached sender_to(std::string address, std::vector<std::string> capabilities = {}) {
        core::LinkAttached attached;
        attached.direction = core::Direction::incoming;
        attached.target.address = std::move(address);
        attached.target.capabilities = std::move(capabilities);
        return attached;
    }
    core::LinkAttached receiver_from(std::string address, Receiving wanted = {}) {
        core::LinkAttached attached;
        attached.direction = core::Direction::outgoing;
        attached.source.address = std::move(address);
        attached.source.capabilities = std::move(wanted.capabilities);
        attached.peer_wants_settled = wanted.settled;
        attached.max_message_size = wanted.max_message_size;
        return attached;
    }
    LinkId attach_sender(std::string address, std::vector<std::string> capabilities = {}) {
        return attach(sender_to(std::move(address), std::move(capabilities)));
    }
    LinkId attach_receiver(std::string address, Receiving wanted = {}) {
        const std::uint64_t limit = wanted.limit;
        const LinkId link = attach(receiver_from(std::move(address), std::move(wanted)));
        if (limit > 0) {
            act(core::CreditArrived{link, limit, false, 0});
        }
        return link;
    }

    /// A complete message, unsettled.
    IncomingId send(LinkId link, message::MessagePtr message = make_message(),
                    std::uint64_t size = 100) {
        const IncomingId id = next_delivery();
        act(core::DeliveryArrived{link, id, std::move(message), size, message::Ending::complete,
                                  false});
        return id;
    }
    void send_settled(LinkId link, message::MessagePtr message = make_message(),
                      std::uint64_t size = 100) {
        act(core::DeliveryArrived{
            link, {}, std::move(message), size, message::Ending::complete, true});
    }
    /// The beginning of a large message.
    IncomingId begin(LinkId link, std::uint64_t size, bool settled = false,
                     message::MessagePtr message = make_message()) {
        const IncomingId id = next_delivery();
        act(core::DeliveryArrived{link, id, std::move(message), size, message::Ending::open,
                                  settled});
        return id;
    }
    void grow(LinkId link, IncomingId id, std::uint64_t size,
              message::Ending ending = message::Ending::open) {
        act(core::StreamGrew{link, id, size, ending});
    }
    void consumer_says(OutgoingId id, core::DeliveryState state, bool settled) {
        act(core::ConsumerDisposition{id, std::move(state), settled});
    }
    void producer_says(LinkId link, IncomingId id, core::DeliveryState state, bool settled) {
        act(core::ProducerDisposition{link, id, std::move(state), settled});
    }

    /// The link goes away; `unsent` of what was taken had not been sent completely.
    void detach(LinkId link, std::vector<OutgoingId> unsent = {}) {
        act(core::LinkDetached{link, false, taken_, std::move(unsent)});
    }
    void close() { act(core::ConnectionClosed{}); }

    ConnectionId id() const { return id_; }
    int wakes = 0;

private:
    IncomingId next_delivery() { return {deliveries_++, 1}; }

    CoreDriver& driver_;
    ConnectionId id_;
    IntrusivePtr<core::Outbox> outbox_;
    ConnectionTurnForTest turn_;
    core::ParcelPtr parcel_;
    std::uint64_t taken_ = 0;
    std::uint32_t links_ = 0;
    std::uint32_t deliveries_ = 0;
};

} // namespace crosspoint::test
