// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/router_core/message/wire.hpp"
#include "tests/unit/unit.hpp"

#include "crosspoint/message/annotations.hpp"

#include <string>
#include <string_view>

namespace {

using namespace crosspoint::message;
using unit::wire;

Facts facts_of(const std::string& message) {
    Facts facts;
    EXPECT(parse_sections(unit::as_bytes(message), Depth::annotations, false, true, facts) ==
           Parsed::ok);
    return facts;
}

std::string write(const std::string& message, const RouterAnnotations* router) {
    std::string out;
    write_annotations(unit::as_bytes(message), facts_of(message), router, out);
    return out;
}

std::string text(const std::string& message, Range range) {
    return message.substr(range.begin, range.size());
}

const std::string bare = wire("00 53 77 a1 02 'hi'");
const std::string with_user_entry = wire("00 53 72 c1 0d 02 a3 06 'x-user' a1 02 'zz'");

void the_captured_section_of_a_first_hop_is_written() {
    const RouterAnnotations router{.to_override = "foo/bar",
                                   .phase = 0,
                                   .stream = false,
                                   .ingress = "0/A",
                                   .trace = {},
                                   .trace_count = 0,
                                   .append_to_trace = "0/A"};
    EXPECT(write(with_user_entry, &router) == wire("00 53 72 c1 52 08"
                                                   "a3 06 'x-user' a1 02 'zz'"
                                                   "a3 0b 'x-opt-qd.to' a1 07 'foo/bar'"
                                                   "a3 10 'x-opt-qd.ingress' a1 03 '0/A'"
                                                   "a3 0e 'x-opt-qd.trace' c0 06 01 a1 03 '0/A'"));
}

void the_captured_section_of_a_hello_is_written() {
    RouterAnnotations router;
    router.ingress = "0/B";
    router.append_to_trace = "0/B";
    EXPECT(write(bare, &router) == wire("00 53 72 c1 30 04"
                                        "a3 10 'x-opt-qd.ingress' a1 03 '0/B'"
                                        "a3 0e 'x-opt-qd.trace' c0 06 01 a1 03 '0/B'"));
}

void entries_are_in_the_order_of_the_peers() {
    const std::string trace = wire("a1 03 '0/A' a1 03 '0/B'");
    RouterAnnotations router{.to_override = "q",
                             .phase = 22,
                             .stream = true,
                             .ingress = "0/A",
                             .trace = unit::as_bytes(trace),
                             .trace_count = 2,
                             .append_to_trace = "0/C"};
    EXPECT(write(bare, &router) ==
           wire("00 53 72 c1 6f 0a"
                "a3 0e 'x-opt-qd.phase' 54 16"
                "a3 0f 'x-opt-qd.stream' 54 01"
                "a3 0b 'x-opt-qd.to' a1 01 'q'"
                "a3 10 'x-opt-qd.ingress' a1 03 '0/A'"
                "a3 0e 'x-opt-qd.trace' c0 10 03 a1 03 '0/A' a1 03 '0/B' a1 03 '0/C'"));
}

void a_trace_is_passed_on_without_an_addition() {
    const std::string trace = wire("a1 03 '0/A'");
    RouterAnnotations router;
    router.trace = unit::as_bytes(trace);
    router.trace_count = 1;
    EXPECT(write(bare, &router) ==
           wire("00 53 72 c1 19 02 a3 0e 'x-opt-qd.trace' c0 06 01 a1 03 '0/A'"));
}

void nothing_to_say_is_nothing_written() {
    const RouterAnnotations router;
    EXPECT(write(bare, nullptr).empty());
    EXPECT(write(bare, &router).empty());
    EXPECT(write(wire("00 53 72 c1 01 00"), &router).empty());
}

void stripping_leaves_the_users_entries() {
    const std::string message = wire("00 53 72 c1 2f 08 a3 01 'a' 40"
                                     "a3 0b 'x-opt-qd.to' a1 07 'foo/bar'"
                                     "a3 01 'b' c0 03 02 40 40 a3 09 'x-opt-qd.' 40");
    EXPECT(write(message, nullptr) ==
           wire("00 53 72 c1 0d 04 a3 01 'a' 40 a3 01 'b' c0 03 02 40 40"));
    EXPECT(write(with_user_entry, nullptr) == with_user_entry);
}

void the_section_is_appended() {
    std::string out = "before";
    write_annotations(unit::as_bytes(with_user_entry), facts_of(with_user_entry), nullptr, out);
    EXPECT(out == "before" + with_user_entry);
}

/// Written, and read again.
void round_trip(std::int32_t phase, std::size_t to_size, std::size_t trace_size) {
    const std::string to(to_size, 't');
    const std::string ingress(to_size + 1, 'i');
    const std::string node(trace_size, 'n');
    RouterAnnotations router{.to_override = to,
                             .phase = phase,
                             .stream = false,
                             .ingress = ingress,
                             .trace = {},
                             .trace_count = 0,
                             .append_to_trace = node};
    const std::string section = write(with_user_entry, &router);
    const Facts facts = facts_of(section);
    EXPECT(facts.annotations == (Range{0, static_cast<std::uint32_t>(section.size())}));
    EXPECT(facts.user_entry_count == 2 && facts.user_range_count == 1);
    EXPECT(text(section, facts.user_entries[0]) == with_user_entry.substr(6));
    EXPECT(facts.phase == phase && !facts.stream);
    EXPECT(text(section, facts.to_override) == to && text(section, facts.ingress) == ingress);
    EXPECT(facts.trace_count == (trace_size != 0 ? 1 : 0));
    EXPECT(text(section, facts.trace).ends_with(node));
}

void what_is_written_can_be_read_at_every_size() {
    for (const std::int32_t phase : {0, 9, 127, 128, -128, -129, 2147483647}) {
        round_trip(phase, 3, 3);
    }
    for (std::size_t size = 0; size < 600; ++size) {
        round_trip(0, size, 3);
        round_trip(0, 3, size);
    }
}

void a_long_list_or_map_takes_the_wide_form() {
    std::string trace;
    for (int i = 0; i < 300; ++i) {
        trace += wire("a1 00");
    }
    RouterAnnotations router;
    router.trace = unit::as_bytes(trace);
    router.trace_count = 300;
    router.append_to_trace = "me";
    const std::string section = write(bare, &router);
    EXPECT(section.starts_with(wire("00 53 72 d1 00 00 02 79 00 00 00 02")));
    const Facts facts = facts_of(section);
    EXPECT(facts.trace_count == 301 && text(section, facts.trace) == trace + wire("a1 02 'me'"));
}

void the_short_form_goes_up_to_its_last_octet() {
    // 255 octets behind the size field: one for the count, 13 for the key, 2 + 239 for the text.
    const std::string fits(239, 't');
    RouterAnnotations router;
    router.to_override = fits;
    EXPECT(write(bare, &router).starts_with(wire("00 53 72 c1 ff 02")));
    const std::string too_long(240, 't');
    router.to_override = too_long;
    EXPECT(write(bare, &router).starts_with(wire("00 53 72 d1 00 00 01 03 00 00 00 02")));
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<the_captured_section_of_a_first_hop_is_written>("captured first hop"),
        unit::test<the_captured_section_of_a_hello_is_written>("captured hello"),
        unit::test<entries_are_in_the_order_of_the_peers>("order of entries"),
        unit::test<a_trace_is_passed_on_without_an_addition>("trace without addition"),
        unit::test<nothing_to_say_is_nothing_written>("nothing to say"),
        unit::test<stripping_leaves_the_users_entries>("stripping"),
        unit::test<the_section_is_appended>("the section is appended"),
        unit::test<what_is_written_can_be_read_at_every_size>("round trip"),
        unit::test<a_long_list_or_map_takes_the_wide_form>("wide form"),
        unit::test<the_short_form_goes_up_to_its_last_octet>("short form"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
