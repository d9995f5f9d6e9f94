// SPDX-License-Identifier: Apache-2.0
// What waits for a consumer: in which order, and what is dropped when there is too much of it.
#include "tests/unit/router_core/thread/core_driver.hpp"
#include "tests/unit/unit.hpp"

#include "crosspoint/base/log.hpp"

#include <string>
#include <vector>

namespace {

using namespace crosspoint;
using namespace crosspoint::core;
using test::CoreDriver;
using test::make_message;
using test::Peer;

struct Pair {
    CoreDriver core;
    Peer producer{core};
    Peer consumer;
    LinkId out;
    LinkId in = producer.attach_sender("a");

    explicit Pair(std::uint32_t capacity = 250)
        : consumer(core, info(capacity)),
          out(consumer.attach_receiver("a", {.limit = 0})) {}

    static ConnectionInfo info(std::uint32_t capacity) {
        ConnectionInfo made;
        made.link_capacity = capacity;
        return made;
    }
    void credit(std::uint64_t limit) { consumer.act(CreditArrived{out, limit, false, 0}); }
    const OutgoingLink& link() { return *core.address("M0a")->consumers.front(); }
    /// Sizes of what the consumer gets, which tell one message from another.
    std::vector<std::uint64_t> sizes() {
        consumer.take();
        std::vector<std::uint64_t> all;
        for (const LinkWithWork* work : consumer.work()) {
            all.push_back(work->size);
        }
        return all;
    }
};

void the_most_urgent_go_first_and_equals_in_order() {
    Pair p;
    std::uint64_t size = 1;
    for (const std::uint8_t priority : {4, 9, 4, 0, 9, 5}) {
        p.producer.send(p.in, make_message("", priority), size++);
    }
    std::vector<std::uint64_t> order;
    for (std::uint64_t limit = 1; limit <= 6; ++limit) {
        p.credit(limit);
        for (const std::uint64_t one : p.sizes()) {
            order.push_back(one);
        }
    }
    EXPECT((order == std::vector<std::uint64_t>{2, 5, 6, 1, 3, 4}));
}

void credit_is_never_exceeded() {
    Pair p;
    for (int i = 0; i < 5; ++i) {
        p.producer.send(p.in);
    }
    p.credit(2);
    EXPECT(p.sizes().size() == 2);
    p.producer.send(p.in);
    EXPECT(p.sizes().empty());
    p.credit(3);
    EXPECT(p.sizes().size() == 1);
}

void too_much_before_the_socket_waits_in_the_core() {
    Pair p;
    p.credit(100);
    for (int i = 0; i < 5; ++i) {
        p.producer.send(p.in, make_message(), SendWindow::max_bytes / 2);
    }
    EXPECT(p.sizes().size() == 2);
    EXPECT(p.link().backlog.size() == 3);
    p.consumer.act(SendProgress{p.out, 1, SendWindow::max_bytes / 2});
    EXPECT(p.sizes().size() == 1);
}

void an_overloaded_backlog_keeps_one_settled_message_and_the_new_one() {
    Pair p(4);
    for (std::uint64_t size = 1; size <= 4; ++size) {
        p.producer.send_settled(p.in, make_message(), size);
    }
    EXPECT(p.link().backlog.size() == 4);
    p.producer.send_settled(p.in, make_message(), 5);
    EXPECT(p.link().backlog.size() == 2);
    EXPECT(p.link().counters.outcomes.dropped_presettled == 3);
    EXPECT(p.core.state.context().counters.outcomes.dropped_presettled == 3);
    p.credit(10);
    EXPECT((p.sizes() == std::vector<std::uint64_t>{1, 5}));
}

void unsettled_messages_are_never_dropped() {
    Pair p(4);
    for (std::uint64_t size = 1; size <= 3; ++size) {
        p.producer.send(p.in, make_message(), size);
        p.producer.send_settled(p.in, make_message(), size + 10);
    }
    p.credit(10);
    // The last one came when five waited; of the settled ones only the first may stay.
    EXPECT((p.sizes() == std::vector<std::uint64_t>{1, 11, 2, 3, 13}));
    EXPECT(p.producer.take().incoming_dispositions.empty());
}

void an_unsettled_message_drops_nothing() {
    Pair p(2);
    p.producer.send_settled(p.in, make_message(), 1);
    p.producer.send_settled(p.in, make_message(), 2);
    p.producer.send(p.in, make_message(), 3);
    p.producer.send(p.in, make_message(), 4);
    EXPECT(p.link().backlog.size() == 4);
    EXPECT(p.link().counters.outcomes.dropped_presettled == 0);
}

void dropped_messages_give_their_credit_back() {
    Pair p(2);
    for (int i = 0; i < 10; ++i) {
        p.producer.send_settled(p.in);
    }
    const CreditWindow& credit = p.core.address("M0a")->producers.front()->credit;
    EXPECT(credit.in_flight() == 0);
    EXPECT(credit.available() + credit.owed() == credit.capacity());
}

const CMUnitTest tests[] = {
    unit::test<the_most_urgent_go_first_and_equals_in_order>(
        "the most urgent go first and equals in order"),
    unit::test<credit_is_never_exceeded>("credit is never exceeded"),
    unit::test<too_much_before_the_socket_waits_in_the_core>(
        "too much before the socket waits in the core"),
    unit::test<an_overloaded_backlog_keeps_one_settled_message_and_the_new_one>(
        "an overloaded backlog keeps one settled message and the new one"),
    unit::test<unsettled_messages_are_never_dropped>("unsettled messages are never dropped"),
    unit::test<an_unsettled_message_drops_nothing>("an unsettled message drops nothing"),
    unit::test<dropped_messages_give_their_credit_back>("dropped messages give their credit back"),
};

} // namespace

int main() {
    log::set_mask(log::Module::router_core, 0);
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
