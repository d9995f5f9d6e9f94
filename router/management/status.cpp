// SPDX-License-Identifier: Apache-2.0
#include "router/management/status.hpp"

namespace crosspoint::management::status {

std::string_view usual_text(std::uint32_t code) {
    switch (code) {
    case ok:
        return "OK";
    case created:
        return "Created";
    case no_content:
        return "No Content";
    case bad_request:
        return "Bad Request";
    case forbidden:
        return "Forbidden";
    case not_found:
        return "Not Found";
    case not_implemented:
        return "Not Implemented";
    default:
        return "Internal Server Error";
    }
}

} // namespace crosspoint::management::status
