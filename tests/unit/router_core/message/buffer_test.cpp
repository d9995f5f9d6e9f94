// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/unit.hpp"

#include "crosspoint/message/buffer.hpp"
#include "crosspoint/message/message.hpp"

#include <cstring>
#include <utility>

// What is freed too early, twice or not at all shows under AddressSanitizer.
namespace {

using crosspoint::message::Buffer;
using crosspoint::message::BufferPtr;
using crosspoint::message::Message;
using crosspoint::message::MessagePtr;

BufferPtr chain(int count, BufferPtr* last = nullptr) {
    BufferPtr head = BufferPtr::make(16);
    BufferPtr tail = head;
    for (int i = 1; i < count; ++i) {
        BufferPtr next = BufferPtr::make(16);
        tail->chain(next);
        tail = std::move(next);
    }
    if (last) {
        *last = tail;
    }
    return head;
}

void bytes_stand_behind_the_buffer() {
    const BufferPtr buffer = BufferPtr::make(5);
    std::memcpy(buffer->data(), "hello", 5);
    EXPECT(buffer->capacity() == 5);
    EXPECT(std::memcmp(buffer->data(), "hello", 5) == 0);
    EXPECT(!buffer->next());
}

void an_empty_buffer_has_no_bytes() {
    EXPECT(BufferPtr::make(0)->capacity() == 0);
    EXPECT(!BufferPtr());
}

void a_reference_keeps_what_is_chained_behind() {
    BufferPtr last;
    BufferPtr head = chain(3, &last);
    Buffer* const end = last.get();
    last = BufferPtr();
    EXPECT(head->next()->next().get() == end);
}

void a_reader_keeps_only_what_it_has_not_passed() {
    BufferPtr last;
    BufferPtr head = chain(3, &last);
    BufferPtr reader = head;
    head = BufferPtr();
    reader = BufferPtr(reader->next());
    reader = BufferPtr(reader->next());
    EXPECT(reader.get() == last.get());
}

void a_long_chain_is_freed_without_recursion() {
    const BufferPtr head = chain(300'000);
    EXPECT(bool(head->next()));
}

void a_chain_can_be_held_in_the_middle() {
    BufferPtr head = chain(4);
    const BufferPtr middle(head->next()->next());
    head = BufferPtr();
    EXPECT(bool(middle->next()));
    EXPECT(!middle->next()->next());
}

void a_message_lets_go_of_its_head() {
    BufferPtr head = chain(2);
    const BufferPtr second(head->next());
    const MessagePtr message(new Message(std::move(head), {}));
    EXPECT(bool(message->head()));
    message->release_head();
    EXPECT(!message->head());
    EXPECT(second->capacity() == 16);
}

const CMUnitTest tests[] = {
    unit::test<bytes_stand_behind_the_buffer>("bytes stand behind the buffer"),
    unit::test<an_empty_buffer_has_no_bytes>("an empty buffer has no bytes"),
    unit::test<a_reference_keeps_what_is_chained_behind>(
        "a reference keeps what is chained behind"),
    unit::test<a_reader_keeps_only_what_it_has_not_passed>(
        "a reader keeps only what it has not passed"),
    unit::test<a_long_chain_is_freed_without_recursion>("a long chain is freed without recursion"),
    unit::test<a_chain_can_be_held_in_the_middle>("a chain can be held in the middle"),
    unit::test<a_message_lets_go_of_its_head>("a message lets go of its head"),
};

} // namespace

int main() {
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
