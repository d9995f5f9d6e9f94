// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace crosspoint::config {

/// "ssl-profile" becomes "sslProfile": every word after a separator begins with a capital and goes
/// on in small letters. A name without separators stays as it is.
std::string camel_case(std::string_view name, std::string_view separators);

/// The candidate that was probably meant by `name`; empty if none is near.
std::string_view nearest(std::string_view name, std::span<const std::string_view> candidates);

/// The text with its control characters made visible, and cut to a length that fits into a
/// line of an error message.
std::string printable(std::string_view text);

/// "a, b or c"
std::string one_of(std::span<const std::string_view> names);

std::string_view trim(std::string_view text);

} // namespace crosspoint::config
