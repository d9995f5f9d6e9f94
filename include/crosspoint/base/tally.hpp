// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace crosspoint {

/// How many objects of one kind there are, for operators. Any thread may count.
///
/// Each thread counts in a place of its own: what one thread makes another may free, so that a
/// single place may be below zero; their sum is what counts. So counting costs a message nothing
/// that it would wait for.
class Tally {
public:
    /// `name` outlives everything. A tally is never destroyed: make it static.
    Tally(std::string_view name, std::size_t object_size);
    Tally(const Tally&) = delete;
    Tally& operator=(const Tally&) = delete;

    void add(std::int64_t objects) noexcept {
        const std::size_t mine = this_thread();
        std::atomic<std::int64_t>& count = places_[mine].count;
        if (mine != shared_place) {
            // Nobody else writes here, so that no costly exclusive access is needed.
            count.store(count.load(std::memory_order_relaxed) + objects, std::memory_order_relaxed);
        } else {
            count.fetch_add(objects, std::memory_order_relaxed);
        }
    }

    struct Figures {
        std::string_view name;
        std::size_t object_size = 0;
        std::uint64_t now = 0;
        std::uint64_t most = 0; ///< at one time, as far as somebody looked
    };
    [[nodiscard]] Figures figures() const;

    /// All there are, in no order. From any thread; whoever calls it has looked.
    template <class Visit>
    static void for_each(Visit&& visit) {
        for (const Tally* at = first(); at; at = at->next_) {
            visit(at->figures());
        }
    }
    /// Looks at all, so that the most of each is known.
    static void look() {
        for_each([](const Figures&) {});
    }

private:
    static constexpr std::size_t places = 64;
    static constexpr std::size_t shared_place = places - 1; ///< of threads beyond the others
    static constexpr std::size_t cache_line = 64;
    struct alignas(cache_line) Place {
        std::atomic<std::int64_t> count{0};
    };

    static std::size_t this_thread() noexcept {
        thread_local const std::size_t place = next_place();
        return place;
    }
    static std::size_t next_place() noexcept;
    static const Tally* first() noexcept;

    std::string_view name_;
    std::size_t object_size_;
    const Tally* next_; ///< among all
    mutable std::atomic<std::uint64_t> most_{0};
    std::array<Place, places> places_;
};

/// Base of what is counted in a Tally. T has its `tally_name`.
template <class T>
class Tallied {
protected:
    Tallied() noexcept { tally.add(1); }
    Tallied(const Tallied&) noexcept { tally.add(1); }
    Tallied& operator=(const Tallied&) noexcept = default;
    ~Tallied() { tally.add(-1); }

private:
    static inline Tally tally{T::tally_name, sizeof(T)};
};

} // namespace crosspoint
