// SPDX-License-Identifier: Apache-2.0
// Throws bytes at the section parser and checks what every caller relies on.

#include "crosspoint/base/check.hpp"
#include "crosspoint/message/sections.hpp"

#include <span>
#include <vector>

namespace {

using crosspoint::check;
using namespace crosspoint::message;

void check_range(Range range, Range within) {
    check(range.begin <= range.end, "a range has its ends in order");
    check(range.empty() || (within.begin <= range.begin && range.end <= within.end),
          "a range lies within its section");
}

void check_facts(const Facts& facts, std::uint32_t size) {
    check(facts.error == nullptr && !facts.error_is_annotation, "what is ok has no error");
    check(facts.priority <= 9, "priority goes up to 9");
    check(facts.parsed_end <= size, "parsing ends within the bytes");
    const Range parsed{0, facts.parsed_end};
    check_range(facts.header, parsed);
    check_range(facts.annotations, parsed);
    check_range(facts.to, parsed);
    check_range(facts.to_override, facts.annotations);
    check_range(facts.ingress, facts.annotations);
    check_range(facts.trace, facts.annotations);
    check(facts.user_range_count <= max_user_ranges, "ranges fit their array");
    check(facts.user_entry_count % 2 == 0, "user entries are pairs");
    std::uint32_t user_octets = 0;
    std::uint32_t behind = facts.annotations.begin;
    for (std::size_t i = 0; i < facts.user_range_count; ++i) {
        const Range range = facts.user_entries[i];
        check_range(range, facts.annotations);
        check(!range.empty() && behind < range.begin, "ranges are in order and apart");
        behind = range.end;
        user_octets += range.size();
    }
    check(facts.user_entry_count <= user_octets, "every element has an octet");
    check(facts.trace_count <= facts.trace.size(), "every element has an octet");
}

/// A copy of exact size, so that reading beyond the end is seen.
Parsed parse(std::span<const std::byte> bytes, Depth depth, bool strip, bool complete,
             Facts& facts) {
    const std::vector<std::byte> exact(bytes.begin(), bytes.end());
    return parse_sections(exact, depth, strip, complete, facts);
}

/// `part` is how far the message has arrived. What is said then must remain true.
void check_prefix(std::span<const std::byte> part, Depth depth, bool strip, Parsed final_parsed,
                  const Facts& final_facts) {
    Facts facts;
    switch (parse(part, depth, strip, false, facts)) {
    case Parsed::ok:
        check_facts(facts, static_cast<std::uint32_t>(part.size()));
        check(final_parsed == Parsed::ok && facts == final_facts, "ok stays ok");
        break;
    case Parsed::malformed:
        check(facts.error != nullptr, "what is malformed has an error");
        check(final_parsed == Parsed::malformed && facts.error == final_facts.error &&
                  facts.error_is_annotation == final_facts.error_is_annotation,
              "malformed stays malformed");
        break;
    case Parsed::need_more:
        break;
    }
}

void check_message(std::span<const std::byte> bytes, Depth depth, bool strip) {
    Facts facts;
    const Parsed parsed = parse(bytes, depth, strip, true, facts);
    check(parsed != Parsed::need_more, "a complete message is judged");
    if (parsed == Parsed::ok) {
        check_facts(facts, static_cast<std::uint32_t>(bytes.size()));
    } else {
        check(facts.error != nullptr, "what is malformed has an error");
    }
    Facts again;
    again.priority = 77;
    again.error = "left over";
    check(parse(bytes, depth, strip, true, again) == parsed && again == facts,
          "the same bytes give the same facts");
    // Arriving in pieces of different size; every octet where it matters most.
    for (std::size_t size = 0; size <= bytes.size(); size += 1 + size / 64) {
        check_prefix(bytes.first(size), depth, strip, parsed, facts);
    }
    check_prefix(bytes, depth, strip, parsed, facts);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto bytes = std::as_bytes(std::span(data, size));
    for (const Depth depth : {Depth::header, Depth::annotations, Depth::properties}) {
        check_message(bytes, depth, false);
        check_message(bytes, depth, true);
    }
    return 0;
}
