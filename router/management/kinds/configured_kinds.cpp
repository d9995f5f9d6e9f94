// SPDX-License-Identifier: Apache-2.0
#include "router/management/kinds/configured_kinds.hpp"

#include <algorithm>

namespace crosspoint::management {

void ConfiguredKind::list(std::vector<Managed>& all) {
    std::size_t number = 0;
    for (const config::Entity& section : sections_) {
        const std::string identity =
            std::string(section.schema().short_name) + "/" + std::to_string(number++);
        all.push_back(make_managed(section, section.text("name").value_or(identity), identity));
    }
}

void PolicyKind::list(std::vector<Managed>& all) {
    const Endpoints::Accepted accepted = endpoints_->accepted();
    Managed made = make_managed(configured_, "policy/None", "policy/None");
    const auto count = [&](const char* attribute, std::uint64_t number) {
        config::set_entry(made.attributes, attribute, {static_cast<std::int64_t>(number)});
    };
    count("connectionsProcessed", accepted.so_far);
    count("connectionsCurrent", accepted.now);
    // What a policy denies; there is none that could.
    for (const char* denied :
         {"connectionsDenied", "linksDenied", "maxMessageSizeDenied", "totalDenials"}) {
        count(denied, 0);
    }
    all.push_back(std::move(made));
}

DummyKind::DummyKind(const std::vector<config::Entity>& sections) {
    for (const config::Entity& section : sections) {
        create(section);
    }
}

void DummyKind::list(std::vector<Managed>& all) {
    all.insert(all.end(), entities_.begin(), entities_.end());
}

EntityKind::Names DummyKind::names_of(const config::Entity& checked) const {
    const std::string identity = "dummy/" + std::to_string(next_);
    return {checked.text("name").value_or(identity), identity};
}

Managed DummyKind::create(const config::Entity& checked) {
    const Names names = names_of(checked);
    ++next_;
    entities_.push_back(make_managed(checked, names.name, names.identity));
    return entities_.back();
}

Managed DummyKind::update(const Managed& old, const config::Entity& checked) {
    const std::string identity = old.text("identity");
    const auto found = std::ranges::find_if(
        entities_, [&](const Managed& each) { return each.text("identity") == identity; });
    *found = make_managed(checked, old.text("name"), identity);
    return *found;
}

void DummyKind::remove(const Managed& entity) {
    std::erase_if(entities_, [&](const Managed& each) {
        return each.text("identity") == entity.text("identity");
    });
}

} // namespace crosspoint::management
