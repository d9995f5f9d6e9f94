// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crosspoint/message/amqp_cursor.hpp"

#include <cstddef>
#include <span>
#include <string>

namespace crosspoint::io {

/// Writes AMQP encoded values the way operators read them in traces of messages.
///
/// Text is `"..."`, a symbol `:"..."`, binary `b"..."`, with octets that cannot be printed as
/// `\hh`: whatever a peer sends, a log line stays one line. A time is
/// `"2026-05-04 10:11:12.345 +0200"`, in the time of this host; maps are `{"key"=value, ...}` and
/// lists `[a, b]`. What is malformed shows as `?`, and what is nested deeper than anybody reads as
/// `...`.
class ValueText {
public:
    /// Appends to `out` until that is `max_size` octets long; it may be a bit longer then.
    ValueText(std::span<const std::byte> bytes, std::string& out, std::size_t max_size)
        : bytes_(bytes),
          out_(out),
          max_size_(max_size) {}

    /// `value` must have been taken from the same bytes.
    void append(const message::AmqpValue& value) { append(value, 0); }

    [[nodiscard]] bool full() const { return out_.size() >= max_size_; }

private:
    void append(const message::AmqpValue& value, int depth);
    void append_primitive(const message::AmqpValue& value);
    void append_numeric(const message::AmqpValue& value, std::uint64_t content);
    void append_quoted(const message::AmqpValue& value);
    void append_compound(const message::AmqpValue& value, int depth);
    void append_described(const message::AmqpValue& value, int depth);
    void append_hex(const message::AmqpValue& value);
    void append_uuid(const message::AmqpValue& value);

    std::span<const std::byte> bytes_;
    std::string& out_;
    std::size_t max_size_;
};

} // namespace crosspoint::io
