// SPDX-License-Identifier: Apache-2.0
#include "router/server/timer_queue.hpp"
#include "tests/unit/unit.hpp"

#include <string>

namespace {

using crosspoint::io::TimerQueue;
using std::chrono::seconds;

constexpr TimerQueue::Clock::time_point start{};

/// Runs what is due at a time and tells what it was.
struct Log {
    TimerQueue queue;
    std::string ran;

    bool add(int second, char name) {
        return queue.add(start + seconds(second), [this, name] { ran += name; });
    }
    std::string at(int second) {
        ran.clear();
        for (auto& due : queue.take_due(start + seconds(second))) {
            due();
        }
        return ran;
    }
};

void only_what_is_next_needs_a_new_alarm() {
    Log log;
    EXPECT(log.add(5, 'a'));
    EXPECT(!log.add(9, 'b'));
    EXPECT(log.add(1, 'c'));
    EXPECT(log.queue.next() == start + seconds(1));
}

void what_is_due_runs_in_order_and_once() {
    Log log;
    EXPECT(log.add(3, 'c'));
    EXPECT(log.add(1, 'a'));
    EXPECT(!log.add(2, 'b'));
    EXPECT(!log.add(9, 'z'));
    EXPECT(log.at(0).empty());
    EXPECT(log.at(3) == "abc");
    EXPECT(log.at(3).empty());
    EXPECT(log.queue.next() == start + seconds(9));
}

void equals_keep_their_order() {
    Log log;
    EXPECT(log.add(1, 'a'));
    EXPECT(!log.add(1, 'b'));
    EXPECT(log.at(1) == "ab");
}

void an_empty_queue_has_no_next() {
    Log log;
    EXPECT(!log.queue.next());
    EXPECT(log.add(1, 'a'));
    log.queue.clear();
    EXPECT(!log.queue.next());
    EXPECT(log.at(10).empty());
}

const CMUnitTest tests[] = {
    unit::test<only_what_is_next_needs_a_new_alarm>("only what is next needs a new alarm"),
    unit::test<what_is_due_runs_in_order_and_once>("what is due runs in order and once"),
    unit::test<equals_keep_their_order>("equals keep their order"),
    unit::test<an_empty_queue_has_no_next>("an empty queue has no next"),
};

} // namespace

int main() {
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
