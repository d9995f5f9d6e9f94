// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace crosspoint {

/// Remembers in which order things were made, so that they can be shown oldest first, a few at a
/// time, while others come and go.
///
/// What entered has a serial; who has seen a thing goes on behind its serial, whatever happened
/// since. Leaving makes a hole, and the holes are closed when there are as many as things.
template <class T>
class CreationOrder {
public:
    /// The membership of a thing: give the thing a member of this type. Ends with the thing.
    class Place {
    public:
        Place() = default;
        Place(const Place&) = delete;
        Place& operator=(const Place&) = delete;
        ~Place() { leave(); }

        void enter(CreationOrder& order, T& thing) {
            leave();
            order_ = &order;
            serial_ = order.append(thing);
        }
        void leave() {
            if (order_) {
                std::exchange(order_, nullptr)->remove(serial_);
            }
        }
        bool is_entered() const { return order_ != nullptr; }
        /// Never 0 for a thing that has entered.
        std::uint64_t serial() const { return serial_; }

    private:
        CreationOrder* order_ = nullptr;
        std::uint64_t serial_ = 0;
    };

    CreationOrder() = default;
    CreationOrder(const CreationOrder&) = delete;
    CreationOrder& operator=(const CreationOrder&) = delete;

    std::size_t size() const { return entries_.size() - holes_; }

    /// Calls `visit(thing)` for what entered behind `serial`, oldest first, until it says false or
    /// `most` entries have been looked at; nothing may enter or leave meanwhile. Returns the serial
    /// to go on behind; nothing if the end was reached.
    template <class Visit>
    std::optional<std::uint64_t> walk(std::uint64_t serial, std::size_t most, Visit&& visit) const {
        auto at = behind(serial);
        for (std::size_t looked = 0; at != entries_.end(); ++at, ++looked) {
            if (looked == most) {
                return std::prev(at)->serial;
            }
            if (at->thing && !visit(*at->thing)) {
                return at->serial;
            }
        }
        return std::nullopt;
    }

    /// Passes over `count` things without looking at them, if that is possible. Returns the serial
    /// to go on behind; nothing if they have to be walked over.
    std::optional<std::uint64_t> jump(std::uint64_t count) const {
        if (count == 0) {
            return 0;
        }
        if (holes_ > 0) {
            return std::nullopt;
        }
        return count <= entries_.size() ? entries_[count - 1].serial : last_;
    }

private:
    struct Entry {
        std::uint64_t serial = 0;
        T* thing = nullptr; ///< null: a hole
    };

    typename std::vector<Entry>::const_iterator behind(std::uint64_t serial) const {
        return std::ranges::upper_bound(entries_, serial, {}, &Entry::serial);
    }

    std::uint64_t append(T& thing) {
        entries_.push_back({++last_, &thing});
        return last_;
    }

    void remove(std::uint64_t serial) {
        auto at = entries_.begin() + (behind(serial) - entries_.cbegin()) - 1;
        at->thing = nullptr;
        ++holes_;
        while (!entries_.empty() && !entries_.back().thing) {
            entries_.pop_back();
            --holes_;
        }
        constexpr std::size_t few = 32;
        if (holes_ * 2 > entries_.size() && holes_ > few) {
            std::erase_if(entries_, [](const Entry& entry) { return !entry.thing; });
            entries_.shrink_to_fit();
            holes_ = 0;
        }
    }

    std::vector<Entry> entries_; ///< ascending by serial
    std::size_t holes_ = 0;
    std::uint64_t last_ = 0;
};

} // namespace crosspoint
