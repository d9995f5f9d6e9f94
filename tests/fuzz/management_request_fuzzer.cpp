// SPDX-License-Identifier: Apache-2.0
// What clients send to the management node, from its octets to the reply.
#include "router/management/reply.hpp"
#include "router/management/request.hpp"
#include "tests/unit/router/management/agent_fixture.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

using namespace crosspoint;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    log::set_mask(log::Module::agent, 0);
    log::set_mask(log::Module::conn_mgr, 0);
    const auto request = management::read_request(std::span(data, size));
    if (!request) {
        return 0;
    }
    (void)request->describe();
    test::Node node("interior");
    const management::Reply reply = node.agent.answer(*request);
    const auto read_back = management::read_request(management::write_reply(*request, reply));
    if (!read_back || read_back->integer("statusCode") != reply.code) {
        std::abort();
    }
    return 0;
}
