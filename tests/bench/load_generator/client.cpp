// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/load_generator/client.hpp"

#include <proton/condition.h>
#include <proton/connection.h>
#include <proton/event.h>
#include <proton/link.h>
#include <proton/proactor.h>
#include <proton/sasl.h>
#include <proton/session.h>
#include <proton/transport.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

namespace crosspoint::bench {

namespace {

constexpr pn_millis_t tick_ms = 20;

void fail_on(pn_condition_t* condition) {
    if (!stopping && pn_condition_is_set(condition)) {
        const char* description = pn_condition_get_description(condition);
        fail(std::string(pn_condition_get_name(condition)) + ": " +
             (description != nullptr ? description : ""));
    }
}

} // namespace

void fail(const std::string& why) {
    std::fprintf(stderr, "amqpload: %s\n", why.c_str());
    std::_Exit(1);
}

std::uint64_t now_ns() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

void sleep_seconds(double seconds) {
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

Client::Client(const Options& options) : options_(options), proactor_(pn_proactor()) {}

Client::~Client() {
    pn_proactor_free(proactor_);
}

void Client::connect(const std::string& port) {
    connection_ = pn_connection();
    char address[PN_MAX_ADDR];
    pn_proactor_addr(address, sizeof address, options_.host.c_str(), port.c_str());
    pn_proactor_connect2(proactor_, connection_, nullptr, address);
}

void Client::run() {
    pn_proactor_set_timeout(proactor_, tick_ms);
    while (!stopping) {
        pn_event_batch_t* batch = pn_proactor_wait(proactor_);
        while (pn_event_t* event = pn_event_batch_next(batch)) {
            on_common_event(event);
            on_event(event);
        }
        pn_proactor_done(proactor_, batch);
    }
}

void Client::on_common_event(pn_event_t* event) {
    switch (pn_event_type(event)) {
    case PN_CONNECTION_BOUND:
        pn_transport_require_auth(pn_event_transport(event), false);
        pn_sasl_allowed_mechs(pn_sasl(pn_event_transport(event)), "ANONYMOUS");
        break;
    case PN_CONNECTION_REMOTE_OPEN:
        pn_connection_open(pn_event_connection(event));
        break;
    case PN_SESSION_REMOTE_OPEN:
        pn_session_open(pn_event_session(event));
        break;
    case PN_TRANSPORT_ERROR:
        fail_on(pn_transport_condition(pn_event_transport(event)));
        break;
    case PN_LINK_REMOTE_CLOSE:
        fail_on(pn_link_remote_condition(pn_event_link(event)));
        break;
    case PN_PROACTOR_TIMEOUT:
        pn_proactor_set_timeout(proactor_, tick_ms);
        if (connection_ != nullptr) {
            pn_connection_wake(connection_);
        }
        break;
    default:
        break;
    }
}

} // namespace crosspoint::bench
