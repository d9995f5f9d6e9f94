// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace crosspoint::core {

/// The descriptor codes of AMQP 1.0 3.4 and 4.5; any other code is passed on as it came.
namespace state {
inline constexpr std::uint64_t none = 0;
inline constexpr std::uint64_t received = 0x23;
inline constexpr std::uint64_t accepted = 0x24;
inline constexpr std::uint64_t rejected = 0x25;
inline constexpr std::uint64_t released = 0x26;
inline constexpr std::uint64_t modified = 0x27;
inline constexpr std::uint64_t declared = 0x33;
inline constexpr std::uint64_t transactional = 0x34;
} // namespace state

/// What only some states carry. `info`, `annotations` and `fields` are AMQP encoded, unread.
struct StateDetail {
    std::string condition, description, info; ///< rejected
    std::string annotations;                  ///< modified
    bool undeliverable_here = false;          ///< modified
    bool delivery_failed = false;             ///< modified
    std::uint32_t section_number = 0;         ///< received
    std::uint64_t section_offset = 0;         ///< received
    std::string fields;                       ///< states that we do not know: their whole list
};

/// State of a delivery as one end has declared it. Small, because nearly all are "accepted".
struct DeliveryState {
    std::uint64_t code = state::none;
    std::unique_ptr<StateDetail> detail;

    DeliveryState() = default;
    DeliveryState(std::uint64_t c) : code(c) {}
    DeliveryState(std::uint64_t c, StateDetail d)
        : code(c),
          detail(std::make_unique<StateDetail>(std::move(d))) {}

    /// An outcome ends the story (AMQP 1.0 3.4): the state will not change any more.
    bool terminal() const noexcept {
        return (code >= state::accepted && code <= state::modified) || code == state::declared;
    }
    explicit operator bool() const noexcept { return code != state::none; }

    DeliveryState copy() const { return detail ? DeliveryState(code, *detail) : code; }
};

/// A state that a transfer itself carries. Nearly none does, so it is kept where it costs little.
using TransferState = std::unique_ptr<DeliveryState>;

} // namespace crosspoint::core
