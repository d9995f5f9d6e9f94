// SPDX-License-Identifier: Apache-2.0
#include "router_core/address/address_text.hpp"

#include "router_core/address/well_known.hpp"

namespace crosspoint::core {
namespace {

constexpr std::string_view temporary_mark = "_$temp.";
constexpr std::int32_t fallback_phase = 'F' - '0';

bool is_separator(char c) {
    return c == '.' || c == '/';
}

/// What is behind the next '/', if there is anything.
std::string_view behind_slash(std::string_view text, std::size_t from) {
    const std::size_t slash = text.find('/', from);
    return slash == std::string_view::npos ? std::string_view() : text.substr(slash + 1);
}

/// The part of a URL that names the address; empty if there is none.
std::string_view url_path(std::string_view text) {
    std::size_t path = 0;
    if (!text.starts_with('/')) {
        const std::size_t scheme_end = text.find(":/");
        if (scheme_end == std::string_view::npos) {
            return {};
        }
        path = scheme_end + 1;
    }
    const bool has_host = text.substr(path).starts_with("//");
    return behind_slash(text, has_host ? path + 2 : path);
}

/// Takes what is in front of the next '/' off `text`, and the '/' with it.
std::string_view take_part(std::string_view& text) {
    const std::string_view part = text.substr(0, text.find('/'));
    text.remove_prefix(part.size() == text.size() ? part.size() : part.size() + 1);
    return part;
}

/// Takes `word` off the front of `text` if something follows it.
bool take_word(std::string_view& text, std::string_view word) {
    const bool found = text.size() > word.size() && text.starts_with(word);
    text.remove_prefix(found ? word.size() : 0);
    return found;
}

/// An edge router knows no other router: it leaves them all to what is behind its uplink.
Resolved elsewhere(AddressClass klass, std::string_view text, const RouterIdentity& me) {
    if (me.edge) {
        return {AddressClass::local, {}, well_known::uplink};
    }
    return {klass, {}, text};
}

/// "<area>/<router>/<local>"
std::optional<Resolved> resolve_topological(std::string_view text, const RouterIdentity& me) {
    const std::string_view area = take_part(text);
    const std::string_view router = take_part(text);
    if (area.empty() || router.empty()) {
        return std::nullopt;
    }
    if (area != "0" && area != "all") {
        return elsewhere(AddressClass::area, area, me);
    }
    if (router == "all") {
        return Resolved{AddressClass::topological, {}, text};
    }
    if (router == me.id) {
        return Resolved{AddressClass::local, {}, text};
    }
    return elsewhere(AddressClass::router, router, me);
}

/// "<router>/<local>"
std::optional<Resolved> resolve_edge(std::string_view text, const RouterIdentity& me) {
    const std::string_view router = take_part(text);
    if (router.empty()) {
        return std::nullopt;
    }
    if (router == me.id) {
        return Resolved{AddressClass::local, {}, text};
    }
    return elsewhere(AddressClass::edge, router, me);
}

/// Nothing if the text has no meaning of its own, although it begins with an underscore.
std::optional<Resolved> resolve_reserved(std::string_view text, const RouterIdentity& me) {
    if (take_word(text, "_local/")) {
        return Resolved{AddressClass::local, {}, text};
    }
    if (take_word(text, "_topo/")) {
        return resolve_topological(text, me);
    }
    if (take_word(text, "_edge/")) {
        return resolve_edge(text, me);
    }
    if (text.starts_with(temporary_mark)) {
        return Resolved{AddressClass::mobile, {}, text};
    }
    return std::nullopt;
}

} // namespace

bool is_temporary(std::string_view text) {
    return text.starts_with(temporary_mark);
}

std::string_view name_of(AddressClass klass) {
    switch (klass) {
    case AddressClass::local:
        return "local";
    case AddressClass::topological:
        return "topo";
    case AddressClass::router:
        return "router";
    case AddressClass::area:
        return "area";
    case AddressClass::mobile:
        return "mobile";
    case AddressClass::edge:
        return "edge";
    case AddressClass::link_route_prefix_in:
    case AddressClass::link_route_pattern_in:
        return "link-in";
    case AddressClass::link_route_prefix_out:
    case AddressClass::link_route_pattern_out:
        return "link-out";
    }
    return {};
}

std::string_view reduce(std::string_view text) {
    if (const std::string_view path = url_path(text); !path.empty()) {
        text = path;
    }
    if (!text.empty() && is_separator(text.back())) {
        text.remove_suffix(1);
    }
    return text;
}

Resolved resolve(std::string_view text, const RouterIdentity& me, std::string_view tenant) {
    const std::string_view reduced = reduce(text);
    if (reduced.starts_with('_')) {
        if (const std::optional<Resolved> reserved = resolve_reserved(reduced, me)) {
            return *reserved;
        }
    }
    return {AddressClass::mobile, tenant, reduced};
}

void write_key(const Resolved& resolved, char phase, std::string& key) {
    key.assign(1, static_cast<char>(resolved.klass));
    if (resolved.klass == AddressClass::mobile) {
        key += phase;
        key += resolved.tenant;
    }
    key += resolved.text;
}

std::optional<KeyParts> split_key(std::string_view key) {
    if (key.empty() || name_of(AddressClass{key[0]}).empty()) {
        return std::nullopt;
    }
    const AddressClass klass{key[0]};
    if (klass != AddressClass::mobile) {
        return KeyParts{klass, '\0', key.substr(1)};
    }
    if (key.size() < 2) {
        return std::nullopt;
    }
    return KeyParts{klass, key[1], key.substr(2)};
}

std::optional<char> phase_character(std::int32_t number) {
    if ((number >= 0 && number <= 9) || number == fallback_phase) {
        return static_cast<char>('0' + number);
    }
    return std::nullopt;
}

std::int32_t phase_number(char character) {
    return character - '0';
}

std::string Discriminator::next() {
    constexpr std::string_view alphabet =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+_";
    static_assert(alphabet.size() == 64);
    constexpr int length = 15;
    constexpr int characters_per_number = 10; // of six bits each
    std::string text;
    std::uint64_t bits = 0;
    for (int i = 0; i < length; ++i) {
        if (i % characters_per_number == 0) {
            bits = siphash(key_, count_++);
        }
        text += alphabet[bits % alphabet.size()];
        bits /= alphabet.size();
    }
    return text;
}

std::string temporary_source(const RouterIdentity& me, Discriminator& discriminator) {
    const std::string local = "temp." + discriminator.next();
    return "amqp:/" +
           (me.edge ? well_known::at_edge(me.id, local) : well_known::at_router(me.id, local));
}

std::string temporary_target(Discriminator& discriminator) {
    return std::string("amqp:/").append(temporary_mark).append(discriminator.next());
}

} // namespace crosspoint::core
