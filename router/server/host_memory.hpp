// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace crosspoint::server {

/// Logs how much memory the process has and how much there is.
void log_memory();

} // namespace crosspoint::server
