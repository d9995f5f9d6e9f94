// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/bench/load_generator/client.hpp"

namespace crosspoint::bench {

/// Many idle connections on one thread, each with a session and a link that waits for messages.
class Crowd final : public Client {
public:
    using Client::Client;

    /// How many links the router has opened so far. From any thread.
    [[nodiscard]] int opened() const { return opened_; }

private:
    void on_event(pn_event_t* event) override;

    int connections_ = 0;
    std::atomic<int> opened_{0};
};

} // namespace crosspoint::bench
