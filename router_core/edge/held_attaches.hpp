// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crosspoint/base/id.hpp"
#include "crosspoint/core/actions.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crosspoint::edge {

/// How long an interior router may take to answer a lookup.
inline constexpr std::uint64_t lookup_patience_ms = 3000;

/// A client's link that is not answered yet.
struct HeldAttach {
    ConnectionId connection;
    core::LinkAttached attached;
};

/// Links of clients that wait for the answer to a lookup, by the correlation id of the question.
class HeldAttaches {
public:
    /// Gives the correlation id to ask with.
    std::string hold(HeldAttach held, std::uint64_t now_ms);

    /// Each of these gives up what waits no more. Nothing: it had ended before.
    std::optional<HeldAttach> take(std::string_view correlation_id);
    std::vector<HeldAttach> take_overdue(std::uint64_t now_ms);
    std::vector<HeldAttach> take_all();

    /// The client has detached the link, or is gone.
    void forget(ConnectionId connection, LinkId link);

    /// When the next one is overdue, on the same clock.
    [[nodiscard]] std::optional<std::uint64_t> next_due_ms() const;
    [[nodiscard]] std::size_t size() const { return held_.size(); }

private:
    struct Waiting {
        HeldAttach held;
        std::uint64_t due_ms = 0;
    };
    /// Ids begin with the time, so that the oldest question stands first.
    std::map<std::string, Waiting, std::less<>> held_;
    std::uint32_t count_ = 0;
};

} // namespace crosspoint::edge
