// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace crosspoint::core {

/// Decides how much credit the sender on an incoming link gets, and when.
///
/// Every unit of the capacity is always in one of three places: with the sender (`available`),
/// under way as a delivery that is not settled (`in_flight`), or back with us (`owed`). Owed credit
/// goes out in batches, because a flow frame per message would cost more than the message; but
/// never so late that a sender waits for credit that it should have: a batch is due when it is half
/// of the capacity, or as much as the sender has left. Lives inside an IncomingLink.
class CreditWindow {
public:
    explicit CreditWindow(std::uint32_t capacity) : capacity_(capacity), owed_(capacity) {}

    /// While closed (nobody there to take the messages) nothing is granted.
    void open() { open_ = true; }
    void close() { open_ = false; }
    bool is_open() const { return open_; }

    /// A delivery came. A sender that overruns its credit gains nothing by it.
    void arrived();
    /// A delivery is off our hands.
    void settled();
    /// The sender gave credit back unused, as an answer to drain.
    void returned(std::uint32_t credit);

    /// Credit to grant now; often 0.
    [[nodiscard]] std::uint32_t take_grant();
    /// All that can be granted, now: for a window that has just been opened.
    [[nodiscard]] std::uint32_t take_all();

    std::uint32_t available() const { return available_; }
    std::uint32_t in_flight() const { return in_flight_; }
    std::uint32_t owed() const { return owed_; }
    std::uint32_t capacity() const { return capacity_; }

private:
    std::uint32_t capacity_;
    std::uint32_t available_ = 0;
    std::uint32_t in_flight_ = 0;
    std::uint32_t owed_;
    std::uint32_t overrun_ = 0; ///< deliveries in flight for which there was no credit
    bool open_ = false;
};

} // namespace crosspoint::core
