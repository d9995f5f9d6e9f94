// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/config/text_cursor.hpp"
#include "router/config/value.hpp"

namespace crosspoint::config {

/// Reads a map in the native format; its opening brace is next. It is JSON, made lenient for what
/// operators write: keys and texts without quotes, lines without commas, a comma too many,
/// comments. A text without quotes goes to the end of the line, or to where the next key begins.
/// Throws SyntaxError.
Map read_native_map(TextCursor& cursor);

} // namespace crosspoint::config
