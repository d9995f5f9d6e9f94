// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/config/value.hpp"

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace crosspoint::config {

/// One attribute as the file gives it. The line is for error messages.
struct Attribute {
    std::string name;
    Value value;
    std::size_t line = 0;
};

/// One section as the file gives it: names are in camelCase, nothing else is checked.
struct Section {
    std::string name;
    std::size_t line = 0;
    std::vector<Attribute> attributes;

    [[nodiscard]] const Attribute* find(std::string_view attribute) const;
    /// The last one counts, so an earlier one of the same name is replaced.
    void set(Attribute attribute);
};

/// The text cannot be understood. Whoever knows the file makes a ConfigError of it.
class SyntaxError : public std::runtime_error {
public:
    SyntaxError(std::size_t line, const std::string& what)
        : std::runtime_error(what),
          line_(line) {}
    [[nodiscard]] std::size_t line() const { return line_; }

private:
    std::size_t line_;
};

/// Takes an error of the text, so that the search for others can go on.
using OnSyntaxError = std::function<void(const SyntaxError&)>;

} // namespace crosspoint::config
