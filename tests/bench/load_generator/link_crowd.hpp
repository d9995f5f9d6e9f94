// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/bench/load_generator/client.hpp"

namespace crosspoint::bench {

/// A few connections on one thread with very many links, each of them a receiver from an address of
/// its own: what makes the tables of a router long.
class LinkCrowd final : public Client {
public:
    static constexpr int connections = 10;

    using Client::Client;

    /// How many links the router has opened so far. From any thread.
    [[nodiscard]] int opened() const { return opened_; }

private:
    void on_event(pn_event_t* event) override;
    void open_links(pn_session_t* session, int count);

    int links_ = 0;
    std::atomic<int> opened_{0};
};

} // namespace crosspoint::bench
