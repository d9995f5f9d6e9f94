// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace crosspoint::io {

/// A queue in one piece of memory: no allocation per element, and none at all when it is idle.
///
/// What was popped is moved over once it is as much as what waits, so that a queue that never runs
/// empty does not grow. References last until the next push or pop.
template <class T>
class Fifo {
public:
    bool empty() const { return first_ == items_.size(); }
    std::size_t size() const { return items_.size() - first_; }
    T& front() { return items_[first_]; }

    T& push() { return items_.emplace_back(); }

    void pop() {
        items_[first_] = {};
        ++first_;
        if (empty()) {
            items_.clear();
            first_ = 0;
            if (items_.capacity() > max_kept) {
                items_.shrink_to_fit();
            }
        } else if (first_ >= max_kept && first_ >= size()) {
            items_.erase(items_.begin(), items_.begin() + static_cast<std::ptrdiff_t>(first_));
            first_ = 0;
        }
    }

    /// From the front to the back.
    std::span<T> items() { return std::span(items_).subspan(first_); }

    std::size_t capacity() const { return items_.capacity(); }

private:
    static constexpr std::size_t max_kept = 64;

    std::vector<T> items_;
    std::size_t first_ = 0;
};

} // namespace crosspoint::io
