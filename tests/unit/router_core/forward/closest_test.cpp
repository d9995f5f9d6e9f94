// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/router_core/thread/core_driver.hpp"
#include "tests/unit/unit.hpp"

#include "crosspoint/base/log.hpp"

#include <string>
#include <vector>

namespace {

using namespace crosspoint;
using namespace crosspoint::core;
using test::CoreDriver;
using test::Peer;

struct Closest {
    CoreDriver core{test::settings_with({{"a", Treatment::closest, 0, 0, -1, false}})};
    Peer producer{core};
    Peer consumer{core};
    std::vector<LinkId> links;
    LinkId in = producer.attach_sender("a");

    explicit Closest(std::size_t count, std::uint64_t credit = 100) {
        for (std::size_t i = 0; i < count; ++i) {
            links.push_back(consumer.attach_receiver("a", {.limit = credit}));
        }
        consumer.take();
    }
    /// Which consumers get the next messages, as letters.
    std::string send(int messages) {
        std::string order;
        for (int i = 0; i < messages; ++i) {
            producer.send(in);
            order += static_cast<char>('a' + consumer.take_one().link.slot);
        }
        return order;
    }
};

void consumers_take_turns() {
    Closest c(3);
    EXPECT(c.send(7) == "abcabca");
}

void neither_credit_nor_backlog_matters() {
    Closest c(2, 0);
    for (int i = 0; i < 6; ++i) {
        c.producer.send(c.in);
    }
    const auto& consumers = c.core.address("M0a")->consumers;
    EXPECT(consumers[0]->backlog.size() == 3);
    EXPECT(consumers[1]->backlog.size() == 3);
}

void the_turn_is_kept_when_one_leaves_that_had_its_turn() {
    Closest c(4);
    EXPECT(c.send(2) == "ab");
    c.consumer.detach(c.links[0]);
    EXPECT(c.send(4) == "cdbc");
}

void the_turn_passes_on_when_the_next_one_leaves() {
    Closest c(3);
    EXPECT(c.send(1) == "a");
    c.consumer.detach(c.links[1]);
    EXPECT(c.send(3) == "cac");
}

void the_turn_begins_anew_when_the_last_one_leaves() {
    Closest c(3);
    EXPECT(c.send(2) == "ab");
    c.consumer.detach(c.links[2]);
    EXPECT(c.send(2) == "ab");
}

const CMUnitTest tests[] = {
    unit::test<consumers_take_turns>("consumers take turns"),
    unit::test<neither_credit_nor_backlog_matters>("neither credit nor backlog matters"),
    unit::test<the_turn_is_kept_when_one_leaves_that_had_its_turn>(
        "the turn is kept when one leaves that had its turn"),
    unit::test<the_turn_passes_on_when_the_next_one_leaves>(
        "the turn passes on when the next one leaves"),
    unit::test<the_turn_begins_anew_when_the_last_one_leaves>(
        "the turn begins anew when the last one leaves"),
};

} // namespace

int main() {
    log::set_mask(log::Module::router_core, 0);
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
