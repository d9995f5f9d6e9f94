// SPDX-License-Identifier: Apache-2.0
#include "router_core/routing/request.hpp"
#include "tests/unit/unit.hpp"

using namespace crosspoint::routing;
using namespace std::chrono_literals;

namespace {

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

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<a_question_is_repeated_in_growing_steps>("questions"),
        unit::test<a_probe_gives_up>("probes"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
