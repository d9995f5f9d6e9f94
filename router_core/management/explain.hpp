// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/address/address_text.hpp"
#include "router_core/management/core_view.hpp"

#include "crosspoint/base/thread.hpp"
#include "crosspoint/core/management.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace crosspoint::core {

/// Why something moves or does not, in words for an operator.
struct Explanation {
    std::string summary; ///< one sentence
    std::vector<std::string> reasons;
};

/// Of a subject: the identity of a link, an address as clients write it, or the key of one. 404 if
/// nothing is known of it. Looks at what is oldest alone, however much waits behind it.
ManagementAnswer explain(CoreThread& ct, const CoreView& view, const RouterIdentity& me,
                         std::string_view subject);

/// explain_link.cpp: of a link.
Explanation explain_link(const CoreView& view, const Link& link);
/// explain_link.cpp: why deliveries for this consumer wait, if they do. True if some do.
bool explain_waiting(const CoreView& view, const OutgoingLink& link,
                     std::vector<std::string>& reasons);
/// explain_address.cpp: of an address.
Explanation explain_address(const CoreView& view, const Address& address);

/// explain_words.cpp
std::string place_of(const Link& link);
std::string count_of(std::uint64_t number, std::string_view what);
std::string age_of(const CoreView& view, std::uint64_t since_ms);

} // namespace crosspoint::core
