// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/config/value.hpp"

#include "crosspoint/base/log.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What the configuration says, checked and in the router's own types. Nothing here refers back to
// the file, so a management request can make the same settings.
namespace crosspoint::config {

enum class RouterMode : std::uint8_t { standalone, interior, edge };
enum class Role : std::uint8_t { normal, inter_router, route_container, edge };
enum class Distribution : std::uint8_t { closest, balanced, multicast, unavailable };
enum class AddressFamily : std::uint8_t { ipv4, ipv6 };

/// The parts of a message that its trace line shows, in the order in which it shows them.
enum class MessageComponent : std::uint8_t {
    message_id,
    user_id,
    to,
    subject,
    reply_to,
    correlation_id,
    content_type,
    content_encoding,
    absolute_expiry_time,
    creation_time,
    group_id,
    group_sequence,
    reply_to_group_id,
    app_properties,
};
inline constexpr std::size_t message_component_count = 14;

/// What operators call them, by their number.
inline constexpr std::array<std::string_view, message_component_count> message_component_names{
    "message-id",        "user-id",          "to",
    "subject",           "reply-to",         "correlation-id",
    "content-type",      "content-encoding", "absolute-expiry-time",
    "creation-time",     "group-id",         "group-sequence",
    "reply-to-group-id", "app-properties",
};

/// A set of message components; empty means that messages are not traced.
struct MessageComponents {
    std::uint16_t bits = 0;

    [[nodiscard]] bool has(MessageComponent component) const {
        return ((bits >> static_cast<unsigned>(component)) & 1U) != 0;
    }
    [[nodiscard]] bool empty() const { return bits == 0; }
    friend bool operator==(MessageComponents, MessageComponents) = default;
};

struct RouterSettings {
    std::string id;
    RouterMode mode = RouterMode::standalone;
    std::uint32_t worker_threads = 4;
    Distribution default_distribution = Distribution::balanced;
    std::uint32_t hello_interval_seconds = 1;
    std::uint32_t hello_max_age_seconds = 3;
    std::uint32_t ra_interval_seconds = 30;
    std::uint32_t ra_interval_flux_seconds = 4;
    std::uint32_t remote_ls_max_age_seconds = 60;
    bool timestamps_in_utc = false;
    bool allow_resumable_link_route = true;
    std::optional<std::string> timestamp_format;
    std::optional<std::string> metadata;
    std::optional<std::string> debug_dump_file;
    std::optional<std::string> sasl_config_dir;
    std::string sasl_config_name = "qdrouterd";
};

/// What was said about one module; what was not said is inherited from DEFAULT.
struct LogSettings {
    log::Module module = log::Module::default_;
    std::optional<std::string> enable;
    std::optional<bool> include_timestamp;
    std::optional<bool> include_source;
    std::optional<std::string> output_file;
    std::size_t output_file_line = 0; ///< of the configuration file
};

struct AddressSettings {
    std::optional<std::string> name;
    /// The prefix or pattern, without separators at its ends; never empty.
    std::string pattern;
    /// True: `pattern` stands for itself and all below it.
    bool is_prefix = false;
    Distribution distribution = Distribution::balanced;
    std::uint8_t ingress_phase = 0;
    std::uint8_t egress_phase = 0;
    /// 0 to 9, or -1 for "the message's own".
    int priority = -1;
    bool fallback = false;
};

inline constexpr std::uint32_t default_link_capacity = 250;

/// What listeners and connectors have in common: how a connection is to behave.
struct ConnectionSettings {
    std::size_t line = 0; ///< where the section begins in the configuration file; 0: not from one
    std::optional<std::string> name;
    std::string host;
    /// As the operator wrote it: a number or the name of a service.
    std::string port = "amqp";
    /// What `port` stands for. 0, on a listener, lets the system choose.
    std::uint16_t port_number = 5672;
    std::optional<AddressFamily> address_family;
    Role role = Role::normal;
    std::uint32_t cost = 1;
    std::uint32_t max_frame_size = 16384; ///< at least 512
    std::uint32_t max_sessions = 32768;   ///< 1 to 32768
    std::uint32_t max_session_frames = 0; ///< 0: unlimited
    std::uint32_t idle_timeout_seconds = 16;
    bool strip_inbound = true;
    bool strip_outbound = true;
    std::uint32_t link_capacity = default_link_capacity;
    Map open_properties;
    MessageComponents message_logging_components;
    /// Names divided by blanks; absent means all that the SASL library offers.
    std::optional<std::string> sasl_mechanisms;
};

/// Where else a client may go when this router is lost. The scheme may be empty.
struct FailoverUrl {
    std::string scheme;
    std::string host;
    std::string port = "5672";
    friend bool operator==(const FailoverUrl&, const FailoverUrl&) = default;
};

struct ListenerSettings : ConnectionSettings {
    /// How long a peer may take until its Open has come; 0: as long as it likes.
    std::uint32_t initial_handshake_timeout_seconds = 0;
    bool authenticate_peer = false;
    bool multi_tenant = false;
    std::vector<FailoverUrl> failover_urls;
};

struct ConnectorSettings : ConnectionSettings {
    std::optional<std::string> sasl_username;
    /// The password itself: env: and file: are already looked up.
    std::optional<std::string> sasl_password;
    bool verify_hostname = true;
};

} // namespace crosspoint::config
