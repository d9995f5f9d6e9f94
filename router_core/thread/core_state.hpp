// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/address/address_table.hpp"
#include "router_core/address/address_text.hpp"
#include "router_core/link/connection.hpp"
#include "router_core/link/context.hpp"
#include "router_core/management/core_view.hpp"
#include "router_core/management/desk.hpp"
#include "router_core/management/health_scan.hpp"
#include "router_core/management/rule_change.hpp"
#include "router_core/management/table_reader.hpp"
#include "router_core/thread/edge_services.hpp"
#include "router_core/thread/edge_uplink.hpp"
#include "router_core/thread/network.hpp"

#include "crosspoint/base/thread.hpp"
#include "crosspoint/core/actions.hpp"
#include "crosspoint/core/management.hpp"
#include "crosspoint/core/settings.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>

namespace crosspoint::core {

/// All that the core knows, and what each action does to it. Single threaded and without a clock,
/// so that tests can drive it.
class CoreState {
public:
    /// `management`, if it is given, outlives the state.
    explicit CoreState(CoreSettings settings, ManagementPort* management = nullptr);

    void begin_batch(CoreThread& ct, std::uint64_t now_ms);
    void handle(CoreThread& ct, ActionBatch& batch);
    /// Grants credit and hands over everything that the batch has for the workers.
    void end_batch(CoreThread& ct);

    /// There is work that waits for pauses: questions of operators, and looks at everything.
    bool has_chores(CoreThread& ct) const;
    /// A little of it. Between `handle` and `end_batch`.
    void work_on_chores(CoreThread& ct);

    /// In how many milliseconds a batch is due even if nobody posts anything.
    std::optional<std::uint64_t> next_deadline(CoreThread& ct) const;

    const Context& context() const { return context_; }
    AddressTable& addresses() { return addresses_; }
    /// For any thread.
    Identities& identities() { return context_.identities; }
    std::size_t connection_count() const { return connections_.size(); }
    /// Null if the router is standalone.
    Network* network() { return network_.get(); }

private:
    void handle(CoreThread& ct, Connection& from, DeliveryArrived&& action);
    void handle(CoreThread& ct, Connection& from, ConsumerDisposition&& action);
    void handle(CoreThread& ct, Connection& from, CreditArrived&& action);
    void handle(CoreThread& ct, Connection& from, SendProgress&& action);
    void handle(CoreThread& ct, Connection& from, StreamGrew&& action);
    void handle(CoreThread& ct, Connection& from, StreamProgress&& action);
    void handle(CoreThread& ct, Connection& from, ProducerDisposition&& action);
    void handle(CoreThread& ct, Connection& from, DeliveryRefused&& action);
    void handle(CoreThread& ct, Connection& from, CreditReturned&& action);
    void handle(CoreThread& ct, Connection& from, LinkAttached&& action);
    void handle(CoreThread& ct, Connection& from, LinkDetached&& action);
    // Handled by `open` and `close`.
    void handle(CoreThread&, Connection&, ConnectionOpened&&) {}
    void handle(CoreThread&, Connection&, ConnectionClosed&&) {}
    // Comes without a connection.
    void handle(CoreThread&, Connection&, ManagementAsked&&) {}
    void handle(CoreThread& ct, ManagementAsked&& asked);

    // manage.cpp; the serial is that of the command
    void manage(CoreThread& ct, std::uint64_t serial, SettleRequest&& settle);
    void manage(CoreThread& ct, std::uint64_t serial, SendReply&& reply);
    void manage(CoreThread& ct, std::uint64_t serial, TableQuery&& query);
    void manage(CoreThread& ct, std::uint64_t serial, CreateAddress&& wanted);
    void manage(CoreThread& ct, std::uint64_t serial, DeleteRow&& wanted);
    void manage(CoreThread& ct, std::uint64_t serial, UpdateConnection&& wanted);
    void manage(CoreThread& ct, std::uint64_t serial, Explain&& wanted);
    void tell_agent(std::uint64_t serial, ManagementAnswer&& answer);
    CoreView view();

    void tick_edge(CoreThread& ct);
    Connection* find(ConnectionId id);
    Connection& open(CoreThread& ct, ConnectionId id, ConnectionOpened&& opened);
    void close(CoreThread& ct, ConnectionId id);

    // attach.cpp
    void order_answered(CoreThread& ct, Connection& from, const LinkAttached& attached);
    void order_lost(CoreThread& ct, Connection& from, const LinkDetached& detached);
    void attach(CoreThread& ct, Connection& from, const LinkAttached& attached);
    /// Writes the key of the address into `key_`, too.
    bool asks_interior_router_about(const Connection& from, const Terminus& terminus);
    void attach_what_was_looked_up(CoreThread& ct);
    void attach_incoming(CoreThread& ct, Connection& from, const LinkAttached& attached);
    void attach_outgoing(CoreThread& ct, Connection& from, const LinkAttached& attached);
    void remove(CoreThread& ct, IncomingLink& link);
    void remove(CoreThread& ct, OutgoingLink& link, const LinkDetached& detached);

    // arrive.cpp
    struct Destination {
        Address* address = nullptr;
        DeliveryState refusal; ///< if there is none: what the producer is told
    };
    Destination destination_of(const Connection& from, const IncomingLink& link,
                               const message::Message& message);
    void arrived_on_control_link(CoreThread& ct, Connection& from, IncomingLink& link,
                                 const DeliveryArrived& arrived);
    void arrived_on_service_link(CoreThread& ct, Connection& from, IncomingLink& link,
                                 const DeliveryArrived& arrived);
    void refuse_arrived(CoreThread& ct, IncomingLink& link, const DeliveryArrived& arrived,
                        IncomingDelivery* tracked, Destination destination);

    CoreSettings settings_;
    RouterIdentity identity_;
    Context context_;
    AddressTable addresses_;
    Discriminator discriminator_;
    std::unique_ptr<Network> network_;
    std::unique_ptr<EdgeUplink> edge_uplink_; ///< of an edge router
    EdgeServices edge_services_;
    ManagementPort* management_;
    ManagementDesk desk_;
    TableReader reader_;
    RuleChange rule_change_;
    HealthScan health_;
    std::vector<std::string> changed_addresses_; ///< scratch
    std::unordered_map<ConnectionId, std::unique_ptr<Connection>> connections_;
    std::optional<std::uint64_t> started_ms_;
    std::string key_; ///< scratch for address keys, so that looking one up does not allocate
};

} // namespace crosspoint::core
