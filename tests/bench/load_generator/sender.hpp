// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/bench/load_generator/client.hpp"
#include "tests/bench/load_generator/stamped_message.hpp"

namespace crosspoint::bench {

/// Sends the same message again and again, as fast as credit or the asked rate allows.
class Sender final : public Client {
public:
    Sender(const Options& options, const std::string& address);

    /// Messages that came back with an outcome other than accepted. From any thread.
    [[nodiscard]] std::uint64_t refused() const { return refused_; }

private:
    void on_event(pn_event_t* event) override;
    void on_connection_init(pn_connection_t* connection);
    void on_delivery(pn_delivery_t* delivery);
    void send_what_credit_allows();
    [[nodiscard]] std::uint64_t allowed_by_rate() const;

    std::string address_;
    StampedMessage message_;
    pn_link_t* link_ = nullptr;
    std::uint64_t sent_ = 0;
    std::uint64_t began_ns_ = 0;
    std::atomic<std::uint64_t> refused_{0};
};

} // namespace crosspoint::bench
