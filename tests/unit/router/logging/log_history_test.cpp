// SPDX-License-Identifier: Apache-2.0
#include "router/logging/log_history.hpp"
#include "tests/unit/unit.hpp"

using namespace crosspoint::logging;

namespace {

LogHistory history_after(int events) {
    LogHistory history(3);
    for (int i = 1; i <= events; ++i) {
        LogEvent event;
        event.text = std::to_string(i);
        history.add(event);
    }
    return history;
}

std::string texts(const std::vector<LogEvent>& events) {
    std::string result;
    for (const LogEvent& event : events) {
        result += event.text + ' ';
    }
    return result;
}

void an_empty_history_has_no_events() {
    EXPECT(history_after(0).last().empty());
}

void events_come_oldest_first() {
    EXPECT(texts(history_after(2).last()) == "1 2 ");
}

void the_oldest_makes_room() {
    EXPECT(texts(history_after(3).last()) == "1 2 3 ");
    EXPECT(texts(history_after(5).last()) == "3 4 5 ");
    EXPECT(texts(history_after(7).last()) == "5 6 7 ");
}

void a_limit_asks_for_the_most_recent() {
    EXPECT(texts(history_after(5).last(2)) == "4 5 ");
    EXPECT(texts(history_after(2).last(1)) == "2 ");
    EXPECT(texts(history_after(5).last(100)) == "3 4 5 ");
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<an_empty_history_has_no_events>("an empty history has no events"),
        unit::test<events_come_oldest_first>("events come oldest first"),
        unit::test<the_oldest_makes_room>("the oldest makes room"),
        unit::test<a_limit_asks_for_the_most_recent>("a limit asks for the most recent"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
