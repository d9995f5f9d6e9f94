// SPDX-License-Identifier: Apache-2.0
#include "router/amqp/detail_size.hpp"

#include <string>

namespace crosspoint::io {

namespace {

/// At a border of characters.
std::string cut(const std::string& text, std::size_t size) {
    if (text.size() <= size) {
        return text;
    }
    const auto continues = [&text](std::size_t at) {
        return (static_cast<unsigned char>(text[at]) & 0xc0U) == 0x80U;
    };
    while (size > 0 && continues(size)) {
        --size;
    }
    return text.substr(0, size);
}

} // namespace

std::size_t size_of(const core::StateDetail& detail) {
    return detail.condition.size() + detail.description.size() + detail.info.size() +
           detail.annotations.size() + detail.fields.size();
}

core::StateDetail shortened(const core::StateDetail& detail, std::size_t room) {
    core::StateDetail small = detail;
    if (size_of(small) > room) {
        small.info.clear();
        small.annotations.clear();
        small.fields.clear();
    }
    small.condition = cut(small.condition, room);
    small.description = cut(small.description, room - small.condition.size());
    return small;
}

} // namespace crosspoint::io
