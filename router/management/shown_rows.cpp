// SPDX-License-Identifier: Apache-2.0
#include "router/management/shown_rows.hpp"

#include <algorithm>
#include <utility>

namespace crosspoint::management {

std::vector<std::string>* ShownRows::before(const std::string& client, std::size_t offset,
                                            Clock::time_point now) {
    std::erase_if(clients_, [&](const Pages& pages) {
        return now - pages.asked > patience || (offset == 0 && pages.client == client);
    });
    const auto found = std::ranges::find(clients_, client, &Pages::client);
    if (found == clients_.end() && offset > 0) {
        return nullptr;
    }
    Pages pages = found == clients_.end() ? Pages{client, {}, {}} : std::move(*found);
    if (found != clients_.end()) {
        clients_.erase(found);
    } else if (clients_.size() == most_clients) {
        clients_.pop_front();
    }
    pages.asked = now;
    clients_.push_back(std::move(pages));
    std::vector<std::string>& shown = clients_.back().identities;
    if (shown.size() < offset) {
        return nullptr;
    }
    shown.resize(offset); // a page that was shown before is shown again
    return &shown;
}

} // namespace crosspoint::management
