// SPDX-License-Identifier: Apache-2.0
#include "router/management/value_codec.hpp"

#include <string>
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

std::optional<Value> decode_map(amqp::Elements elements, int depth) {
    Map map;
    while (!elements.done()) {
        const auto key = elements.next();
        const auto value = elements.next();
        const auto name = key ? key->text() : std::nullopt;
        auto decoded = name && value ? decode(*value, depth) : std::nullopt;
        if (!decoded) {
            return std::nullopt;
        }
        // Not set_entry: a search for each key of a map of 100,000 would take minutes. The last
        // value of a key counts wherever somebody looks.
        map.push_back({std::string(*name), std::move(*decoded)});
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
    const auto list = value.list();
    const auto map = value.map();
    if (depth == 0 || (!list && !map)) {
        return std::nullopt;
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
