// SPDX-License-Identifier: Apache-2.0
#include "crosspoint/amqp/writer.hpp"

#include <limits>

namespace crosspoint::amqp {

namespace {

bool fits_octet(std::int64_t value) {
    return value >= -128 && value <= 127;
}

bool fits_int(std::int64_t value) {
    return value >= std::numeric_limits<std::int32_t>::min() &&
           value <= std::numeric_limits<std::int32_t>::max();
}

} // namespace

void Writer::number(std::uint64_t value, std::size_t width) {
    for (std::size_t i = width; i-- > 0;) {
        octets_.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
    }
}

void Writer::section(std::uint8_t descriptor) {
    octets_.push_back(0x00);
    octets_.push_back(0x53);
    octets_.push_back(descriptor);
}

void Writer::int_value(std::int64_t value) {
    if (!fits_int(value)) {
        long_value(value);
        return;
    }
    const bool small = fits_octet(value);
    octets_.push_back(small ? 0x54 : 0x71);
    number(static_cast<std::uint64_t>(value), small ? 1 : 4);
}

void Writer::long_value(std::int64_t value) {
    const bool small = fits_octet(value);
    octets_.push_back(small ? 0x55 : 0x81);
    number(static_cast<std::uint64_t>(value), small ? 1 : 8);
}

void Writer::uint_value(std::uint32_t value) {
    if (value == 0) {
        octets_.push_back(0x43);
        return;
    }
    const bool small = value <= 255;
    octets_.push_back(small ? 0x52 : 0x70);
    number(value, small ? 1 : 4);
}

void Writer::ulong_value(std::uint64_t value) {
    if (value == 0) {
        octets_.push_back(0x44);
        return;
    }
    const bool small = value <= 255;
    octets_.push_back(small ? 0x53 : 0x80);
    number(value, small ? 1 : 8);
}

void Writer::text_value(std::uint8_t short_code, std::uint8_t long_code, std::string_view text) {
    const bool small = text.size() <= 255;
    octets_.push_back(small ? short_code : long_code);
    number(text.size(), small ? 1 : 4);
    octets_.insert(octets_.end(), text.begin(), text.end());
}

Writer::Compound Writer::begin(std::uint8_t code) {
    octets_.push_back(code);
    const Compound compound{octets_.size()};
    number(0, 8);
    return compound;
}

void Writer::end(Compound compound, std::size_t count) {
    // The size counts everything behind itself, so also the four octets of the count.
    const std::size_t size = octets_.size() - compound.start - 4;
    for (std::size_t i = 0; i < 4; ++i) {
        const std::size_t shift = 8 * (3 - i);
        octets_[compound.start + i] = static_cast<std::uint8_t>(size >> shift);
        octets_[compound.start + 4 + i] = static_cast<std::uint8_t>(count >> shift);
    }
}

void Writer::compact(std::uint8_t short_code, std::uint8_t long_code, const Writer& elements,
                     std::size_t count) {
    const Octets& body = elements.octets_;
    const bool small = body.size() < 255 && count <= 255;
    const std::size_t width = small ? 1 : 4;
    octets_.push_back(small ? short_code : long_code);
    number(body.size() + width, width);
    number(count, width);
    octets_.insert(octets_.end(), body.begin(), body.end());
}

void Writer::compact_list(const Writer& elements, std::size_t count) {
    compact(0xc0, 0xd0, elements, count);
}

void Writer::compact_map(const Writer& elements, std::size_t count) {
    compact(0xc1, 0xd1, elements, count);
}

} // namespace crosspoint::amqp
