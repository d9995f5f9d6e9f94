// SPDX-License-Identifier: Apache-2.0
#include "router/logging/log_queue.hpp"
#include "tests/unit/unit.hpp"

#include <thread>
#include <vector>

using namespace crosspoint;
using namespace crosspoint::logging;
using Posted = LogQueue::Posted;
using namespace std::chrono_literals;

namespace {

LogEvent event(std::string text, log::Module module = log::Module::router) {
    LogEvent result;
    result.module = module;
    result.level = log::Level::warning;
    result.text = std::move(text);
    return result;
}

void events_are_taken_in_order() {
    LogQueue queue;
    queue.open();
    EXPECT(queue.post(event("one")) == Posted::queued);
    EXPECT(queue.post(event("two")) == Posted::queued);
    LogQueue::Batch batch;
    EXPECT(queue.take_all(batch));
    EXPECT(batch.events.size() == 2);
    EXPECT(batch.events[0].text == "one");
    EXPECT(batch.events[1].text == "two");
}

void what_does_not_fit_is_counted_by_module() {
    LogQueue queue({2, 1000});
    queue.open();
    EXPECT(queue.post(event("one")) == Posted::queued);
    EXPECT(queue.post(event("two")) == Posted::queued);
    EXPECT(queue.post(event("three")) == Posted::dropped);
    EXPECT(queue.post(event("four", log::Module::http)) == Posted::dropped);
    EXPECT(queue.post(event("five", log::Module::http)) == Posted::dropped);
    LogQueue::Batch batch;
    EXPECT(queue.take_all(batch));
    EXPECT(batch.events.size() == 2);
    EXPECT(batch.dropped[index_of(log::Module::router)] == 1);
    EXPECT(batch.dropped[index_of(log::Module::http)] == 2);
}

void bytes_are_limited_too() {
    LogQueue queue({100, 10});
    queue.open();
    EXPECT(queue.post(event("12345678")) == Posted::queued);
    EXPECT(queue.post(event("123")) == Posted::dropped);
    EXPECT(queue.post(event("12")) == Posted::queued);
}

void there_is_room_again_after_a_batch() {
    LogQueue queue({1, 3});
    queue.open();
    LogQueue::Batch batch;
    EXPECT(queue.post(event("one")) == Posted::queued);
    EXPECT(queue.post(event("two")) == Posted::dropped);
    EXPECT(queue.take_all(batch));
    EXPECT(queue.post(event("six")) == Posted::queued);
    EXPECT(queue.take_all(batch));
    EXPECT(batch.events.size() == 1);
    EXPECT(batch.events[0].text == "six");
    EXPECT(batch.dropped == LogQueue::Batch{}.dropped);
}

void nobody_takes_before_open_or_after_close() {
    LogQueue queue;
    LogEvent early = event("early");
    EXPECT(queue.post(early) == Posted::not_open);
    EXPECT(early.text == "early");
    queue.open();
    queue.close();
    LogEvent late = event("late");
    EXPECT(queue.post(late) == Posted::closed);
    EXPECT(late.text == "late");
}

void a_closed_queue_is_emptied_first() {
    LogQueue queue;
    queue.open();
    EXPECT(queue.post(event("last")) == Posted::queued);
    queue.close();
    LogQueue::Batch batch;
    EXPECT(queue.take_all(batch));
    EXPECT(batch.events.size() == 1);
    EXPECT(!queue.take_all(batch));
}

void a_batch_is_written_when_the_next_is_asked_for() {
    LogQueue queue;
    queue.open();
    EXPECT(queue.wait_written(0ms));
    EXPECT(queue.post(event("one")) == Posted::queued);
    EXPECT(!queue.wait_written(0ms));
    LogQueue::Batch batch;
    EXPECT(queue.take_all(batch));
    EXPECT(!queue.wait_written(0ms));
    queue.close();
    EXPECT(!queue.take_all(batch));
    EXPECT(queue.wait_written(0ms));
}

void every_event_is_remembered_and_counted() {
    LogQueue queue({1, 100});
    EXPECT(queue.post(event("early")) == Posted::not_open);
    queue.open();
    EXPECT(queue.post(event("queued")) == Posted::queued);
    EXPECT(queue.post(event("dropped")) == Posted::dropped);
    queue.close();
    EXPECT(queue.post(event("late")) == Posted::closed);
    const auto recent = queue.recent(0);
    EXPECT(recent.size() == 4);
    EXPECT(recent[0].text == "early");
    EXPECT(recent[3].text == "late");
    const auto counts = queue.counts();
    EXPECT(counts[index_of(log::Module::router)][index_of(log::Level::warning)] == 4);
    EXPECT(counts[index_of(log::Module::router)][index_of(log::Level::error)] == 0);
}

void a_sleeping_taker_misses_nothing() {
    constexpr int threads = 4;
    constexpr int events = 2000;
    LogQueue queue({threads * events, 1 << 20});
    queue.open();
    std::size_t taken = 0;
    std::thread taker([&] {
        LogQueue::Batch batch;
        while (queue.take_all(batch)) {
            taken += batch.events.size();
        }
    });
    std::vector<std::thread> producers;
    producers.reserve(threads);
    for (int i = 0; i < threads; ++i) {
        producers.emplace_back([&queue] {
            for (int j = 0; j < events; ++j) {
                static_cast<void>(queue.post(event("text")));
            }
        });
    }
    for (std::thread& producer : producers) {
        producer.join();
    }
    const bool written = queue.wait_written(60s);
    queue.close();
    taker.join();
    EXPECT(written);
    EXPECT(taken == threads * events);
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<events_are_taken_in_order>("events are taken in order"),
        unit::test<what_does_not_fit_is_counted_by_module>("what does not fit is counted"),
        unit::test<bytes_are_limited_too>("bytes are limited too"),
        unit::test<there_is_room_again_after_a_batch>("there is room again after a batch"),
        unit::test<nobody_takes_before_open_or_after_close>("before open and after close"),
        unit::test<a_closed_queue_is_emptied_first>("a closed queue is emptied first"),
        unit::test<a_batch_is_written_when_the_next_is_asked_for>("when a batch is written"),
        unit::test<every_event_is_remembered_and_counted>("every event is remembered"),
        unit::test<a_sleeping_taker_misses_nothing>("a sleeping taker misses nothing"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
