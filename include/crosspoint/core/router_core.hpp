// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crosspoint/core/actions.hpp"
#include "crosspoint/core/identities.hpp"
#include "crosspoint/core/management.hpp"
#include "crosspoint/core/settings.hpp"

#include <memory>
#include <vector>

namespace crosspoint::core {

class CoreLoop;

/// The core thread and its action list: where every worker's work goes.
class RouterCore {
public:
    /// `management`, if it is given, outlives the core.
    explicit RouterCore(CoreSettings settings, ManagementPort* management = nullptr);
    ~RouterCore();

    void start();
    /// Works off what has been posted, then ends the thread.
    void stop();

    struct Posted {
        std::vector<Action> spare; ///< empty, used before: for the next batch
        bool help = false;         ///< nobody is at work: the caller must call `help` soon
    };
    /// From any thread; returns at once.
    Posted post(ActionBatch batch);

    /// From the management thread, which leaves the work to the core thread.
    void post(ManagementCommand command);

    /// Of links, and of what is configured. Lives as long as the core.
    Identities& identities();

    /// Does the core's work for a while, in the core thread's place.
    void help();

private:
    std::unique_ptr<CoreLoop> loop_;
};

} // namespace crosspoint::core
