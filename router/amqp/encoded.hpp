// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <proton/codec.h>

#include <string>

namespace crosspoint::io {

/// AMQP values as bytes, so that they can leave the connection that they came on. Empty for none.
std::string encoded(pn_data_t* data);

/// Puts such bytes back; leaves `data` alone if there are none.
void decode(const std::string& bytes, pn_data_t* data);

} // namespace crosspoint::io
