// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/management/core_view.hpp"

#include "crosspoint/base/thread.hpp"
#include "crosspoint/core/management.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>

namespace crosspoint::core {

/// Answers queries, a piece of one after a piece of another, so that a long one delays neither
/// messages nor short ones. Between two pieces rows may come and go: each row that is there all the
/// time is shown once.
class TableReader {
public:
    /// At most so much is done in one piece.
    static constexpr std::size_t rows_at_once = 100;
    static constexpr std::size_t looks_at_once = 5000;

    explicit TableReader(ManagementPort* port) : port_(port) {}

    void start(CoreThread& ct, std::uint64_t serial, TableQuery&& query);
    bool is_idle() const { return open_.empty(); }
    /// One piece of one query.
    void work(CoreThread& ct, const CoreView& view);

    struct Open {
        std::uint64_t serial = 0;
        TableQuery asked;
        std::uint64_t behind = 0; ///< what was looked at last
        std::uint64_t skip = 0;   ///< rows to be passed over
        std::uint64_t left = 0;   ///< rows to be shown
        std::uint64_t last_shown = 0;
        bool done = false;
    };

private:
    ManagementPort* port_;
    std::deque<Open> open_;
};

/// The row of something that has just been changed, as an answer.
ManagementAnswer row_of(const CoreView& view, const ConfiguredAddress& row);
ManagementAnswer row_of(const CoreView& view, const Connection& row);

} // namespace crosspoint::core
