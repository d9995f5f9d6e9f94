// SPDX-License-Identifier: Apache-2.0
#include "router_core/link/connection.hpp"
#include "router_core/link/postman.hpp"
#include "tests/unit/tokens.hpp"
#include "tests/unit/unit.hpp"

#include <memory>
#include <utility>

namespace {

using namespace crosspoint;
using namespace crosspoint::core;

/// A connection without a worker.
struct End final : Waker {
    int woken = 0;
    IntrusivePtr<Outbox> outbox{new Outbox(*this)};
    Connection connection{ConnectionId{1}, ConnectionOpened{{}, outbox}};
    ConnectionTurnForTest turn;

    void wake() override { ++woken; }
    ParcelPtr take() { return outbox->take(turn.token); }
};

void a_connection_has_one_parcel_in_a_batch() {
    CoreThreadForTest ct;
    Postman postman;
    End end;
    Parcel& parcel = postman.parcel(ct.token, end.connection);
    EXPECT(&postman.parcel(ct.token, end.connection) == &parcel);
    EXPECT(parcel.serial == 1);
    EXPECT(end.woken == 0);
    postman.hand_over_all(ct.token);
    EXPECT(end.woken == 1);
    EXPECT(end.take()->serial == 1);
}

void only_those_with_a_parcel_are_woken() {
    CoreThreadForTest ct;
    Postman postman;
    End busy, idle;
    postman.parcel(ct.token, busy.connection);
    postman.hand_over_all(ct.token);
    postman.hand_over_all(ct.token);
    EXPECT(busy.woken == 1);
    EXPECT(idle.woken == 0);
}

void serials_count_up_for_each_connection() {
    CoreThreadForTest ct;
    Postman postman;
    End one, two;
    for (std::uint64_t round = 1; round <= 3; ++round) {
        EXPECT(postman.parcel(ct.token, one.connection).serial == round);
        postman.hand_over_all(ct.token);
    }
    EXPECT(postman.parcel(ct.token, two.connection).serial == 1);
    EXPECT(one.take()->serial == 3);
}

void mail_for_a_connection_that_is_gone_is_dropped() {
    CoreThreadForTest ct;
    Postman postman;
    End end;
    postman.parcel(ct.token, end.connection);
    postman.forget(ct.token, end.connection);
    postman.hand_over_all(ct.token);
    EXPECT(end.woken == 0);
    EXPECT(end.take() == nullptr);
}

void an_emptied_parcel_is_used_again() {
    CoreThreadForTest ct;
    Postman postman;
    End end;
    postman.parcel(ct.token, end.connection).credit.push_back({LinkId{0, 1}, 5, false});
    postman.hand_over_all(ct.token);
    ParcelPtr parcel = end.take();
    Parcel* const place = parcel.get();
    postman.recycle(ct.token, std::move(parcel));
    Parcel& next = postman.parcel(ct.token, end.connection);
    EXPECT(&next == place);
    EXPECT(next.credit.empty());
    EXPECT(next.serial == 2);
}

const CMUnitTest tests[] = {
    unit::test<a_connection_has_one_parcel_in_a_batch>("a connection has one parcel in a batch"),
    unit::test<only_those_with_a_parcel_are_woken>("only those with a parcel are woken"),
    unit::test<serials_count_up_for_each_connection>("serials count up for each connection"),
    unit::test<mail_for_a_connection_that_is_gone_is_dropped>(
        "mail for a connection that is gone is dropped"),
    unit::test<an_emptied_parcel_is_used_again>("an emptied parcel is used again"),
};

} // namespace

int main() {
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
