// SPDX-License-Identifier: Apache-2.0
#include "crosspoint/base/tally.hpp"

#include <algorithm>

namespace crosspoint {

namespace {

// Constant-initialized, so that they are there before the first tally.
std::atomic<const Tally*> first_tally{nullptr};
std::atomic<std::size_t> places_taken{0};

} // namespace

Tally::Tally(std::string_view name, std::size_t object_size)
    : name_(name),
      object_size_(object_size),
      next_(first_tally.load(std::memory_order_relaxed)) {
    while (!first_tally.compare_exchange_weak(next_, this, std::memory_order_release)) {
    }
}

std::size_t Tally::next_place() noexcept {
    return std::min(places_taken.fetch_add(1, std::memory_order_relaxed), shared_place);
}

const Tally* Tally::first() noexcept {
    return first_tally.load(std::memory_order_acquire);
}

Tally::Figures Tally::figures() const {
    std::int64_t sum = 0;
    for (const Place& place : places_) {
        sum += place.count.load(std::memory_order_relaxed);
    }
    // One place was perhaps read before an object was made there, another after it was freed.
    const auto now = static_cast<std::uint64_t>(std::max<std::int64_t>(sum, 0));
    std::uint64_t most = most_.load(std::memory_order_relaxed);
    while (most < now && !most_.compare_exchange_weak(most, now, std::memory_order_relaxed)) {
    }
    return {name_, object_size_, now, std::max(most, now)};
}

} // namespace crosspoint
