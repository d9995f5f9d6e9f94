// SPDX-License-Identifier: Apache-2.0
#include "router/server/staffing.hpp"
#include "tests/unit/unit.hpp"

#include <functional>

using crosspoint::io::Staffing;

namespace {

/// A load that keeps whoever is on duty so busy, and of which so much gets done.
struct Load {
    double busy_share = 1;                ///< of the time of each worker on duty
    std::function<double(unsigned)> rate; ///< by how many are on duty
};

void pass(Staffing& staffing, const Load& load, unsigned periods) {
    constexpr double seconds = 0.1;
    for (unsigned i = 0; i < periods; ++i) {
        const unsigned on_duty = staffing.on_duty();
        staffing.learn({seconds, load.busy_share * on_duty * seconds,
                        static_cast<std::uint64_t>(load.rate(on_duty) * seconds)});
    }
}

/// The share of the periods in which more than `usual` were on duty.
double share_above(Staffing& staffing, const Load& load, unsigned usual, unsigned periods) {
    unsigned above = 0;
    for (unsigned i = 0; i < periods; ++i) {
        above += staffing.on_duty() > usual ? 1 : 0;
        pass(staffing, load, 1);
    }
    return static_cast<double>(above) / periods;
}

const Load easy{0.1, [](unsigned) { return 10'000.0; }};
const Load divisible{1, [](unsigned on_duty) { return 100'000.0 * on_duty; }};
const Load indivisible{1, [](unsigned) { return 100'000.0; }};
/// Two do more than one; a third adds nothing.
const Load enough_for_two{1, [](unsigned on_duty) { return on_duty > 1 ? 170'000.0 : 100'000.0; }};

void one_worker_does_what_one_can_do() {
    Staffing staffing(4);
    pass(staffing, easy, 1000);
    EXPECT(staffing.on_duty() == 1);
}

void all_are_on_duty_where_each_adds_its_share() {
    Staffing staffing(4);
    pass(staffing, divisible, 100);
    EXPECT(share_above(staffing, divisible, 3, 1000) > 0.98); // but for trials with fewer
}

void nobody_stays_who_adds_nothing() {
    Staffing staffing(4);
    EXPECT(share_above(staffing, indivisible, 1, 10'000) < 0.01);
    EXPECT(staffing.on_duty() == 1);
}

void one_more_is_tried_soon() {
    Staffing staffing(4);
    pass(staffing, divisible, 2);
    EXPECT(staffing.on_duty() == 2);
}

void a_period_that_began_idle_is_no_measure() {
    Staffing staffing(4);
    pass(staffing, easy, 10);
    pass(staffing, divisible, 1);
    EXPECT(staffing.on_duty() == 1);
}

void as_many_stay_as_are_of_use() {
    Staffing staffing(4);
    pass(staffing, enough_for_two, 3000);
    EXPECT(share_above(staffing, enough_for_two, 2, 5000) < 0.01);
    EXPECT(share_above(staffing, enough_for_two, 1, 5000) > 0.98);
}

void a_trial_lasts_longer_than_the_period_in_which_it_begins() {
    Staffing staffing(2);
    pass(staffing, divisible, 2);
    // The period in which the second comes shows nothing of what two can do.
    staffing.learn({0.1, 0.2, 0});
    EXPECT(staffing.on_duty() == 2);
    pass(staffing, divisible, 1);
    EXPECT(staffing.on_duty() == 2);
}

void those_without_work_go_off_duty() {
    Staffing staffing(4);
    pass(staffing, divisible, 100);
    pass(staffing, easy, 3);
    EXPECT(staffing.on_duty() == 1);
}

void another_load_is_soon_served_by_as_many_as_it_needs() {
    Staffing staffing(4);
    pass(staffing, divisible, 100);
    pass(staffing, indivisible, 1500);
    EXPECT(share_above(staffing, indivisible, 1, 10'000) < 0.01);
}

void failed_trials_become_rare_but_do_not_end() {
    Staffing staffing(2);
    pass(staffing, indivisible, 20'000);
    bool tried = false;
    for (unsigned i = 0; i < 610; ++i) {
        pass(staffing, indivisible, 1);
        tried = tried || staffing.on_duty() == 2;
    }
    EXPECT(tried);
}

void a_single_worker_is_never_sent_away() {
    Staffing staffing(1);
    pass(staffing, divisible, 100);
    EXPECT(staffing.on_duty() == 1);
    pass(staffing, easy, 100);
    EXPECT(staffing.on_duty() == 1);
}

void a_short_period_says_nothing() {
    Staffing staffing(2);
    for (int i = 0; i < 100; ++i) {
        staffing.learn({0.01, 0.01, 1000});
    }
    EXPECT(staffing.on_duty() == 1);
}

const CMUnitTest tests[] = {
    unit::test<one_worker_does_what_one_can_do>("one worker does what one can do"),
    unit::test<all_are_on_duty_where_each_adds_its_share>(
        "all are on duty where each adds its share"),
    unit::test<nobody_stays_who_adds_nothing>("nobody stays who adds nothing"),
    unit::test<one_more_is_tried_soon>("one more is tried soon"),
    unit::test<a_period_that_began_idle_is_no_measure>("a period that began idle is no measure"),
    unit::test<as_many_stay_as_are_of_use>("as many stay as are of use"),
    unit::test<a_trial_lasts_longer_than_the_period_in_which_it_begins>(
        "a trial lasts longer than the period in which it begins"),
    unit::test<those_without_work_go_off_duty>("those without work go off duty"),
    unit::test<another_load_is_soon_served_by_as_many_as_it_needs>(
        "another load is soon served by as many as it needs"),
    unit::test<failed_trials_become_rare_but_do_not_end>(
        "failed trials become rare but do not end"),
    unit::test<a_single_worker_is_never_sent_away>("a single worker is never sent away"),
    unit::test<a_short_period_says_nothing>("a short period says nothing"),
};

} // namespace

int main() {
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
