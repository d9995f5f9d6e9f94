// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/config/schema.hpp"
#include "router/config/value.hpp"

#include <stdexcept>
#include <string>

namespace crosspoint::config {

/// The value is not of the attribute's type.
class CoercionError : public std::runtime_error {
public:
    explicit CoercionError(const std::string& text, std::string hint = {})
        : std::runtime_error(text),
          hint_(std::move(hint)) {}
    /// What is allowed, or was probably meant; may be empty.
    [[nodiscard]] const std::string& hint() const { return hint_; }

private:
    std::string hint_;
};

/// Brings a value, often a text from a file, into the type that the schema wants, and checks its
/// limits. Strings and paths become std::string, as do enumerations. Throws CoercionError.
Value coerce(const AttributeSchema& attribute, const Value& value);

} // namespace crosspoint::config
