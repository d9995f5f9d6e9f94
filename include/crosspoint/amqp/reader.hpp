// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace crosspoint::amqp {

/// One encoded AMQP value inside a larger buffer, which it does not own.
///
/// The readers below give nothing if the value has another type. They take every width, and text
/// as string or symbol, because routers of different ages choose differently.
class Value {
public:
    Value(std::uint8_t code, std::span<const std::uint8_t> body) : code_(code), body_(body) {}

    [[nodiscard]] std::optional<std::string_view> text() const;
    /// Strings only, not symbols: what message annotations demand.
    [[nodiscard]] std::optional<std::string_view> string() const;
    [[nodiscard]] std::optional<std::int64_t> integer() const;
    [[nodiscard]] std::optional<bool> boolean() const;
    [[nodiscard]] std::optional<double> floating() const;
    [[nodiscard]] std::optional<std::span<const std::uint8_t>> binary() const;
    [[nodiscard]] bool is_null() const { return code_ == 0x40; }
    /// Also one that is no `integer`, being too large.
    [[nodiscard]] std::optional<std::uint64_t> ulong() const;
    /// Milliseconds since 1970.
    [[nodiscard]] std::optional<std::int64_t> timestamp() const;
    /// A code point of Unicode, or what claims to be one.
    [[nodiscard]] std::optional<std::uint32_t> character() const;
    /// 16 octets.
    [[nodiscard]] std::optional<std::span<const std::uint8_t>> uuid() const;
    /// As it is encoded.
    [[nodiscard]] std::optional<std::span<const std::uint8_t>> decimal() const;
    [[nodiscard]] std::optional<class ArrayElements> array() const;
    [[nodiscard]] std::optional<class Elements> list() const;
    [[nodiscard]] std::optional<class Elements> map() const;
    /// The octets it was read from, to be echoed as they came.
    [[nodiscard]] std::span<const std::uint8_t> encoded() const;

private:
    [[nodiscard]] std::uint64_t number() const;
    [[nodiscard]] std::optional<class Elements> compound(std::uint8_t short_code,
                                                         std::uint8_t long_code) const;

    std::uint8_t code_;
    /// Behind the constructor and, for types of variable width, behind the size.
    std::span<const std::uint8_t> body_;
};

/// Walks encoded values one after the other and never leaves the buffer. Nested values are
/// skipped by their size, so no input makes it recurse.
class Reader {
public:
    explicit Reader(std::span<const std::uint8_t> octets) : rest_(octets) {}

    [[nodiscard]] bool at_end() const { return rest_.empty(); }
    /// The next value, without its descriptors if it has any; nothing if the octets end in it or
    /// make no sense.
    [[nodiscard]] std::optional<Value> next();
    /// Steps over a numeric descriptor, so that `next` gives what it describes.
    [[nodiscard]] std::optional<std::uint64_t> descriptor();

    /// The constructor of an array's elements, behind its descriptors.
    [[nodiscard]] std::optional<std::uint8_t> element_code();
    [[nodiscard]] std::span<const std::uint8_t> rest() const { return rest_; }

private:
    [[nodiscard]] std::optional<std::span<const std::uint8_t>> take(std::size_t size);
    [[nodiscard]] std::optional<Value> primitive();

    std::span<const std::uint8_t> rest_;
};

/// The elements of a list, or the keys and values of a map in turn.
class Elements {
public:
    Elements(std::size_t count, std::span<const std::uint8_t> octets)
        : left_(count),
          size_(octets.size()),
          reader_(octets) {}

    [[nodiscard]] bool done() const { return left_ == 0; }
    [[nodiscard]] std::optional<Value> next();
    /// How many elements there can be at most: what the sender claims, but no more than octets.
    [[nodiscard]] std::size_t bound() const { return left_ < size_ ? left_ : size_; }
    [[nodiscard]] std::size_t count() const { return left_; }

private:
    std::size_t left_;
    std::size_t size_;
    Reader reader_;
};

/// The elements of an array, which have one constructor together. `encoded` is not for them.
class ArrayElements {
public:
    ArrayElements(std::uint8_t code, std::size_t count, std::span<const std::uint8_t> octets)
        : code_(code),
          left_(count),
          rest_(octets) {}

    [[nodiscard]] bool done() const { return left_ == 0; }
    [[nodiscard]] std::optional<Value> next();

private:
    std::uint8_t code_;
    std::size_t left_;
    std::span<const std::uint8_t> rest_;
};

} // namespace crosspoint::amqp
