// SPDX-License-Identifier: Apache-2.0
#include "crosspoint/message/buffer.hpp"

#include <cstdlib>
#include <new>

namespace crosspoint::message {

BufferPtr BufferPtr::make(std::uint32_t capacity) {
    void* memory = std::malloc(sizeof(Buffer) + capacity);
    if (!memory) {
        throw std::bad_alloc();
    }
    BufferPtr made;
    made.buffer_ = new (memory) Buffer(capacity);
    return made;
}

BufferPtr::~BufferPtr() {
    // A loop, not recursion: a chain may be long.
    Buffer* at = buffer_;
    while (at && at->references_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
        Buffer* next = std::exchange(at->next_.buffer_, nullptr);
        at->~Buffer();
        std::free(at);
        at = next;
    }
}

} // namespace crosspoint::message
