// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace crosspoint::bench {

/// A request for all attributes of all addresses; `count` 0: of all rows at once.
std::vector<char> query_message(const std::string& reply_to, int offset, int count);

} // namespace crosspoint::bench
