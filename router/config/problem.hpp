// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stdexcept>
#include <string>

namespace crosspoint::config {

/// What is wrong with a section, before it is known which file the section came from. The text is
/// what management would answer, too; the line and the hint are for the reader of a file.
class Problem : public std::runtime_error {
public:
    Problem(const std::string& text, std::size_t line, std::string hint = {})
        : std::runtime_error(text),
          line_(line),
          hint_(std::move(hint)) {}

    [[nodiscard]] std::size_t line() const { return line_; }
    /// What is allowed, or was probably meant; may be empty.
    [[nodiscard]] const std::string& hint() const { return hint_; }

private:
    std::size_t line_;
    std::string hint_;
};

/// The section is valid in itself but cannot be put into effect; the text begins with the kind of
/// the error.
class ApplyProblem : public Problem {
public:
    using Problem::Problem;
};

/// Takes a problem, so that the search for others can go on.
using OnProblem = std::function<void(const Problem&)>;

} // namespace crosspoint::config
