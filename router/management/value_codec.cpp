// SPDX-License-Identifier: Apache-2.0
#include "router/management/value_codec.hpp"

#include "router/config/entity.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace crosspoint::management {

using config::List;
using config::Map;
using config::Value;

namespace {

constexpr int deepest = 16;

std::optional<Value> decode(const amqp::Value& value, int depth);

std::optional<Value> decode_list(amqp::Elements elements, int depth) {
    List list;
    list.reserve(elements.bound());
    while (!elements.done()) {
        const auto element = elements.next();
        auto decoded = element ? decode(*element, depth) : std::nullopt;
        if (!decoded) {
            return std::nullopt;
        }
        list.push_back(std::move(*decoded));
    }
    return Value{std::move(list)};
}

std::optional<Value> decode_array(amqp::ArrayElements elements, int depth) {
    List list;
    while (!elements.done()) {
        const auto element = elements.next();
        auto decoded = element ? decode(*element, depth) : std::nullopt;
        if (!decoded) {
            return std::nullopt;
        }
        list.push_back(std::move(*decoded));
    }
    return Value{std::move(list)};
}

std::string hexadecimal(std::span<const std::uint8_t> octets) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const std::uint8_t octet : octets) {
        text += digits[octet >> 4];
        text += digits[octet & 0xf];
    }
    return text;
}

std::string uuid_text(std::span<const std::uint8_t> octets) {
    std::string text = hexadecimal(octets);
    for (const std::size_t place : {20U, 16U, 12U, 8U}) {
        text.insert(place, 1, '-');
    }
    return text;
}

std::string utf8(std::uint32_t code) {
    constexpr std::uint32_t last = 0x10ffff, replacement = 0xfffd;
    const bool surrogate = code >= 0xd800 && code < 0xe000;
    code = code > last || surrogate ? replacement : code;
    const auto tail = [code](int shift) {
        return static_cast<char>(0x80 | (code >> shift & 0x3f));
    };
    if (code < 0x80) {
        return {static_cast<char>(code)};
    }
    if (code < 0x800) {
        return {static_cast<char>(0xc0 | code >> 6), tail(0)};
    }
    if (code < 0x10000) {
        return {static_cast<char>(0xe0 | code >> 12), tail(6), tail(0)};
    }
    return {static_cast<char>(0xf0 | code >> 18), tail(12), tail(6), tail(0)};
}

/// Of a type that the model has no use for: as a number or a text, so that a request that has it
/// somewhere can still be answered.
std::optional<Value> decode_rare(const amqp::Value& value) {
    if (const auto large = value.ulong()) {
        return Value{std::to_string(*large)};
    }
    if (const auto time = value.timestamp()) {
        return Value{*time};
    }
    if (const auto character = value.character()) {
        return Value{utf8(*character)};
    }
    if (const auto uuid = value.uuid()) {
        return Value{uuid_text(*uuid)};
    }
    if (const auto decimal = value.decimal()) {
        return Value{"decimal 0x" + hexadecimal(*decimal)};
    }
    return std::nullopt;
}

/// Keys are texts in the model; what others send is shown as one.
std::optional<std::string> key_of(const amqp::Value& key) {
    if (const auto text = key.text()) {
        return std::string(*text);
    }
    const auto decoded = decode(key, 0);
    return decoded ? std::optional(config::text_form(*decoded)) : std::nullopt;
}

std::optional<Value> decode_map(amqp::Elements elements, int depth) {
    Map map;
    while (!elements.done()) {
        const auto key = elements.next();
        const auto value = elements.next();
        auto name = key ? key_of(*key) : std::nullopt;
        auto decoded = name && value ? decode(*value, depth) : std::nullopt;
        if (!decoded) {
            return std::nullopt;
        }
        // Not set_entry: a search for each key of a map of 100,000 would take minutes. The last
        // value of a key counts wherever somebody looks.
        map.push_back({std::move(*name), std::move(*decoded)});
    }
    return Value{std::move(map)};
}

std::optional<Value> decode(const amqp::Value& value, int depth) {
    if (value.is_null()) {
        return Value{};
    }
    if (const auto boolean = value.boolean()) {
        return Value{*boolean};
    }
    if (const auto integer = value.integer()) {
        return Value{*integer};
    }
    if (const auto number = value.floating()) {
        return Value{*number};
    }
    if (const auto text = value.text()) {
        return Value{std::string(*text)};
    }
    if (const auto octets = value.binary()) {
        return Value{std::string(octets->begin(), octets->end())};
    }
    if (auto rare = decode_rare(value)) {
        return rare;
    }
    const auto list = value.list();
    const auto map = value.map();
    const auto array = value.array();
    if (depth == 0 || (!list && !map && !array)) {
        return std::nullopt;
    }
    if (array) {
        return decode_array(*array, depth - 1);
    }
    return list ? decode_list(*list, depth - 1) : decode_map(*map, depth - 1);
}

struct Encoder {
    amqp::Writer& out;

    void operator()(std::monostate) const { out.null(); }
    void operator()(bool value) const { out.boolean(value); }
    void operator()(std::int64_t value) const { out.int_value(value); }
    void operator()(double value) const { out.double_value(value); }
    void operator()(const std::string& value) const { out.string(value); }
    void operator()(const List& list) const {
        const auto compound = out.begin_list();
        for (const Value& value : list) {
            encode(out, value);
        }
        out.end(compound, list.size());
    }
    void operator()(const Map& map) const { encode(out, map); }
};

} // namespace

std::optional<Value> decode(const amqp::Value& value) {
    return decode(value, deepest);
}

void encode(amqp::Writer& out, const Value& value) {
    std::visit(Encoder{out}, value.data);
}

void encode(amqp::Writer& out, const Map& map) {
    const auto compound = out.begin_map();
    for (const config::MapEntry& entry : map) {
        out.string(entry.key);
        encode(out, entry.value);
    }
    out.end(compound, 2 * map.size());
}

} // namespace crosspoint::management
