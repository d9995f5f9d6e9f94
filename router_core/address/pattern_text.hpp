// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace crosspoint::core {

/// Goes through the tokens of an address or a pattern, which '.' and '/' separate alike. Leading
/// separators do not count; two separators in a row have an empty token between them.
class Tokens {
public:
    explicit Tokens(std::string_view text);

    [[nodiscard]] bool done() const { return done_; }
    /// The token in front; not if done.
    [[nodiscard]] std::string_view front() const { return rest_.substr(0, size_); }
    /// The separator behind it; zero behind the last one.
    [[nodiscard]] char separator() const { return size_ < rest_.size() ? rest_[size_] : '\0'; }
    void next();

private:
    void measure();

    std::string_view rest_;
    std::size_t size_ = 0; ///< of the token that rest_ begins with
    bool done_ = false;
};

/// Patterns with more tokens are refused, as they cost a level of the stack each.
inline constexpr std::size_t max_pattern_tokens = 512;

/// The one form in which all ways to write a pattern are stored: without separators at its ends,
/// and of neighbouring wildcards every "*" before a single "#", because "#/*" means "*/#" and "#/#"
/// means "#". Separators stay as they were written. Nothing if there are no tokens, or too many.
std::optional<std::string> normalise_pattern(std::string_view pattern);

} // namespace crosspoint::core
