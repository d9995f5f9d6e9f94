// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/bench/load_generator/client.hpp"

#include <vector>

namespace crosspoint::bench {

/// Asks a router's management node for all addresses, and when it has them all, asks again. It
/// counts the octets of the replies and does not look into them, so that it never is the one that
/// the router has to wait for.
class Questioner final : public Client {
public:
    using Client::Client;

    /// One complete query, of however many pages.
    struct Answered {
        double seconds = 0;
        std::size_t bytes = 0;
    };

    /// Only after run() has returned.
    [[nodiscard]] const std::vector<Answered>& answered() const { return answered_; }

private:
    void on_event(pn_event_t* event) override;
    void on_connection_init(pn_connection_t* connection);
    void on_link_open(pn_link_t* link);
    void on_delivery(pn_delivery_t* delivery);
    void on_reply();
    void ask();

    pn_link_t* requests_ = nullptr;
    pn_link_t* replies_ = nullptr;
    std::string reply_to_;
    std::uint64_t began_ns_ = 0;
    std::uint64_t asked_ = 0;
    int offset_ = 0;
    std::size_t page_bytes_ = 0;
    Answered now_;
    std::vector<Answered> answered_;
    std::vector<char> buffer_ = std::vector<char>(1U << 20);
};

} // namespace crosspoint::bench
