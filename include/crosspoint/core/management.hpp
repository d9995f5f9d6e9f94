// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crosspoint/amqp/writer.hpp"
#include "crosspoint/base/id.hpp"
#include "crosspoint/core/delivery_state.hpp"
#include "crosspoint/core/settings.hpp"
#include "crosspoint/message/message.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// What the core and the management agent say to each other. The agent has a thread of its own: it
/// reads requests, knows the model, and writes replies, so that none of that delays a message. The
/// core only looks into its tables, and a little at a time.
namespace crosspoint::core {

/// The core's tables, an entity type each.
enum class Table : std::uint8_t {
    router,
    connection,
    link,
    address,
    node,
    pool,
    config_address,
    config_link_route,
    config_auto_link,
    config_exchange,
    config_binding,
    connection_link_route,
};
inline constexpr std::size_t table_count = 12;

/// The attributes of a table in the order in which the wire has them.
std::span<const std::string_view> columns_of(Table table);

/// Which rows. Without either: all.
struct RowSelector {
    std::optional<std::string> identity; ///< wins over the name
    std::optional<std::string> name;
};

/// Rows of a table, oldest first. Answered in pieces.
struct TableQuery {
    static constexpr std::uint64_t no_limit = UINT64_MAX;

    Table table = Table::router;
    std::vector<std::uint16_t> columns; ///< indices into columns_of; empty: all of them
    RowSelector selector;
    std::uint64_t offset = 0; ///< this many of the rows are passed over
    std::uint64_t limit = no_limit;
    /// A place that an earlier answer ended at: rows up to it are passed over, as well as `offset`
    /// rows behind it.
    std::uint64_t behind = 0;
    ConnectionId requester; ///< some rows are for one connection only
};

/// A new rule for addresses. Answered with the row.
struct CreateAddress {
    AddressRule rule;
};

/// Removes one row of a table whose rows were configured.
struct DeleteRow {
    Table table = Table::config_address;
    RowSelector selector;
};

/// Answered with the row as it is then.
struct UpdateConnection {
    std::string identity;
    std::optional<std::string> admin_status;
    std::optional<bool> trace_frames;
    ConnectionId requester;
};

/// Why does nothing move? `subject`: an address as clients write it, or a link's identity.
/// Answered with one row of two cells: a string, and a list of strings, the reasons.
struct Explain {
    std::string subject;
};

/// A message from the management agent, to the address of a reply. Not answered. It may be large,
/// and so is made where nobody waits for it.
struct SendReply {
    std::string to;
    message::MessagePtr message;
    std::uint64_t size = 0;
};

/// The outcome of the delivery that brought a request. Not answered.
struct SettleRequest {
    std::uint64_t delivery = 0;
    DeliveryState state;
};

/// What the agent asks of the core. The answers to one command come in order, and carry its serial.
struct ManagementCommand {
    std::uint64_t serial = 0;
    std::variant<TableQuery, CreateAddress, DeleteRow, UpdateConnection, Explain, SendReply,
                 SettleRequest>
        what;
};

/// A piece of an answer.
struct ManagementAnswer {
    std::uint64_t serial = 0;
    std::uint32_t status = 200; ///< as AMQP management counts: 200, 404, ...
    std::string description;    ///< of the status, if it is not the usual one
    amqp::Octets cells;         ///< the encoded cells of `rows` rows, back to back
    std::uint32_t rows = 0;
    bool last = true;         ///< nothing more comes to this command
    std::uint64_t behind = 0; ///< the place of the last of the rows, for a query to go on behind
};

/// A message for the management node.
struct ManagementRequest {
    message::MessagePtr message; ///< complete
    std::uint64_t size = 0;
    std::uint64_t delivery = 0; ///< for SettleRequest; 0: it came settled
    /// The connection on which it came; of another router if it was sent from there.
    ConnectionId connection;
    bool from_router = false;
};

/// The agent, as the core sees it. Called on the core thread; must not block.
class ManagementPort {
public:
    /// False: too much is waiting already.
    [[nodiscard]] virtual bool post(ManagementRequest request) = 0;
    virtual void post(ManagementAnswer answer) = 0;
    /// Bytes of the process; nothing if it cannot be known.
    virtual std::optional<std::uint64_t> memory_usage() = 0;

protected:
    ~ManagementPort() = default;
};

} // namespace crosspoint::core
