// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/unit.hpp"

#include "crosspoint/amqp/writer.hpp"
#include "crosspoint/message/whole_message.hpp"

#include <algorithm>
#include <string>

using namespace crosspoint;
using namespace crosspoint::message;

namespace {

amqp::Octets octets_with(const std::string& to, std::size_t body) {
    amqp::Writer out;
    out.section(0x73);
    const auto properties = out.begin_list();
    out.null();
    out.null();
    out.string(to);
    out.end(properties, 3);
    out.section(0x77);
    out.string(std::string(body, 'x'));
    return out.take();
}

/// All bytes of all buffers; each of them is filled.
amqp::Octets bytes_of(const Message& message, std::size_t& buffers) {
    amqp::Octets all;
    buffers = 0;
    for (Buffer* at = message.head().get(); at; at = at->next().get()) {
        const auto* bytes = reinterpret_cast<const std::uint8_t*>(at->data());
        all.insert(all.end(), bytes, bytes + at->capacity());
        ++buffers;
    }
    return all;
}

void a_small_message_is_one_buffer() {
    const amqp::Octets octets = octets_with("me", 10);
    const MessagePtr message = whole_message(octets);
    std::size_t buffers = 0;
    EXPECT(bytes_of(*message, buffers) == octets);
    EXPECT(buffers == 1);
    EXPECT(message->text(message->facts().to) == "me");
}

void a_large_message_is_a_chain() {
    const amqp::Octets octets = octets_with("me", 1'000'000);
    const MessagePtr message = whole_message(octets);
    std::size_t buffers = 0;
    EXPECT(bytes_of(*message, buffers) == octets);
    EXPECT(buffers == 16);
}

void long_properties_are_in_one_piece() {
    const std::string to(200'000, 't');
    const amqp::Octets octets = octets_with(to, 100'000);
    const MessagePtr message = whole_message(octets);
    std::size_t buffers = 0;
    EXPECT(bytes_of(*message, buffers) == octets);
    EXPECT(buffers == 3);
    EXPECT(message->head()->capacity() >= message->facts().to.end);
    EXPECT(message->text(message->facts().to) == to);
}

void the_octets_come_back_in_one_piece() {
    const amqp::Octets octets = octets_with("me", 200'000);
    const MessagePtr message = whole_message(octets);
    EXPECT(octets_of(*message, octets.size()) == octets);
    const amqp::Octets begin(octets.begin(), octets.begin() + 100);
    EXPECT(octets_of(*message, 100) == begin);
}

const CMUnitTest tests[] = {
    unit::test<a_small_message_is_one_buffer>("small"),
    unit::test<a_large_message_is_a_chain>("large"),
    unit::test<long_properties_are_in_one_piece>("long properties"),
    unit::test<the_octets_come_back_in_one_piece>("octets come back"),
};

} // namespace

int main() {
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
