// SPDX-License-Identifier: Apache-2.0
#include "router_core/link/credit.hpp"
#include "tests/unit/unit.hpp"

namespace {

using crosspoint::core::CreditWindow;

bool is_whole(const CreditWindow& w) {
    return w.available() + w.in_flight() + w.owed() == w.capacity();
}

/// A window whose sender has all of it.
CreditWindow open_window(std::uint32_t capacity) {
    CreditWindow window(capacity);
    window.open();
    EXPECT(window.take_all() == capacity);
    return window;
}

void nothing_is_granted_while_closed() {
    CreditWindow window(4);
    EXPECT(!window.is_open());
    EXPECT(window.take_grant() == 0);
    EXPECT(window.owed() == 4);
    window.open();
    EXPECT(window.take_grant() == 4);
}

void credit_comes_back_when_half_is_settled() {
    CreditWindow window = open_window(8);
    for (int i = 0; i < 3; ++i) {
        window.arrived();
        window.settled();
        EXPECT(window.take_grant() == 0);
    }
    window.arrived();
    window.settled();
    EXPECT(window.take_grant() == 4);
    EXPECT(window.available() == 8);
}

void credit_comes_back_sooner_if_the_sender_has_little_left() {
    CreditWindow window = open_window(10);
    for (int i = 0; i < 9; ++i) {
        window.arrived();
    }
    window.settled();
    EXPECT(window.available() == 1);
    EXPECT(window.take_grant() == 1);
}

void what_is_owed_is_due_when_the_sender_has_run_out() {
    CreditWindow window = open_window(4);
    window.arrived();
    window.settled();
    EXPECT(window.take_grant() == 0);
    window.arrived();
    window.arrived();
    EXPECT(window.take_grant() == 1);
}

void a_capacity_of_one_is_given_back_each_time() {
    CreditWindow window = open_window(1);
    for (int i = 0; i < 3; ++i) {
        window.arrived();
        EXPECT(window.take_grant() == 0);
        window.settled();
        EXPECT(window.take_grant() == 1);
    }
}

void an_overrun_gains_nothing() {
    CreditWindow window = open_window(1);
    window.arrived();
    window.arrived();
    EXPECT(is_whole(window));
    window.settled();
    EXPECT(window.take_grant() == 0);
    window.settled();
    EXPECT(window.take_grant() == 1);
    EXPECT(is_whole(window));
}

void returned_credit_is_owed() {
    CreditWindow window = open_window(5);
    window.close();
    window.returned(3);
    EXPECT(window.available() == 2);
    EXPECT(window.owed() == 3);
    EXPECT(window.take_grant() == 0);
    EXPECT(is_whole(window));
}

void more_than_there_is_cannot_be_returned() {
    CreditWindow window = open_window(5);
    window.arrived();
    window.returned(100);
    EXPECT(window.available() == 0);
    EXPECT(window.owed() == 4);
    EXPECT(is_whole(window));
}

const CMUnitTest tests[] = {
    unit::test<nothing_is_granted_while_closed>("nothing is granted while closed"),
    unit::test<credit_comes_back_when_half_is_settled>("credit comes back when half is settled"),
    unit::test<credit_comes_back_sooner_if_the_sender_has_little_left>(
        "credit comes back sooner if the sender has little left"),
    unit::test<what_is_owed_is_due_when_the_sender_has_run_out>(
        "what is owed is due when the sender has run out"),
    unit::test<a_capacity_of_one_is_given_back_each_time>(
        "a capacity of one is given back each time"),
    unit::test<an_overrun_gains_nothing>("an overrun gains nothing"),
    unit::test<returned_credit_is_owed>("returned credit is owed"),
    unit::test<more_than_there_is_cannot_be_returned>("more than there is cannot be returned"),
};

} // namespace

int main() {
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
