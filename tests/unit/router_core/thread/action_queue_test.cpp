// SPDX-License-Identifier: Apache-2.0
// Who is the core, as one thread asks in the place of all.
#include "router_core/thread/action_queue.hpp"
#include "tests/unit/tokens.hpp"
#include "tests/unit/unit.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace {

using namespace crosspoint;
using namespace crosspoint::core;
using Clock = ActionQueue::Clock;

struct Fixture {
    CoreThreadForTest ct;
    ActionQueue queue;
    std::vector<ActionBatch> batches;

    ActionQueue::Posted post(std::uint64_t connection) {
        ActionBatch batch;
        batch.connection = {connection};
        batch.actions.reserve(16);
        batch.actions.emplace_back(ConnectionClosed{});
        return queue.post(std::move(batch));
    }
    bool take(std::optional<Clock::time_point> deadline = std::nullopt) {
        return queue.take_all(ct.token, batches, deadline);
    }
    ActionQueue::Woken wait() { return queue.wait_for_role(ct.token); }
};

void who_posts_first_takes_the_role() {
    Fixture f;
    EXPECT(f.post(1).take_role);
    EXPECT(!f.post(2).take_role);
}

void all_that_was_posted_is_taken_in_order() {
    Fixture f;
    f.post(1);
    f.post(2);
    EXPECT(f.take());
    EXPECT(f.batches.size() == 2);
    EXPECT(f.batches[0].connection.value == 1);
    EXPECT(f.batches[1].connection.value == 2);
}

void the_role_is_kept_while_there_is_work() {
    Fixture f;
    f.post(1);
    EXPECT(f.take());
    EXPECT(!f.post(2).take_role);
    EXPECT(f.take());
    EXPECT(f.batches.size() == 1);
}

void the_role_is_kept_by_who_has_other_work() {
    Fixture f;
    f.post(1);
    EXPECT(f.take());
    EXPECT(f.queue.take_all(f.ct.token, f.batches, std::nullopt, true));
    EXPECT(f.batches.empty());
    EXPECT(!f.post(2).take_role);
    EXPECT(f.queue.take_all(f.ct.token, f.batches, std::nullopt, true));
    EXPECT(f.batches.size() == 1);
    EXPECT(!f.take());
    EXPECT(f.post(3).take_role);
}

void the_role_is_lost_when_there_is_nothing() {
    Fixture f;
    f.post(1);
    EXPECT(f.take());
    EXPECT(!f.take());
    EXPECT(f.batches.empty());
    EXPECT(f.post(2).take_role);
}

void the_core_thread_goes_on_where_a_worker_passes_on() {
    Fixture f;
    f.post(1);
    f.queue.pass_on(f.ct.token);
    EXPECT(!f.post(2).take_role);
    EXPECT(f.wait() == ActionQueue::Woken::work);
    EXPECT(f.take());
    EXPECT(f.batches.size() == 2);
}

void the_core_thread_takes_the_role_when_a_timer_is_due() {
    Fixture f;
    f.post(1);
    f.take();
    EXPECT(!f.take(Clock::time_point::min()));
    EXPECT(f.wait() == ActionQueue::Woken::timer);
    EXPECT(!f.post(2).take_role);
}

void the_core_thread_ends_when_it_is_told_to() {
    Fixture f;
    f.queue.stop();
    EXPECT(f.wait() == ActionQueue::Woken::stop);
}

void work_comes_before_the_end() {
    Fixture f;
    f.post(1);
    f.queue.pass_on(f.ct.token);
    f.queue.stop();
    EXPECT(f.wait() == ActionQueue::Woken::work);
    EXPECT(f.take());
    EXPECT(!f.take());
    EXPECT(f.wait() == ActionQueue::Woken::stop);
}

void vectors_are_used_again() {
    Fixture f;
    f.post(1);
    f.take();
    f.take();
    const ActionQueue::Posted posted = f.post(2);
    EXPECT(posted.spare.empty());
    EXPECT(posted.spare.capacity() >= 16);
}

void a_huge_vector_is_not_kept() {
    Fixture f;
    ActionBatch batch;
    batch.actions.reserve(100'000);
    f.queue.post(std::move(batch));
    f.take();
    f.take();
    EXPECT(f.post(2).spare.capacity() == 0);
}

const CMUnitTest tests[] = {
    unit::test<who_posts_first_takes_the_role>("who posts first takes the role"),
    unit::test<all_that_was_posted_is_taken_in_order>("all that was posted is taken in order"),
    unit::test<the_role_is_kept_while_there_is_work>("the role is kept while there is work"),
    unit::test<the_role_is_kept_by_who_has_other_work>("who has other work keeps the role"),
    unit::test<the_role_is_lost_when_there_is_nothing>("the role is lost when there is nothing"),
    unit::test<the_core_thread_goes_on_where_a_worker_passes_on>(
        "the core thread goes on where a worker passes on"),
    unit::test<the_core_thread_takes_the_role_when_a_timer_is_due>(
        "the core thread takes the role when a timer is due"),
    unit::test<the_core_thread_ends_when_it_is_told_to>("the core thread ends when it is told to"),
    unit::test<work_comes_before_the_end>("work comes before the end"),
    unit::test<vectors_are_used_again>("vectors are used again"),
    unit::test<a_huge_vector_is_not_kept>("a huge vector is not kept"),
};

} // namespace

int main() {
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
