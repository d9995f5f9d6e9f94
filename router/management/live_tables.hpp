// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/config/schema.hpp"
#include "router/management/core_client.hpp"
#include "router/management/page_marks.hpp"
#include "router/management/reply.hpp"
#include "router/management/request.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace crosspoint::management {

enum class Operation : std::uint8_t { query, create, read, update, remove };

/// The standard operation of that name, in any case; nothing if it is another one.
std::optional<Operation> standard_operation(std::string_view name);

/// The entity types whose rows are the core's, with rules of their own: everything is shown as it
/// is at this moment, a row that was created has all its columns, and values are taken as they
/// are, without conversion.
class LiveTables {
public:
    explicit LiveTables(CoreClient& core) : core_(&core) {}

    /// Whether requests for this type are answered here.
    static bool has(const config::EntitySchema& type);

    /// Throws Refusal.
    Reply answer(const config::EntitySchema& type, Operation operation, const Request& request);

    /// The body of a reply that refuses.
    static amqp::Octets refusal_body(Operation operation);

private:
    Reply query(core::Table table, const Request& request);
    Reply read(const config::EntitySchema& type, core::Table table, const Request& request);
    Reply create(const config::EntitySchema& type, const Request& request);
    Reply update(const config::EntitySchema& type, const Request& request);
    Reply remove(const config::EntitySchema& type, core::Table table, const Request& request);

    CoreClient* core_;
    PageMarks pages_;
};

} // namespace crosspoint::management
