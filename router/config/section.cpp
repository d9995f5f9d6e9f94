// SPDX-License-Identifier: Apache-2.0
#include "router/config/section.hpp"

#include <algorithm>

namespace crosspoint::config {

const Attribute* Section::find(std::string_view attribute) const {
    const auto found = std::ranges::find(attributes, attribute, &Attribute::name);
    return found == attributes.end() ? nullptr : &*found;
}

void Section::set(Attribute attribute) {
    const auto found = std::ranges::find(attributes, attribute.name, &Attribute::name);
    if (found == attributes.end()) {
        attributes.push_back(std::move(attribute));
    } else {
        *found = std::move(attribute);
    }
}

} // namespace crosspoint::config
