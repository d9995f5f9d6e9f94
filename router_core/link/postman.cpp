// SPDX-License-Identifier: Apache-2.0
#include "router_core/link/postman.hpp"

#include "router_core/link/connection.hpp"

#include <algorithm>

namespace crosspoint::core {

Parcel& Postman::parcel(CoreThread&, Connection& connection) {
    if (!connection.staged) {
        if (spare_.empty()) {
            connection.staged = std::make_unique<Parcel>();
        } else {
            connection.staged = std::move(spare_.back());
            spare_.pop_back();
        }
        connection.staged->serial = ++connection.parcel_serial;
        touched_.push_back(&connection);
    }
    return *connection.staged;
}

void Postman::hand_over_all(CoreThread& ct) {
    for (Connection* connection : touched_) {
        recycle(ct, connection->outbox->add(ct, std::move(connection->staged)));
    }
    touched_.clear();
}

void Postman::forget(CoreThread&, Connection& connection) {
    std::erase(touched_, &connection);
    connection.staged.reset();
}

void Postman::recycle(CoreThread&, ParcelPtr parcel) {
    if (parcel && spare_.size() < max_spare) {
        parcel->clear();
        spare_.push_back(std::move(parcel));
    }
}

} // namespace crosspoint::core
