// SPDX-License-Identifier: Apache-2.0
#include "router/amqp/input_guard.hpp"

#include "router/amqp/condition.hpp"

#include <proton/connection_driver.h>
#include <proton/transport.h>

#include <cassert>
#include <csetjmp>
#include <cstddef>
#include <cstdio>
#include <cstdlib>

namespace crosspoint::io {

namespace {

/// What this thread is doing. Everything between the jump and where it lands is Proton's C code,
/// which holds no lock there: nothing is left behind but the connection, and that ends.
struct Guard {
    std::jmp_buf* way_out = nullptr; ///< null: no input is being looked at
    const char* assertion = nullptr; ///< that has failed
    const pn_transport_t* transport = nullptr;
};

thread_local Guard guard;

/// False if an assertion failed. `size` 0: there is no more input. Has no local objects, because
/// of the jump.
bool look_at_input(pn_transport_t* transport, std::size_t size) {
    std::jmp_buf here;
    if (setjmp(here) != 0) {
        guard.way_out = nullptr;
        return false;
    }
    guard.way_out = &here;
    if (size > 0) {
        pn_transport_process(transport, size);
    } else {
        pn_transport_close_tail(transport);
    }
    guard.way_out = nullptr;
    return true;
}

/// When it is closed, what is left of the input is looked at once more, and may fail once more.
void guarded(pn_transport_t* transport, std::size_t size) {
    if (look_at_input(transport, size)) {
        return;
    }
    guard.transport = transport;
    set_condition(pn_transport_condition(transport),
                  {condition::decode_error, "a frame breaks the rules of the protocol"});
    if (size > 0) {
        look_at_input(transport, 0);
    }
}

} // namespace

std::string failed_assertion(ConnectionTurn&, pn_transport_t* transport) {
    if (guard.transport != transport) {
        return {};
    }
    guard.transport = nullptr;
    return guard.assertion;
}

void close_tail(ConnectionTurn&, pn_transport_t* transport) {
    const bool is_closed = pn_transport_capacity(transport) < 0;
    if (!is_closed) {
        guarded(transport, 0);
    }
}

} // namespace crosspoint::io

// The two functions below take the place of those of Proton and of the C library, for Proton as
// well: the dynamic linker looks at the program first.

/// Called by the proactor of a worker when it has read from a socket.
extern "C" void pn_connection_driver_read_done(pn_connection_driver_t* driver, std::size_t size) {
    if (size > 0) {
        crosspoint::io::guarded(driver->transport, size);
    }
}

// NOLINTNEXTLINE(readability-identifier-naming): the C library's
extern "C" void __assert_fail(const char* assertion, const char* file, unsigned int line,
                              const char* function) noexcept {
    crosspoint::io::Guard& guard = crosspoint::io::guard;
    if (guard.way_out) {
        guard.assertion = assertion;
        std::longjmp(*guard.way_out, 1);
    }
    std::fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, assertion);
    std::abort();
}
