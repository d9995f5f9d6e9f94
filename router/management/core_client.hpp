// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/config/value.hpp"

#include "crosspoint/core/management.hpp"

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace crosspoint::management {

/// The router is about to end: there is nobody left to ask.
class Ending : public std::runtime_error {
public:
    Ending() : std::runtime_error("the router ends") {}
};

/// How the agent reaches the core. The real one posts to the core and waits at its mailbox; unit
/// tests have their own.
class CoreLine {
public:
    virtual ~CoreLine() = default;
    virtual void post(core::ManagementCommand command) = 0;
    /// The next piece of the answer to the command with that serial. Throws Ending.
    virtual core::ManagementAnswer next_answer(std::uint64_t serial) = 0;
};

/// Rows of one of the core's tables, encoded.
struct Rows {
    std::vector<std::uint16_t> columns; ///< of each row; never empty
    amqp::Octets cells;
    std::uint64_t count = 0;
    std::uint64_t behind = 0; ///< the place of the last one
};

/// Asks the core and waits for what it says. On the management thread.
class CoreClient {
public:
    explicit CoreClient(CoreLine& line) : line_(&line) {}

    Rows query(core::TableQuery query);
    /// The rows as maps from column to value.
    std::vector<config::Map> maps(core::Table table, core::RowSelector selector = {});

    /// A command that is answered with a whole row, or none. Throws Refusal if the core refuses.
    Rows ask(core::Table table, decltype(core::ManagementCommand::what) what);
    /// Summary and reasons. Throws Refusal.
    config::List explain(const std::string& subject);

    // These have no answer.
    void reply(std::string to, const amqp::Octets& message);
    void settle(std::uint64_t delivery, core::DeliveryState state);

private:
    core::ManagementAnswer collect(decltype(core::ManagementCommand::what) what);

    CoreLine* line_;
    std::uint64_t serial_ = 0;
};

/// Encoded cells of one row as a map from column to cell, for the body of a reply.
amqp::Octets row_as_map(core::Table table, const Rows& row);

/// The same decoded. Cells that cannot be decoded are null.
std::vector<config::Map> decode_rows(core::Table table, const Rows& rows);

} // namespace crosspoint::management
