// SPDX-License-Identifier: Apache-2.0
#include "router/config/coerce.hpp"
#include "router/config/schema.hpp"
#include "tests/unit/unit.hpp"

#include <string>

using namespace crosspoint::config;

namespace {

void the_model_is_complete() {
    EXPECT(entity_schemas().size() == 29);
    EXPECT(find_section("address")->type == "router.config.address");
    EXPECT(find_section("router.link") == nullptr);
    EXPECT(find_section("") == nullptr);
    EXPECT(find_entity_type("org.apache.qpid.dispatch.listener") == find_section("listener"));
    EXPECT(find_entity_type("address") == nullptr);
}

void bases_pass_on_attributes_and_operations() {
    const EntitySchema& profile = *find_section("sslProfile");
    EXPECT(profile.attributes.size() == 12);
    EXPECT(profile.attributes.back().name == "type");
    EXPECT(profile.operations.size() == 3 && profile.operations[2] == "READ");
    EXPECT(profile.find("keyFile") == nullptr);
    EXPECT(profile.find_deprecated("keyFile")->name == "privateKeyFile");
}

void every_default_passes_its_own_check() {
    for (const EntitySchema& entity : entity_schemas()) {
        for (const AttributeSchema& attribute : entity.attributes) {
            EXPECT(!attribute.description.empty());
            if (attribute.has_default) {
                coerce(attribute, Value{std::string(attribute.default_text)});
            }
        }
    }
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<the_model_is_complete>("the model is complete"),
        unit::test<bases_pass_on_attributes_and_operations>("bases"),
        unit::test<every_default_passes_its_own_check>("defaults"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
