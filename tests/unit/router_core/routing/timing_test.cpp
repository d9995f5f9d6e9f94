// SPDX-License-Identifier: Apache-2.0
#include "router_core/routing/incarnation.hpp"
#include "router_core/routing/node_table.hpp"
#include "router_core/routing/once.hpp"
#include "router_core/routing/pacer.hpp"
#include "router_core/routing/request.hpp"
#include "tests/unit/unit.hpp"

using namespace crosspoint::routing;
using namespace std::chrono_literals;
using Verdict = Incarnation::Verdict;

namespace {

void work_comes_soon_after_a_quiet_time() {
    Pacer pacer({20ms, 200ms, 1000ms});
    EXPECT(!pacer.due() && !pacer.take(5s));
    pacer.request(10s);
    pacer.request(10s + 15ms);
    EXPECT(pacer.due() == 10s + 20ms);
    EXPECT(!pacer.take(10s + 19ms));
    EXPECT(pacer.take(10s + 20ms));
    EXPECT(!pacer.take(10s + 21ms));
}

void steps_grow_while_changes_keep_coming() {
    Pacer pacer({20ms, 200ms, 1000ms});
    Instant now = 10s;
    std::vector<Duration> gaps;
    Instant last{0};
    for (int i = 0; i < 6; ++i) {
        pacer.request(now);
        now = *pacer.due();
        EXPECT(pacer.take(now));
        gaps.push_back(now - last);
        last = now;
    }
    EXPECT((std::vector(gaps.begin() + 1, gaps.end()) ==
            std::vector<Duration>{200ms, 400ms, 800ms, 1000ms, 1000ms}));
    pacer.request(now + 3s);
    EXPECT(pacer.due() == now + 3s + 20ms);
}

void a_question_is_repeated_in_growing_steps() {
    Request request;
    EXPECT(!request.wanted() && !request.due(0s));
    request.want();
    EXPECT(request.due(0s));
    request.sent(0s);
    EXPECT(!request.due(499ms) && request.due(500ms));
    request.sent(500ms);
    EXPECT(!request.due(1499ms) && request.due(1500ms));
    request.want();
    EXPECT(!request.due(1499ms));
    request.hurry();
    EXPECT(request.due(600ms));
    request.sent(600ms);
    for (int i = 0; i < 20; ++i) {
        request.sent(10s);
    }
    EXPECT(!request.due(25s) && request.due(26s));
    request.done();
    EXPECT(!request.wanted() && !request.due(99s));
    request.hurry();
    EXPECT(!request.due(99s));
}

void a_probe_gives_up() {
    Request request;
    request.probe();
    for (int i = 0; i < Request::probes; ++i) {
        EXPECT(request.due(Instant(i * 10'000)));
        request.sent(Instant(i * 10'000));
    }
    EXPECT(!request.wanted());
    // Unless it turns out that there must be an answer.
    request.probe();
    request.want();
    for (int i = 0; i < 10; ++i) {
        request.sent(0s);
    }
    EXPECT(request.wanted());
}

void another_instance_is_a_restart() {
    Incarnation incarnation;
    EXPECT(incarnation.observe(0, 0s) == Verdict::same);
    EXPECT(incarnation.accepts(5));
    EXPECT(incarnation.observe(5, 0s) == Verdict::first);
    EXPECT(incarnation.observe(5, 1s) == Verdict::same);
    EXPECT(incarnation.observe(0, 1s) == Verdict::same);
    // Only inequality counts: a lower number is a restart as well.
    EXPECT(incarnation.observe(3, 2s) == Verdict::restarted);
    EXPECT(incarnation.current() == 3);
    EXPECT(incarnation.accepts(3) && incarnation.accepts(0) && !incarnation.accepts(5));
}

void stragglers_of_the_former_process_are_no_restart() {
    Incarnation incarnation;
    (void)incarnation.observe(5, 0s);
    (void)incarnation.observe(6, 1s);
    EXPECT(incarnation.observe(5, 2s) == Verdict::straggler);
    EXPECT(incarnation.observe(6, 2s) == Verdict::same);
    EXPECT(incarnation.observe(5, 11s) == Verdict::restarted);
}

void who_stays_behind_for_long_is_to_be_asked_again() {
    BehindWatch watch;
    EXPECT(!watch.observe(5, 5, 0s));
    EXPECT(!watch.observe(5, 4, 1s)); // overtaken
    EXPECT(!watch.observe(5, 5, 2s));
    EXPECT(!watch.observe(5, 4, 9s));
    EXPECT(!watch.observe(5, 4, 10s));
    EXPECT(watch.observe(5, 4, 11s));
    EXPECT(!watch.observe(5, 4, 11s));
}

void slots_are_the_lowest_that_are_free() {
    NodeTable nodes(3);
    EXPECT(nodes.create("C")->slot == RouterSlot{1});
    RouterNode* a = nodes.create("A");
    EXPECT(a->slot == RouterSlot{2});
    EXPECT(nodes.create("B")->slot == RouterSlot{3});
    EXPECT(nodes.create("D") == nullptr);
    nodes.erase(*a);
    EXPECT(nodes.find("A") == nullptr && nodes.at(RouterSlot{2}) == nullptr);
    EXPECT(nodes.create("D")->slot == RouterSlot{2});
    std::string order;
    nodes.for_each([&](const RouterNode& node) { order += node.id; });
    EXPECT(order == "BCD");
    EXPECT(nodes.at(RouterSlot{3})->id == "B");
    EXPECT(nodes.at(self_slot) == nullptr && nodes.at(RouterSlot{99}) == nullptr);
}

void complaints_are_made_once_and_not_without_end() {
    Once once;
    EXPECT(once.first_time("a"));
    EXPECT(!once.first_time("a"));
    for (std::size_t i = 0; i < Once::limit; ++i) {
        (void)once.first_time(std::to_string(i));
    }
    EXPECT(!once.first_time("b"));
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<work_comes_soon_after_a_quiet_time>("soon"),
        unit::test<steps_grow_while_changes_keep_coming>("growing steps"),
        unit::test<a_question_is_repeated_in_growing_steps>("questions"),
        unit::test<a_probe_gives_up>("probes"),
        unit::test<another_instance_is_a_restart>("restart"),
        unit::test<stragglers_of_the_former_process_are_no_restart>("stragglers"),
        unit::test<who_stays_behind_for_long_is_to_be_asked_again>("behind"),
        unit::test<slots_are_the_lowest_that_are_free>("slots"),
        unit::test<complaints_are_made_once_and_not_without_end>("complaints"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
