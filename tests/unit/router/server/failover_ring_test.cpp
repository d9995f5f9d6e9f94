// SPDX-License-Identifier: Apache-2.0
#include "router/server/failover_ring.hpp"
#include "tests/unit/unit.hpp"

#include <string>
#include <vector>

namespace {

using crosspoint::config::FailoverUrl;
using crosspoint::io::FailoverRing;
using std::chrono::milliseconds;

FailoverUrl url(std::string host) {
    FailoverUrl made;
    made.host = std::move(host);
    made.port = "5672";
    return made;
}

FailoverRing ring_of_three() {
    FailoverRing ring(url("a"));
    ring.learned({url("b"), url("c")});
    return ring;
}

void the_wait_grows_up_to_five_seconds() {
    FailoverRing ring(url("a"));
    for (const int wait : {250, 500, 1000, 2000, 4000, 5000, 5000}) {
        EXPECT(ring.failed(false) == milliseconds(wait));
    }
}

void the_wait_begins_anew_after_a_connection() {
    FailoverRing ring(url("a"));
    EXPECT(ring.failed(false) == milliseconds(250));
    EXPECT(ring.failed(false) == milliseconds(500));
    EXPECT(ring.failed(true) == milliseconds(250));
}

void alternatives_make_the_wait_short() {
    FailoverRing ring = ring_of_three();
    milliseconds longest{0};
    for (int i = 0; i < 10; ++i) {
        longest = std::max(longest, ring.failed(false));
    }
    EXPECT(longest == milliseconds(1000));
}

void each_is_tried_twice() {
    FailoverRing ring = ring_of_three();
    std::string order;
    for (int i = 0; i < 7; ++i) {
        order += ring.current().host;
        ring.failed(false);
    }
    EXPECT(order == "aabbcca");
}

void a_lost_connection_is_tried_at_the_same_place() {
    FailoverRing ring = ring_of_three();
    ring.failed(false);
    ring.failed(true);
    EXPECT(ring.current().host == "a");
    ring.failed(false);
    EXPECT(ring.current().host == "a");
    ring.failed(false);
    EXPECT(ring.current().host == "b");
}

void the_configured_one_and_the_one_in_use_are_kept() {
    FailoverRing ring = ring_of_three();
    ring.failed(false);
    ring.failed(false);
    EXPECT(ring.current().host == "b");
    ring.learned({url("d"), url("b")});
    EXPECT(ring.current().host == "b");
    EXPECT(ring.text() == "amqp://b:5672, amqp://d:5672, amqp://a:5672");
}

void nothing_is_named_twice() {
    FailoverRing ring(url("a"));
    ring.learned({url("a"), url("b"), url("b")});
    EXPECT(ring.text() == "amqp://a:5672, amqp://b:5672");
}

void a_peer_without_alternatives_leaves_the_configured_one() {
    FailoverRing ring = ring_of_three();
    ring.learned({});
    EXPECT(ring.text() == "amqp://a:5672");
}

void the_scheme_is_shown() {
    FailoverUrl secure = url("s");
    secure.scheme = "amqps";
    EXPECT(FailoverRing(secure).text() == "amqps://s:5672");
}

const CMUnitTest tests[] = {
    unit::test<the_wait_grows_up_to_five_seconds>("the wait grows up to five seconds"),
    unit::test<the_wait_begins_anew_after_a_connection>("the wait begins anew after a connection"),
    unit::test<alternatives_make_the_wait_short>("alternatives make the wait short"),
    unit::test<each_is_tried_twice>("each is tried twice"),
    unit::test<a_lost_connection_is_tried_at_the_same_place>(
        "a lost connection is tried at the same place"),
    unit::test<the_configured_one_and_the_one_in_use_are_kept>(
        "the configured one and the one in use are kept"),
    unit::test<nothing_is_named_twice>("nothing is named twice"),
    unit::test<a_peer_without_alternatives_leaves_the_configured_one>(
        "a peer without alternatives leaves the configured one"),
    unit::test<the_scheme_is_shown>("the scheme is shown"),
};

} // namespace

int main() {
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
