// SPDX-License-Identifier: Apache-2.0
// The links with which an edge router stands for its clients at the interior router.
#include "router_core/address/membership.hpp"
#include "router_core/address/well_known.hpp"
#include "router_core/edge/proxy_plan.hpp"
#include "router_core/link/incoming.hpp"
#include "router_core/thread/edge_uplink.hpp"

#include <algorithm>
#include <utility>

namespace crosspoint::core {

namespace {

bool has_producer(const Address& address, const Connection* except) {
    for (const IncomingLink* link = address.producers.front(); link;
         link = link->address_hook.next) {
        if (&link->connection != except) {
            return true;
        }
    }
    return false;
}

edge::LocalUse use_of(const Address& address, const Connection* uplink) {
    edge::LocalUse use;
    use.consumers = std::ranges::any_of(address.consumers, [uplink](const OutgoingLink* link) {
        return &link->connection != uplink;
    });
    use.producers = has_producer(address, uplink) ||
                    (address.fallback_of && has_producer(*address.fallback_of, uplink));
    use.in_process = text_of_mobile(address.key) == well_known::management;
    return use;
}

} // namespace

void EdgeUplink::addresses_changed(CoreThread& ct, const std::vector<std::string>& keys) {
    if (!active_) {
        return;
    }
    for (const std::string& key : keys) {
        reconcile(ct, key);
        const Address* address = addresses_.find(key);
        if (address && address->fallback) {
            reconcile(ct, std::string(address->fallback->key));
        }
    }
}

void EdgeUplink::reconcile(CoreThread& ct, std::string key) {
    const Address* address = addresses_.find(key);
    const edge::ProxyPlan plan =
        address ? edge::plan_proxies(key, use_of(*address, active_)) : edge::ProxyPlan{};
    auto found = proxies_.find(key);
    if (found == proxies_.end()) {
        if (plan == edge::ProxyPlan{}) {
            return;
        }
        found = proxies_.emplace(key, Proxies{}).first;
    }
    update_receiver(ct, key, found->second, plan.receive);
    update_sender(ct, key, found->second, plan.send);
    if (!found->second.receiver && !found->second.sender && plan == edge::ProxyPlan{}) {
        proxies_.erase(found);
    }
}

edge::Phases EdgeUplink::phases_of(std::string_view key) const {
    const AddressRule* rule = addresses_.rule_for(text_of_mobile(key));
    return rule ? edge::Phases{rule->ingress_phase, rule->egress_phase} : edge::Phases{};
}

void EdgeUplink::update_receiver(CoreThread& ct, const std::string& key, Proxies& proxies,
                                 bool wanted) {
    IncomingLink* link = proxies.receiver;
    if (!link && wanted && !proxies.held) {
        Terminus source;
        source.address = text_of_mobile(key);
        std::string capability = edge::receiver_capability(phase_of_mobile(key), phases_of(key));
        if (!capability.empty()) {
            source.capabilities.push_back(std::move(capability));
        }
        link = static_cast<IncomingLink*>(&order(ct, Direction::incoming, std::move(source), {},
                                                 active_->info.link_capacity, Service::none));
        link->to = text_of_mobile(key);
        link->phase = static_cast<std::uint8_t>(phase_of_mobile(key) - '0');
        link->fallback = phase_of_mobile(key) == 'F';
        proxies.receiver = link;
        links_[link] = key;
    } else if (link && is_answered(*link) && !wanted) {
        if (!link->deliveries.empty()) {
            unfinished_.push_back(key);
            return;
        }
        proxies.receiver = nullptr;
        Address* address = link->address;
        leave_address(context_, *link);
        detach(ct, *link);
        if (address) {
            addresses_.release_if_unused(*address);
        }
    }
}

void EdgeUplink::update_sender(CoreThread& ct, const std::string& key, Proxies& proxies,
                               bool wanted) {
    OutgoingLink* link = proxies.sender;
    if (!link && wanted && !proxies.held) {
        Terminus target;
        target.address = text_of_mobile(key);
        std::string capability = edge::sender_capability(phase_of_mobile(key), phases_of(key));
        if (!capability.empty()) {
            target.capabilities.push_back(std::move(capability));
        }
        link = static_cast<OutgoingLink*>(&order(ct, Direction::outgoing, {}, std::move(target),
                                                 active_->info.link_capacity, Service::none));
        proxies.sender = link;
        proxies.reachable = false;
        links_[link] = key;
        return;
    }
    if (!link || !is_answered(*link)) {
        return;
    }
    const bool of_use = wanted && proxies.reachable;
    Address* address = addresses_.find(key);
    if (of_use && !link->address && address) {
        join(ct, *address, *link);
    } else if (!of_use && link->address) {
        leave(ct, *link);
    }
    if (!wanted) {
        if (link->load() > 0) {
            unfinished_.push_back(key);
            return;
        }
        proxies.sender = nullptr;
        detach(ct, *link);
    }
}

void EdgeUplink::answered(CoreThread& ct, IncomingLink& link) {
    const auto found = links_.find(&link);
    if (found == links_.end()) {
        open_credit(ct, context_, link);
        return;
    }
    const std::string key = found->second;
    if (Address* address = addresses_.find(key)) {
        link.address = address;
        address->producers.push_back(link);
        if (address->has_destination()) {
            open_credit(ct, context_, link);
        }
    }
    reconcile(ct, key);
}

void EdgeUplink::on_notice(CoreThread& ct, std::string_view key, bool reachable) {
    const auto found = proxies_.find(key);
    if (found == proxies_.end() || !found->second.sender) {
        return;
    }
    found->second.reachable = reachable;
    reconcile(ct, std::string(key));
}

bool EdgeUplink::is_answered(const Link& link) const {
    return active_ && active_->find(link.id) == &link;
}

void EdgeUplink::detach(CoreThread& ct, Link& link) {
    links_.erase(&link);
    context_.postman.parcel(ct, link.connection).detaches.push_back({link.id, std::nullopt});
    link.connection.remove(link);
}

} // namespace crosspoint::core
