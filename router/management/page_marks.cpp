// SPDX-License-Identifier: Apache-2.0
#include "router/management/page_marks.hpp"

#include <algorithm>

namespace crosspoint::management {

std::optional<std::uint64_t> PageMarks::find(const std::string& client, core::Table table,
                                             std::uint64_t offset, Clock::time_point now) const {
    const auto found = std::ranges::find_if(marks_, [&](const Mark& mark) {
        return mark.offset == offset && mark.table == table && mark.client == client;
    });
    if (found == marks_.end() || now - found->noted > patience) {
        return std::nullopt;
    }
    return found->place;
}

void PageMarks::note(const std::string& client, core::Table table, std::uint64_t offset,
                     std::uint64_t place, Clock::time_point now) {
    std::erase_if(marks_, [&](const Mark& mark) {
        const bool same = mark.offset == offset && mark.table == table && mark.client == client;
        return same || now - mark.noted > patience;
    });
    if (marks_.size() == most) {
        marks_.pop_front();
    }
    marks_.push_back({client, table, offset, place, now});
}

void PageMarks::forget(const std::string& client, core::Table table) {
    std::erase_if(marks_,
                  [&](const Mark& mark) { return mark.table == table && mark.client == client; });
}

} // namespace crosspoint::management
