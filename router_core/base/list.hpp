// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crosspoint/base/check.hpp"

#include <cstddef>

namespace crosspoint {

/// Where an element stands in the one List it may be in. Give the element a member of this type.
template <class T>
struct ListHook {
    T* previous = nullptr;
    T* next = nullptr;
    bool listed = false;
};

/// Doubly linked list through a hook in the elements: no allocation, removal without a search.
/// Does not own its elements.
template <class T, ListHook<T> T::*hook = &T::hook>
class List {
public:
    T* front() const noexcept { return head_; }
    T* back() const noexcept { return tail_; }
    bool empty() const noexcept { return head_ == nullptr; }
    std::size_t size() const noexcept { return size_; }
    static T* next(const T& element) noexcept { return (element.*hook).next; }

    void push_back(T& element) { insert_after(tail_, element); }

    /// Behind `position`; null means in front of all.
    void insert_after(T* position, T& element) {
        ListHook<T>& h = element.*hook;
        check(!h.listed, "element is in a list already");
        T* following = position ? (position->*hook).next : head_;
        h = {position, following, true};
        (position ? (position->*hook).next : head_) = &element;
        (following ? (following->*hook).previous : tail_) = &element;
        ++size_;
    }

    void remove(T& element) {
        ListHook<T>& h = element.*hook;
        check(h.listed, "element is in no list");
        (h.previous ? (h.previous->*hook).next : head_) = h.next;
        (h.next ? (h.next->*hook).previous : tail_) = h.previous;
        h = {};
        --size_;
    }

    T* pop_front() {
        T* first = head_;
        if (first) {
            remove(*first);
        }
        return first;
    }

private:
    T* head_ = nullptr;
    T* tail_ = nullptr;
    std::size_t size_ = 0;
};

} // namespace crosspoint
