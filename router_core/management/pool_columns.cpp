// SPDX-License-Identifier: Apache-2.0
#include "router_core/management/tables.hpp"

namespace crosspoint::core {

namespace {

using Of = wire::Allocator;

std::string identity_of(const PoolRow& row) {
    return "allocator/" + std::string(row.name);
}

// Threads keep no lists of free things here, so that nothing is moved between such lists.
constexpr auto columns = ColumnsOf<PoolRow, Of>::from(
    value<Of::typeName>([](const PoolRow& row) { return row.name; }),
    value<Of::typeSize>([](const PoolRow& row) { return row.size; }),
    value<Of::transferBatchSize>([](const PoolRow& row) { return row.page; }),
    value<Of::localFreeListMax>([] { return 0; }), value<Of::globalFreeListMax>([] { return 0; }),
    value<Of::totalAllocFromHeap>([](const PoolRow& row) { return row.most; }),
    value<Of::totalFreeToHeap>([](const PoolRow& row) { return row.free; }),
    value<Of::heldByThreads>([](const PoolRow& row) { return row.used; }),
    value<Of::batchesRebalancedToThreads>([] { return 0; }),
    value<Of::batchesRebalancedToGlobal>([] { return 0; }),
    value<Of::name>([](const PoolRow& row) { return identity_of(row); }),
    value<Of::identity>([](const PoolRow& row) { return identity_of(row); }));

} // namespace

std::span<const Column<PoolRow>> pool_columns() {
    return columns;
}

} // namespace crosspoint::core
