// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <proton/codec.h>
#include <proton/condition.h>
#include <proton/terminus.h>
#include <proton/types.h>

#include <string>

/// How things of the wire look in the log.
namespace crosspoint::io {

std::string describe(pn_terminus_t* terminus);

/// A map as "{key=value, ...}".
std::string describe(pn_data_t* data);

/// "condition: description", or "" if it is not set.
std::string describe(pn_condition_t* condition);

} // namespace crosspoint::io
