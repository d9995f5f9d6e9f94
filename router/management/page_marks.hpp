// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crosspoint/core/management.hpp"

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

namespace crosspoint::management {

/// Remembers where the pages of tables ended that clients have got.
///
/// A client asks for a page by the number of rows before it. When rows of the earlier pages have
/// gone meanwhile, that number stands for a later row, and the rows in between would never be
/// shown. So the same client's next page goes on behind the last row of the one before it, as long
/// as it asks for it soon. What is remembered is a number for each page, and of few pages.
class PageMarks {
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::seconds patience{60};
    static constexpr std::size_t most = 256;

    /// `client`: where its replies go. Nothing if no page that it has got ends at that offset.
    std::optional<std::uint64_t> find(const std::string& client, core::Table table,
                                      std::uint64_t offset, Clock::time_point now) const;

    /// A page was shown: the next one begins at `offset`, behind the place.
    void note(const std::string& client, core::Table table, std::uint64_t offset,
              std::uint64_t place, Clock::time_point now);

    /// The client begins anew.
    void forget(const std::string& client, core::Table table);

private:
    struct Mark {
        std::string client;
        core::Table table;
        std::uint64_t offset;
        std::uint64_t place;
        Clock::time_point noted;
    };
    std::deque<Mark> marks_; ///< oldest first
};

} // namespace crosspoint::management
