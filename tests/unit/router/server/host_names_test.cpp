// SPDX-License-Identifier: Apache-2.0
#include "router/server/host_names.hpp"
#include "tests/unit/unit.hpp"

#include <future>
#include <netdb.h>
#include <netinet/in.h>
#include <string>

namespace {

using namespace crosspoint::io;

/// What Proton asks, in the callback or elsewhere.
int ask_library(const std::string& host) {
    addrinfo hints{};
    hints.ai_flags = AI_NUMERICHOST;
    addrinfo* found = nullptr;
    const int error = getaddrinfo(host.c_str(), "1", &hints, &found);
    if (found) {
        freeaddrinfo(found);
    }
    return error;
}

HostAddresses fails(const std::string&, const std::string&, LookUpFor) {
    return {EAI_AGAIN, nullptr};
}

HostAddresses finds(const std::string&, const std::string& port, LookUpFor purpose) {
    return HostNames::ask_the_system("127.0.0.1", port, purpose);
}

void an_address_needs_no_thread() {
    HostNames names(fails);
    for (const char* host : {"", "127.0.0.1", "::1", "0.0.0.0"}) {
        bool called = false;
        names.look_up(host, "1", LookUpFor::listening, [&called] { called = true; });
        EXPECT(called);
    }
}

void nobody_waits_while_a_name_is_looked_up() {
    std::promise<void> answer;
    std::promise<void> called;
    std::shared_future<void> answered = answer.get_future().share();
    HostNames names([answered](const auto&, const auto&, auto) {
        answered.wait();
        return HostAddresses{};
    });
    names.look_up("slow", "1", LookUpFor::dialling, [&called] { called.set_value(); });
    answer.set_value(); // reached: look_up has returned before
    called.get_future().wait();
}

void the_answer_is_at_hand_once() {
    for (const bool found : {true, false}) {
        HostNames names(found ? finds : fails);
        std::promise<std::string> asked;
        names.look_up("name", "1", LookUpFor::dialling, [&asked] {
            const int first = ask_library("not an address");
            const int second = ask_library("not an address");
            asked.set_value(std::to_string(first) + " " + std::to_string(second));
        });
        const std::string first = std::to_string(found ? 0 : EAI_AGAIN);
        EXPECT(asked.get_future().get() == first + " " + std::to_string(EAI_NONAME));
    }
    EXPECT(ask_library("127.0.0.1") == 0);
}

void a_stop_does_not_wait_for_an_answer() {
    std::promise<void> answer;
    std::promise<void> forgotten;
    std::shared_future<void> answered = answer.get_future().share();
    bool called = false;
    {
        HostNames names([answered](const auto&, const auto&, auto) {
            answered.wait();
            return HostAddresses{};
        });
        const std::shared_ptr<std::promise<void>> tells(
            &forgotten, [](std::promise<void>* told) { told->set_value(); });
        names.look_up("slow", "1", LookUpFor::dialling, [&called, tells] { called = true; });
        names.stop();
    }
    answer.set_value();
    forgotten.get_future().wait();
    EXPECT(!called);
}

const CMUnitTest tests[] = {
    unit::test<an_address_needs_no_thread>("an address needs no thread"),
    unit::test<nobody_waits_while_a_name_is_looked_up>("nobody waits while a name is looked up"),
    unit::test<the_answer_is_at_hand_once>("the answer is at hand once"),
    unit::test<a_stop_does_not_wait_for_an_answer>("a stop does not wait for an answer"),
};

} // namespace

int main() {
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
