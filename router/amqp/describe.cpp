// SPDX-License-Identifier: Apache-2.0
#include "router/amqp/describe.hpp"

#include <proton/codec.h>
#include <proton/condition.h>
#include <proton/terminus.h>

#include <array>

namespace crosspoint::io {

namespace {

std::string formatted(pn_data_t* data) {
    if (!data || pn_data_size(data) == 0) {
        return {};
    }
    std::array<char, 1024> text{};
    std::size_t size = text.size();
    if (pn_data_format(data, text.data(), &size) != 0) {
        return "...";
    }
    return {text.data(), size};
}

void add_expiry(std::string& text, pn_expiry_policy_t policy) {
    switch (policy) {
    case PN_EXPIRE_WITH_LINK:
        text += " expire:link";
        break;
    case PN_EXPIRE_WITH_SESSION:
        text += " expire:sess";
        break;
    case PN_EXPIRE_WITH_CONNECTION:
        text += " expire:conn";
        break;
    case PN_EXPIRE_NEVER:
        break;
    }
}

void add_data(std::string& text, const char* name, pn_data_t* data) {
    const std::string value = formatted(data);
    if (!value.empty()) {
        text += ' ';
        text += name;
        text += ':';
        text += value;
    }
}

} // namespace

std::string describe(pn_terminus_t* terminus) {
    std::string text = "{";
    if (pn_terminus_get_type(terminus) == PN_COORDINATOR) {
        text += "<coordinator>";
    } else {
        if (pn_terminus_is_dynamic(terminus)) {
            text += "(dyn)";
        }
        const char* address = pn_terminus_get_address(terminus);
        text += address ? address : "<none>";
    }
    const pn_durability_t durability = pn_terminus_get_durability(terminus);
    if (durability == PN_CONFIGURATION) {
        text += " dur:config";
    } else if (durability == PN_DELIVERIES) {
        text += " dur:deliveries";
    }
    add_expiry(text, pn_terminus_get_expiry_policy(terminus));
    const pn_distribution_mode_t mode = pn_terminus_get_distribution_mode(terminus);
    if (mode == PN_DIST_MODE_COPY) {
        text += " dist:copy";
    } else if (mode == PN_DIST_MODE_MOVE) {
        text += " dist:move";
    }
    if (const pn_seconds_t timeout = pn_terminus_get_timeout(terminus)) {
        text += " timeout:" + std::to_string(timeout);
    }
    add_data(text, "caps", pn_terminus_capabilities(terminus));
    add_data(text, "flt", pn_terminus_filter(terminus));
    add_data(text, "outcomes", pn_terminus_outcomes(terminus));
    add_data(text, "props", pn_terminus_properties(terminus));
    return text += '}';
}

std::string describe(pn_data_t* data) {
    std::string text = formatted(data);
    return text.empty() ? "{}" : text;
}

std::string describe(pn_condition_t* condition) {
    if (!condition || !pn_condition_is_set(condition)) {
        return {};
    }
    const char* description = pn_condition_get_description(condition);
    return std::string(pn_condition_get_name(condition)) + " " + (description ? description : "");
}

} // namespace crosspoint::io
