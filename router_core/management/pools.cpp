// SPDX-License-Identifier: Apache-2.0
#include "router_core/management/pools.hpp"

#include "crosspoint/base/tally.hpp"

#include <algorithm>

namespace crosspoint::core {

namespace {

/// Things in pages: a page is given back when nothing in it is used any more.
template <class Map>
PoolRow row_of(std::string_view name, const Map& map) {
    const auto room = map.room();
    return {name, room.thing_size, room.page, room.most, room.most - room.now, map.size()};
}

PoolRow row_of(const Tally::Figures& figures) {
    return {figures.name, figures.object_size,        0,
            figures.most, figures.most - figures.now, figures.now};
}

} // namespace

std::vector<PoolRow> pools_of(const CoreView& view) {
    std::vector<PoolRow> rows;
    Tally::for_each([&](const Tally::Figures& figures) { rows.push_back(row_of(figures)); });
    rows.push_back(row_of("incoming_delivery", view.context.incoming));
    rows.push_back(row_of("outgoing_delivery", view.context.outgoing));
    std::ranges::sort(rows, {}, &PoolRow::name);
    return rows;
}

} // namespace crosspoint::core
