// SPDX-License-Identifier: Apache-2.0
#include "router/amqp/fifo.hpp"
#include "tests/unit/unit.hpp"

#include <memory>

using crosspoint::io::Fifo;

namespace {

void what_comes_first_goes_first() {
    Fifo<int> fifo;
    for (int i = 0; i < 1000; ++i) {
        fifo.push() = i;
    }
    for (int i = 0; i < 1000; ++i) {
        EXPECT(fifo.front() == i);
        EXPECT(fifo.size() == static_cast<std::size_t>(1000 - i));
        EXPECT(fifo.items().front() == i);
        EXPECT(fifo.items().back() == 999);
        fifo.pop();
    }
    EXPECT(fifo.empty());
    EXPECT(fifo.items().empty());
}

void a_queue_that_never_runs_empty_does_not_grow() {
    Fifo<int> fifo;
    int in = 0;
    for (; in < 300; ++in) {
        fifo.push() = in;
    }
    for (int out = 0; out < 100'000; ++out) {
        fifo.push() = in++;
        EXPECT(fifo.front() == out);
        fifo.pop();
    }
    EXPECT(fifo.size() == 300);
    EXPECT(fifo.capacity() <= 2048);
}

void what_was_popped_is_let_go_at_once() {
    const auto held = std::make_shared<int>(1);
    Fifo<std::shared_ptr<int>> fifo;
    fifo.push() = held;
    fifo.push() = held;
    fifo.pop();
    EXPECT(held.use_count() == 2);
    fifo.pop();
    EXPECT(held.use_count() == 1);
}

void a_burst_leaves_no_memory_behind() {
    Fifo<int> fifo;
    for (int i = 0; i < 10'000; ++i) {
        fifo.push();
    }
    while (!fifo.empty()) {
        fifo.pop();
    }
    EXPECT(fifo.capacity() <= 64);
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<what_comes_first_goes_first>("what comes first goes first"),
        unit::test<a_queue_that_never_runs_empty_does_not_grow>("it does not grow"),
        unit::test<what_was_popped_is_let_go_at_once>("what was popped is let go at once"),
        unit::test<a_burst_leaves_no_memory_behind>("a burst leaves no memory behind"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
