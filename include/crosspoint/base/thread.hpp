// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace crosspoint {

namespace core {
class CoreLoop;
}
namespace io {
class Worker;
}

/// Proof that the caller runs on the one core thread. Only CoreLoop can make one, so a function
/// that asks for it cannot be reached from a worker.
class CoreThread {
public:
    CoreThread(const CoreThread&) = delete;
    CoreThread& operator=(const CoreThread&) = delete;

private:
    friend class core::CoreLoop;
    friend struct CoreThreadForTest;
    CoreThread() = default;
};

/// Proof that the caller holds Proton's turn on one connection: it may touch that connection's
/// pn_* objects. A worker makes one for each event batch.
class ConnectionTurn {
public:
    ConnectionTurn(const ConnectionTurn&) = delete;
    ConnectionTurn& operator=(const ConnectionTurn&) = delete;

private:
    friend class io::Worker;
    friend struct ConnectionTurnForTest;
    ConnectionTurn() = default;
};

} // namespace crosspoint
