// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace crosspoint::message {

class Buffer;

/// Counted reference to a Buffer, and so to every buffer that was chained behind it.
class BufferPtr {
public:
    BufferPtr() = default;
    BufferPtr(const BufferPtr& other) noexcept;
    BufferPtr(BufferPtr&& other) noexcept : buffer_(std::exchange(other.buffer_, nullptr)) {}
    BufferPtr& operator=(BufferPtr other) noexcept {
        std::swap(buffer_, other.buffer_);
        return *this;
    }
    ~BufferPtr();

    /// A new buffer with room for `capacity` bytes, none written yet.
    static BufferPtr make(std::uint32_t capacity);

    explicit operator bool() const noexcept { return buffer_ != nullptr; }
    Buffer* operator->() const noexcept { return buffer_; }
    Buffer& operator*() const noexcept { return *buffer_; }
    Buffer* get() const noexcept { return buffer_; }

private:
    Buffer* buffer_ = nullptr;
};

/// One piece of a message's bytes.
///
/// Written once, front to back, by the worker that reads the producer's connection, and read at the
/// same time by the workers of the consumers, without a lock: a reader touches only bytes, and
/// follows `next` only to bytes, that a mailbox has told it of, so everything it sees was written
/// before. A buffer is filled to its capacity before the next one is chained to it.
///
/// A reader keeps a reference to the buffer it stands in and nothing else; what every reader has
/// passed frees itself. That is what lets a message larger than memory pass through.
class Buffer {
public:
    std::byte* data() noexcept { return reinterpret_cast<std::byte*>(this + 1); }
    std::uint32_t capacity() const noexcept { return capacity_; }
    const BufferPtr& next() const noexcept { return next_; }
    void chain(BufferPtr next) noexcept { next_ = std::move(next); }

private:
    friend class BufferPtr;
    explicit Buffer(std::uint32_t capacity) : capacity_(capacity) {}

    std::atomic<std::uint32_t> references_{1};
    std::uint32_t capacity_;
    BufferPtr next_;
};

inline BufferPtr::BufferPtr(const BufferPtr& other) noexcept : buffer_(other.buffer_) {
    if (buffer_) {
        buffer_->references_.fetch_add(1, std::memory_order_relaxed);
    }
}

} // namespace crosspoint::message
