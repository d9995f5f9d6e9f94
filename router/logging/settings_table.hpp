// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/logging/line_format.hpp"
#include "router/logging/log_settings.hpp"
#include "router/logging/output.hpp"

#include "crosspoint/base/mutex.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace crosspoint::logging {

/// Where the lines of every module go, and what they carry, with inheritance resolved. Never
/// changes once made: the writer works with one for a whole batch, while an operator makes the
/// next.
struct Routes {
    struct Route {
        std::size_t output = 0; ///< Index into outputs.
        LineStyle line;
    };
    std::array<Route, log::module_count> modules;
    std::vector<std::shared_ptr<Output>> outputs;
    TimestampStyle timestamps;
};

/// The settings of all modules; any thread may read and change them while others log. What has
/// changed goes to the level filter of log.hpp and into new Routes.
class SettingsTable {
public:
    /// DEFAULT says `info+` with timestamps to stderr, and all others inherit from it.
    SettingsTable();

    /// Replaces what is set for the module; what DEFAULT leaves open is as at the beginning.
    /// Throws LogConfigError, and then nothing has changed.
    void configure(log::Module module, LogSettings settings) EXCLUDES(lock_);
    void configure(TimestampStyle timestamps) EXCLUDES(lock_);
    LogSettings settings(log::Module module) const EXCLUDES(lock_);

    struct NotReopened {
        std::string name;
        std::string reason; ///< what the system said
    };

    /// Opens every file anew by its name. Returns those that cannot be opened, whose old files stay
    /// in use.
    std::vector<NotReopened> reopen() EXCLUDES(lock_);

    std::shared_ptr<const Routes> routes() const EXCLUDES(lock_);

private:
    using OpenOutputs = std::vector<std::shared_ptr<Output>>;

    std::shared_ptr<Output> find_output(const std::string& name) const EXCLUDES(lock_);
    std::shared_ptr<const Routes> resolve(const OpenOutputs& open, TimestampStyle timestamps) const
        REQUIRES(lock_);
    void apply_masks() const REQUIRES(lock_);

    mutable Mutex lock_;
    std::array<LogSettings, log::module_count> settings_ GUARDED_BY(lock_);
    std::shared_ptr<const Routes> routes_ GUARDED_BY(lock_);
};

} // namespace crosspoint::logging
