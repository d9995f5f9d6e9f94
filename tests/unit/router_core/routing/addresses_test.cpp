// SPDX-License-Identifier: Apache-2.0
#include "router_core/routing/address_key.hpp"
#include "router_core/routing/local_addresses.hpp"
#include "router_core/routing/remote_addresses.hpp"
#include "tests/unit/unit.hpp"

using namespace crosspoint::routing;
using Outcome = RemoteAddresses::Outcome;

namespace {

constexpr auto balanced = TreatmentHint::balanced;

Mau differential(std::int64_t sequence, std::vector<HintedAddress> add,
                 std::vector<std::string> del = {}) {
    return Mau{"B", 1, sequence, Mau::Kind::differential, std::move(add), std::move(del)};
}
Mau absolute(std::int64_t sequence, std::vector<HintedAddress> exist) {
    return Mau{"B", 1, sequence, Mau::Kind::absolute, std::move(exist), {}};
}

void only_some_classes_are_advertised() {
    for (const char* key : {"M0a", "MFa", "Clr", "Dlr", "Ea/*", "Fa/#/z", "HE"}) {
        EXPECT(is_advertised(key));
    }
    for (const char* key : {"", "Lqdhello", "Tqdrouter", "RB", "A0", "G", "M0", "M", "C"}) {
        EXPECT(!is_advertised(key));
    }
}

void the_set_starts_empty_at_sequence_0() {
    LocalAddresses local;
    EXPECT(local.sequence() == 0);
    EXPECT(!local.changed());
    EXPECT(local.absolute("A").addresses.empty());
}

void changes_are_told_once_under_the_next_sequence() {
    LocalAddresses local;
    local.add("M0b", TreatmentHint::closest);
    local.add("M0a", balanced);
    local.add("M0a", balanced);
    EXPECT(local.changed());
    const Mau first = local.take_differential("A");
    EXPECT(first == (Mau{"A",
                         1,
                         1,
                         Mau::Kind::differential,
                         {{"M0a", balanced}, {"M0b", TreatmentHint::closest}},
                         {}}));
    EXPECT(!local.changed());
    local.add("M0a", balanced);
    EXPECT(!local.changed());
    local.remove("M0a");
    const Mau second = local.take_differential("A");
    EXPECT(second.mobile_seq == 2 && second.addresses.empty());
    EXPECT(second.removed == std::vector<std::string>{"M0a"});
}

void what_comes_and_goes_is_not_mentioned() {
    LocalAddresses local;
    local.add("M0a", balanced);
    local.remove("M0a");
    EXPECT(!local.changed());
    local.add("M0a", balanced);
    (void)local.take_differential("A");
    local.remove("M0a");
    local.add("M0a", balanced);
    EXPECT(!local.changed());
    local.remove("M0unknown");
    local.add("Ltemp.1", balanced);
    EXPECT(!local.changed());
}

void another_treatment_is_told_anew() {
    LocalAddresses local;
    local.add("M0a", balanced);
    (void)local.take_differential("A");
    local.add("M0a", TreatmentHint::closest);
    EXPECT(local.changed());
    local.add("M0a", balanced); // and back
    EXPECT(!local.changed());
    local.add("M0a", TreatmentHint::multicast);
    EXPECT(local.take_differential("A") ==
           (Mau{"A", 1, 2, Mau::Kind::differential, {{"M0a", TreatmentHint::multicast}}, {}}));
    EXPECT(local.absolute("A").addresses.at(0).hint == TreatmentHint::multicast);
    local.add("M0a", TreatmentHint::closest);
    local.remove("M0a");
    const Mau gone = local.take_differential("A");
    EXPECT(gone.addresses.empty() && gone.removed == std::vector<std::string>{"M0a"});
    local.add("M0b", balanced);
    (void)local.take_differential("A");
    local.remove("M0b");
    local.add("M0b", TreatmentHint::closest);
    const Mau back = local.take_differential("A");
    EXPECT(back.addresses.size() == 1 && back.removed.empty());
}

void another_treatment_is_noticed() {
    RemoteAddresses remote;
    AddressChanges changes;
    (void)remote.apply(differential(1, {{"M0a", balanced}, {"M0b", balanced}}), changes);
    changes = {};
    (void)remote.apply(differential(2, {{"M0a", TreatmentHint::multicast}, {"M0b", balanced}}),
                       changes);
    EXPECT(changes.added.size() == 1 && changes.added.at(0).key == "M0a");
    EXPECT(changes.added.at(0).hint == TreatmentHint::multicast && changes.removed.empty());
    changes = {};
    (void)remote.apply(absolute(3, {{"M0a", TreatmentHint::closest}, {"M0b", balanced}}), changes);
    EXPECT(changes.added.size() == 1 && changes.removed.empty());
    EXPECT(remote.keys().at("M0a") == TreatmentHint::closest);
}

void the_absolute_set_is_that_of_the_last_differential() {
    LocalAddresses local;
    local.add("M0a", balanced);
    (void)local.take_differential("A");
    local.add("M0b", balanced);
    local.remove("M0a");
    EXPECT(local.absolute("A") == (Mau{"A", 1, 1, Mau::Kind::absolute, {{"M0a", balanced}}, {}}));
}

void differentials_are_applied_in_sequence() {
    RemoteAddresses remote;
    AddressChanges changes;
    EXPECT(remote.apply(differential(1, {{"M0a", balanced}, {"M0b", {}}}), changes) ==
           Outcome::applied);
    EXPECT(changes.added.size() == 2 && changes.removed.empty());
    changes = {};
    EXPECT(remote.apply(differential(2, {{"M0b", {}}, {"Lx", {}}}, {"M0a", "M0z"}), changes) ==
           Outcome::applied);
    EXPECT(changes.added.empty());
    EXPECT(changes.removed == std::vector<std::string>{"M0a"});
    EXPECT(remote.sequence() == 2);
    EXPECT(remote.keys().size() == 1);
}

void a_gap_is_noticed_and_changes_nothing() {
    RemoteAddresses remote;
    AddressChanges changes;
    EXPECT(remote.apply(differential(2, {{"M0a", {}}}), changes) == Outcome::gap);
    EXPECT(remote.sequence() == 0 && remote.keys().empty() && changes.added.empty());
    EXPECT(remote.apply(differential(INT64_MAX, {}), changes) == Outcome::gap);
}

void repetitions_are_outdated() {
    RemoteAddresses remote;
    AddressChanges changes;
    (void)remote.apply(differential(1, {{"M0a", {}}}), changes);
    EXPECT(remote.apply(differential(1, {{"M0a", {}}}), changes) == Outcome::outdated);
    EXPECT(remote.apply(differential(INT64_MIN, {}), changes) == Outcome::outdated);
    (void)remote.apply(absolute(5, {{"M0c", {}}}), changes);
    EXPECT(remote.apply(absolute(4, {{"M0d", {}}}), changes) == Outcome::outdated);
    EXPECT(remote.keys().size() == 1 && remote.keys().contains("M0c"));
}

void an_absolute_set_replaces_all() {
    RemoteAddresses remote;
    AddressChanges changes;
    (void)remote.apply(differential(1, {{"M0a", {}}, {"M0b", {}}}), changes);
    changes = {};
    EXPECT(remote.apply(absolute(7, {{"M0b", {}}, {"M0c", balanced}, {"M0c", {}}, {"Tx", {}}}),
                        changes) == Outcome::applied);
    EXPECT(changes.removed == std::vector<std::string>{"M0a"});
    EXPECT(changes.added == (std::vector<HintedAddress>{{"M0c", balanced}}));
    EXPECT(remote.sequence() == 7);
    changes = {};
    EXPECT(remote.apply(differential(8, {}, {"M0c"}), changes) == Outcome::applied);
    EXPECT(changes.removed.size() == 1);
}

void reset_forgets_all() {
    RemoteAddresses remote;
    AddressChanges changes;
    (void)remote.apply(absolute(7, {{"M0b", {}}}), changes);
    remote.reset();
    EXPECT(remote.sequence() == 0 && remote.keys().empty());
    EXPECT(remote.apply(differential(1, {{"M0x", {}}}), changes) == Outcome::applied);
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<only_some_classes_are_advertised>("classes"),
        unit::test<the_set_starts_empty_at_sequence_0>("empty"),
        unit::test<changes_are_told_once_under_the_next_sequence>("differential"),
        unit::test<what_comes_and_goes_is_not_mentioned>("comes and goes"),
        unit::test<another_treatment_is_told_anew>("treatment told"),
        unit::test<another_treatment_is_noticed>("treatment noticed"),
        unit::test<the_absolute_set_is_that_of_the_last_differential>("absolute"),
        unit::test<differentials_are_applied_in_sequence>("in sequence"),
        unit::test<a_gap_is_noticed_and_changes_nothing>("gap"),
        unit::test<repetitions_are_outdated>("outdated"),
        unit::test<an_absolute_set_replaces_all>("replaces all"),
        unit::test<reset_forgets_all>("reset"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
