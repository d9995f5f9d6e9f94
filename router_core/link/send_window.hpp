// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace crosspoint::core {

/// Decides whether the core may hand one more delivery of an outgoing link to its worker.
///
/// Two bounds: the consumer's credit, and how much may lie between core and socket. The second
/// keeps a consumer that grants much but reads nothing from holding more than its own bounded
/// share; what exceeds it waits in the core, where it can still be dropped or released. Lives in an
/// OutgoingLink.
class SendWindow {
public:
    static constexpr std::uint64_t max_deliveries = 1000;
    static constexpr std::uint64_t max_bytes = 1 << 20;

    /// The consumer allows this many deliveries since the link was attached.
    void credit(std::uint64_t limit) { limit_ = limit; }
    /// The worker has got so far, counted since the link was attached.
    void progress(std::uint64_t deliveries, std::uint64_t bytes) {
        sent_ = deliveries;
        bytes_sent_ = bytes;
    }
    void handed_over(std::uint64_t size) {
        ++handed_over_;
        bytes_handed_over_ += size;
    }
    /// The unused credit is given back.
    void drain() { limit_ = handed_over_; }

    bool has_credit() const { return handed_over_ < limit_; }
    bool has_room() const {
        return handed_over_ - sent_ < max_deliveries &&
               bytes_handed_over_ - bytes_sent_ < max_bytes;
    }
    /// The worker has sent all that it got.
    bool is_idle() const { return handed_over_ == sent_; }
    bool is_open() const { return has_credit() && has_room(); }
    std::uint64_t available() const { return limit_ > handed_over_ ? limit_ - handed_over_ : 0; }

private:
    std::uint64_t limit_ = 0;
    std::uint64_t handed_over_ = 0;
    std::uint64_t sent_ = 0;
    std::uint64_t bytes_handed_over_ = 0;
    std::uint64_t bytes_sent_ = 0;
};

} // namespace crosspoint::core
