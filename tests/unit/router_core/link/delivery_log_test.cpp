// SPDX-License-Identifier: Apache-2.0
#include "router_core/link/delivery_log.hpp"
#include "router_core/thread/core_state.hpp"
#include "tests/unit/tokens.hpp"
#include "tests/unit/unit.hpp"

#include "crosspoint/core/outbox.hpp"

#include <utility>
#include <vector>

using namespace crosspoint;
using namespace crosspoint::core;

namespace {

/// What a test has logged at debug.
class Lines final : public log::Sink {
public:
    Lines() {
        log::set_mask(log::Module::router_core, 1U << static_cast<unsigned>(log::Level::debug));
        log::set_sink(this);
    }
    ~Lines() {
        log::set_sink(nullptr);
        log::set_mask(log::Module::router_core, 0);
    }
    void write(log::Module, log::Level, std::string_view text, const char*, int) override {
        lines_.emplace_back(text);
    }
    /// Those since the last call.
    std::vector<std::string> take() { return std::exchange(lines_, {}); }

private:
    std::vector<std::string> lines_;
};
using Text = std::vector<std::string>;

/// A core with one connection, on which link 7 sends to "a" and link 8, once attached, receives.
class Core final : public Waker {
public:
    Core() : state_(CoreSettings{}), outbox_(new Outbox(*this)) {
        act(ConnectionOpened{{}, outbox_});
        LinkAttached attached;
        attached.link = producer;
        attached.identity = 7;
        attached.target.address = "a";
        act(attached);
        attached.link = anonymous;
        attached.identity = 9;
        attached.target.address.clear();
        attached.target.present = false;
        act(attached);
    }
    ~Core() { outbox_->close(turn_.token); }
    void wake() override {}

    void act(Action action) {
        ActionBatch batch;
        batch.connection = {1};
        batch.actions.push_back(std::move(action));
        state_.begin_batch(ct_.token, 0);
        state_.handle(ct_.token, batch);
        state_.end_batch(ct_.token);
    }
    void attach_consumer(std::uint64_t credit) {
        LinkAttached attached;
        attached.link = consumer;
        attached.identity = 8;
        attached.direction = Direction::outgoing;
        attached.source.address = "a";
        act(attached);
        act(CreditArrived{consumer, credit});
    }
    void arrive(LinkId link, bool settled = false) {
        const message::MessagePtr message(
            new message::Message(message::BufferPtr::make(1), message::Facts{}));
        const IncomingId id = settled ? IncomingId{} : IncomingId{next_++, 1};
        act(DeliveryArrived{link, id, message, 100, message::Ending::complete, settled});
    }
    /// What the connection is to send.
    OutgoingId sent() {
        const ParcelPtr parcel = outbox_->take(turn_.token);
        return parcel->links_with_work[4].back().id;
    }

    static constexpr LinkId producer{0, 1};
    static constexpr LinkId consumer{1, 1};
    static constexpr LinkId anonymous{2, 1};

private:
    CoreThreadForTest ct_;
    ConnectionTurnForTest turn_;
    CoreState state_;
    IntrusivePtr<Outbox> outbox_;
    std::uint32_t next_ = 0;
};

void a_delivery_can_be_followed_by_its_number() {
    Core core;
    core.attach_consumer(10);
    Lines lines;
    core.arrive(Core::producer);
    EXPECT((lines.take() == Text{"[C1][L7][D1] Arrived: 100 octets, for M0a",
                                 "[C1][L8][D1] Forwarded here: priority 4"}));
    core.act(ConsumerDisposition{core.sent(), state::accepted, true});
    EXPECT((lines.take() == Text{"[C1][L7][D1] Producer is told: accepted, settled"}));
    core.arrive(Core::producer, true);
    EXPECT((lines.take() == Text{"[C1][L7][D2] Arrived: 100 octets, settled, for M0a",
                                 "[C1][L8][D2] Forwarded here: priority 4"}));
}

void the_log_says_why_nobody_gets_a_message() {
    Core core;
    Lines lines;
    core.arrive(Core::producer);
    EXPECT((lines.take() == Text{"[C1][L7][D1] Arrived: 100 octets, for M0a",
                                 "[C1][L7][D1] No consumer: released",
                                 "[C1][L7][D1] Producer is told: released, settled"}));
    core.arrive(Core::producer, true);
    EXPECT((lines.take().back() == "[C1][L7][D2] No consumer: dropped, because it is settled"));
    core.arrive(Core::anonymous);
    const std::string rejected =
        "rejected (amqp:precondition-failed: Routing failure: no address present)";
    EXPECT((lines.take() == Text{"[C1][L9][D3] Arrived: 100 octets, for no known address",
                                 "[C1][L9][D3] No address: " + rejected,
                                 "[C1][L9][D3] Producer is told: " + rejected + ", settled"}));
}

void what_a_lost_consumer_had_is_logged() {
    Core core;
    core.attach_consumer(0);
    core.arrive(Core::producer);
    core.arrive(Core::producer, true);
    Lines lines;
    core.act(LinkDetached{Core::consumer, false, 0, {}});
    EXPECT((lines.take() ==
            Text{"[C1][L8][D1] Consumer is gone: released",
                 "[C1][L7][D1] Producer is told: released, settled",
                 "[C1][L8][D2] Consumer is gone: released, and nobody waits to hear of it"}));
}

void what_is_dropped_because_the_consumer_is_slow_is_logged() {
    Core core;
    core.attach_consumer(0);
    const int capacity = 250;
    for (int i = 0; i < capacity; ++i) {
        core.arrive(Core::producer, true);
    }
    Lines lines;
    core.arrive(Core::producer, true);
    const Text text = lines.take();
    EXPECT(text.size() == 1 + (capacity - 1) + 1);
    EXPECT(text[1] == "[C1][L8][D2] Dropped: settled, and the consumer is too slow");
    EXPECT(text.back() == "[C1][L8][D251] Forwarded here: priority 4");
}

void states_are_named() {
    EXPECT(text_of({}) == "no state" && text_of(state::received) == "received");
    EXPECT(text_of(state::accepted) == "accepted" && text_of(state::modified) == "modified");
    EXPECT(text_of(state::declared) == "declared" && text_of(99) == "state 99");
    StateDetail detail;
    detail.condition = "x:y";
    EXPECT(text_of({state::rejected, std::move(detail)}) == "rejected (x:y)");
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<a_delivery_can_be_followed_by_its_number>("a delivery can be followed"),
        unit::test<the_log_says_why_nobody_gets_a_message>("why nobody gets a message"),
        unit::test<what_a_lost_consumer_had_is_logged>("a lost consumer"),
        unit::test<what_is_dropped_because_the_consumer_is_slow_is_logged>("a slow consumer"),
        unit::test<states_are_named>("states are named"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
