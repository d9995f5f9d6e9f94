// SPDX-License-Identifier: Apache-2.0
#include "crosspoint/message/sections.hpp"

#include "router_core/message/router_keys.hpp"

#include "crosspoint/message/amqp_cursor.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>
#include <utility>

namespace crosspoint::message {
namespace {

constexpr const char* invalid_format = "invalid message format";

/// Offsets are 32 bits wide, and a rewritten section must still fit its size field.
constexpr std::size_t max_head = std::numeric_limits<std::int32_t>::max();

/// Descriptor codes of the sections, in the order of AMQP 1.0 3.2.
enum Section : std::uint8_t {
    section_header = 0x70,
    section_delivery_annotations = 0x71,
    section_message_annotations = 0x72,
    section_properties = 0x73,
    section_footer = 0x78,
};

/// Symbolic descriptors, from section_header on.
constexpr std::array<std::string_view, section_footer - section_header + 1> section_names{
    "amqp:header:list",
    "amqp:delivery-annotations:map",
    "amqp:message-annotations:map",
    "amqp:properties:list",
    "amqp:application-properties:map",
    "amqp:data:binary",
    "amqp:amqp-sequence:list",
    "amqp:amqp-value:*",
    "amqp:footer:map",
};

/// The last section of interest, by Depth.
constexpr std::array<std::uint8_t, 3> last_of_depth{section_header, section_message_annotations,
                                                    section_properties};

bool fail(Facts& facts, const char* error) {
    facts.error = error;
    return false;
}

bool fail_annotation(Facts& facts, const char* error) {
    facts.error_is_annotation = true;
    return fail(facts, error);
}

Taken take_uncommon_descriptor(AmqpCursor& message, std::uint8_t& section) {
    if (message.peek(0) != code::described) {
        return Taken::invalid;
    }
    message.skip(1);
    AmqpValue descriptor;
    if (const Taken taken = message.take(descriptor); taken != Taken::whole) {
        return taken;
    }
    std::uint64_t number = 0;
    if (descriptor.code == code::ulong) {
        number = message.number(descriptor);
    } else if (descriptor.is_symbol()) {
        const auto* name = std::ranges::find(section_names, message.text(descriptor));
        number = section_header + static_cast<std::uint64_t>(name - section_names.begin());
    }
    if (number < section_header || number > section_footer) {
        return Taken::invalid;
    }
    section = static_cast<std::uint8_t>(number);
    return Taken::whole;
}

/// Takes the zero and the descriptor in front of a section; there is at least one octet to look at.
Taken take_descriptor(AmqpCursor& message, std::uint8_t& section) {
    if (message.remaining() >= 3 && message.peek(0) == code::described &&
        message.peek(1) == code::smallulong) [[likely]] {
        section = message.peek(2);
        message.skip(3);
        return section >= section_header && section <= section_footer ? Taken::whole
                                                                      : Taken::invalid;
    }
    return take_uncommon_descriptor(message, section);
}

/// Steps into a list section and takes its first elements, as many of `fields` as there are.
template <std::size_t size>
bool take_fields(AmqpCursor& items, const AmqpValue& list, std::array<AmqpValue, size>& fields) {
    std::uint32_t count = 0;
    if (!list.is_list() || !items.enter(list, count)) {
        return false;
    }
    const std::size_t wanted = std::min<std::size_t>(count, size);
    for (std::size_t i = 0; i < wanted; ++i) {
        if (items.take(fields[i]) != Taken::whole) {
            return false;
        }
    }
    return true;
}

bool read_header(AmqpCursor items, const AmqpValue& list, Facts& facts) {
    std::array<AmqpValue, 2> fields; // durable, priority
    if (!take_fields(items, list, fields)) {
        return fail(facts, invalid_format);
    }
    const auto& [durable, priority] = fields;
    facts.durable = durable.code == code::boolean_true ||
                    (durable.code == code::boolean && items.number(durable) != 0);
    if (priority.code == code::ubyte) {
        facts.priority =
            static_cast<std::uint8_t>(std::min<std::uint64_t>(items.number(priority), 9));
    }
    return true;
}

bool read_properties(AmqpCursor items, const AmqpValue& list, Facts& facts) {
    std::array<AmqpValue, 3> fields; // message-id, user-id, to
    if (!take_fields(items, list, fields)) {
        return fail(facts, invalid_format);
    }
    if (const AmqpValue& to = fields[2]; to.is_string()) {
        facts.to = {to.begin, to.end};
    }
    return true;
}

/// Any integer, for peers differ in the width they write; 0 for what is none or does not fit.
std::int32_t as_int(const AmqpCursor& items, const AmqpValue& value) {
    constexpr std::string_view with_sign{"\x51\x54\x55\x61\x71\x81"};
    constexpr std::string_view without_sign{"\x50\x52\x53\x60\x70\x80"};
    const char type = static_cast<char>(value.code);
    if (with_sign.find(type) != std::string_view::npos) {
        const std::uint32_t unused_bits = 64 - 8 * value.size();
        const auto number =
            static_cast<std::int64_t>(items.number(value) << unused_bits) >> unused_bits;
        return std::in_range<std::int32_t>(number) ? static_cast<std::int32_t>(number) : 0;
    }
    if (without_sign.find(type) != std::string_view::npos) {
        const std::uint64_t number = items.number(value);
        return std::in_range<std::int32_t>(number) ? static_cast<std::int32_t>(number) : 0;
    }
    return 0;
}

bool read_trace(AmqpCursor items, const AmqpValue& list, Facts& facts) {
    if (!list.is_list()) {
        return fail_annotation(facts, "trace annotation is not a list");
    }
    std::uint32_t count = 0;
    if (!items.enter(list, count)) {
        return fail(facts, invalid_format);
    }
    facts.trace = {items.position(), list.end};
    facts.trace_count = count;
    for (AmqpValue router; count != 0; --count) {
        if (items.take(router) != Taken::whole) {
            return fail(facts, invalid_format);
        }
        if (!router.is_string()) {
            return fail_annotation(facts, "trace list contains non-string entries");
        }
    }
    return items.at_end() ? true : fail(facts, invalid_format);
}

/// Keys of ours that are not named here (padding, "class", those of times to come) say nothing.
bool read_router_annotation(const AmqpCursor& items, std::string_view key, const AmqpValue& value,
                            Facts& facts) {
    if (key == router_key::to) {
        if (!value.is_string()) {
            return fail_annotation(facts, "to-override not a valid string type");
        }
        facts.to_override = {value.begin, value.end};
    } else if (key == router_key::ingress) {
        if (!value.is_string()) {
            return fail_annotation(facts, "ingress router not a string type");
        }
        facts.ingress = {value.begin, value.end};
    } else if (key == router_key::trace) {
        return read_trace(items, value, facts);
    } else if (key == router_key::phase) {
        facts.phase = as_int(items, value);
    } else if (key == router_key::stream) {
        facts.stream = true;
    }
    return true;
}

bool read_annotations(AmqpCursor items, const AmqpValue& map, bool strip, Facts& facts) {
    if (!map.is_map()) {
        return fail_annotation(facts, "Invalid message annotations section - missing map type");
    }
    std::uint32_t count = 0;
    if (!items.enter(map, count)) {
        return fail(facts, invalid_format);
    }
    if (count % 2 != 0) {
        return fail_annotation(facts, "Invalid MA map count (odd number of fields)");
    }
    bool in_range = false;
    AmqpValue key;
    AmqpValue value;
    for (std::uint32_t pairs = count / 2; pairs != 0; --pairs) {
        const std::uint32_t entry = items.position();
        if (items.take(key) != Taken::whole) {
            return fail(facts, invalid_format);
        }
        const bool ours = key.is_symbol() && items.text(key).starts_with(router_key::prefix);
        facts.has_router_annotations |= ours;
        if (ours && strip) {
            return true;
        }
        if (items.take(value) != Taken::whole) {
            return fail(facts, invalid_format);
        }
        if (ours) {
            in_range = false;
            if (!read_router_annotation(items, items.text(key), value, facts)) {
                return false;
            }
            continue;
        }
        if (!in_range) {
            if (facts.user_range_count == max_user_ranges) {
                return fail(facts, invalid_format);
            }
            in_range = true;
            facts.user_entries[facts.user_range_count++].begin = entry;
        }
        facts.user_entries[facts.user_range_count - 1U].end = items.position();
        facts.user_entry_count += 2;
    }
    return items.at_end() ? true : fail(facts, invalid_format);
}

bool read_section(const AmqpCursor& message, std::uint8_t section, const AmqpValue& value,
                  bool strip, Facts& facts) {
    const Range whole{facts.parsed_end, message.position()};
    switch (section) {
    case section_header:
        facts.header = whole;
        return read_header(message, value, facts);
    case section_message_annotations:
        facts.annotations = whole;
        return read_annotations(message, value, strip, facts);
    case section_properties:
        return read_properties(message, value, facts);
    default: // delivery annotations, which concern the router only as something to step over
        return value.is_map() ? true : fail(facts, invalid_format);
    }
}

} // namespace

Parsed parse_sections(std::span<const std::byte> bytes, Depth depth, bool strip, bool complete,
                      Facts& facts) {
    facts = Facts{};
    if (bytes.size() > max_head) {
        bytes = bytes.first(max_head);
        complete = true;
    }
    AmqpCursor message(bytes, 0, static_cast<std::uint32_t>(bytes.size()));
    const std::uint8_t last = last_of_depth[static_cast<std::size_t>(depth)];
    std::uint8_t next_allowed = section_header;
    do {
        if (message.at_end()) {
            if (!complete) {
                return Parsed::need_more;
            }
            if (facts.parsed_end != 0) {
                return Parsed::ok;
            }
            facts.error = invalid_format; // an empty message
            return Parsed::malformed;
        }
        std::uint8_t section = 0;
        AmqpValue value;
        Taken taken = take_descriptor(message, section);
        if (taken == Taken::whole) {
            if (section > last) {
                return Parsed::ok;
            }
            taken = section < next_allowed ? Taken::invalid : message.take(value);
        }
        if (taken == Taken::cut_off && !complete) {
            return Parsed::need_more;
        }
        if (taken != Taken::whole) {
            facts.error = invalid_format;
            return Parsed::malformed;
        }
        if (!read_section(message, section, value, strip, facts)) {
            return Parsed::malformed;
        }
        facts.parsed_end = message.position();
        if (section < section_message_annotations) {
            facts.annotations = {facts.parsed_end, facts.parsed_end};
        }
        next_allowed = section + 1;
    } while (next_allowed <= last);
    return Parsed::ok;
}

} // namespace crosspoint::message
