// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace crosspoint::io {

// When the process has no file descriptor left, Proton waits with a listener until a connection
// closes; but it loses count, and ends the process with an assertion when that listener is closed.
// Besides, clients would hang in a queue of the kernel. So the router keeps a few descriptors in
// reserve. With them it takes the connections that it has no room for, and closes them, so that
// their clients can go elsewhere at once.

/// Before the first listener opens.
void keep_spare_descriptors();

/// So many came at once that the reserve did not do, and Proton has lost count. It works on, but
/// must not be freed any more.
bool shortage_reached_proton();

} // namespace crosspoint::io
