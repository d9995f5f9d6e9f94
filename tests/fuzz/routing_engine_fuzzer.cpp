// SPDX-License-Identifier: Apache-2.0
// Peers may send any message at any time. The input is read as a series of events for one engine;
// its effects must fit together: nothing is unmapped that was not mapped, no slot is used twice.
#include "router_core/routing/routing_engine.hpp"

#include <cstdlib>
#include <map>
#include <set>
#include <string>

using namespace crosspoint::routing;
using crosspoint::ConnectionId;

namespace {

class Input {
public:
    Input(const std::uint8_t* data, std::size_t size) : data_(data), left_(size) {}
    [[nodiscard]] bool empty() const { return left_ == 0; }
    std::uint8_t octet() {
        if (left_ == 0) {
            return 0;
        }
        --left_;
        return *data_++;
    }
    std::int64_t number() {
        const std::uint8_t octet_value = octet();
        switch (octet_value) {
        case 255:
            return INT64_MAX;
        case 254:
            return INT64_MIN;
        default:
            return octet_value % 8;
        }
    }
    std::string id() { return std::string(1, static_cast<char>('A' + octet() % 6)); }
    std::string key() { return std::string("M0") + static_cast<char>('a' + octet() % 4); }
    ConnectionId connection() { return ConnectionId{static_cast<std::uint64_t>(octet() % 4 + 1)}; }

private:
    const std::uint8_t* data_;
    std::size_t left_;
};

void require(bool ok) {
    if (!ok) {
        std::abort();
    }
}

struct Known {
    std::string id;
    bool reachable = false;
    std::set<std::string> keys;
};

class Model {
public:
    void apply(const Change& change) {
        if (const auto* learned = std::get_if<RouterLearned>(&change)) {
            require(known_.emplace(learned->slot, Known{learned->id, false, {}}).second);
        } else if (const auto* route = std::get_if<RouteChanged>(&change)) {
            known_.at(route->slot).reachable = true;
        } else if (const auto* gone = std::get_if<RouterUnreachable>(&change)) {
            Known& router = known_.at(gone->slot);
            require(router.reachable && router.keys.empty());
            router.reachable = false;
        } else if (const auto* forgotten = std::get_if<RouterForgotten>(&change)) {
            require(!known_.at(forgotten->slot).reachable);
            known_.erase(forgotten->slot);
        } else if (const auto* mapped = std::get_if<AddressMapped>(&change)) {
            Known& router = known_.at(mapped->slot);
            require(router.reachable && router.keys.insert(mapped->key).second);
        } else if (const auto* unmapped = std::get_if<AddressUnmapped>(&change)) {
            require(known_.at(unmapped->slot).keys.erase(unmapped->key) == 1);
        }
    }

private:
    std::map<RouterSlot, Known> known_;
};

ProtocolMessage make_message(Input& input) {
    switch (input.octet() % 6) {
    case 0:
        return Hello{input.id(), 1, input.number(), {input.id(), input.id()}};
    case 1:
        return Ra{input.id(), 1, input.number(), input.number(), input.number()};
    case 2:
        return Lsr{input.id(), 1};
    case 3: {
        Lsu lsu{input.id(), 1, input.number(), LinkState{input.number(), {}}};
        for (int i = input.octet() % 4; i > 0; --i) {
            lsu.state.peers.push_back(Peer{input.id(), cost_from_wire(input.number())});
        }
        lsu.state.normalize();
        return lsu;
    }
    case 4:
        return Mar{input.id(), 1, input.number()};
    default: {
        const bool absolute = input.octet() % 2 == 0;
        Mau mau{input.id(),          1,
                input.number(),      absolute ? Mau::Kind::absolute : Mau::Kind::differential,
                {{input.key(), {}}}, {}};
        if (!absolute) {
            mau.removed.push_back(input.key());
        }
        return mau;
    }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    Instant now{0};
    RoutingEngine engine({.id = "A", .instance = 3, .timers = {}, .max_routers = 4}, now);
    Effects effects;
    Model model;
    while (!input.empty()) {
        switch (input.octet() % 6) {
        case 0:
            now += Duration(input.octet() * 50);
            engine.on_tick(now, effects);
            break;
        case 1:
            engine.on_connection_up(input.connection(), input.octet(), now, effects);
            break;
        case 2:
            engine.on_connection_lost(input.connection(), now, effects);
            break;
        case 3:
            engine.on_cost_changed(input.connection(), input.octet(), now);
            break;
        case 4: {
            const std::string key = input.key();
            input.octet() % 2 == 0 ? engine.local_address_removed(key, now)
                                   : engine.local_address_added(key, TreatmentHint::closest, now);
            break;
        }
        default:
            engine.on_message(input.connection(), make_message(input), now, effects);
            break;
        }
        for (const Change& change : effects.changes) {
            model.apply(change);
        }
        effects.clear();
        for (std::uint32_t slot = 0; slot < 6; ++slot) {
            (void)engine.valid_origins(RouterSlot{slot});
        }
    }
    return 0;
}
