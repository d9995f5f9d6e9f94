// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/routing/codec.hpp"
#include "router_core/routing/routing_engine.hpp"
#include "tests/simulate/event_queue.hpp"
#include "tests/simulate/random.hpp"
#include "tests/simulate/topology.hpp"
#include "tests/simulate/view.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace simulate {

/// Trouble on all cables, in parts of a thousand.
struct Trouble {
    std::uint32_t loss = 0;
    std::uint32_t duplication = 0;
    /// Each message waits up to this much longer; the order on a cable is kept.
    std::uint32_t jitter_ms = 0;
};

/// Messages on cables, counted once for every hop. HELLOs are apart: they never stop.
struct Counters {
    std::uint64_t hello = 0;
    std::array<std::uint64_t, 6> by_kind{};
    std::uint64_t undeliverable = 0;
    [[nodiscard]] std::uint64_t without_hello() const;
};

/// Many routers in one process, with cables between them, on virtual time. Does what a router
/// around the engine does: moves messages hop by hop and remembers the effects.
class Network {
public:
    struct Router {
        std::string id;
        std::int64_t instance = 1000;
        std::unique_ptr<crosspoint::routing::RoutingEngine> engine; // none while it is down
        View view;
        std::set<std::string> local_keys;
        std::int64_t next_tick = 0;
    };
    enum class CableState : std::uint8_t {
        down,   // both sides know that there is no connection
        up,     // messages flow
        silent, // both sides believe in a connection, but nothing arrives
    };
    struct Cable {
        std::array<std::uint32_t, 2> ends{};
        crosspoint::routing::Cost cost = 1;
        CableState state = CableState::down;
        std::uint32_t delay_ms = 1;
        /// Messages of an earlier connection never arrive on a later one.
        std::uint32_t generation = 0;
        std::array<crosspoint::ConnectionId, 2> connections{};
        std::array<std::int64_t, 2> busy_until{};
    };

    Network(std::uint32_t routers, const std::vector<Plan>& plans, bool use_codec, Random& random);

    [[nodiscard]] std::int64_t now() const { return queue_.now(); }
    void run_for(std::int64_t milliseconds);

    void start(std::uint32_t router);
    /// With `notice` the neighbours see their connections close; without, they have to find out.
    void stop(std::uint32_t router, bool notice);
    /// Connects the router again on all cables whose other end is up.
    void restart(std::uint32_t router);
    void connect(std::uint32_t cable);
    void disconnect(std::uint32_t cable);
    void silence(std::uint32_t cable);
    void end_silence(std::uint32_t cable);
    void set_cost(std::uint32_t cable, crosspoint::routing::Cost cost);
    void add_address(std::uint32_t router, const std::string& key);
    void remove_address(std::uint32_t router, const std::string& key);

    [[nodiscard]] const std::vector<Router>& routers() const { return routers_; }
    [[nodiscard]] std::vector<Router>& routers() { return routers_; }
    [[nodiscard]] const std::vector<Cable>& cables() const { return cables_; }
    /// The router at the far end of one of its connections, if a cable is up there.
    [[nodiscard]] std::optional<std::uint32_t> far_end(crosspoint::ConnectionId connection) const;
    [[nodiscard]] std::uint32_t index_of(const std::string& id) const { return index_.at(id); }

    void set_trouble(const Trouble& trouble) { trouble_ = trouble; }
    /// Starts a measurement.
    void reset_counters();
    [[nodiscard]] const Counters& counters() const { return counters_; }
    /// When forwarding last changed anywhere, and what had been sent until then.
    [[nodiscard]] std::int64_t last_change() const { return last_change_; }
    [[nodiscard]] std::uint64_t messages_until_last_change() const {
        return messages_until_change_;
    }

private:
    struct Plug {
        std::uint32_t cable = 0;
        std::uint32_t side = 0;
    };
    /// On a cable: as octets if the codec takes part, else as it is.
    struct Packet {
        crosspoint::routing::Envelope envelope;
        crosspoint::amqp::Octets octets;
    };
    struct Event {
        enum class Kind : std::uint8_t { tick, arrival, late_loss } kind = Kind::tick;
        std::uint32_t router = 0;
        std::uint32_t cable = 0;
        std::uint32_t generation = 0;
        std::int64_t planned = 0;
        crosspoint::ConnectionId connection;
        std::shared_ptr<const Packet> packet;
    };

    void handle(const Event& event);
    void deliver(std::uint32_t router, crosspoint::ConnectionId from, const Packet& packet);
    void forward(std::uint32_t router, crosspoint::ConnectionId from,
                 const crosspoint::routing::Envelope& envelope);
    void route(std::uint32_t router, const std::string& destination,
               crosspoint::routing::Envelope envelope);
    void send(const std::vector<crosspoint::ConnectionId>& connections,
              crosspoint::routing::Envelope envelope);
    void transmit(Plug plug, const std::shared_ptr<const Packet>& packet);
    void carry_out(std::uint32_t router);
    void plan_tick(std::uint32_t router);
    crosspoint::ConnectionId new_connection(std::uint32_t cable, std::uint32_t side);
    [[nodiscard]] crosspoint::routing::Instant time() const {
        return crosspoint::routing::Instant(queue_.now());
    }

    bool use_codec_;
    Random random_;
    Trouble trouble_;
    std::vector<Router> routers_;
    std::vector<Cable> cables_;
    std::vector<std::vector<std::uint32_t>> cables_of_; // by router
    std::unordered_map<std::string, std::uint32_t> index_;
    std::unordered_map<crosspoint::ConnectionId, Plug> plugs_;
    std::uint64_t connection_count_ = 0;
    EventQueue<Event> queue_;
    crosspoint::routing::Effects effects_;
    Counters counters_;
    std::int64_t last_change_ = 0;
    std::uint64_t messages_until_change_ = 0;
};

} // namespace simulate
