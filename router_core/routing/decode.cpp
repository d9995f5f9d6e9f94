// SPDX-License-Identifier: Apache-2.0
#include "router_core/routing/codec.hpp"
#include "router_core/routing/section.hpp"

#include "crosspoint/amqp/reader.hpp"

#include <optional>

namespace crosspoint::routing {

namespace {

AmqpError malformed(std::string text) {
    return AmqpError{condition::decode_error, std::move(text)};
}

AmqpError invalid_annotation(std::string text) {
    return AmqpError{condition::invalid_field, std::move(text)};
}

// Fields of a map by name. Protocol maps have a handful of entries, so a walk per field is cheap,
// and nothing needs to be stored.
class Fields {
public:
    explicit Fields(amqp::Elements elements) : elements_(elements) {}

    [[nodiscard]] std::optional<amqp::Value> find(std::string_view name) const {
        amqp::Elements walk = elements_;
        while (!walk.done()) {
            const auto key = walk.next();
            const auto value = walk.next();
            if (!key || !value) {
                return std::nullopt;
            }
            if (key->text() == name) {
                return value;
            }
        }
        return std::nullopt;
    }
    [[nodiscard]] std::optional<std::int64_t> integer(std::string_view name) const {
        const auto value = find(name);
        return value ? value->integer() : std::nullopt;
    }
    [[nodiscard]] std::optional<std::string_view> text(std::string_view name) const {
        const auto value = find(name);
        return value ? value->text() : std::nullopt;
    }

private:
    amqp::Elements elements_;
};

std::optional<Fields> fields_of(const std::optional<amqp::Value>& value) {
    const auto map = value ? value->map() : std::nullopt;
    return map ? std::optional(Fields(*map)) : std::nullopt;
}

std::optional<std::vector<std::string>> texts_of(const amqp::Value& value) {
    auto elements = value.list();
    if (!elements) {
        return std::nullopt;
    }
    std::vector<std::string> texts;
    texts.reserve(elements->bound());
    while (!elements->done()) {
        const auto element = elements->next();
        const auto text = element ? element->text() : std::nullopt;
        if (!text) {
            return std::nullopt;
        }
        texts.emplace_back(*text);
    }
    return texts;
}

// An absent list is empty; one that is no list of texts is an error.
std::optional<std::vector<std::string>> texts_or_none(const std::optional<amqp::Value>& value) {
    return value ? texts_of(*value) : std::vector<std::string>{};
}

std::optional<TreatmentHint> hint_from_wire(std::optional<std::int64_t> value) {
    if (!value || *value < 0 || *value >= treatment_hint_count) {
        return std::nullopt;
    }
    return static_cast<TreatmentHint>(*value);
}

// Hints whose number differs from the number of keys are ignored altogether.
void add_hints(std::vector<HintedAddress>& addresses, const std::optional<amqp::Value>& hints) {
    auto elements = hints ? hints->list() : std::nullopt;
    if (!elements || elements->count() != addresses.size()) {
        return;
    }
    for (HintedAddress& address : addresses) {
        const auto element = elements->next();
        address.hint = hint_from_wire(element ? element->integer() : std::nullopt);
    }
}

Result<ProtocolMessage> read_hello(const Fields& body, Hello hello) {
    const auto seen = body.find("seen");
    auto ids = seen ? texts_of(*seen) : std::nullopt;
    if (!ids) {
        return malformed("HELLO without a list 'seen'");
    }
    hello.instance = body.integer("instance").value_or(0);
    hello.seen = std::move(*ids);
    return ProtocolMessage(std::move(hello));
}

Result<ProtocolMessage> read_ra(const Fields& body, Ra ra) {
    const auto ls_seq = body.integer("ls_seq");
    const auto mobile_seq = body.integer("mobile_seq");
    if (!ls_seq || !mobile_seq) {
        return malformed("RA without sequence numbers");
    }
    ra.instance = body.integer("instance").value_or(0);
    ra.ls_seq = *ls_seq;
    ra.mobile_seq = *mobile_seq;
    return ProtocolMessage(std::move(ra));
}

bool read_peers(const std::optional<amqp::Value>& value, std::vector<Peer>& peers) {
    auto elements = value ? value->map() : std::nullopt;
    if (!elements) {
        return false;
    }
    peers.reserve(elements->bound() / 2);
    while (!elements->done()) {
        const auto key = elements->next();
        const auto element = elements->next();
        const std::string_view id = key ? key->text().value_or("") : "";
        const auto cost = element ? element->integer() : std::nullopt;
        if (id.empty() || !cost) {
            return false;
        }
        peers.push_back(Peer{std::string(id), cost_from_wire(*cost)});
    }
    return true;
}

Result<ProtocolMessage> read_lsu(const Fields& body, Lsu lsu) {
    const auto state = fields_of(body.find("ls"));
    if (!body.integer("ls_seq") || !state) {
        return malformed("LSU without 'ls_seq' or 'ls'");
    }
    const auto sequence = state->integer("ls_seq");
    if (!sequence || state->text("id") != lsu.id ||
        !read_peers(state->find("peers"), lsu.state.peers)) {
        return malformed("LSU with a link state that is incomplete or of another router");
    }
    lsu.instance = body.integer("instance").value_or(0);
    lsu.state.sequence = *sequence;
    lsu.state.normalize();
    return ProtocolMessage(std::move(lsu));
}

Result<ProtocolMessage> read_mar(const Fields& body, Mar mar) {
    const auto have_seq = body.integer("have_seq");
    if (!have_seq) {
        return malformed("MAR without 'have_seq'");
    }
    mar.have_seq = *have_seq;
    return ProtocolMessage(std::move(mar));
}

Result<ProtocolMessage> read_mau(const Fields& body, Mau mau) {
    const auto sequence = body.integer("mobile_seq");
    if (!sequence) {
        return malformed("MAU without 'mobile_seq'");
    }
    mau.mobile_seq = *sequence;
    const auto exist = body.find("exist");
    const auto add = body.find("add");
    const auto del = body.find("del");
    if (exist ? add || del : !add && !del) {
        return malformed("MAU with neither or both of a change and a complete set");
    }
    mau.kind = exist ? Mau::Kind::absolute : Mau::Kind::differential;
    auto keys = texts_or_none(exist ? exist : add);
    auto removed = texts_or_none(del);
    if (!keys || !removed) {
        return malformed("MAU with a list that holds no addresses");
    }
    mau.addresses.reserve(keys->size());
    for (std::string& key : *keys) {
        mau.addresses.push_back(HintedAddress{std::move(key), std::nullopt});
    }
    mau.removed = std::move(*removed);
    add_hints(mau.addresses, body.find("hints"));
    return ProtocolMessage(std::move(mau));
}

template <class Message>
Result<ProtocolMessage> read_as(const Fields& body,
                                Result<ProtocolMessage> (*read)(const Fields&, Message)) {
    Message message;
    message.id = body.text("id").value_or("");
    if (message.id.empty()) {
        return malformed("protocol message without originator");
    }
    message.version = body.integer("pv").value_or(0);
    if (message.version > protocol_version) {
        return ProtocolMessage(std::move(message));
    }
    return read(body, std::move(message));
}

Result<ProtocolMessage> read_lsr(const Fields&, Lsr lsr) {
    return ProtocolMessage(std::move(lsr));
}

Result<ProtocolMessage> read_body(std::string_view code, const Fields& body) {
    if (code == "HELLO") {
        return read_as<Hello>(body, read_hello);
    }
    if (code == "RA") {
        return read_as<Ra>(body, read_ra);
    }
    if (code == "LSR") {
        return read_as<Lsr>(body, read_lsr);
    }
    if (code == "LSU") {
        return read_as<Lsu>(body, read_lsu);
    }
    if (code == "MAR") {
        return read_as<Mar>(body, read_mar);
    }
    if (code == "MAU") {
        return read_as<Mau>(body, read_mau);
    }
    return malformed("unknown opcode '" + std::string(code) + "'");
}

Result<Annotations> read_annotations(const amqp::Value& value) {
    const auto map = fields_of(value);
    if (!map) {
        return invalid_annotation("Invalid message annotations section - missing map type");
    }
    Annotations annotations;
    if (const auto ingress = map->find(annotation_key::ingress)) {
        const auto text = ingress->string();
        if (!text) {
            return invalid_annotation("ingress router not a string type");
        }
        annotations.ingress = *text;
    }
    if (const auto trace = map->find(annotation_key::trace)) {
        if (!trace->list()) {
            return invalid_annotation("trace annotation is not a list");
        }
        auto nodes = texts_of(*trace);
        if (!nodes) {
            return invalid_annotation("trace list contains non-string entries");
        }
        annotations.trace = std::move(*nodes);
    }
    return annotations;
}

std::string read_destination(const amqp::Value& properties) {
    auto elements = properties.list();
    std::optional<amqp::Value> field;
    // message-id and user-id come first (AMQP 1.0 3.2.4).
    for (int i = 0; elements && i < 3; ++i) {
        field = elements->next();
    }
    const auto text = field ? field->text() : std::nullopt;
    return std::string(text.value_or(""));
}

} // namespace

Result<Envelope> decode(std::span<const std::uint8_t> octets) {
    amqp::Reader reader(octets);
    Envelope envelope;
    std::optional<Fields> body;
    std::optional<std::string_view> code;
    while (!reader.at_end()) {
        const auto descriptor = reader.descriptor();
        const auto value = descriptor ? reader.next() : std::nullopt;
        if (!value) {
            return malformed("message that is cut off or is no sequence of sections");
        }
        switch (*descriptor) {
        case section::message_annotations: {
            auto annotations = read_annotations(*value);
            if (!annotations) {
                return annotations.error();
            }
            envelope.annotations = std::move(*annotations);
            break;
        }
        case section::properties:
            envelope.to = read_destination(*value);
            break;
        case section::application_properties:
            if (const auto map = fields_of(value)) {
                code = map->text("opcode");
            }
            break;
        case section::amqp_value:
            body = fields_of(value);
            break;
        default:
            break;
        }
    }
    if (!code || !body) {
        return malformed("message without opcode or without a map as body");
    }
    auto message = read_body(*code, *body);
    if (!message) {
        return message.error();
    }
    envelope.message = std::move(*message);
    return envelope;
}

} // namespace crosspoint::routing
