// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/config/section.hpp"

#include <string_view>
#include <vector>

namespace crosspoint::config {

/// A section inside a section, a brace that closes nothing, or one that is never closed.
class NestingError : public SyntaxError {
public:
    using SyntaxError::SyntaxError;
};

/// Whether values of that attribute are one word, of which a # is a part: a comment cannot follow
/// them directly.
bool is_single_word(std::string_view attribute);

/// Reads a configuration in the native format:
///
///     section {
///         attribute: value      # comment
///         mapAttribute: { "key": 1 }
///     }
///
/// Values are text that is not quoted; the schema says later what they mean. Throws SyntaxError.
std::vector<Section> read_native(std::string_view text);

/// The same, but gives each error to `report` and goes on in the next line, as long as it is clear
/// in which section that is.
std::vector<Section> read_native(std::string_view text, const OnSyntaxError& report);

} // namespace crosspoint::config
