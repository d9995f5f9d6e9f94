// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <utility>

namespace crosspoint::routing {

/// Remembers what was said already, so that a peer cannot fill the log with one complaint. The
/// memory is bounded: after that many different complaints there are no more.
class Once {
public:
    static constexpr std::size_t limit = 1000;

    [[nodiscard]] bool first_time(std::string what) {
        return said_.size() < limit && said_.insert(std::move(what)).second;
    }

private:
    std::set<std::string> said_;
};

} // namespace crosspoint::routing
