// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace crosspoint::management {

/// The status codes of AMQP management. They are those of HTTP.
namespace status {
inline constexpr std::uint32_t ok = 200;
inline constexpr std::uint32_t created = 201;
inline constexpr std::uint32_t no_content = 204;
inline constexpr std::uint32_t bad_request = 400;
inline constexpr std::uint32_t forbidden = 403;
inline constexpr std::uint32_t not_found = 404;
inline constexpr std::uint32_t internal_error = 500;
inline constexpr std::uint32_t not_implemented = 501;

/// What the reply says of a status if there is nothing better to say.
std::string_view usual_text(std::uint32_t code);
} // namespace status

/// A request that cannot be fulfilled; ends as the status of its reply.
class Refusal : public std::runtime_error {
public:
    Refusal(std::uint32_t code, const std::string& text) : std::runtime_error(text), code_(code) {}
    explicit Refusal(std::uint32_t code) : Refusal(code, std::string(status::usual_text(code))) {}
    [[nodiscard]] std::uint32_t code() const { return code_; }

private:
    std::uint32_t code_;
};

} // namespace crosspoint::management
