// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/router_core/thread/core_driver.hpp"
#include "tests/unit/unit.hpp"

#include "crosspoint/base/log.hpp"

#include <map>
#include <string>
#include <vector>

namespace {

using namespace crosspoint;
using namespace crosspoint::core;
using test::CoreDriver;
using test::Peer;

ConnectionInfo capacity(std::uint32_t links) {
    ConnectionInfo info;
    info.link_capacity = links;
    return info;
}

struct Balanced {
    CoreDriver core;
    Peer producer{core};
    Peer consumer;
    std::vector<LinkId> links;
    LinkId in = producer.attach_sender("a");

    explicit Balanced(std::size_t count, std::uint64_t credit = 1000, std::uint32_t bound = 250)
        : consumer(core, capacity(bound)) {
        for (std::size_t i = 0; i < count; ++i) {
            links.push_back(consumer.attach_receiver("a", {.limit = credit}));
        }
        consumer.take();
    }
    void send(std::size_t messages) {
        for (std::size_t i = 0; i < messages; ++i) {
            producer.send(in);
        }
    }
    std::size_t load(std::size_t number) { return core.address("M0a")->consumers[number]->load(); }
};

void idle_consumers_take_turns() {
    Balanced b(3);
    std::string order;
    for (int i = 0; i < 6; ++i) {
        b.producer.send(b.in);
        const LinkWithWork& work = b.consumer.take_one();
        order += static_cast<char>('a' + work.link.slot);
        b.consumer.consumer_says(work.id, state::accepted, true);
    }
    EXPECT(order == "abcabc");
}

void the_least_loaded_wins() {
    Balanced b(3);
    b.send(9);
    EXPECT(b.load(0) == 3 && b.load(1) == 3 && b.load(2) == 3);
}

void what_waits_counts_as_load() {
    Balanced b(2, 0);
    b.send(10);
    EXPECT(b.load(0) == 5 && b.load(1) == 5);
}

void a_consumer_that_settles_faster_gets_more() {
    Balanced b(2);
    int got_by_first = 0;
    for (int i = 0; i < 100; ++i) {
        b.producer.send(b.in);
        const LinkWithWork& work = b.consumer.take_one();
        if (work.link == b.links[0]) {
            ++got_by_first;
            b.consumer.consumer_says(work.id, state::accepted, true);
        }
    }
    EXPECT(got_by_first >= 98);
}

void a_consumer_at_its_capacity_is_passed_over() {
    CoreDriver core;
    Peer producer(core), small(core, capacity(2)), large(core, capacity(10));
    small.attach_receiver("a");
    large.attach_receiver("a");
    const LinkId in = producer.attach_sender("a");
    for (int i = 0; i < 10; ++i) {
        producer.send(in);
    }
    const auto& consumers = core.address("M0a")->consumers;
    EXPECT(consumers[0]->load() == 2);
    EXPECT(consumers[1]->load() == 8);
}

void if_all_are_at_capacity_the_least_loaded_wins() {
    Balanced b(2, 0, 2);
    b.send(10);
    EXPECT(b.load(0) == 5 && b.load(1) == 5);
}

void hundreds_of_consumers_share_evenly() {
    constexpr std::size_t count = 300;
    Balanced b(count);
    b.send(count * 3);
    for (std::size_t i = 0; i < count; ++i) {
        EXPECT(b.load(i) == 3);
    }
}

void hundreds_of_idle_consumers_share_evenly() {
    constexpr std::size_t count = 300;
    Balanced b(count);
    std::map<std::uint32_t, int> got;
    for (std::size_t i = 0; i < count * 2; ++i) {
        b.producer.send(b.in);
        const LinkWithWork& work = b.consumer.take_one();
        ++got[work.link.slot];
        b.consumer.consumer_says(work.id, state::accepted, true);
    }
    EXPECT(got.size() == count);
    for (const auto& [slot, messages] : got) {
        EXPECT(messages == 2);
    }
}

void settled_messages_are_shared_too() {
    Balanced b(4);
    std::map<std::uint32_t, int> got;
    for (int i = 0; i < 100; ++i) {
        b.producer.send_settled(b.in);
        ++got[b.consumer.take_one().link.slot];
    }
    EXPECT(got.size() == 4);
    for (const auto& [slot, messages] : got) {
        EXPECT(messages == 25);
    }
}

const CMUnitTest tests[] = {
    unit::test<idle_consumers_take_turns>("idle consumers take turns"),
    unit::test<the_least_loaded_wins>("the least loaded wins"),
    unit::test<what_waits_counts_as_load>("what waits counts as load"),
    unit::test<a_consumer_that_settles_faster_gets_more>(
        "a consumer that settles faster gets more"),
    unit::test<a_consumer_at_its_capacity_is_passed_over>(
        "a consumer at its capacity is passed over"),
    unit::test<if_all_are_at_capacity_the_least_loaded_wins>(
        "if all are at capacity the least loaded wins"),
    unit::test<hundreds_of_consumers_share_evenly>("hundreds of consumers share evenly"),
    unit::test<hundreds_of_idle_consumers_share_evenly>("hundreds of idle consumers share evenly"),
    unit::test<settled_messages_are_shared_too>("settled messages are shared too"),
};

} // namespace

int main() {
    log::set_mask(log::Module::router_core, 0);
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
