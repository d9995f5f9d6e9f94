// SPDX-License-Identifier: Apache-2.0
#include "router_core/address/address_table.hpp"
#include "tests/unit/unit.hpp"

namespace {

using namespace crosspoint::core;

AddressTable table_with_rules(Treatment otherwise = Treatment::balanced) {
    static Identities identities;
    return AddressTable(otherwise,
                        {{"near/#", Treatment::closest, 0, 0, -1, false},
                         {"near/all", Treatment::multicast, 0, 0, 8, false},
                         {"spare", Treatment::closest, 0, 0, -1, true}},
                        identities);
}

void the_best_rule_decides() {
    AddressTable table = table_with_rules();
    EXPECT(table.get("M0near/a").treatment == Treatment::closest);
    EXPECT(table.get("M0near").treatment == Treatment::closest);
    EXPECT(table.get("M0near/all").treatment == Treatment::multicast);
    EXPECT(table.get("M0near/all").priority == 8);
    EXPECT(table.get("M0near/a").priority == -1);
}

void without_a_rule_the_default_decides() {
    AddressTable table = table_with_rules(Treatment::multicast);
    EXPECT(table.get("M0far").treatment == Treatment::multicast);
    EXPECT(table.treatment_of("far") == Treatment::multicast);
    EXPECT(table.treatment_of("near/x") == Treatment::closest);
}

void rules_are_for_mobile_addresses() {
    AddressTable table = table_with_rules();
    EXPECT(table.get("Lnear/a").treatment == Treatment::balanced);
    EXPECT(table.get("Lspare").fallback == nullptr);
}

void only_mobile_addresses_can_be_unavailable() {
    AddressTable table = table_with_rules(Treatment::unavailable);
    EXPECT(table.get("Lx").treatment == Treatment::balanced);
    EXPECT(table.get("M0x").treatment == Treatment::unavailable);
}

void dynamic_addresses_are_balanced_whatever_the_default() {
    AddressTable table = table_with_rules(Treatment::unavailable);
    EXPECT(table.get_dynamic("Ltemp.x").treatment == Treatment::balanced);
}

void a_record_is_made_once() {
    AddressTable table = table_with_rules();
    EXPECT(table.find("M0a") == nullptr);
    Address& made = table.get("M0a");
    EXPECT(&table.get("M0a") == &made);
    EXPECT(table.find("M0a") == &made);
    EXPECT(table.size() == 1);
}

void others_say_how_an_address_without_a_rule_is_treated() {
    AddressTable table = table_with_rules();
    Address& far = table.get("M0far");
    table.follow_hint(far, Treatment::multicast);
    EXPECT(far.treatment == Treatment::multicast);
    table.follow_hint(far, std::nullopt);
    EXPECT(far.treatment == Treatment::multicast);
    table.follow_hint(far, Treatment::unavailable);
    EXPECT(far.treatment == Treatment::balanced);
    Address& near = table.get("M0near/a");
    table.follow_hint(near, Treatment::multicast);
    EXPECT(near.treatment == Treatment::closest);
    Address& own = table.add_in_process("M0own", Treatment::closest, InProcess::management);
    table.follow_hint(own, Treatment::multicast);
    EXPECT(own.treatment == Treatment::closest);
}

void when_its_rule_goes_others_say_how_it_is_treated() {
    AddressTable table = table_with_rules(Treatment::multicast);
    Address& near = table.get("M0near/all");
    table.apply_rule(near, Treatment::balanced);
    EXPECT(near.treatment == Treatment::multicast && near.priority == 8);
    const ConfiguredAddress* best = nullptr;
    table.rules_in_order().walk(0, 10, [&](const ConfiguredAddress& rule) {
        best = rule.rule.pattern == "near/all" ? &rule : best;
        return true;
    });
    table.remove_rule(*best);
    table.apply_rule(near, Treatment::balanced);
    EXPECT(near.treatment == Treatment::closest && near.priority == -1);
    Address& far = table.get("M0far");
    table.apply_rule(far, Treatment::balanced);
    EXPECT(far.treatment == Treatment::balanced);
    table.apply_rule(far, std::nullopt);
    EXPECT(far.treatment == Treatment::multicast);
}

void phases_are_different_addresses() {
    AddressTable table = table_with_rules();
    EXPECT(&table.get("M0near/a") != &table.get("M1near/a"));
    EXPECT(table.get("M1near/a").treatment == Treatment::closest);
}

void a_fallback_comes_and_goes_with_its_address() {
    AddressTable table = table_with_rules();
    Address& primary = table.get("M0spare");
    EXPECT(primary.fallback == table.find("MFspare"));
    EXPECT(primary.fallback->fallback_of == &primary);
    EXPECT(primary.fallback->treatment == Treatment::balanced);
    table.release_if_unused(*primary.fallback);
    EXPECT(table.size() == 2);
    table.release_if_unused(primary);
    EXPECT(table.size() == 0);
}

void a_fallback_that_was_there_before_is_found() {
    AddressTable table = table_with_rules();
    Address& fallback = table.get("MFspare");
    EXPECT(fallback.fallback_of == nullptr);
    EXPECT(table.get("M0spare").fallback == &fallback);
    EXPECT(table.size() == 2);
}

void only_the_first_phase_has_the_fallback() {
    AddressTable table = table_with_rules();
    Address& first = table.get("M0spare");
    Address& second = table.get("M1spare");
    EXPECT(second.fallback == nullptr);
    table.release_if_unused(second);
    EXPECT(first.fallback != nullptr);
    EXPECT(first.fallback == table.find("MFspare"));
}

const CMUnitTest tests[] = {
    unit::test<the_best_rule_decides>("the best rule decides"),
    unit::test<without_a_rule_the_default_decides>("without a rule the default decides"),
    unit::test<rules_are_for_mobile_addresses>("rules are for mobile addresses"),
    unit::test<only_mobile_addresses_can_be_unavailable>(
        "only mobile addresses can be unavailable"),
    unit::test<dynamic_addresses_are_balanced_whatever_the_default>(
        "dynamic addresses are balanced whatever the default"),
    unit::test<a_record_is_made_once>("a record is made once"),
    unit::test<others_say_how_an_address_without_a_rule_is_treated>("hint"),
    unit::test<when_its_rule_goes_others_say_how_it_is_treated>("rule goes"),
    unit::test<phases_are_different_addresses>("phases are different addresses"),
    unit::test<a_fallback_comes_and_goes_with_its_address>(
        "a fallback comes and goes with its address"),
    unit::test<a_fallback_that_was_there_before_is_found>(
        "a fallback that was there before is found"),
    unit::test<only_the_first_phase_has_the_fallback>("only the first phase has the fallback"),
};

} // namespace

int main() {
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
