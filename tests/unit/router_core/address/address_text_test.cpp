// SPDX-License-Identifier: Apache-2.0
#include "router_core/address/address_text.hpp"
#include "router_core/address/well_known.hpp"
#include "tests/unit/unit.hpp"

#include <set>
#include <string>
#include <string_view>

namespace {

using namespace crosspoint::core;

const RouterIdentity interior{"me", false};
const RouterIdentity edge{"me", true};

std::string key(std::string_view text, const RouterIdentity& me = interior,
                std::string_view tenant = {}, char phase = '0') {
    std::string result = "what was there before";
    write_key(resolve(text, me, tenant), phase, result);
    return result;
}

void scheme_and_host_are_left_out() {
    EXPECT(reduce("amqp:/foo") == "foo");
    EXPECT(reduce("amqp://h:5672/foo") == "foo");
    EXPECT(reduce("//host/foo/bar") == "foo/bar");
    EXPECT(reduce("/foo") == "foo");
    EXPECT(reduce("foo") == "foo");
    EXPECT(reduce("any thing:/foo") == "foo");
    EXPECT(reduce("a/b:/foo") == "foo");
    EXPECT(reduce("amqp:/a:/b") == "a:/b");
    EXPECT(reduce("/a:/b") == "a:/b");
    EXPECT(reduce("://host/foo") == "foo");
    EXPECT(reduce("///foo") == "foo");
}

void colons_alone_are_no_scheme() {
    EXPECT(reduce("a:b") == "a:b");
    EXPECT(reduce("a:b/c") == "a:b/c");
    EXPECT(reduce(":") == ":");
}

void incomplete_urls_are_taken_as_they_are() {
    EXPECT(reduce("amqp://host") == "amqp://host");
    EXPECT(reduce("//host") == "//host");
    EXPECT(reduce("amqp://host/") == "amqp://host");
    EXPECT(reduce("amqp:/") == "amqp:");
}

void one_separator_at_the_end_is_dropped() {
    EXPECT(reduce("foo/") == "foo");
    EXPECT(reduce("foo.") == "foo");
    EXPECT(reduce("foo//") == "foo/");
    EXPECT(reduce("foo./") == "foo.");
    EXPECT(reduce("amqp:/foo/") == "foo");
    EXPECT(reduce("/").empty());
    EXPECT(reduce("").empty());
}

void reserved_texts_have_classes_on_an_interior_router() {
    EXPECT(key("_local/qdhello") == "Lqdhello");
    EXPECT(key("amqp:/_local/a/b") == "La/b");
    EXPECT(key("_topo/0/all/qdrouter") == "Tqdrouter");
    EXPECT(key("_topo/all/all/qdrouter") == "Tqdrouter");
    EXPECT(key("_topo/0/me/$management") == "L$management");
    EXPECT(key("_topo/all/me/$management") == "L$management");
    EXPECT(key("_topo/0/other/$management") == "Rother");
    EXPECT(key("_topo/all/other/x") == "Rother");
    EXPECT(key("_topo/0/other") == "Rother");
    EXPECT(key("_topo/1/other/x") == "A1");
    EXPECT(key("_edge/me/temp.x") == "Ltemp.x");
    EXPECT(key("_edge/e/temp.x") == "He");
}

void an_edge_router_leaves_other_routers_to_its_uplink() {
    EXPECT(key("_local/x", edge) == "Lx");
    EXPECT(key("_topo/0/all/x", edge) == "Tx");
    EXPECT(key("_topo/0/me/x", edge) == "Lx");
    EXPECT(key("_topo/0/other/x", edge) == "L_edge");
    EXPECT(key("_topo/1/other/x", edge) == "L_edge");
    EXPECT(key("_edge/me/x", edge) == "Lx");
    EXPECT(key("_edge/e/x", edge) == "L_edge");
    EXPECT(key("foo", edge) == "M0foo");
}

void everything_else_is_mobile() {
    for (const std::string_view text :
         {"foo", "_foo", "_local", "_topo", "_topo/0", "_topo//me/x", "_topo/0//x", "_edge",
          "_edge//x", "_localx/y", "$management", "_$qd.addr_lookup"}) {
        EXPECT(key(text) == "M0" + std::string(text));
    }
    EXPECT(key("") == "M0");
}

void a_mobile_key_has_phase_and_tenant() {
    EXPECT(key("foo", interior, "vh/", '1') == "M1vh/foo");
    EXPECT(key("/foo/", interior, "vh/", 'F') == "MFvh/foo");
    EXPECT(key("_foo", interior, "vh/") == "M0vh/_foo");
}

void reserved_and_temporary_addresses_have_no_tenant() {
    EXPECT(key("_local/x", interior, "vh/") == "Lx");
    EXPECT(key("_topo/0/other/x", interior, "vh/", '3') == "Rother");
    EXPECT(key("_edge/e/x", edge, "vh/") == "L_edge");
    EXPECT(key("_$temp.abc", interior, "vh/") == "M0_$temp.abc");
}

void a_key_can_be_taken_apart() {
    EXPECT(split_key("M0foo") == (KeyParts{AddressClass::mobile, '0', "foo"}));
    EXPECT(split_key("MFfoo") == (KeyParts{AddressClass::mobile, 'F', "foo"}));
    EXPECT(split_key("M0") == (KeyParts{AddressClass::mobile, '0', ""}));
    EXPECT(split_key("Lx") == (KeyParts{AddressClass::local, '\0', "x"}));
    EXPECT(split_key("R") == (KeyParts{AddressClass::router, '\0', ""}));
    EXPECT(split_key("Ea/*") == (KeyParts{AddressClass::link_route_pattern_in, '\0', "a/*"}));
    EXPECT(!split_key(""));
    EXPECT(!split_key("M"));
    EXPECT(!split_key("Gx"));
    EXPECT(!split_key("mx"));
}

void classes_have_names() {
    const std::string_view letters = "LTRAMHCDEF";
    const std::string_view names[] = {"local", "topo",    "router",   "area",    "mobile",
                                      "edge",  "link-in", "link-out", "link-in", "link-out"};
    for (std::size_t i = 0; i < letters.size(); ++i) {
        EXPECT(name_of(AddressClass{letters[i]}) == names[i]);
    }
    EXPECT(name_of(AddressClass{'G'}).empty());
}

void phases_travel_as_numbers() {
    EXPECT(phase_character(0) == '0');
    EXPECT(phase_character(9) == '9');
    EXPECT(phase_character(22) == 'F');
    EXPECT(!phase_character(-1));
    EXPECT(!phase_character(10));
    EXPECT(!phase_character(21));
    EXPECT(!phase_character(278)); // 22 in its low octet
    EXPECT(phase_number('0') == 0 && phase_number('9') == 9 && phase_number('F') == 22);
}

void discriminators_are_short_and_differ() {
    Discriminator discriminator({4, 2});
    std::set<std::string> seen;
    std::set<char> characters;
    for (int i = 0; i < 1000; ++i) {
        const std::string text = discriminator.next();
        EXPECT(text.size() == 15);
        characters.insert(text.begin(), text.end());
        seen.insert(text);
    }
    EXPECT(seen.size() == 1000);
    EXPECT(characters.size() == 64 && characters.count('+') == 1 && characters.count('_') == 1);
}

void the_key_decides_the_discriminators() {
    Discriminator one({7, 8});
    Discriminator same({7, 8});
    const std::string first = one.next();
    EXPECT(first == same.next());
    EXPECT(first != Discriminator({8, 8}).next());
    EXPECT(first != Discriminator({7, 7}).next());
    EXPECT(one.next() == same.next());
}

void temporary_addresses_lead_back_to_their_router() {
    Discriminator discriminator({1, 2});
    const std::string source = temporary_source(interior, discriminator);
    EXPECT(source.starts_with("amqp:/_topo/0/me/temp.") && source.size() == 22 + 15);
    EXPECT(key(source).starts_with("Ltemp."));
    EXPECT(key(source, {"other", false}) == "Rme");
    const std::string edge_source = temporary_source(edge, discriminator);
    EXPECT(edge_source.starts_with("amqp:/_edge/me/temp.") && edge_source.size() == 20 + 15);
    EXPECT(key(edge_source, edge).starts_with("Ltemp."));
    EXPECT(key(edge_source, {"other", false}) == "Hme");
    const std::string target = temporary_target(discriminator);
    EXPECT(target.starts_with("amqp:/_$temp.") && target.size() == 13 + 15);
    EXPECT(key(target, edge) == "M0" + target.substr(6));
}

void well_known_addresses_resolve() {
    EXPECT(key(well_known::management) == "M0$management");
    EXPECT(key(well_known::neighbour_hello) == "L" + std::string(well_known::hello));
    EXPECT(key(well_known::all_routing) == "T" + std::string(well_known::routing));
    EXPECT(key(well_known::all_mobile_sync) == "T" + std::string(well_known::mobile_sync));
    EXPECT(key(well_known::at_router("me", well_known::management)) == "L$management");
    EXPECT(key(well_known::at_router("r", well_known::routing)) == "Rr");
    EXPECT(key(well_known::at_edge("e", well_known::management)) == "He");
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<scheme_and_host_are_left_out>("scheme and host"),
        unit::test<colons_alone_are_no_scheme>("colons"),
        unit::test<incomplete_urls_are_taken_as_they_are>("incomplete urls"),
        unit::test<one_separator_at_the_end_is_dropped>("one separator at the end"),
        unit::test<reserved_texts_have_classes_on_an_interior_router>("classes, interior"),
        unit::test<an_edge_router_leaves_other_routers_to_its_uplink>("classes, edge"),
        unit::test<everything_else_is_mobile>("everything else is mobile"),
        unit::test<a_mobile_key_has_phase_and_tenant>("phase and tenant"),
        unit::test<reserved_and_temporary_addresses_have_no_tenant>("no tenant"),
        unit::test<a_key_can_be_taken_apart>("a key can be taken apart"),
        unit::test<classes_have_names>("classes have names"),
        unit::test<phases_travel_as_numbers>("phases travel as numbers"),
        unit::test<discriminators_are_short_and_differ>("discriminators differ"),
        unit::test<the_key_decides_the_discriminators>("the key decides"),
        unit::test<temporary_addresses_lead_back_to_their_router>("temporary addresses"),
        unit::test<well_known_addresses_resolve>("well-known addresses"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
