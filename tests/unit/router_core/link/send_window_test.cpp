// SPDX-License-Identifier: Apache-2.0
#include "router_core/link/send_window.hpp"
#include "tests/unit/unit.hpp"

namespace {

using crosspoint::core::SendWindow;

void without_credit_it_is_closed() {
    SendWindow window;
    EXPECT(!window.is_open());
    EXPECT(!window.has_credit());
    EXPECT(window.has_room());
}

void credit_counts_from_the_attach() {
    SendWindow window;
    window.credit(2);
    window.handed_over(10);
    EXPECT(window.is_open());
    EXPECT(window.available() == 1);
    window.handed_over(10);
    EXPECT(!window.has_credit());
    window.credit(3);
    EXPECT(window.available() == 1);
}

void a_drain_takes_the_unused_credit_away() {
    SendWindow window;
    window.credit(10);
    window.handed_over(1);
    window.drain();
    EXPECT(window.available() == 0);
    EXPECT(!window.is_open());
}

void too_many_deliveries_before_the_socket_close_it() {
    SendWindow window;
    window.credit(10'000);
    for (std::uint64_t i = 0; i < SendWindow::max_deliveries; ++i) {
        EXPECT(window.is_open());
        window.handed_over(1);
    }
    EXPECT(!window.has_room());
    EXPECT(window.has_credit());
    window.progress(1, 1);
    EXPECT(window.is_open());
}

void too_many_bytes_before_the_socket_close_it() {
    SendWindow window;
    window.credit(10);
    window.handed_over(SendWindow::max_bytes - 1);
    EXPECT(window.is_open());
    window.handed_over(1);
    EXPECT(!window.is_open());
    window.progress(1, SendWindow::max_bytes - 1);
    EXPECT(window.is_open());
}

void one_delivery_may_exceed_the_bytes() {
    SendWindow window;
    window.credit(10);
    EXPECT(window.is_open());
    window.handed_over(50 * SendWindow::max_bytes);
    EXPECT(!window.is_open());
}

void credit_may_be_taken_back() {
    SendWindow window;
    window.credit(10);
    window.handed_over(1);
    window.handed_over(1);
    window.credit(1);
    EXPECT(window.available() == 0);
    EXPECT(!window.has_credit());
}

const CMUnitTest tests[] = {
    unit::test<without_credit_it_is_closed>("without credit it is closed"),
    unit::test<credit_counts_from_the_attach>("credit counts from the attach"),
    unit::test<a_drain_takes_the_unused_credit_away>("a drain takes the unused credit away"),
    unit::test<too_many_deliveries_before_the_socket_close_it>(
        "too many deliveries before the socket close it"),
    unit::test<too_many_bytes_before_the_socket_close_it>(
        "too many bytes before the socket close it"),
    unit::test<one_delivery_may_exceed_the_bytes>("one delivery may exceed the bytes"),
    unit::test<credit_may_be_taken_back>("credit may be taken back"),
};

} // namespace

int main() {
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
