// SPDX-License-Identifier: Apache-2.0
#include "router_core/management/table_reader.hpp"

#include "router_core/management/tables.hpp"

#include <charconv>
#include <utility>

namespace crosspoint::core {

namespace {

/// What the rows of each table are called.
bool is_number(std::string_view text, std::uint64_t number) {
    std::uint64_t read = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), read);
    return error == std::errc() && end == text.data() + text.size() && read == number;
}

bool has_identity(const CoreView&, const Connection& row, std::string_view text) {
    return is_number(text, row.id.value);
}
bool has_name(const CoreView&, const Connection& row, std::string_view text) {
    constexpr std::string_view type = "connection/";
    return text.starts_with(type) && text.substr(type.size()) == row.info.host;
}
bool has_identity(const CoreView&, const Link& row, std::string_view text) {
    return is_number(text, row.identity);
}
bool has_name(const CoreView&, const Link& row, std::string_view text) {
    return row.name == text;
}
bool has_identity(const CoreView&, const Address& row, std::string_view text) {
    return row.key == text;
}
bool has_name(const CoreView&, const Address& row, std::string_view text) {
    return row.key == text;
}
bool has_identity(const CoreView&, const ConfiguredAddress& row, std::string_view text) {
    return is_number(text, row.identity);
}
bool has_name(const CoreView&, const ConfiguredAddress& row, std::string_view text) {
    return row.rule.name == text;
}
bool has_identity(const CoreView&, const RouterRow&, std::string_view text) {
    return text == "1";
}
bool has_name(const CoreView& view, const RouterRow&, std::string_view text) {
    return text == view.settings.router_id;
}
bool has_identity(const CoreView&, const PoolRow& row, std::string_view text) {
    constexpr std::string_view type = "allocator/";
    return text.starts_with(type) && text.substr(type.size()) == row.name;
}
bool has_name(const CoreView& view, const PoolRow& row, std::string_view text) {
    return has_identity(view, row, text);
}
bool has_identity(const CoreView& view, const NodeRow& row, std::string_view text) {
    constexpr std::string_view type = "router.node/";
    const std::string& id = row.node ? row.node->id : view.settings.router_id;
    return text.starts_with(type) && text.substr(type.size()) == id;
}
bool has_name(const CoreView& view, const NodeRow& row, std::string_view text) {
    return has_identity(view, row, text);
}

template <class Row>
bool is_selected(const CoreView& view, const Row& row, const RowSelector& selector) {
    if (selector.identity) {
        return has_identity(view, row, *selector.identity);
    }
    return !selector.name || has_name(view, row, *selector.name);
}

template <class Row>
void write_row(Writer& out, const CoreView& view, std::span<const Column<Row>> columns,
               const std::vector<std::uint16_t>& wanted, const Row& row) {
    if (wanted.empty()) {
        for (const Column<Row>& column : columns) {
            column.write(out, view, row);
        }
    }
    for (const std::uint16_t index : wanted) {
        if (index < columns.size()) {
            columns[index].write(out, view, row);
        } else {
            out.null();
        }
    }
}

/// What is in no CreationOrder is walked over in the same way.
struct OneRouter {
    std::optional<std::uint64_t> jump(std::uint64_t count) const { return count; }
    template <class Visit>
    std::optional<std::uint64_t> walk(std::uint64_t behind, std::size_t, Visit&& visit) const {
        if (behind == 0) {
            visit(RouterRow{});
        }
        return std::nullopt;
    }
};

/// By slot, which is about the order in which the routers became known; this one is the first.
struct AllNodes {
    const CoreView& view;

    std::optional<std::uint64_t> jump(std::uint64_t count) const {
        return count == 0 ? std::optional<std::uint64_t>(0) : std::nullopt;
    }
    template <class Visit>
    std::optional<std::uint64_t> walk(std::uint64_t behind, std::size_t most, Visit&& visit) const {
        if (!view.routing) {
            return std::nullopt;
        }
        const std::uint64_t end = view.routing->nodes().end_slot().value;
        for (std::uint64_t slot = behind; slot < end; ++slot) {
            if (slot - behind == most) {
                return slot;
            }
            const routing::RouterNode* node = at(slot);
            if ((node || slot == 0) && !visit(NodeRow{node})) {
                return slot + 1;
            }
        }
        return std::nullopt;
    }

private:
    const routing::RouterNode* at(std::uint64_t slot) const {
        return slot == 0 ? nullptr : view.routing->nodes().at({static_cast<std::uint32_t>(slot)});
    }
};

/// By index: they are always the same.
class AllPools {
public:
    explicit AllPools(const CoreView& view) : rows_(pools_of(view)) {}

    std::optional<std::uint64_t> jump(std::uint64_t count) const { return count; }
    template <class Visit>
    std::optional<std::uint64_t> walk(std::uint64_t behind, std::size_t, Visit&& visit) const {
        for (std::uint64_t i = behind; i < rows_.size(); ++i) {
            if (!visit(rows_[i])) {
                return i + 1;
            }
        }
        return std::nullopt;
    }

private:
    std::vector<PoolRow> rows_;
};

/// Where the walk goes on that has come to this row, as far as rows keep their places.
template <class Row>
std::uint64_t place_of(const Row& row) {
    return row.place.serial();
}
std::uint64_t place_of(const RouterRow&) {
    return 1;
}
std::uint64_t place_of(const PoolRow&) {
    return 0;
}
std::uint64_t place_of(const NodeRow& row) {
    return row.node ? std::uint64_t{row.node->slot.value} + 1 : 1;
}

template <class Row, class Rows>
ManagementAnswer read(const CoreView& view, TableReader::Open& query, const Rows& rows,
                      std::span<const Column<Row>> columns) {
    const RowSelector& selector = query.asked.selector;
    const bool all = !selector.identity && !selector.name;
    if (all && query.behind == 0 && query.skip > 0) {
        if (const auto behind = rows.jump(query.skip)) {
            query.behind = *behind;
            query.skip = 0;
        }
    }
    Writer out;
    ManagementAnswer answer;
    const auto end = rows.walk(query.behind, TableReader::looks_at_once, [&](const Row& row) {
        if (!all && !is_selected(view, row, selector)) {
            return true;
        }
        if (query.skip > 0) {
            --query.skip;
            return true;
        }
        write_row(out, view, columns, query.asked.columns, row);
        query.last_shown = place_of(row);
        ++answer.rows;
        --query.left;
        return answer.rows < TableReader::rows_at_once && query.left > 0;
    });
    query.behind = end.value_or(query.behind);
    query.done = !end || query.left == 0;
    answer.cells = out.take();
    return answer;
}

/// The one address of that key, without looking at all the others.
ManagementAnswer read_address(const CoreView& view, TableReader::Open& query) {
    const RowSelector& selector = query.asked.selector;
    if (!selector.identity && !selector.name) {
        return read<Address>(view, query, view.addresses.in_order(), address_columns());
    }
    query.done = true;
    ManagementAnswer answer;
    const Address* address =
        view.addresses.find(selector.identity ? *selector.identity : *selector.name);
    if (address && query.skip == 0) {
        Writer out;
        write_row(out, view, address_columns(), query.asked.columns, *address);
        answer.cells = out.take();
        answer.rows = 1;
    }
    return answer;
}

ManagementAnswer read_table(const CoreView& view, TableReader::Open& query) {
    switch (query.asked.table) {
    case Table::router:
        return read<RouterRow>(view, query, OneRouter{}, router_columns());
    case Table::connection:
        return read<Connection>(view, query, view.context.connections, connection_columns());
    case Table::link:
        return read<Link>(view, query, view.context.links, link_columns());
    case Table::address:
        return read_address(view, query);
    case Table::node:
        return read<NodeRow>(view, query, AllNodes{view}, node_columns());
    case Table::pool:
        return read<PoolRow>(view, query, AllPools(view), pool_columns());
    case Table::config_address:
        return read<ConfiguredAddress>(view, query, view.addresses.rules_in_order(),
                                       config_address_columns());
    case Table::config_link_route:
    case Table::config_auto_link:
    case Table::config_exchange:
    case Table::config_binding:
    case Table::connection_link_route:
        break;
    }
    query.done = true;
    return {};
}

template <class Row>
ManagementAnswer one_row(const CoreView& view, std::span<const Column<Row>> columns,
                         const Row& row) {
    Writer out;
    write_row(out, view, columns, {}, row);
    ManagementAnswer answer;
    answer.cells = out.take();
    answer.rows = 1;
    return answer;
}

} // namespace

void TableReader::start(CoreThread&, std::uint64_t serial, TableQuery&& query) {
    Open open;
    open.serial = serial;
    open.skip = query.offset;
    open.left = query.limit;
    open.done = query.limit == 0;
    open.behind = open.last_shown = query.behind;
    open.asked = std::move(query);
    open_.push_back(std::move(open));
}

void TableReader::work(CoreThread&, const CoreView& view) {
    if (open_.empty()) {
        return;
    }
    Open query = std::move(open_.front());
    open_.pop_front();
    ManagementAnswer answer = query.done ? ManagementAnswer{} : read_table(view, query);
    answer.serial = query.serial;
    answer.last = query.done;
    answer.behind = query.last_shown;
    const bool says_something = answer.last || answer.rows > 0;
    if (!query.done) {
        open_.push_back(std::move(query));
    }
    if (port_ && says_something) {
        port_->post(std::move(answer));
    }
}

ManagementAnswer row_of(const CoreView& view, const ConfiguredAddress& row) {
    return one_row(view, config_address_columns(), row);
}

ManagementAnswer row_of(const CoreView& view, const Connection& row) {
    return one_row(view, connection_columns(), row);
}

} // namespace crosspoint::core
