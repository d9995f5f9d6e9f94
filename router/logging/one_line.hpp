// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace crosspoint::logging {

/// The text with its control characters made visible: `\n`, `\r`, `\t`, and `\x1b` for the rest.
///
/// Much of what is logged are words of peers: names, addresses, descriptions of errors. A newline
/// in one of them must not begin a line that looks like ours, and an escape sequence must not reach
/// the operator's terminal. Backslashes are left alone, so a peer can imitate a control character,
/// but not the other way round.
std::string one_line(std::string_view text);

} // namespace crosspoint::logging
