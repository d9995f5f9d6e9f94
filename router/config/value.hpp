// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace crosspoint::config {

struct Value;
struct MapEntry;
using List = std::vector<Value>;
/// Keeps the order of the file, because open properties are sent to peers in that order.
using Map = std::vector<MapEntry>;

/// Anything a configuration file can say. Null is std::monostate.
struct Value {
    std::variant<std::monostate, bool, std::int64_t, double, std::string, List, Map> data;

    [[nodiscard]] bool is_null() const { return data.index() == 0; }
    template <class T>
    [[nodiscard]] const T* get_if() const {
        return std::get_if<T>(&data);
    }
    friend bool operator==(const Value& a, const Value& b);
};

struct MapEntry {
    std::string key;
    Value value;
    friend bool operator==(const MapEntry&, const MapEntry&) = default;
};

/// The last value of a key counts, so an earlier one is replaced.
inline void set_entry(Map& map, std::string key, Value value) {
    for (MapEntry& entry : map) {
        if (entry.key == key) {
            entry.value = std::move(value);
            return;
        }
    }
    map.push_back({std::move(key), std::move(value)});
}

inline bool operator==(const Value& a, const Value& b) {
    return a.data == b.data;
}

} // namespace crosspoint::config
