// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/router_core/management/rows.hpp"

#include <map>
#include <set>
#include <string>

using namespace crosspoint;
using namespace crosspoint::core;
using namespace crosspoint::test;

namespace {

TableQuery query_of(Table table) {
    TableQuery query;
    query.table = table;
    return query;
}

void fill(Peer& client, int addresses) {
    for (int i = 0; i < addresses; ++i) {
        client.attach_receiver("a/" + std::to_string(i), {.limit = 0});
        client.take();
    }
}

void a_long_answer_comes_in_pieces() {
    ManagedCore core;
    Peer client(core.driver);
    fill(client, 1000);
    const std::size_t rows = all_of(core, Table::address).size();
    EXPECT(rows == 1000 + 4);
    EXPECT(core.port.answers.size() >= 11);
    for (const ManagementAnswer& answer : core.port.answers) {
        EXPECT(answer.rows <= TableReader::rows_at_once);
    }
}

void rows_are_shown_oldest_first_and_paged() {
    ManagedCore core;
    Peer client(core.driver);
    fill(client, 1000);
    for (const bool with_holes : {false, true}) {
        if (with_holes) {
            client.detach({0, 1});
        }
        std::vector<Row> paged;
        TableQuery query = query_of(Table::link);
        query.limit = 300;
        for (query.offset = 0;; query.offset += 300) {
            const std::vector<Row> page = rows_of(core, query);
            paged.insert(paged.end(), page.begin(), page.end());
            if (page.size() < 300) {
                break;
            }
        }
        EXPECT(paged == all_of(core, Table::link));
        EXPECT(paged.back().at("owningAddr") == "M0a/999");
    }
}

void a_page_goes_on_behind_a_place_whatever_has_gone_before_it() {
    ManagedCore core;
    Peer client(core.driver);
    fill(client, 10);
    TableQuery query = query_of(Table::link);
    query.limit = 4;
    EXPECT(rows_of(core, query).back().at("owningAddr") == "M0a/3");
    query.behind = core.port.answers.back().behind;
    client.detach({0, 1});
    client.detach({3, 1}); // the last row of that page
    const std::vector<Row> next = rows_of(core, query);
    EXPECT(next.front().at("owningAddr") == "M0a/4");
    EXPECT(next.back().at("owningAddr") == "M0a/7");
    query.behind = core.port.answers.back().behind;
    query.offset = 1;
    EXPECT(rows_of(core, query).front().at("owningAddr") == "M0a/9");
    query.behind = core.port.answers.back().behind;
    EXPECT(rows_of(core, query).empty());
}

void memory_is_told_by_kind() {
    ManagedCore core;
    Peer client(core.driver);
    client.attach_receiver("a");
    client.attach_receiver("b");
    client.detach({1, 1});
    std::map<std::string, Row> pools;
    for (Row& row : all_of(core, Table::pool)) {
        pools[row.at("typeName")] = row;
    }
    EXPECT(pools.at("outgoing_link").at("heldByThreads") == "1");
    EXPECT(pools.at("qdr_address_t").at("heldByThreads") == "5");
    EXPECT(pools.at("qdr_address_t").at("identity") == "allocator/qdr_address_t");
    for (const auto& [name, row] : pools) {
        const auto number = [&](const char* column) { return std::stol(row.at(column)); };
        EXPECT(number("typeSize") > 0);
        EXPECT(number("totalAllocFromHeap") - number("totalFreeToHeap") >= number("heldByThreads"));
    }
    EXPECT(std::stol(pools.at("outgoing_delivery").at("transferBatchSize")) == 256);
}

/// A router of a network.
CoreSettings in_a_network() {
    CoreSettings settings = settings_with({});
    settings.network = NetworkSettings{};
    return settings;
}

void learn(ManagedCore& core, int others) {
    routing::Effects effects;
    for (int i = 0; i < others; ++i) {
        core.driver.state.network()->engine().on_message(
            {1}, routing::Lsr{"other" + std::to_string(i), 1}, routing::Instant{1}, effects);
    }
}

void more_routers_than_fit_in_a_piece_are_shown_once_each() {
    ManagedCore core(in_a_network());
    constexpr int others = 3 * TableReader::rows_at_once;
    learn(core, others);
    const std::vector<Row> rows = all_of(core, Table::node);
    EXPECT(rows.size() == others + 1);
    EXPECT(rows[0].at("id") == "R" && rows[0].at("nextHop") == "(self)");
    std::set<std::string> ids;
    for (const Row& row : rows) {
        ids.insert(row.at("id"));
    }
    EXPECT(ids.size() == rows.size());
}

void routers_are_paged() {
    ManagedCore core(in_a_network());
    learn(core, 250);
    TableQuery query = query_of(Table::node);
    query.offset = 150;
    query.limit = 70;
    EXPECT(rows_of(core, query).size() == 70);
    query.offset = 240;
    EXPECT(rows_of(core, query).size() == 11);
    query.offset = 251;
    EXPECT(rows_of(core, query).empty());
}

void an_offset_beyond_the_end_shows_nothing() {
    ManagedCore core;
    TableQuery query = query_of(Table::address);
    query.offset = 1'000'000;
    EXPECT(rows_of(core, query).empty());
    query.offset = 0;
    query.limit = 0;
    EXPECT(rows_of(core, query).empty());
}

void a_hundred_thousand_addresses_come_and_go_meanwhile() {
    ManagedCore core;
    Peer client(core.driver);
    fill(client, 100'000);
    TableQuery query = query_of(Table::address);
    query.columns = {3};
    const std::size_t before = core.port.answers.size();
    core.ask(query);
    std::uint32_t gone = 0;
    while (core.driver.state.has_chores(core.driver.ct())) {
        core.driver.state.begin_batch(core.driver.ct(), core.driver.now);
        core.driver.state.work_on_chores(core.driver.ct());
        core.driver.state.end_batch(core.driver.ct());
        // Every other one of the first ten thousand goes, while they are being shown.
        if (gone < 5000) {
            client.detach({2 * gone++, 1});
            client.attach_receiver("new/" + std::to_string(gone), {.limit = 0});
            client.take();
        }
    }
    std::set<std::string> seen;
    for (std::size_t i = before; i < core.port.answers.size(); ++i) {
        std::vector<Row> rows;
        read_rows(core.port.answers[i], {"key"}, rows);
        for (const Row& row : rows) {
            EXPECT(seen.insert(row.at("key")).second);
        }
    }
    for (int i = 1; i < 100'000; i += 2) {
        EXPECT(seen.contains("M0a/" + std::to_string(i)));
    }
}

void a_short_query_does_not_wait_for_a_long_one() {
    ManagedCore core;
    Peer client(core.driver);
    fill(client, 2000);
    core.ask(query_of(Table::address));
    const std::uint64_t quick = core.ask(query_of(Table::router));
    for (int piece = 0; piece < 2; ++piece) {
        core.driver.state.work_on_chores(core.driver.ct());
    }
    EXPECT(core.port.answers.back().serial == quick);
    EXPECT(core.port.answers.back().last);
}

void one_row_is_found_by_identity_or_name() {
    ManagedCore core;
    Peer client(core.driver);
    fill(client, 10);
    LinkAttached named = client.receiver_from("b");
    named.identity = 77;
    named.name = "mine";
    client.attach(std::move(named));
    TableQuery query = query_of(Table::link);
    query.selector.identity = "77";
    EXPECT(rows_of(core, query).size() == 1);
    query.selector.name = "other"; // the identity wins
    EXPECT(rows_of(core, query).at(0).at("name") == "mine");
    query.selector.identity.reset();
    EXPECT(rows_of(core, query).empty());
    query.selector.name = "mine";
    EXPECT(rows_of(core, query).at(0).at("identity") == "77");

    TableQuery address = query_of(Table::address);
    address.selector.name = "M0b";
    EXPECT(rows_of(core, address).at(0).at("subscriberCount") == "1");
    address.selector.name = "M0nobody";
    EXPECT(rows_of(core, address).empty());
}

void tables_without_rows_have_columns() {
    ManagedCore core;
    for (const Table table :
         {Table::config_link_route, Table::config_auto_link, Table::config_exchange,
          Table::config_binding, Table::connection_link_route, Table::node}) {
        EXPECT(all_of(core, table).empty());
        EXPECT(!columns_of(table).empty());
    }
    EXPECT(columns_of(Table::link).size() == 29);
    EXPECT(columns_of(Table::connection).size() == 25);
    EXPECT(columns_of(Table::address).size() == 21);
    EXPECT(columns_of(Table::router).size() == 33);
    EXPECT(columns_of(Table::config_address).size() == 11);
}

const CMUnitTest tests[] = {
    unit::test<more_routers_than_fit_in_a_piece_are_shown_once_each>(
        "more routers than fit in a piece are shown once each"),
    unit::test<routers_are_paged>("routers are paged"),
    unit::test<a_long_answer_comes_in_pieces>("pieces"),
    unit::test<rows_are_shown_oldest_first_and_paged>("paging"),
    unit::test<a_page_goes_on_behind_a_place_whatever_has_gone_before_it>("behind a place"),
    unit::test<memory_is_told_by_kind>("memory"),
    unit::test<an_offset_beyond_the_end_shows_nothing>("beyond the end"),
    unit::test<a_hundred_thousand_addresses_come_and_go_meanwhile>("rows come and go"),
    unit::test<a_short_query_does_not_wait_for_a_long_one>("fairness"),
    unit::test<one_row_is_found_by_identity_or_name>("selectors"),
    unit::test<tables_without_rows_have_columns>("empty tables"),
};

} // namespace

int main() {
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
