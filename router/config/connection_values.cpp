// SPDX-License-Identifier: Apache-2.0
#include "router/config/connection_values.hpp"

#include "router/config/names.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <netdb.h>
#include <stdexcept>
#include <string>

namespace crosspoint::config {

namespace {

/// Calls `use` for each part of a list that is divided by commas.
template <class Use>
void for_each_part(std::string_view list, Use use) {
    while (true) {
        const auto comma = list.find(',');
        use(list.substr(0, comma));
        if (comma == std::string_view::npos) {
            return;
        }
        list.remove_prefix(comma + 1);
    }
}

std::uint16_t service_port(std::string_view name) {
    if (name == "amqp") {
        return 5672;
    }
    if (name == "amqps") {
        return 5671;
    }
    servent entry{};
    servent* found = nullptr;
    std::array<char, 2048> buffer{};
    const std::string service(name);
    getservbyname_r(service.c_str(), "tcp", &entry, buffer.data(), buffer.size(), &found);
    if (found == nullptr) {
        throw std::invalid_argument("this host knows no service '" + printable(name) +
                                    "'; allowed: a port number from 0 to 65535, or a service name");
    }
    const auto network_order = static_cast<std::uint16_t>(found->s_port);
    return static_cast<std::uint16_t>((network_order << 8) | (network_order >> 8));
}

std::string without_blanks(std::string_view text) {
    std::string result(text);
    std::erase_if(result, [](char c) { return c == ' ' || c == '\t'; });
    return result;
}

/// Where the host ends; in brackets it may hold colons.
std::size_t host_end(std::string_view text) {
    if (text.starts_with('[')) {
        const auto bracket = text.find(']');
        return bracket == std::string_view::npos ? text.size() : bracket + 1;
    }
    return std::min(text.find(':'), text.size());
}

FailoverUrl parse_failover_url(std::string_view text) {
    FailoverUrl url;
    const auto scheme_end = text.find("://");
    if (scheme_end != std::string_view::npos) {
        url.scheme = text.substr(0, scheme_end);
        text.remove_prefix(scheme_end + 3);
    }
    const std::size_t end = host_end(text);
    url.host = text.substr(0, end);
    text.remove_prefix(end);
    if (url.host.starts_with('[') && url.host.ends_with(']')) {
        url.host = url.host.substr(1, url.host.size() - 2);
    }
    if (url.host.empty()) {
        throw std::invalid_argument("No network host in failover item");
    }
    if (text.empty() || text == ":") {
        return url;
    }
    url.port = text.substr(1);
    if (!text.starts_with(':') || parse_port(url.port) == 0) {
        throw std::invalid_argument("bad port in failover item '" + url.host + url.port + "'");
    }
    return url;
}

} // namespace

std::uint16_t parse_port(std::string_view text) {
    const bool is_number = !text.empty() && text.find_first_not_of("0123456789") == text.npos;
    if (!is_number) {
        return service_port(text);
    }
    std::uint16_t port = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), port);
    if (result.ec != std::errc{}) {
        throw std::invalid_argument("port " + printable(text) +
                                    " is out of range; allowed: 0 to 65535, or a service name");
    }
    return port;
}

MessageComponents parse_message_components(std::string_view text) {
    MessageComponents components;
    if (text.empty() || text == "none") {
        return components;
    }
    if (text == "all") {
        components.bits = (1U << message_component_count) - 1;
        return components;
    }
    for_each_part(text, [&](std::string_view name) {
        const auto found = std::ranges::find(message_component_names, name);
        if (found == message_component_names.end()) {
            const std::string_view guess = nearest(name, message_component_names);
            throw std::invalid_argument(
                "no message component is named '" + printable(name) + "'; " +
                (guess.empty() ? "allowed: none, all, or a list divided by commas of " +
                                     one_of(message_component_names)
                               : "did you mean '" + std::string(guess) + "'?"));
        }
        const auto bit = static_cast<unsigned>(found - message_component_names.begin());
        components.bits = static_cast<std::uint16_t>(components.bits | (1U << bit));
    });
    return components;
}

void check_mechanisms(std::string_view list, std::span<const std::string_view> available) {
    std::string_view rest = trim(list);
    while (!rest.empty()) {
        const std::string_view word = rest.substr(0, rest.find_first_of(" \t"));
        if (std::ranges::find(available, word) != available.end()) {
            return;
        }
        rest = trim(rest.substr(word.size()));
    }
    throw std::invalid_argument("this version of the router has none of the mechanisms '" +
                                printable(list) + "'; it has " + one_of(available));
}

std::vector<FailoverUrl> parse_failover_urls(std::string_view text) {
    std::vector<FailoverUrl> urls;
    const std::string plain = without_blanks(text);
    if (!plain.empty()) {
        for_each_part(plain,
                      [&](std::string_view item) { urls.push_back(parse_failover_url(item)); });
    }
    return urls;
}

} // namespace crosspoint::config
