// SPDX-License-Identifier: Apache-2.0
#include "tests/simulate/checker.hpp"

#include "tests/simulate/oracle.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

namespace simulate {

using namespace crosspoint::routing;

namespace {

constexpr std::size_t sample_size = 20;
constexpr std::size_t enough_errors = 20;

class Checker {
public:
    explicit Checker(Network& network) : network_(network), oracle_(network) {}

    void check_routes(std::uint32_t root);
    void check_addresses(std::uint32_t root);
    void check_multicast(std::uint32_t origin);
    [[nodiscard]] bool full() const { return errors_.size() >= enough_errors; }
    std::vector<std::string> take() { return std::move(errors_); }

private:
    using Costs = std::vector<std::uint64_t>;

    void complain(std::uint32_t router, const std::string& text) {
        errors_.push_back("router " + network_.routers()[router].id + ": " + text);
    }
    const Costs& costs_from(std::uint32_t root) {
        auto [entry, is_new] = costs_.try_emplace(root);
        if (is_new) {
            entry->second = oracle_.costs_from(root);
        }
        return entry->second;
    }
    /// The hops from `from` to `to` along the next hops of each router; 0 if that goes wrong.
    std::uint32_t follow(std::uint32_t from, std::uint32_t to);
    std::set<std::uint32_t> multicast_targets(std::uint32_t at, std::uint32_t origin);

    Network& network_;
    Oracle oracle_;
    std::unordered_map<std::uint32_t, Costs> costs_;
    std::vector<std::string> errors_;
};

std::uint32_t Checker::follow(std::uint32_t from, std::uint32_t to) {
    std::uint32_t at = from;
    std::uint32_t hops = 0;
    while (at != to && hops <= network_.routers().size()) {
        const auto& engine = network_.routers()[at].engine;
        const Route* route = engine ? engine->route_to(network_.routers()[to].id) : nullptr;
        const auto next = route ? network_.far_end(route->connection) : std::nullopt;
        if (!next) {
            return 0;
        }
        at = *next;
        ++hops;
    }
    return at == to ? hops : 0;
}

void Checker::check_routes(std::uint32_t root) {
    const Network::Router& me = network_.routers()[root];
    const Costs& costs = costs_from(root);
    std::map<std::string, const View::Remote*> known;
    for (const View::Remote& remote : me.view.remotes()) {
        if (!remote.id.empty()) {
            known[remote.id] = &remote;
        }
    }
    std::uint32_t longest = 0;
    for (std::uint32_t other = 0; other < costs.size() && !full(); ++other) {
        const std::string& id = network_.routers()[other].id;
        const auto found = known.find(id);
        const auto route = found == known.end() ? std::nullopt : found->second->route;
        if (other == root || costs[other] == Oracle::unreachable) {
            if (route) {
                complain(root, "has a route to " + id + ", which cannot be reached");
            }
            continue;
        }
        if (!route) {
            complain(root, "has no route to " + id);
        } else if (route->cost != costs[other]) {
            complain(root, "cost to " + id + " is " + std::to_string(route->cost) + ", not " +
                               std::to_string(costs[other]));
        } else if (const std::uint32_t hops = follow(root, other); hops == 0) {
            complain(root, "next hops do not lead to " + id);
        } else {
            longest = std::max(longest, hops);
        }
    }
    if (me.view.radius() != longest && !full()) {
        complain(root, "radius is " + std::to_string(me.view.radius()) + ", not " +
                           std::to_string(longest));
    }
}

void Checker::check_addresses(std::uint32_t root) {
    const Network::Router& me = network_.routers()[root];
    for (const View::Remote& remote : me.view.remotes()) {
        if (remote.id.empty() || full()) {
            continue;
        }
        const std::uint32_t other = network_.index_of(remote.id);
        const bool reachable = costs_from(root)[other] != Oracle::unreachable;
        const std::set<std::string>& truth = network_.routers()[other].local_keys;
        for (const std::string& key : remote.keys) {
            if (!reachable || !truth.contains(key)) {
                complain(root, "stale address " + key + " at " + remote.id);
            }
        }
        for (const std::string& key : truth) {
            if (reachable && !remote.keys.contains(key)) {
                complain(root, "misses address " + key + " of " + remote.id);
            }
        }
    }
}

std::set<std::uint32_t> Checker::multicast_targets(std::uint32_t at, std::uint32_t origin) {
    Network::Router& me = network_.routers()[at];
    const auto slot =
        at == origin ? std::optional(self_slot) : me.view.slot_of(network_.routers()[origin].id);
    std::set<std::uint32_t> targets;
    if (!slot) {
        return targets;
    }
    const RouterSet& valid = me.engine->valid_destinations(*slot);
    for (std::uint32_t s = 1; s < me.view.remotes().size(); ++s) {
        const View::Remote& remote = me.view.remotes()[s];
        if (remote.keys.contains(multicast_key) && valid.contains(RouterSlot{s})) {
            if (const auto next = network_.far_end(remote.route->connection)) {
                targets.insert(*next);
            }
        }
    }
    return targets;
}

void Checker::check_multicast(std::uint32_t origin) {
    std::vector<std::uint32_t> copies(network_.routers().size(), 0);
    std::vector<std::uint32_t> waiting{origin};
    while (!waiting.empty()) {
        const std::uint32_t at = waiting.back();
        waiting.pop_back();
        for (const std::uint32_t next : multicast_targets(at, origin)) {
            if (++copies[next] == 1) {
                waiting.push_back(next);
            }
        }
    }
    const Costs& costs = costs_from(origin);
    for (std::uint32_t r = 0; r < copies.size() && !full(); ++r) {
        const bool consumer = r != origin && costs[r] != Oracle::unreachable &&
                              network_.routers()[r].local_keys.contains(multicast_key);
        if (copies[r] > 1 || (consumer && copies[r] == 0)) {
            complain(r, "gets " + std::to_string(copies[r]) + " copies of a multicast from " +
                            network_.routers()[origin].id);
        }
    }
}

std::vector<std::uint32_t> routers_to_check(const Network& network, Random& random) {
    std::vector<std::uint32_t> alive;
    for (std::uint32_t r = 0; r < network.routers().size(); ++r) {
        if (network.routers()[r].engine) {
            alive.push_back(r);
        }
    }
    if (alive.size() > full_check) {
        for (std::size_t i = 0; i < sample_size; ++i) {
            const auto rest = static_cast<std::uint32_t>(alive.size() - i);
            std::swap(alive[i], alive[i + random.below(rest)]);
        }
        alive.resize(sample_size);
    }
    return alive;
}

} // namespace

std::vector<std::string> find_errors(Network& network, Random& random) {
    Checker checker(network);
    const std::vector<std::uint32_t> sample = routers_to_check(network, random);
    for (const std::uint32_t r : sample) {
        checker.check_routes(r);
        checker.check_addresses(r);
    }
    for (std::size_t i = 0; i < sample.size() && !checker.full(); ++i) {
        // A multicast asks every router on its way for the origin's tree, so fewer will do.
        if (sample.size() <= sample_size || i % 4 == 0) {
            checker.check_multicast(sample[i]);
        }
    }
    return checker.take();
}

} // namespace simulate
