// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/router_core/message/wire.hpp"
#include "tests/unit/unit.hpp"

#include "crosspoint/message/sections.hpp"

#include <cstring>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <vector>

namespace {

using namespace crosspoint::message;
using unit::wire;

constexpr std::string_view no_format = "invalid message format";

/// A parsed message, with its facts as text.
struct Message {
    std::string bytes;
    Parsed parsed;
    Facts facts;

    std::string text(Range range) const { return bytes.substr(range.begin, range.size()); }
    bool ok() const { return parsed == Parsed::ok && facts.error == nullptr; }
    /// Rejected with amqp:decode-error.
    bool bad() const {
        return parsed == Parsed::malformed && facts.error == no_format &&
               !facts.error_is_annotation;
    }
    /// Rejected with amqp:invalid-field.
    bool bad_annotation(std::string_view error) const {
        return parsed == Parsed::malformed && facts.error == error && facts.error_is_annotation;
    }
};

Message parse_bytes(std::string bytes, Depth depth, bool strip = false, bool complete = true) {
    Message message{std::move(bytes), {}, {}};
    // A copy of exact size, so that the address sanitizer sees a read beyond the end.
    const std::vector<char> exact(message.bytes.begin(), message.bytes.end());
    message.parsed = parse_sections(unit::as_bytes({exact.data(), exact.size()}), depth, strip,
                                    complete, message.facts);
    return message;
}

Message parse(std::string_view notation, Depth depth = Depth::properties) {
    return parse_bytes(wire(notation), depth);
}

Message parse_stripped(std::string_view notation) {
    return parse_bytes(wire(notation), Depth::annotations, true);
}

Message parse_beginning(std::string_view notation, Depth depth = Depth::properties) {
    return parse_bytes(wire(notation), depth, false, false);
}

/// The only section is message-annotations, a map8 with the given elements.
std::string annotations(unsigned count, std::string_view elements) {
    const std::string content = wire(elements);
    std::string section = wire("00 53 72 c1");
    section += static_cast<char>(content.size() + 1);
    section += static_cast<char>(count);
    return section + content;
}

Message parse_annotations(unsigned count, std::string_view elements) {
    return parse_bytes(annotations(count, elements), Depth::annotations);
}

constexpr std::string_view targeted_message = "00 53 70 45"
                                              "00 53 72 c1 52 08"
                                              "  a3 06 'x-user'            a1 02 'zz'"
                                              "  a3 0b 'x-opt-qd.to'       a1 07 'foo/bar'"
                                              "  a3 10 'x-opt-qd.ingress'  a1 03 '0/A'"
                                              "  a3 0e 'x-opt-qd.trace'    c0 06 01 a1 03 '0/A'"
                                              "00 53 73 45"
                                              "00 53 77 a1 03 'hi0'";

constexpr std::string_view hello_message =
    "00 53 70 d0 00 00 00 05 00 00 00 01 42 00 53 72 c1 30 04 a3 10 78 2d 6f 70 74 2d 71 64 2e 69 "
    "6e 67 72 65 73 73 a1 03 30 2f 42 a3 0e 78 2d 6f 70 74 2d 71 64 2e 74 72 61 63 65 c0 06 01 a1 "
    "03 30 2f 42 00 53 73 d0 00 00 00 1f 00 00 00 06 40 40 a1 14 61 6d 71 70 3a 2f 5f 6c 6f 63 61 "
    "6c 2f 71 64 68 65 6c 6c 6f 40 40 40 00 53 74 d1 00 00 00 13 00 00 00 02 a1 06 6f 70 63 6f 64 "
    "65 a1 05 48 45 4c 4c 4f 00 53 77 d1 00 00 00 3b 00 00 00 0a a1 02 69 64 a1 01 42 a1 02 70 76 "
    "54 01 a1 04 61 72 65 61 a1 01 30 a1 08 69 6e 73 74 61 6e 63 65 71 6a fd 3c e9 a1 04 73 65 65 "
    "6e d0 00 00 00 07 00 00 00 01 a1 01 41";

void a_captured_client_message_is_understood() {
    const Message m = parse(targeted_message);
    EXPECT(m.ok());
    EXPECT(m.text(m.facts.header) == wire("00 53 70 45"));
    EXPECT(m.facts.annotations == (Range{4, 4 + 5 + 0x52}));
    EXPECT(m.facts.user_range_count == 1);
    EXPECT(m.text(m.facts.user_entries[0]) == wire("a3 06 'x-user' a1 02 'zz'"));
    EXPECT(m.facts.user_entry_count == 2);
    EXPECT(m.facts.has_router_annotations);
    EXPECT(m.text(m.facts.to_override) == "foo/bar");
    EXPECT(m.text(m.facts.ingress) == "0/A");
    EXPECT(m.text(m.facts.trace) == wire("a1 03 '0/A'"));
    EXPECT(m.facts.trace_count == 1);
    EXPECT(m.facts.phase == 0 && !m.facts.stream && !m.facts.durable && m.facts.priority == 4);
    EXPECT(m.facts.to.empty());
    EXPECT(m.facts.parsed_end == m.bytes.size() - 8);
}

void a_captured_hello_is_understood() {
    const Message m = parse(hello_message);
    EXPECT(m.ok() && m.bytes.size() == 199);
    EXPECT(m.text(m.facts.to) == "amqp:/_local/qdhello");
    EXPECT(m.text(m.facts.ingress) == "0/B");
    EXPECT(m.text(m.facts.trace) == wire("a1 03 '0/B'"));
    EXPECT(m.facts.user_entry_count == 0 && m.facts.user_range_count == 0);
    EXPECT(m.facts.to_override.empty());
    EXPECT(m.text({m.facts.parsed_end, m.facts.parsed_end + 3}) == wire("00 53 74"));
}

void stripping_discards_from_the_first_router_key_on() {
    const Message m = parse_bytes(wire(targeted_message), Depth::properties, true);
    EXPECT(m.ok() && m.facts.has_router_annotations);
    EXPECT(m.facts.user_entry_count == 2 && m.facts.user_range_count == 1);
    EXPECT(m.facts.to_override.empty() && m.facts.ingress.empty() && m.facts.trace_count == 0);
    const Message behind = parse_stripped(
        "00 53 72 c1 13 04 a3 09 'x-opt-qd.' 40 a3 03 'abc' 40"); // the user's entry is behind
    EXPECT(behind.ok() && behind.facts.has_router_annotations);
    EXPECT(behind.facts.user_entry_count == 0);
}

void stripping_does_not_judge_what_it_discards() {
    EXPECT(parse_stripped("00 53 72 c1 11 02 a3 0b 'x-opt-qd.to' 40 ff ff").ok());
    EXPECT(parse_stripped("00 53 72 c1 0e 02 a3 0b 'x-opt-qd.to'").ok());
}

void stripping_still_needs_a_map() {
    EXPECT(parse_stripped("00 53 72 45")
               .bad_annotation("Invalid message annotations section - missing map type"));
    EXPECT(parse_stripped("00 53 72 c1 02 01 40")
               .bad_annotation("Invalid MA map count (odd number of fields)"));
}

void every_prefix_of_a_message_needs_more_or_gives_the_same_facts() {
    for (const std::string_view notation : {targeted_message, hello_message}) {
        for (const Depth depth : {Depth::header, Depth::annotations, Depth::properties}) {
            const Message whole = parse(notation, depth);
            for (std::size_t size = 0; size < whole.bytes.size(); ++size) {
                const Message part = parse_bytes(whole.bytes.substr(0, size), depth, false, false);
                EXPECT(part.parsed == Parsed::need_more || part.facts == whole.facts);
                EXPECT((part.parsed == Parsed::ok) == (size >= whole.facts.parsed_end));
            }
        }
    }
}

void a_cut_off_message_is_malformed() {
    const Message whole = parse(hello_message);
    for (std::size_t size = 0; size < whole.facts.parsed_end; ++size) {
        const Message part = parse_bytes(whole.bytes.substr(0, size), Depth::properties);
        // 13 and 66: behind the header and behind the annotations, where a message may end.
        EXPECT(size == 13 || size == 66 ? part.ok() : part.bad());
    }
}

void an_empty_message_is_malformed() {
    EXPECT(parse("").bad());
    EXPECT(parse_beginning("").parsed == Parsed::need_more);
}

void a_message_starts_with_a_section() {
    EXPECT(parse("a1 01 'x'").bad());
    EXPECT(parse_beginning("a1").bad());
    EXPECT(parse("00 53 6f 45").bad());
    EXPECT(parse("00 53 79 45").bad());
    EXPECT(parse("00 40 45").bad());                         // descriptor null
    EXPECT(parse("00 54 70 45").bad());                      // descriptor smallint
    EXPECT(parse("00 80 00 00 00 01 00 00 00 70 45").bad()); // not the low octet alone
    EXPECT(parse("00 a3 0e 'amqp:open:list' 45").bad());
    EXPECT(parse("00 a1 10 'amqp:header:list' 45").bad()); // a string, not a symbol
    EXPECT(parse("00 01 45").bad());                       // no type at all
}

void descriptors_may_be_long_or_symbolic() {
    EXPECT(parse("00 80 00 00 00 00 00 00 00 70 c0 04 02 41 50 07").facts.priority == 7);
    EXPECT(parse("00 a3 10 'amqp:header:list' c0 04 02 41 50 07").facts.priority == 7);
    EXPECT(parse("00 b3 00 00 00 10 'amqp:header:list' c0 04 02 41 50 07").facts.priority == 7);
    EXPECT(parse("00 a3 1c 'amqp:message-annotations:map' c1 01 00").facts.annotations.size() ==
           34);
    for (const std::string_view name :
         {"'amqp:application-properties:map'", "'amqp:data:binary'", "'amqp:amqp-sequence:list'",
          "'amqp:amqp-value:*'", "'amqp:footer:map'"}) {
        std::string bytes = wire("00 a3 00") + wire(name);
        bytes[2] = static_cast<char>(name.size() - 2);
        EXPECT(parse_bytes(bytes, Depth::properties).ok());
    }
    EXPECT(parse("00 a3 1d 'amqp:delivery-annotations:map' c1 01 00").ok());
    EXPECT(parse("00 a3 14 'amqp:properties:list' c0 07 03 40 40 a1 02 'to'").facts.to.size() == 2);
    EXPECT(parse_beginning("00").parsed == Parsed::need_more);
    EXPECT(parse_beginning("00 a3 10 'amqp:header'").parsed == Parsed::need_more);
    EXPECT(parse_beginning("00 53").parsed == Parsed::need_more);
}

void sections_must_be_in_order() {
    EXPECT(parse("00 53 70 45 00 53 70 45").bad());
    EXPECT(parse("00 53 71 c1 01 00 00 53 70 45").bad());
    EXPECT(parse("00 53 72 c1 01 00 00 53 71 c1 01 00").bad());
    EXPECT(parse("00 53 72 c1 01 00 00 53 72 c1 01 00").bad());
    // Beyond the depth nobody looks.
    EXPECT(parse("00 53 72 c1 01 00 00 53 72 c1 01 00", Depth::annotations).ok());
    EXPECT(parse("00 53 70 45 00 53 70 45", Depth::header).ok());
}

void reading_stops_at_the_first_section_beyond_the_depth() {
    const Message body = parse_beginning("00 53 77");
    EXPECT(body.ok() && body.facts.parsed_end == 0);
    const Message header = parse_beginning("00 53 70 45", Depth::header);
    EXPECT(header.ok() && header.facts.parsed_end == 4);
    EXPECT(parse_beginning("00 53 72", Depth::header).ok());
    EXPECT(parse_beginning("00 53 73", Depth::annotations).ok());
    EXPECT(parse_beginning("00 53 70 45", Depth::annotations).parsed == Parsed::need_more);
    EXPECT(parse_beginning("00 53 70 45 00 53 71 c1 01 00", Depth::annotations).parsed ==
           Parsed::need_more);
    EXPECT(parse_beginning("00 53 72 c1 01 00", Depth::annotations).ok());
    EXPECT(parse_beginning("00 53 73 45").ok());
}

void a_message_may_end_before_the_depth() {
    const Message m = parse("00 53 70 45");
    EXPECT(m.ok() && m.facts.parsed_end == 4);
}

void the_header_gives_priority_and_durability() {
    EXPECT(parse("00 53 70 c0 04 02 41 50 03").facts.priority == 3);
    EXPECT(parse("00 53 70 c0 04 02 41 50 09").facts.priority == 9);
    EXPECT(parse("00 53 70 c0 04 02 41 50 ff").facts.priority == 9);
    EXPECT(parse("00 53 70 c0 03 02 40 40").facts.priority == 4);
    EXPECT(parse("00 53 70 c0 01 00").facts.priority == 4);
    EXPECT(parse("00 53 70 c0 04 02 40 52 07").facts.priority == 4); // a uint
    EXPECT(parse("00 53 70 d0 00 00 00 07 00 00 00 02 41 50 00").facts.priority == 0);
    EXPECT(parse("00 53 70 c0 0a 05 41 50 03 70 00 00 00 01 41 43").facts.priority == 3);
    EXPECT(parse("00 53 70 c0 02 01 41").facts.durable);
    EXPECT(parse("00 53 70 c0 03 01 56 01").facts.durable);
    EXPECT(!parse("00 53 70 c0 03 01 56 00").facts.durable);
    EXPECT(!parse("00 53 70 c0 02 01 42").facts.durable);
    EXPECT(!parse("00 53 70 c0 02 01 40").facts.durable);
}

void a_broken_header_is_malformed() {
    EXPECT(parse("00 53 70 c1 01 00").bad()); // a map
    EXPECT(parse("00 53 70 40").bad());       // null
    EXPECT(parse("00 53 70 c0 00").bad());    // no room for the count
    EXPECT(parse("00 53 70 d0 00 00 00 03 00 00 00").bad());
    EXPECT(parse("00 53 70 c0 01 01").bad());       // durable is missing
    EXPECT(parse("00 53 70 c0 02 02 41").bad());    // priority is missing
    EXPECT(parse("00 53 70 c0 03 02 41 50").bad()); // priority is cut off
    EXPECT(parse("00 53 70 c0 02 01 13").bad());    // no type
    EXPECT(parse("00 53 70 c0").bad());
    EXPECT(parse("00 53 70").bad());
}

void delivery_annotations_are_stepped_over() {
    const Message m = parse("00 53 71 c1 03 02 ff ff 00 53 73 c0 07 03 40 40 a1 02 'to'");
    EXPECT(m.ok() && m.text(m.facts.to) == "to");
    EXPECT(m.facts.annotations.empty());
    EXPECT(parse("00 53 71 d1 00 00 00 04 00 00 00 00").ok());
    EXPECT(parse("00 53 71 45").bad());
}

void properties_give_the_address() {
    EXPECT(parse("00 53 73 c0 07 03 40 40 a1 02 'to'").facts.to == (Range{10, 12}));
    EXPECT(parse("00 53 73 c0 0a 03 40 40 b1 00 00 00 02 'to'").facts.to == (Range{13, 15}));
    EXPECT(parse("00 53 73 c0 15 03 98 '0123456789abcdef' a0 00 40").ok()); // uuid, binary, null
    EXPECT(parse("00 53 73 c0 07 03 40 40 a3 02 'to'").facts.to.empty());   // a symbol
    EXPECT(parse("00 53 73 c0 04 03 40 40 40").facts.to.empty());
    EXPECT(parse("00 53 73 c0 03 02 40 40").facts.to.empty());
    EXPECT(parse("00 53 73 c0 03 03 40 40").bad());
    EXPECT(parse("00 53 73 c1 01 00").bad());
    // Not asked for.
    EXPECT(parse("00 53 73 c0 07 03 40 40 a1 02 'to'", Depth::annotations).facts.to.empty());
}

void annotations_need_a_map_with_pairs() {
    for (const std::string_view value : {"45", "40", "c0 01 00", "a1 01 'x'"}) {
        EXPECT(parse_bytes(wire("00 53 72") + wire(value), Depth::annotations)
                   .bad_annotation("Invalid message annotations section - missing map type"));
    }
    EXPECT(parse_annotations(1, "a3 01 'x'")
               .bad_annotation("Invalid MA map count (odd number of fields)"));
    EXPECT(parse("00 53 72 c1 00").bad());
    EXPECT(parse("00 53 72 d1 00 00 00 02 00 00").bad());
    EXPECT(parse_annotations(2, "").bad());
    EXPECT(parse_annotations(2, "a3 01 'x'").bad());
    EXPECT(parse_annotations(2, "a3 02 'x'").bad());
    EXPECT(parse_annotations(2, "a3 01 'x' 40 40").bad()); // more than was counted
    EXPECT(parse("00 53 72 d1 00 00 00 08 00 00 00 02 a3 01 'x' 40").facts.user_entry_count == 2);
}

void keys_of_any_type_are_the_users() {
    const Message m = parse_annotations(12, "80 00 00 00 00 00 00 00 01 40"
                                            "a1 0b 'x-opt-qd.to' 40" // a string
                                            "a3 08 'x-opt-qd' 40"
                                            "a3 09 'X-opt-qd.' 40"
                                            "b3 00 00 00 01 'x' 40"
                                            "40 40");
    EXPECT(m.ok() && m.facts.user_entry_count == 12 && m.facts.user_range_count == 1);
    EXPECT(!m.facts.has_router_annotations);
    EXPECT(m.facts.user_entries[0].end == m.bytes.size());
}

void router_annotations_may_be_anywhere() {
    const Message m = parse_annotations(12, "a3 01 'a' 54 01"
                                            "a3 0b 'x-opt-qd.to' b1 00 00 00 02 'me'"
                                            "a3 0f 'x-opt-qd.stream' 54 01"
                                            "a3 01 'b' 54 02"
                                            "a3 01 'c' 54 03"
                                            "b3 00 00 00 0e 'x-opt-qd.phase' 54 07");
    EXPECT(m.ok() && m.facts.user_entry_count == 6 && m.facts.user_range_count == 2);
    EXPECT(m.text(m.facts.user_entries[0]) == wire("a3 01 'a' 54 01"));
    EXPECT(m.text(m.facts.user_entries[1]) == wire("a3 01 'b' 54 02 a3 01 'c' 54 03"));
    EXPECT(m.text(m.facts.to_override) == "me");
    EXPECT(m.facts.stream && m.facts.phase == 7);
}

void scattering_has_a_limit() {
    std::string entries;
    for (std::size_t i = 0; i < max_user_ranges; ++i) {
        entries += "a3 01 'a' 40 a3 09 'x-opt-qd.' 40";
    }
    EXPECT(parse_annotations(24, entries).facts.user_range_count == max_user_ranges);
    EXPECT(parse_annotations(26, entries + "a3 01 'a' 40").bad());
}

void padding_and_unknown_router_keys_are_skipped() {
    const Message m = parse_annotations(8, "a3 09 'x-opt-qd.' 40"
                                           "a3 0e 'x-opt-qd.class' 54 05"
                                           "a3 0d 'x-opt-qd.next' c0 03 02 40 40"
                                           "a3 09 'x-opt-qd.' a1 01 'x'");
    EXPECT(m.ok() && m.facts.has_router_annotations);
    EXPECT(m.facts.user_entry_count == 0 && m.facts.phase == 0 && m.facts.trace_count == 0);
}

std::int32_t phase(std::string_view value) {
    const Message m = parse_annotations(2, "a3 0e 'x-opt-qd.phase' " + std::string(value));
    EXPECT(m.ok());
    return m.facts.phase;
}

void phase_may_be_any_integer() {
    EXPECT(phase("54 16") == 22);
    EXPECT(phase("54 ff") == -1);
    EXPECT(phase("71 00 00 00 09") == 9);
    EXPECT(phase("71 ff ff ff fe") == -2);
    EXPECT(phase("51 80") == -128);
    EXPECT(phase("61 ff 00") == -256);
    EXPECT(phase("55 03") == 3);
    EXPECT(phase("81 ff ff ff ff ff ff ff fd") == -3);
    EXPECT(phase("81 00 00 00 01 00 00 00 01") == 0); // does not fit
    EXPECT(phase("50 ff") == 255);
    EXPECT(phase("60 ff ff") == 65535);
    EXPECT(phase("52 05") == 5);
    EXPECT(phase("53 06") == 6);
    EXPECT(phase("70 7f ff ff ff") == 2147483647);
    EXPECT(phase("70 80 00 00 00") == 0); // does not fit
    EXPECT(phase("43") == 0);
    EXPECT(phase("a1 01 '1'") == 0);
    EXPECT(phase("40") == 0);
    EXPECT(phase("00 53 01 54 01") == 0); // described
}

void trace_is_a_list_of_strings() {
    const Message m = parse_annotations(
        2, "a3 0e 'x-opt-qd.trace' d0 00 00 00 12 00 00 00 02 a1 03 '0/A' b1 00 00 00 04 '0/BB'");
    EXPECT(m.ok() && m.facts.trace_count == 2);
    EXPECT(m.text(m.facts.trace) == wire("a1 03 '0/A' b1 00 00 00 04 '0/BB'"));
    const Message none = parse_annotations(2, "a3 0e 'x-opt-qd.trace' 45");
    EXPECT(none.ok() && none.facts.trace.empty() && none.facts.trace_count == 0);
    EXPECT(parse_annotations(2, "a3 0e 'x-opt-qd.trace' 40")
               .bad_annotation("trace annotation is not a list"));
    EXPECT(parse_annotations(2, "a3 0e 'x-opt-qd.trace' c0 05 02 40 a1 01 'x'")
               .bad_annotation("trace list contains non-string entries"));
    EXPECT(parse_annotations(2, "a3 0e 'x-opt-qd.trace' c0 07 02 a1 01 'x' a3 01 'y'")
               .bad_annotation("trace list contains non-string entries"));
    EXPECT(parse_annotations(2, "a3 0e 'x-opt-qd.trace' c0 00").bad());
    EXPECT(parse_annotations(2, "a3 0e 'x-opt-qd.trace' c0 04 02 a1 01 'x'").bad());
    EXPECT(parse_annotations(2, "a3 0e 'x-opt-qd.trace' c0 03 01 a1 01 'x'").bad());
    EXPECT(parse_annotations(2, "a3 0e 'x-opt-qd.trace' c0 05 01 a1 01 'x' 40").bad());
}

void addresses_are_strings() {
    for (const std::string_view value : {"a3 01 'x'", "a0 01 'x'", "40", "54 01", "45"}) {
        EXPECT(parse_annotations(2, "a3 0b 'x-opt-qd.to' " + std::string(value))
                   .bad_annotation("to-override not a valid string type"));
        EXPECT(parse_annotations(2, "a3 10 'x-opt-qd.ingress' " + std::string(value))
                   .bad_annotation("ingress router not a string type"));
    }
}

void of_a_repeated_router_key_the_last_counts() {
    const Message m = parse_annotations(4, "a3 0b 'x-opt-qd.to' a1 01 'a'"
                                           "a3 0b 'x-opt-qd.to' a1 01 'b'");
    EXPECT(m.ok() && m.text(m.facts.to_override) == "b");
}

void values_of_every_width_are_stepped_over() {
    const Message m = parse_annotations(28, "a3 01 'a' 40"
                                            "a3 01 'b' 56 01"
                                            "a3 01 'c' 60 00 01"
                                            "a3 01 'd' 72 00 00 00 00"
                                            "a3 01 'e' 83 00 00 00 00 00 00 00 00"
                                            "a3 01 'f' 94 00 00 00 00 00 00 00 00"
                                            "             00 00 00 00 00 00 00 00"
                                            "a3 01 'g' a0 02 00 00"
                                            "a3 01 'h' b0 00 00 00 01 00"
                                            "a3 01 'i' c0 01 00"
                                            "a3 01 'j' d1 00 00 00 04 00 00 00 00"
                                            "a3 01 'k' e0 03 01 50 01"
                                            "a3 01 'l' f0 00 00 00 06 00 00 00 01 50 01"
                                            "a3 01 'm' 00 53 01 a1 01 'x'"
                                            "a3 01 'n' 00 00 53 01 53 02 00 53 01 40");
    EXPECT(m.ok() && m.facts.user_entry_count == 28);
}

void described_values_are_bounded() {
    EXPECT(parse_annotations(2, "a3 01 'a' 00").bad());
    EXPECT(parse_annotations(2, "a3 01 'a' 00 53 01").bad());
    EXPECT(parse_annotations(2, "a3 01 'a' 00 53").bad());
    EXPECT(parse_annotations(2, "a3 01 'a' 00 3f 40").bad());
    EXPECT(parse_annotations(2, "a3 01 'a' 00 00 00 00 00 00 00 40 40 40 40 40 40 40 40").ok());
    EXPECT(
        parse_annotations(2, "a3 01 'a' 00 00 00 00 00 00 00 00 40 40 40 40 40 40 40 40 40").bad());
}

void huge_sizes_do_not_wrap_around() {
    EXPECT(parse("00 53 70 d0 ff ff ff ff 00 00 00 00").bad());
    EXPECT(parse_beginning("00 53 70 d0 ff ff ff ff 00 00 00 00").parsed == Parsed::need_more);
    EXPECT(parse_annotations(2, "b3 ff ff ff ff 'x' 40").bad());
    EXPECT(parse("00 53 72 d1 00 00 00 04 ff ff ff fe").bad());
    EXPECT(parse("00 53 70 d0 00 00 00 04 ff ff ff ff").bad());
}

void a_section_beyond_two_gigabytes_is_malformed() {
    constexpr std::size_t size = 0x80000000U;
    // Address space only: no page but the first is ever touched.
    void* pages = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    EXPECT(pages != MAP_FAILED);
    const std::string start = wire("00 53 70 d0 7f ff ff f8 00 00 00 00"); // as long as the message
    std::memcpy(pages, start.data(), start.size());
    Facts facts;
    const Parsed parsed = parse_sections({static_cast<const std::byte*>(pages), size},
                                         Depth::header, false, false, facts);
    munmap(pages, size);
    EXPECT(parsed == Parsed::malformed && facts.error == no_format);
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<a_captured_client_message_is_understood>("captured client message"),
        unit::test<a_captured_hello_is_understood>("captured hello"),
        unit::test<stripping_discards_from_the_first_router_key_on>("stripping discards"),
        unit::test<stripping_does_not_judge_what_it_discards>("stripping does not judge"),
        unit::test<stripping_still_needs_a_map>("stripping needs a map"),
        unit::test<every_prefix_of_a_message_needs_more_or_gives_the_same_facts>("every prefix"),
        unit::test<a_cut_off_message_is_malformed>("a cut off message"),
        unit::test<an_empty_message_is_malformed>("an empty message"),
        unit::test<a_message_starts_with_a_section>("a message starts with a section"),
        unit::test<descriptors_may_be_long_or_symbolic>("long and symbolic descriptors"),
        unit::test<sections_must_be_in_order>("sections in order"),
        unit::test<reading_stops_at_the_first_section_beyond_the_depth>("reading stops"),
        unit::test<a_message_may_end_before_the_depth>("a message may end early"),
        unit::test<the_header_gives_priority_and_durability>("priority and durability"),
        unit::test<a_broken_header_is_malformed>("a broken header"),
        unit::test<delivery_annotations_are_stepped_over>("delivery annotations"),
        unit::test<properties_give_the_address>("properties give the address"),
        unit::test<annotations_need_a_map_with_pairs>("annotations need a map with pairs"),
        unit::test<keys_of_any_type_are_the_users>("keys of any type"),
        unit::test<router_annotations_may_be_anywhere>("router annotations anywhere"),
        unit::test<scattering_has_a_limit>("scattering has a limit"),
        unit::test<padding_and_unknown_router_keys_are_skipped>("padding and unknown keys"),
        unit::test<phase_may_be_any_integer>("phase may be any integer"),
        unit::test<trace_is_a_list_of_strings>("trace is a list of strings"),
        unit::test<addresses_are_strings>("addresses are strings"),
        unit::test<of_a_repeated_router_key_the_last_counts>("repeated router key"),
        unit::test<values_of_every_width_are_stepped_over>("values of every width"),
        unit::test<described_values_are_bounded>("described values are bounded"),
        unit::test<huge_sizes_do_not_wrap_around>("huge sizes"),
        unit::test<a_section_beyond_two_gigabytes_is_malformed>("beyond two gigabytes"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
