// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/bench/load_generator/options.hpp"

#include <proton/event.h>
#include <proton/types.h>

#include <atomic>
#include <cstdint>
#include <string>

namespace crosspoint::bench {

/// Ends the process with one line on stderr. Called from any thread: a load that is not what was
/// asked for has no numbers worth printing.
[[noreturn]] void fail(const std::string& why);

/// Steady time. All clients live in one process, so that times of sending and receiving compare.
std::uint64_t now_ns();

void sleep_seconds(double seconds);

/// Once set, every client's run() returns within a few milliseconds, and a peer that goes away is
/// no failure any more.
inline std::atomic<bool> stopping{false};

/// One proactor with its own thread and, as a rule, one connection. Does the part of the protocol
/// that all clients have in common, and as little as it can, so that the router is what is
/// measured.
class Client {
public:
    explicit Client(const Options& options);
    virtual ~Client();
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    /// Before run() is started.
    void connect(const std::string& port);

    /// The body of the client's thread: handles events until `stopping`.
    void run();

protected:
    /// Sees every event, after the common handling.
    virtual void on_event(pn_event_t* event) = 0;

    const Options& options_;
    pn_proactor_t* proactor_;
    /// Woken every few milliseconds, so that a paced sender finds out that time has passed.
    pn_connection_t* connection_ = nullptr;

private:
    void on_common_event(pn_event_t* event);
};

} // namespace crosspoint::bench
