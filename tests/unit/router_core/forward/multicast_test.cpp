// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/router_core/thread/core_driver.hpp"
#include "tests/unit/unit.hpp"

#include "crosspoint/base/log.hpp"

#include <set>
#include <vector>

namespace {

using namespace crosspoint;
using namespace crosspoint::core;
using test::CoreDriver;
using test::Peer;
using Slots = std::multiset<std::uint32_t>;

struct Multicast {
    CoreDriver core{test::settings_with({{"all", Treatment::multicast, 0, 0, -1, false}})};
    Peer producer{core};
    Peer consumer{core};
    std::vector<LinkId> links;
    LinkId in = producer.attach_sender("all");

    explicit Multicast(int count) {
        for (int i = 0; i < count; ++i) {
            links.push_back(consumer.attach_receiver("all"));
        }
        consumer.take();
    }
    Slots receivers() {
        consumer.take();
        Slots all;
        for (const LinkWithWork* work : consumer.work()) {
            all.insert(work->link.slot);
        }
        return all;
    }
};

void every_consumer_gets_one_copy() {
    Multicast m(3);
    m.producer.send(m.in);
    EXPECT((m.receivers() == Slots{0, 1, 2}));
    m.producer.send_settled(m.in);
    EXPECT((m.receivers() == Slots{0, 1, 2}));
}

void copies_share_the_content() {
    Multicast m(2);
    m.producer.send(m.in);
    m.consumer.take();
    const auto work = m.consumer.work();
    EXPECT(work[0]->message.get() == work[1]->message.get());
    EXPECT(work[0]->id != work[1]->id);
}

void a_consumer_that_comes_later_gets_only_what_comes_later() {
    Multicast m(1);
    m.producer.send(m.in);
    m.receivers();
    m.consumer.attach_receiver("all");
    EXPECT(m.receivers().empty());
    m.producer.send(m.in);
    EXPECT(m.receivers().size() == 2);
}

void without_consumers_the_message_is_released() {
    Multicast m(1);
    m.consumer.detach(m.links[0]);
    m.producer.take();
    m.producer.send(m.in);
    EXPECT(m.producer.take_told().state.code == state::released);
}

void every_copy_is_counted() {
    Multicast m(3);
    m.producer.send(m.in);
    EXPECT(m.core.address("M0all")->counters.ingress == 1);
    EXPECT(m.core.address("M0all")->counters.egress == 3);
}

const CMUnitTest tests[] = {
    unit::test<every_consumer_gets_one_copy>("every consumer gets one copy"),
    unit::test<copies_share_the_content>("copies share the content"),
    unit::test<a_consumer_that_comes_later_gets_only_what_comes_later>(
        "a consumer that comes later gets only what comes later"),
    unit::test<without_consumers_the_message_is_released>(
        "without consumers the message is released"),
    unit::test<every_copy_is_counted>("every copy is counted"),
};

} // namespace

int main() {
    log::set_mask(log::Module::router_core, 0);
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
