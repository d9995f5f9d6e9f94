// SPDX-License-Identifier: Apache-2.0
#include "router_core/routing/codec.hpp"
#include "router_core/routing/section.hpp"

#include <string>

namespace crosspoint::routing {

namespace {

constexpr std::string_view area = "0";

// HELLO, RA, LSR and LSU have strings as keys and int numbers; MAR and MAU have symbols and long.
enum class Family : std::uint8_t { topology, addresses };

class MapWriter {
public:
    MapWriter(amqp::Writer& out, Family family)
        : out_(out),
          family_(family),
          map_(out.begin_map()) {}

    void key(std::string_view name) {
        count_ += 2;
        family_ == Family::topology ? out_.string(name) : out_.symbol(name);
    }
    void text(std::string_view name, std::string_view value) {
        key(name);
        out_.string(value);
    }
    void number(std::string_view name, std::int64_t value) {
        key(name);
        family_ == Family::topology ? out_.int_value(value) : out_.long_value(value);
    }
    void finish() { out_.end(map_, count_); }

private:
    amqp::Writer& out_;
    Family family_;
    amqp::Writer::Compound map_;
    std::size_t count_ = 0;
};

template <class Message>
void write_common(MapWriter& body, const Message& message) {
    body.text("id", message.id);
    body.number("pv", message.version);
    body.text("area", area);
}

void write_body(amqp::Writer& out, const Hello& hello) {
    MapWriter body(out, Family::topology);
    write_common(body, hello);
    body.number("instance", hello.instance);
    body.key("seen");
    if (hello.seen.empty()) {
        out.empty_list();
    } else {
        const auto list = out.begin_list();
        for (const std::string& id : hello.seen) {
            out.string(id);
        }
        out.end(list, hello.seen.size());
    }
    body.finish();
}

void write_body(amqp::Writer& out, const Ra& ra) {
    MapWriter body(out, Family::topology);
    write_common(body, ra);
    body.number("instance", ra.instance);
    body.number("ls_seq", ra.ls_seq);
    body.number("mobile_seq", ra.mobile_seq);
    body.finish();
}

void write_body(amqp::Writer& out, const Lsr& lsr) {
    MapWriter body(out, Family::topology);
    write_common(body, lsr);
    body.finish();
}

void write_body(amqp::Writer& out, const Lsu& lsu) {
    MapWriter body(out, Family::topology);
    write_common(body, lsu);
    body.number("instance", lsu.instance);
    body.number("ls_seq", lsu.state.sequence);
    body.key("ls");
    MapWriter state(out, Family::topology);
    state.text("id", lsu.id);
    state.text("area", area);
    state.number("ls_seq", lsu.state.sequence);
    state.key("peers");
    MapWriter peers(out, Family::topology);
    for (const Peer& peer : lsu.state.peers) {
        peers.number(peer.id, peer.cost);
    }
    peers.finish();
    state.finish();
    body.finish();
}

void write_body(amqp::Writer& out, const Mar& mar) {
    MapWriter body(out, Family::addresses);
    write_common(body, mar);
    body.number("have_seq", mar.have_seq);
    body.finish();
}

void write_keys(amqp::Writer& out, const std::vector<HintedAddress>& addresses) {
    const auto list = out.begin_list();
    for (const HintedAddress& address : addresses) {
        out.string(address.key);
    }
    out.end(list, addresses.size());
}

void write_hints(amqp::Writer& out, const std::vector<HintedAddress>& addresses) {
    const auto list = out.begin_list();
    for (const HintedAddress& address : addresses) {
        out.int_value(static_cast<int>(address.hint.value_or(TreatmentHint::balanced)));
    }
    out.end(list, addresses.size());
}

void write_body(amqp::Writer& out, const Mau& mau) {
    MapWriter body(out, Family::addresses);
    write_common(body, mau);
    body.number("mobile_seq", mau.mobile_seq);
    if (mau.kind == Mau::Kind::absolute) {
        body.key("exist");
        write_keys(out, mau.addresses);
        body.key("hints");
        write_hints(out, mau.addresses);
    } else {
        body.key("hints");
        write_hints(out, mau.addresses);
        body.key("add");
        write_keys(out, mau.addresses);
        body.key("del");
        const auto list = out.begin_list();
        for (const std::string& key : mau.removed) {
            out.string(key);
        }
        out.end(list, mau.removed.size());
    }
    body.finish();
}

bool is_about_addresses(const ProtocolMessage& message) {
    return std::holds_alternative<Mar>(message) || std::holds_alternative<Mau>(message);
}

void write_header(amqp::Writer& out) {
    out.section(section::header);
    const auto list = out.begin_list();
    out.boolean(false);
    out.end(list, 1);
}

void write_annotations(amqp::Writer& out, const Annotations& annotations) {
    amqp::Writer passed;
    for (const std::string& node : annotations.trace) {
        passed.string(node);
    }
    amqp::Writer entries;
    entries.symbol(annotation_key::ingress);
    entries.string(annotations.ingress);
    entries.symbol(annotation_key::trace);
    entries.compact_list(passed, annotations.trace.size());
    out.section(section::message_annotations);
    out.compact_map(entries, 4);
}

void write_properties(amqp::Writer& out, std::string_view to, std::size_t trailing_nulls) {
    out.section(section::properties);
    const auto list = out.begin_list();
    out.null();
    out.null();
    out.string(to);
    for (std::size_t i = 0; i < trailing_nulls; ++i) {
        out.null();
    }
    out.end(list, 3 + trailing_nulls);
}

void write_opcode(amqp::Writer& out, const ProtocolMessage& message) {
    out.section(section::application_properties);
    const auto map = out.begin_map();
    if (is_about_addresses(message)) {
        out.symbol("opcode");
    } else {
        out.string("opcode");
    }
    out.string(opcode(message));
    out.end(map, 2);
}

std::string_view endpoint(const ProtocolMessage& message) {
    return is_about_addresses(message) ? "/qdrouter.ma" : "/qdrouter";
}

} // namespace

std::string node_id(std::string_view router_id) {
    return std::string("0/").append(router_id);
}

std::string neighbor_address() {
    return "amqp:/_local/qdhello";
}

std::string router_address(const ProtocolMessage& message, std::string_view router_id) {
    return std::string("amqp:/_topo/0/").append(router_id).append(endpoint(message));
}

std::string everybody_address(const ProtocolMessage& message) {
    const std::string_view start =
        is_about_addresses(message) ? "_topo/0/all" : "amqp:/_topo/0/all";
    return std::string(start).append(endpoint(message));
}

amqp::Octets encode(const Envelope& envelope) {
    amqp::Writer out;
    write_header(out);
    write_annotations(out, envelope.annotations);
    write_properties(out, envelope.to, is_about_addresses(envelope.message) ? 0 : 3);
    write_opcode(out, envelope.message);
    out.section(section::amqp_value);
    std::visit([&](const auto& message) { write_body(out, message); }, envelope.message);
    return out.take();
}

} // namespace crosspoint::routing
