// SPDX-License-Identifier: Apache-2.0
#include "router/server/listener.hpp"

#include "router/server/listeners.hpp"
#include "router/server/log_configured.hpp"
#include "router/server/server.hpp"

#include "crosspoint/base/log.hpp"

#include <proton/condition.h>
#include <proton/connection.h>
#include <proton/event.h>
#include <proton/listener.h>
#include <proton/netaddr.h>
#include <proton/proactor.h>

#include <array>
#include <cstdlib>
#include <string>

namespace crosspoint::io {

namespace {

constexpr int backlog = 4096; // the kernel cuts it to its own limit

std::string text(const char* s) {
    return s ? s : "";
}

} // namespace

Listener::Listener(Server& server, Listeners& owner, ListenerId id,
                   const config::ListenerSettings& settings, Need need)
    : server_(server),
      owner_(owner),
      id_(id),
      settings_(settings),
      need_(need),
      origin_(std::make_shared<Origin>()) {
    origin_->router_id = server.router_id();
    origin_->node = "0/" + origin_->router_id;
    origin_->of_edge_router = server.is_edge_router();
    origin_->address = settings.host + ":" + settings.port;
    origin_->handshake_seconds = settings.initial_handshake_timeout_seconds;
    origin_->authenticate_peer = settings.authenticate_peer;
    origin_->multi_tenant = settings.multi_tenant;
    origin_->failover = settings.failover_urls;
    origin_->settings = settings;
    log_configured("Listener", origin_->address, settings.address_family, settings.role);
}

void Listener::start() {
    server_.host_names().look_up(settings_.host, std::to_string(settings_.port_number),
                                 LookUpFor::listening, [weak = weak_from_this()] {
                                     if (const auto self = weak.lock()) {
                                         self->listen();
                                     }
                                 });
}

void Listener::listen() {
    if (stop_requested()) {
        owner_.on_listener_closed(id_, "");
        return;
    }
    std::array<char, PN_MAX_ADDR> address{};
    const std::string port = std::to_string(settings_.port_number);
    pn_proactor_addr(address.data(), address.size(), settings_.host.c_str(), port.c_str());
    pn_listener_t* pn = pn_listener();
    pn_listener_set_context(pn, this);
    {
        Lock guard(lock_);
        pn_ = pn;
    }
    // The lock is not held, so what is asked in the meantime is only noted: before Proton has the
    // listener, it cannot be closed.
    pn_proactor_listen(server_.proactor(), pn, address.data(), backlog);
    Lock guard(lock_);
    listening_ = true;
    if (stop_requested_ && pn_) {
        pn_listener_close(pn_);
    }
}

void Listener::stop() {
    Lock guard(lock_);
    stop_requested_ = true;
    if (listening_ && pn_) {
        pn_listener_close(pn_);
    }
}

bool Listener::stop_requested() {
    Lock guard(lock_);
    return stop_requested_;
}

void Listener::on_event(pn_event_t* event) {
    pn_listener_t* pn = pn_event_listener(event);
    switch (pn_event_type(event)) {
    case PN_LISTENER_OPEN:
        on_open(pn);
        break;
    case PN_LISTENER_ACCEPT:
        on_accept(pn);
        break;
    case PN_LISTENER_CLOSE:
        on_close(pn);
        break;
    default:
        break;
    }
}

void Listener::on_open(pn_listener_t* pn) {
    std::array<char, 64> port{};
    if (const pn_netaddr_t* bound = pn_listener_addr(pn)) {
        std::array<char, 256> host{};
        pn_netaddr_host_port(bound, host.data(), host.size(), port.data(), port.size());
    }
    const std::string shown = settings_.port_number == 0 ? port.data() : settings_.port;
    origin_->address = settings_.host + ":" + shown;
    const std::string name = settings_.name ? " (" + *settings_.name + ")" : "";
    log::write(log::Module::server, log::Level::notice, "Listening on %s%s",
               origin_->address.c_str(), name.c_str());
    opened_ = true;
    owner_.on_listener_open(id_, static_cast<std::uint16_t>(std::atoi(port.data())));
}

void Listener::on_close(pn_listener_t* pn) {
    const auto alive = shared_from_this(); // the owner may forget us
    pn_condition_t* condition = pn_listener_condition(pn);
    std::string why;
    if (!stop_requested()) {
        why = "Listener error on " + origin_->address + ": " +
              text(pn_condition_get_description(condition)) + " (" +
              text(pn_condition_get_name(condition)) + ")";
        log::write(log::Module::server, log::Level::error, "%s", why.c_str());
        if (!opened_ && need_ == Need::required) {
            log::write(log::Module::server, log::Level::critical,
                       "Shutting down, required listener failed %s", origin_->address.c_str());
        }
    }
    pn_listener_set_context(pn, nullptr);
    {
        Lock guard(lock_);
        pn_ = nullptr;
    }
    owner_.on_listener_closed(id_, why);
}

void Listener::on_accept(pn_listener_t* pn) {
    pn_connection_t* accepted = pn_connection();
    Connection& connection = server_.add_connection(origin_, accepted);
    const ConnectionId id = connection.id();
    // From here on a worker may have the connection, and end it.
    pn_listener_accept2(pn, accepted, nullptr);
    if (origin_->handshake_seconds > 0) {
        server_.watch_handshake(id, std::chrono::seconds(origin_->handshake_seconds));
    }
}

} // namespace crosspoint::io
