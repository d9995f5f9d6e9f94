// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace crosspoint::message {

/// A piece of a message, as offsets from its first byte; begin == end means absent. Offsets and not
/// pointers, so that facts stay true when the bytes move from one buffer to another.
struct Range {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;

    [[nodiscard]] bool empty() const noexcept { return begin == end; }
    [[nodiscard]] std::uint32_t size() const noexcept { return end - begin; }
    friend bool operator==(const Range&, const Range&) = default;
};

/// How far somebody needs a message understood: link-routed messages to the header, those on a
/// targeted link to the message annotations, those on an anonymous link to the properties.
enum class Depth : std::uint8_t { header, annotations, properties };

enum class Parsed : std::uint8_t {
    ok,        ///< the facts hold, whatever bytes may follow
    need_more, ///< so far nothing is wrong, but too little has arrived
    malformed, ///< the delivery is to be rejected with Facts::error
};

/// User annotations keep their bytes even if a peer has scattered router annotations between them.
/// Five keys of ours can part them into six ranges; whoever manages more repeats keys, and is
/// refused.
inline constexpr std::size_t max_user_ranges = 6;

/// What the router has to know of a message to pass it on (AMQP 1.0 3.2; keys "x-opt-qd.*").
/// Fields of sections that are absent, or lie beyond the depth asked for, keep their defaults.
struct Facts {
    std::uint8_t priority = 4; ///< of the header, cut to 9; 4 if the sender did not say
    bool durable = false;
    Range header; ///< the whole section with its descriptor
    /// The whole message-annotations section with its descriptor; if there is none, empty, at the
    /// place where it would stand.
    Range annotations;

    /// The encoded entries that are not the router's, in ranges that are contiguous in the message.
    std::array<Range, max_user_ranges> user_entries{};
    std::uint8_t user_range_count = 0;
    std::uint32_t user_entry_count = 0; ///< in map elements: a key and its value are two

    /// Something of ours was found, so the section must be rewritten before it is passed on.
    bool has_router_annotations = false;
    Range to_override;             ///< text of x-opt-qd.to, without type and size octets
    Range ingress;                 ///< text of x-opt-qd.ingress
    Range trace;                   ///< the encoded strings of the x-opt-qd.trace list, back to back
    std::uint32_t trace_count = 0; ///< number of strings in it
    std::int32_t phase = 0;        ///< as the peer wrote it: may be any number
    bool stream = false;

    Range to; ///< text of the properties' to

    std::uint32_t parsed_end = 0; ///< where the first section that was not looked at begins

    const char* error = nullptr; ///< if malformed: what the sender is told; a static text
    /// The condition that goes with the error: amqp:invalid-field, otherwise amqp:decode-error.
    bool error_is_annotation = false;

    friend bool operator==(const Facts&, const Facts&) = default;
};

/// Reads the sections at the start of a message, no further than `depth` demands, and allocates
/// nothing. Facts are overwritten; they hold only if the answer is ok, and only `error` and
/// `error_is_annotation` if it is malformed.
///
/// `strip`: the connection strips inbound router annotations. Reading ends at the first router key;
/// that entry and everything behind it is discarded, so that clients cannot inject routing data.
///
/// `complete`: no more bytes will come. Then what is cut off is malformed, and need_more is never
/// the answer. While bytes arrive it is fine to ask again with all bytes so far: a section is only
/// looked into once it has arrived as a whole, so asking in vain costs next to nothing.
[[nodiscard]] Parsed parse_sections(std::span<const std::byte> bytes, Depth depth, bool strip,
                                    bool complete, Facts& facts);

} // namespace crosspoint::message
