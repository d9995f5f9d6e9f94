// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

namespace crosspoint {

/// Base of what IntrusivePtr counts. Only message content and mailboxes are shared this way.
class Counted {
public:
    Counted() = default;
    Counted(const Counted&) = delete;
    Counted& operator=(const Counted&) = delete;

private:
    template <class T>
    friend class IntrusivePtr;
    std::atomic<std::uint32_t> references_{0};
};

/// Counted reference, one word wide, to a T that derives from Counted.
template <class T>
class IntrusivePtr {
public:
    IntrusivePtr() = default;
    explicit IntrusivePtr(T* object) noexcept : object_(object) { add(); }
    IntrusivePtr(const IntrusivePtr& other) noexcept : object_(other.object_) { add(); }
    IntrusivePtr(IntrusivePtr&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    IntrusivePtr& operator=(IntrusivePtr other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    ~IntrusivePtr() {
        if (object_ && object_->references_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
            delete object_;
        }
    }

    explicit operator bool() const noexcept { return object_ != nullptr; }
    T* operator->() const noexcept { return object_; }
    T& operator*() const noexcept { return *object_; }
    T* get() const noexcept { return object_; }

private:
    void add() noexcept {
        if (object_) {
            object_->references_.fetch_add(1, std::memory_order_relaxed);
        }
    }
    T* object_ = nullptr;
};

} // namespace crosspoint
