// SPDX-License-Identifier: Apache-2.0
#include "router/server/connector.hpp"

#include "router/amqp/failover_list.hpp"
#include "router/server/log_configured.hpp"
#include "router/server/server.hpp"

#include <proton/connection.h>
#include <proton/proactor.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>

namespace crosspoint::io {

namespace {

constexpr std::size_t longest_message = 299;

} // namespace

std::string_view name(ConnectorStatus::State state) {
    constexpr std::array<std::string_view, 5> names{"INITIALIZING", "CONNECTING", "SUCCESS",
                                                    "FAILED", "CLOSING"};
    return names[static_cast<std::size_t>(state)];
}

Connector::Connector(Server& server, const config::ConnectorSettings& settings)
    : server_(server),
      settings_(settings),
      ring_({"amqp", settings.host, settings.port}) {
    log_configured("Connector", settings.host + ":" + settings.port, settings.address_family,
                   settings.role);
}

void Connector::start() {
    {
        Lock guard(lock_);
        if (state_ != State::initializing) {
            return;
        }
        state_ = State::connecting;
    }
    dial();
}

void Connector::remove() {
    ConnectionId dialled;
    {
        Lock guard(lock_);
        state_ = State::closing;
        dialled = dialled_;
    }
    server_.close_connection(dialled);
}

ConnectorStatus Connector::status() {
    Lock guard(lock_);
    return {state_, message_, ring_.text()};
}

void Connector::dial() {
    config::FailoverUrl url;
    {
        Lock guard(lock_);
        if (state_ == State::closing) {
            return;
        }
        state_ = State::success;
        url = ring_.current();
    }
    server_.host_names().look_up(url.host, url.port, LookUpFor::dialling,
                                 [weak = weak_from_this(), url] {
                                     if (const auto self = weak.lock()) {
                                         self->connect(url);
                                     }
                                 });
}

void Connector::connect(const config::FailoverUrl& url) {
    {
        Lock guard(lock_);
        if (state_ == State::closing) {
            return;
        }
    }
    auto origin = std::make_shared<Origin>();
    origin->router_id = server_.router_id();
    origin->node = "0/" + origin->router_id;
    origin->of_edge_router = server_.is_edge_router();
    origin->is_connector = true;
    origin->address = url.host + ":" + url.port;
    origin->hostname = url.host;
    origin->settings = settings_;

    pn_connection_t* pn = pn_connection();
    if (settings_.sasl_username) {
        pn_connection_set_user(pn, settings_.sasl_username->c_str());
    }
    if (settings_.sasl_password) {
        pn_connection_set_password(pn, settings_.sasl_password->c_str());
    }
    Connection& connection = server_.add_connection(origin, pn);
    connection.observe(shared_from_this());
    const ConnectionId id = connection.id();
    std::array<char, PN_MAX_ADDR> address{};
    pn_proactor_addr(address.data(), address.size(), url.host.c_str(), url.port.c_str());
    pn_proactor_connect2(server_.proactor(), pn, nullptr, address.data());
    // From here on a worker has the connection, and may have ended it. It could not be closed
    // before, so whoever wanted to counts on us.
    bool unwanted = server_.stopping();
    {
        Lock guard(lock_);
        dialled_ = std::max(dialled_, id); // the next attempt may have been faster
        unwanted = unwanted || state_ == State::closing;
    }
    if (unwanted) {
        server_.close_connection(id);
    }
}

void Connector::on_opened(const std::string& text, pn_data_t* remote_properties) {
    const auto list = read_failover_list(remote_properties);
    Lock guard(lock_);
    set_message(text);
    if (list) {
        ring_.learned(*list);
    }
}

void Connector::on_closed(bool had_been_open, const std::string& text) {
    std::chrono::milliseconds wait{0};
    {
        Lock guard(lock_);
        set_message(text);
        if (state_ == State::closing) {
            return;
        }
        state_ = State::failed;
        wait = ring_.failed(had_been_open);
    }
    if (server_.stopping()) {
        return;
    }
    {
        Lock guard(lock_);
        if (state_ != State::failed) {
            return;
        }
        state_ = State::connecting;
    }
    server_.run_later(wait, [weak = weak_from_this()] {
        if (const auto self = weak.lock()) {
            self->dial();
        }
    });
}

/// A connection that ends without an error says nothing new.
void Connector::set_message(const std::string& text) {
    if (!text.empty()) {
        message_ = text.substr(0, longest_message);
    }
}

} // namespace crosspoint::io
