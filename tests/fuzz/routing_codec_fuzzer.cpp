// SPDX-License-Identifier: Apache-2.0
// Any octets may arrive on a control link. What can be read must survive being written and read
// again: the second reading has to give the same message as the first.
#include "router_core/routing/codec.hpp"

#include <cstdlib>

using namespace crosspoint::routing;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    auto first = decode({data, size});
    if (!first || version_of(first->message) > protocol_version) {
        return 0;
    }
    // Writing fills in hints that were absent, so the comparison starts after the first writing.
    auto second = decode(encode(*first));
    if (!second || originator(second->message) != originator(first->message)) {
        std::abort();
    }
    auto third = decode(encode(*second));
    if (!third || !(*third == *second)) {
        std::abort();
    }
    return 0;
}
