// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crosspoint/base/id.hpp"

#include <optional>
#include <vector>

namespace crosspoint::edge {

/// The connections of an edge router to interior routers. One is in use; the others stand by, open
/// and without links, oldest first.
class Uplinks {
public:
    /// True if it is the one in use from now on.
    [[nodiscard]] bool opened(ConnectionId connection);
    /// What is left of it. True if it was the one in use: `active` then says which one is now.
    [[nodiscard]] bool lost(ConnectionId connection);

    [[nodiscard]] std::optional<ConnectionId> active() const {
        return open_.empty() ? std::nullopt : std::optional(open_.front());
    }

private:
    std::vector<ConnectionId> open_; ///< the one in use first
};

} // namespace crosspoint::edge
