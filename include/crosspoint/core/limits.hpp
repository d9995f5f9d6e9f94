// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// Bounds that worker and core must agree on.
namespace crosspoint::core::limits {

/// A message is forwarded before it is complete once this much of it has been read; below, the
/// whole message is collected first, which costs less per message. The same in qdrouterd.
inline constexpr std::uint64_t stream_threshold = 128 * 1024;

/// The largest message of the routing protocol; those are always collected.
inline constexpr std::uint64_t max_collected = 64 * 1024 * 1024;

/// How far the reading of a stream may be ahead of its slowest consumer.
inline constexpr std::uint64_t stream_window = 1024 * 1024;

/// Progress of a stream is reported, and its allowance raised, in steps of this.
inline constexpr std::uint64_t stream_step = stream_window / 8;

/// Progress of sending is reported after so many deliveries or bytes.
inline constexpr std::uint64_t progress_deliveries = 250;
inline constexpr std::uint64_t progress_bytes = 256 * 1024;

} // namespace crosspoint::core::limits
