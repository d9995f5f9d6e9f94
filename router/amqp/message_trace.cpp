// SPDX-License-Identifier: Apache-2.0
#include "router/amqp/message_trace.hpp"

#include "router/amqp/value_text.hpp"

#include "crosspoint/base/log.hpp"
#include "crosspoint/message/amqp_cursor.hpp"

#include <proton/link.h>
#include <proton/terminus.h>

#include <cstdint>
#include <utility>

namespace crosspoint::io {

using config::MessageComponent;
using config::MessageComponents;
using message::AmqpCursor;
using message::AmqpValue;
using message::Taken;
namespace code = message::code;

namespace {

/// Leaves a fourth of the log's longest line to names and addresses.
constexpr std::size_t max_described = log::max_text / 4 * 3;

constexpr std::uint8_t null_code = 0x40;

/// The sections in which components are found (AMQP 1.0 3.2.4, 3.2.5); all others are passed over.
enum class Section : std::uint8_t { other, properties, application_properties };

Section section_of(const AmqpCursor& message, const AmqpValue& descriptor) {
    const auto is = [&](std::uint64_t number, std::string_view name) {
        if (descriptor.is_symbol()) {
            return message.text(descriptor) == name;
        }
        return (descriptor.code == code::smallulong || descriptor.code == code::ulong) &&
               message.number(descriptor) == number;
    };
    if (is(0x73, "amqp:properties:list")) {
        return Section::properties;
    }
    return is(0x74, "amqp:application-properties:map") ? Section::application_properties
                                                       : Section::other;
}

class Description {
public:
    Description(std::span<const std::byte> bytes, MessageComponents components)
        : bytes_(bytes),
          components_(components) {}

    std::string text() && {
        read_sections();
        if (values_.full()) {
            text_.resize(max_described);
            text_ += "...";
        }
        return std::move(text_) + '}';
    }

private:
    void read_sections() {
        AmqpCursor message(bytes_, 0, static_cast<std::uint32_t>(bytes_.size()));
        while (!message.at_end() && message.peek(0) == code::described) {
            message.skip(1);
            AmqpValue descriptor;
            AmqpValue content;
            if (message.take(descriptor) != Taken::whole || message.take(content) != Taken::whole) {
                return;
            }
            const Section section = section_of(message, descriptor);
            if (section == Section::properties && content.is_list()) {
                add_properties(message, content);
            } else if (section == Section::application_properties && content.is_map()) {
                add(MessageComponent::app_properties, content);
            }
        }
    }

    /// The fields of the section have the order of the components.
    void add_properties(AmqpCursor fields, const AmqpValue& list) {
        constexpr auto field_count = static_cast<std::uint32_t>(MessageComponent::app_properties);
        std::uint32_t count = 0;
        if (!fields.enter(list, count)) {
            return;
        }
        for (std::uint32_t i = 0; i < count && i < field_count; ++i) {
            AmqpValue field;
            if (fields.take(field) != Taken::whole) {
                return;
            }
            if (field.code != null_code) {
                add(static_cast<MessageComponent>(i), field);
            }
        }
    }

    void add(MessageComponent component, const AmqpValue& value) {
        if (!components_.has(component) || values_.full()) {
            return;
        }
        if (!text_.ends_with('{')) {
            text_ += ", ";
        }
        text_ += config::message_component_names[static_cast<std::size_t>(component)];
        text_ += '=';
        values_.append(value);
    }

    std::span<const std::byte> bytes_;
    MessageComponents components_;
    std::string text_ = "Message{";
    ValueText values_{bytes_, text_, max_described};
};

const char* address_of(pn_terminus_t* terminus) {
    const char* address = pn_terminus_get_address(terminus);
    return address ? address : "";
}

} // namespace

std::string describe_message(std::span<const std::byte> bytes, MessageComponents components) {
    return Description(bytes, components).text();
}

void trace_message(ConnectionTurn&, ConnectionId connection, pn_link_t* link,
                   std::string_view what) {
    log::write(log::Module::message, log::Level::trace, "[C%lu]: %s %.*s on link '%s' (%s -> %s)",
               connection.value, pn_link_is_sender(link) ? "Sent" : "Received",
               static_cast<int>(what.size()), what.data(), pn_link_name(link),
               address_of(pn_link_source(link)), address_of(pn_link_target(link)));
}

} // namespace crosspoint::io
