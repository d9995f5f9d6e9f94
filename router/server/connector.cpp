// SPDX-License-Identifier: Apache-2.0
#include "router/server/connector.hpp"

#include "router/amqp/failover_list.hpp"
#include "router/server/log_configured.hpp"
#include "router/server/server.hpp"

#include <proton/connection.h>
#include <proton/proactor.h>

#include <array>
#include <memory>

namespace crosspoint::io {

Connector::Connector(Server& server, const config::ConnectorSettings& settings)
    : server_(server),
      settings_(settings),
      ring_({"amqp", settings.host, settings.port}) {
    log_configured("Connector", settings.host + ":" + settings.port, settings.address_family,
                   settings.role);
}

void Connector::dial() {
    config::FailoverUrl url;
    {
        Lock guard(lock_);
        url = ring_.current();
    }
    auto origin = std::make_shared<Origin>();
    origin->router_id = server_.router_id();
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
    server_.add_connection(origin, pn).observe(this);
    std::array<char, PN_MAX_ADDR> address{};
    pn_proactor_addr(address.data(), address.size(), url.host.c_str(), url.port.c_str());
    pn_proactor_connect2(server_.proactor(), pn, nullptr, address.data());
}

void Connector::on_opened(const std::string& text, pn_data_t* remote_properties) {
    const auto list = read_failover_list(remote_properties);
    Lock guard(lock_);
    last_event_ = text;
    if (list) {
        ring_.learned(*list);
    }
}

void Connector::on_closed(bool had_been_open, const std::string& text) {
    std::chrono::milliseconds wait{0};
    {
        Lock guard(lock_);
        last_event_ = text;
        wait = ring_.failed(had_been_open);
    }
    if (!server_.stopping()) {
        server_.run_later(wait, [this] { dial(); });
    }
}

} // namespace crosspoint::io
