// SPDX-License-Identifier: Apache-2.0
#include "crosspoint/message/annotations.hpp"

#include "router_core/message/router_keys.hpp"

#include "crosspoint/message/amqp_cursor.hpp"

#include <limits>

namespace crosspoint::message {
namespace {

constexpr std::string_view section_start{"\x00\x53\x72", 3};
constexpr std::size_t max_octet = std::numeric_limits<std::uint8_t>::max();

void put_octet(std::string& out, std::uint8_t octet) {
    out.push_back(static_cast<char>(octet));
}

void put_number(std::string& out, std::size_t number) {
    for (int shift = 24; shift >= 0; shift -= 8) {
        put_octet(out, static_cast<std::uint8_t>(number >> shift));
    }
}

void put_bytes(std::string& out, std::span<const std::byte> bytes) {
    out.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

void put_key(std::string& out, std::string_view key) {
    put_octet(out, code::sym8);
    put_octet(out, static_cast<std::uint8_t>(key.size()));
    out += key;
}

std::size_t key_size(std::string_view key) {
    return 2 + key.size();
}

void put_string(std::string& out, std::string_view text) {
    if (text.size() <= max_octet) {
        put_octet(out, code::str8);
        put_octet(out, static_cast<std::uint8_t>(text.size()));
    } else {
        put_octet(out, code::str32);
        put_number(out, text.size());
    }
    out += text;
}

std::size_t string_size(std::string_view text) {
    return (text.size() <= max_octet ? 2 : 5) + text.size();
}

bool is_small(std::int32_t number) {
    return static_cast<std::int8_t>(number) == number;
}

/// What a list or a map holds, from which its own octets follow.
struct Elements {
    std::size_t octets = 0;
    std::size_t count = 0;

    /// The size field counts the count field as well. The count fits if the size does, for every
    /// element has an octet.
    [[nodiscard]] bool fit_short_form() const { return octets < max_octet; }
    [[nodiscard]] std::size_t encoded_size() const { return (fit_short_form() ? 3 : 9) + octets; }
};

void put_compound(std::string& out, std::uint8_t code8, std::uint8_t code32,
                  const Elements& elements) {
    if (elements.fit_short_form()) {
        put_octet(out, code8);
        put_octet(out, static_cast<std::uint8_t>(elements.octets + 1));
        put_octet(out, static_cast<std::uint8_t>(elements.count));
    } else {
        put_octet(out, code32);
        put_number(out, elements.octets + 4);
        put_number(out, elements.count);
    }
}

Elements trace_elements(const RouterAnnotations& router) {
    Elements elements{router.trace.size(), router.trace_count};
    if (!router.append_to_trace.empty()) {
        elements.octets += string_size(router.append_to_trace);
        ++elements.count;
    }
    return elements;
}

/// Has to agree with put_router_entries to the octet.
Elements router_elements(const RouterAnnotations& router, const Elements& trace) {
    Elements elements;
    const auto add = [&](std::string_view key, std::size_t value_size) {
        elements.octets += key_size(key) + value_size;
        elements.count += 2;
    };
    if (router.phase != 0) {
        add(router_key::phase, is_small(router.phase) ? 2 : 5);
    }
    if (router.stream) {
        add(router_key::stream, 2);
    }
    if (!router.to_override.empty()) {
        add(router_key::to, string_size(router.to_override));
    }
    if (!router.ingress.empty()) {
        add(router_key::ingress, string_size(router.ingress));
    }
    if (trace.count != 0) {
        add(router_key::trace, trace.encoded_size());
    }
    return elements;
}

void put_int(std::string& out, std::int32_t number) {
    if (is_small(number)) {
        put_octet(out, code::smallint);
        put_octet(out, static_cast<std::uint8_t>(number));
    } else {
        put_octet(out, code::int32);
        put_number(out, static_cast<std::uint32_t>(number));
    }
}

void put_router_entries(std::string& out, const RouterAnnotations& router, const Elements& trace) {
    if (router.phase != 0) {
        put_key(out, router_key::phase);
        put_int(out, router.phase);
    }
    if (router.stream) {
        put_key(out, router_key::stream);
        put_int(out, 1);
    }
    if (!router.to_override.empty()) {
        put_key(out, router_key::to);
        put_string(out, router.to_override);
    }
    if (!router.ingress.empty()) {
        put_key(out, router_key::ingress);
        put_string(out, router.ingress);
    }
    if (trace.count != 0) {
        put_key(out, router_key::trace);
        put_compound(out, code::list8, code::list32, trace);
        put_bytes(out, router.trace);
        if (!router.append_to_trace.empty()) {
            put_string(out, router.append_to_trace);
        }
    }
}

} // namespace

void write_annotations(std::span<const std::byte> message_head, const Facts& facts,
                       const RouterAnnotations* router, std::string& out) {
    const RouterAnnotations nothing;
    const RouterAnnotations& ours = router != nullptr ? *router : nothing;
    const Elements trace = trace_elements(ours);
    Elements map = router_elements(ours, trace);
    const auto user_ranges = std::span(facts.user_entries).first(facts.user_range_count);
    for (const Range& range : user_ranges) {
        map.octets += range.size();
    }
    map.count += facts.user_entry_count;
    if (map.count == 0) {
        return;
    }
    out.reserve(out.size() + section_start.size() + map.encoded_size());
    out += section_start;
    put_compound(out, code::map8, code::map32, map);
    for (const Range& range : user_ranges) {
        put_bytes(out, message_head.subspan(range.begin, range.size()));
    }
    put_router_entries(out, ours, trace);
}

} // namespace crosspoint::message
