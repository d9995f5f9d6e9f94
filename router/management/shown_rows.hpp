// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <string>
#include <vector>

namespace crosspoint::management {

/// Remembers which of the few entities without a place in a table a client has been shown on the
/// pages so far, so that the next page has those that are left, whatever has gone since. Live
/// tables, which are long, have PageMarks.
class ShownRows {
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::seconds patience{60};
    static constexpr std::size_t most_clients = 16;

    /// The identities on the pages before `offset`, to which the caller adds those of its page.
    /// Null if this client has not been shown so many. `client`: where its replies go, and what it
    /// asks for. At offset 0 it begins anew.
    std::vector<std::string>* before(const std::string& client, std::size_t offset,
                                     Clock::time_point now);

private:
    struct Pages {
        std::string client;
        std::vector<std::string> identities;
        Clock::time_point asked;
    };
    std::deque<Pages> clients_; ///< who asked last comes last
};

} // namespace crosspoint::management
