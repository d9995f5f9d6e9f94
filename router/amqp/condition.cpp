// SPDX-License-Identifier: Apache-2.0
#include "router/amqp/condition.hpp"

#include <string>

namespace crosspoint::io {

void set_condition(pn_condition_t* condition, const AmqpError& error) {
    pn_condition_set_name(condition, std::string(error.condition).c_str());
    pn_condition_set_description(condition, error.description.c_str());
}

} // namespace crosspoint::io
