// SPDX-License-Identifier: Apache-2.0
#include "crosspoint/message/buffer.hpp"

#include "crosspoint/base/tally.hpp"

#include <cstdlib>
#include <new>

namespace crosspoint::message {

namespace {

Tally buffers{"qd_buffer_t", sizeof(Buffer)};
/// What is in them, since they are of different sizes.
Tally octets{"buffer_octets", 1};

} // namespace

BufferPtr BufferPtr::make(std::uint32_t capacity) {
    void* memory = std::malloc(sizeof(Buffer) + capacity);
    if (!memory) {
        throw std::bad_alloc();
    }
    BufferPtr made;
    made.buffer_ = new (memory) Buffer(capacity);
    buffers.add(1);
    octets.add(capacity);
    return made;
}

BufferPtr::~BufferPtr() {
    // A loop, not recursion: a chain may be long.
    Buffer* at = buffer_;
    while (at && at->references_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
        Buffer* next = std::exchange(at->next_.buffer_, nullptr);
        buffers.add(-1);
        octets.add(-std::int64_t{at->capacity()});
        at->~Buffer();
        std::free(at);
        at = next;
    }
}

} // namespace crosspoint::message
