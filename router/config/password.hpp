// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace crosspoint::config {

/// The password that an attribute stands for: env:NAME is looked up in the environment, file:PATH
/// is the first line of a file, pass:TEXT and any other text are the password itself. What cannot
/// be looked up is logged, and the text itself remains the password.
std::string resolve_password(const std::string& text);

} // namespace crosspoint::config
