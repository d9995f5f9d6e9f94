// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/unit/router_core/thread/core_driver.hpp"

#include "crosspoint/core/management.hpp"
#include "crosspoint/message/whole_message.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// A management agent that a test speaks for.
namespace crosspoint::test {

class FakePort final : public core::ManagementPort {
public:
    bool post(core::ManagementRequest request) override {
        if (full) {
            return false;
        }
        requests.push_back(std::move(request));
        return true;
    }
    void post(core::ManagementAnswer answer) override { answers.push_back(std::move(answer)); }
    std::optional<std::uint64_t> memory_usage() override { return 1234; }

    bool full = false;
    std::vector<core::ManagementRequest> requests;
    std::vector<core::ManagementAnswer> answers;
};

/// A core with an agent.
struct ManagedCore {
    explicit ManagedCore(core::CoreSettings settings = settings_with({}))
        : driver(std::move(settings), &port) {}

    template <class What>
    std::uint64_t ask(What what) {
        auto command = std::make_unique<core::ManagementCommand>();
        command->serial = ++serial;
        command->what = std::move(what);
        std::vector<core::Action> actions;
        actions.emplace_back(core::ManagementAsked{std::move(command)});
        driver.run({}, std::move(actions));
        return serial;
    }

    FakePort port;
    CoreDriver driver;
    std::uint64_t serial = 0;
};

/// A reply with nothing but its body: what it says about itself is the agent's concern.
inline core::SendReply reply_to(std::string to, std::size_t size) {
    amqp::Writer writer;
    writer.section(0x77);
    writer.string(std::string(size, 'x'));
    const amqp::Octets octets = writer.take();
    return {std::move(to), message::whole_message(octets), octets.size()};
}

} // namespace crosspoint::test
