// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crosspoint/base/check.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace crosspoint {

/// An error as a peer sees it. The condition is one of the constants below, so a view will do.
struct AmqpError {
    std::string_view condition;
    std::string description;
    friend bool operator==(const AmqpError&, const AmqpError&) = default;
};

namespace condition {
inline constexpr std::string_view not_found = "amqp:not-found";
inline constexpr std::string_view not_allowed = "amqp:not-allowed";
inline constexpr std::string_view not_implemented = "amqp:not-implemented";
inline constexpr std::string_view decode_error = "amqp:decode-error";
inline constexpr std::string_view invalid_field = "amqp:invalid-field";
inline constexpr std::string_view precondition_failed = "amqp:precondition-failed";
inline constexpr std::string_view resource_limit_exceeded = "amqp:resource-limit-exceeded";
inline constexpr std::string_view unauthorized_access = "amqp:unauthorized-access";
inline constexpr std::string_view internal_error = "amqp:internal-error";
inline constexpr std::string_view illegal_state = "amqp:illegal-state";
inline constexpr std::string_view connection_forced = "amqp:connection:forced";
inline constexpr std::string_view transfer_limit_exceeded = "amqp:link:transfer-limit-exceeded";
inline constexpr std::string_view message_size_exceeded = "amqp:link:message-size-exceeded";
inline constexpr std::string_view no_route_to_dest = "qd:no-route-to-dest";
inline constexpr std::string_view forbidden = "qd:forbidden";
} // namespace condition

/// A value, or the error that a peer is to be told.
template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    Result(AmqpError error) : state_(std::in_place_index<1>, std::move(error)) {}

    explicit operator bool() const noexcept { return state_.index() == 0; }
    T& operator*() {
        check(bool(*this), "value of a failed Result");
        return *std::get_if<0>(&state_);
    }
    const T& operator*() const {
        check(bool(*this), "value of a failed Result");
        return *std::get_if<0>(&state_);
    }
    T* operator->() { return &**this; }
    const T* operator->() const { return &**this; }
    AmqpError& error() {
        check(!*this, "error of a good Result");
        return *std::get_if<1>(&state_);
    }
    const AmqpError& error() const {
        check(!*this, "error of a good Result");
        return *std::get_if<1>(&state_);
    }

private:
    std::variant<T, AmqpError> state_;
};

} // namespace crosspoint
