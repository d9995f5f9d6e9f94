// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crosspoint/base/result.hpp"

#include <proton/condition.h>

namespace crosspoint::io {

/// What the peer is told with the close, end or detach that follows.
void set_condition(pn_condition_t* condition, const AmqpError& error);

} // namespace crosspoint::io
