// SPDX-License-Identifier: Apache-2.0
#include "router/management/kinds/router_kinds.hpp"

#include <array>
#include <cstdint>
#include <unistd.h>
#include <utility>

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
    for (config::Map& row : core_->maps(core::Table::pool)) {
        all.push_back({config::find_entity_type("allocator"), std::move(row)});
    }
    for (const HeapFigure& figure : heap_ ? heap_() : std::vector<HeapFigure>{}) {
        const std::string name = "allocator/" + figure.name;
        const auto bytes = static_cast<std::int64_t>(figure.bytes);
        Managed made = make_managed("allocator", name, name);
        config::set_entry(made.attributes, "typeName", {figure.name});
        // A sum over all kinds is not to have this memory once more.
        config::set_entry(made.attributes, "typeSize", {std::int64_t{0}});
        for (const char* none :
             {"transferBatchSize", "localFreeListMax", "globalFreeListMax", "totalFreeToHeap",
              "batchesRebalancedToThreads", "batchesRebalancedToGlobal"}) {
            config::set_entry(made.attributes, none, {std::int64_t{0}});
        }
        config::set_entry(made.attributes, "totalAllocFromHeap", {bytes});
        config::set_entry(made.attributes, "heldByThreads", {bytes});
        all.push_back(std::move(made));
    }
}

} // namespace crosspoint::management
