// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace crosspoint::logging {

/// What the text of a log's `enable` attribute means.
struct Enable {
    enum class Kind : std::uint8_t {
        levels,  ///< `mask` says which levels are written; bit 1 << level.
        inherit, ///< As the DEFAULT module does.
        invalid, ///< `bad_token` is no level.
    };
    Kind kind = Kind::levels;
    std::uint8_t mask = 0;
    std::string bad_token;
};

/// Tokens are separated by blanks, commas, semicolons or colons; each is a level, a level with `+`
/// for it and all above, `none` or `default`, in any case. A prefix is enough (`warn+`); where it
/// fits several names, `default` and `none` come before the levels, and these ascend.
Enable parse_enable(std::string_view text);

} // namespace crosspoint::logging
