// SPDX-License-Identifier: Apache-2.0
#include "router/management/kinds/router_kinds.hpp"

#include <array>
#include <unistd.h>

namespace crosspoint::management {

namespace {

std::string host_name() {
    std::array<char, 256> name{};
    return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

} // namespace

void ManagementKind::list(std::vector<Managed>& all) {
    all.push_back(make_managed("management", "self", "self"));
}

void RouterKind::list(std::vector<Managed>& all) {
    const std::string name = "router/" + id_;
    Managed made = make_managed(configured_, name, name);
    config::set_entry(made.attributes, "id", {id_});
    config::set_entry(made.attributes, "area", {std::string("0")});
    config::set_entry(made.attributes, "version", {std::string(CROSSPOINT_VERSION)});
    config::set_entry(made.attributes, "hostName", {host_name()});
    for (const config::AttributeSchema& attribute : made.schema->attributes) {
        const bool counter = attribute.type == config::AttributeType::integer &&
                             !attribute.create && !attribute.in_files && !attribute.has_default;
        if (counter) {
            config::set_entry(made.attributes, std::string(attribute.name), {std::int64_t{0}});
        }
    }
    all.push_back(std::move(made));
}

void NodeKind::list(std::vector<Managed>& all) {
    for (config::Map& row : core_->maps(core::Table::node)) {
        std::erase_if(row, [](const config::MapEntry& entry) { return entry.value.is_null(); });
        all.push_back({config::find_entity_type("router.node"), std::move(row)});
    }
}

void AllocatorKind::list(std::vector<Managed>& all) {
    // Clients take an absent totalAllocFromHeap for "there are no pools"; they insist on this row.
    Managed made = make_managed("allocator", "allocator/qdr_address_t", "allocator/qdr_address_t");
    made.attributes.push_back({"typeName", {std::string("qdr_address_t")}});
    all.push_back(std::move(made));
}

} // namespace crosspoint::management
