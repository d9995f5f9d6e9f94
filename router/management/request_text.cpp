// SPDX-License-Identifier: Apache-2.0
#include "router/management/request_text.hpp"

#include "router/config/entity.hpp"
#include "router/config/names.hpp"
#include "router/management/request.hpp"
#include "router/management/value_codec.hpp"

#include "crosspoint/amqp/reader.hpp"

#include <algorithm>
#include <cctype>

namespace crosspoint::management {

using config::List;
using config::Map;
using config::Value;

namespace {

constexpr std::size_t longest = 1000;

bool is_secret(std::string_view key) {
    std::string lower(key);
    std::ranges::transform(lower, lower.begin(), [](char c) {
        return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    });
    return lower.ends_with("password");
}

/// Appends until the text is long enough for anybody.
void show(std::string& text, const Value& value);

void show(std::string& text, const Map& map) {
    text += '{';
    for (const config::MapEntry& entry : map) {
        if (text.size() > longest) {
            text += "...";
            break;
        }
        text += (text.back() == '{' ? "'" : ", '") + config::printable(entry.key) + "': ";
        if (is_secret(entry.key)) {
            text += "'*******'";
        } else {
            show(text, entry.value);
        }
    }
    text += '}';
}

void show(std::string& text, const List& list) {
    text += '[';
    for (const Value& value : list) {
        if (text.size() > longest) {
            text += "...";
            break;
        }
        text += text.back() == '[' ? "" : ", ";
        show(text, value);
    }
    text += ']';
}

void show(std::string& text, const Value& value) {
    if (const auto* map = value.get_if<Map>()) {
        show(text, *map);
    } else if (const auto* list = value.get_if<List>()) {
        show(text, *list);
    } else if (const auto* string = value.get_if<std::string>()) {
        text += "'" + config::printable(*string) + "'";
    } else if (const auto* boolean = value.get_if<bool>()) {
        text += *boolean ? "True" : "False";
    } else {
        text += value.is_null() ? "None" : config::text_form(value);
    }
}

} // namespace

std::string shown(const Value& value) {
    std::string text;
    show(text, value);
    return text;
}

std::string shown(const Map& map) {
    std::string text;
    show(text, map);
    return text;
}

std::string describe_request(const Request& request) {
    const std::string properties = request.properties ? shown(*request.properties) : "None";
    std::string correlation = "None";
    amqp::Reader reader(request.correlation_id);
    if (const auto id = request.correlation_id.empty() ? std::nullopt : reader.next()) {
        correlation = shown(decode(*id).value_or(Value{}));
    }
    return "Message(address=None, properties=" + properties + ", body=" + shown(request.body) +
           ", reply_to='" + config::printable(request.reply_to) +
           "', correlation_id=" + correlation + ", content_type=None)";
}

} // namespace crosspoint::management
