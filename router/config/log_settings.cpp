// SPDX-License-Identifier: Apache-2.0
#include "router/logging/log_settings.hpp"

#include "router/config/make_settings.hpp"
#include "router/config/names.hpp"
#include "router/config/problem.hpp"
#include "router/logging/enable_syntax.hpp"

namespace crosspoint::config {

LogSettings make_log_settings(const Entity& entity) {
    using logging::Enable;
    LogSettings settings;
    settings.module = log::module_named(entity.text("module").value_or("DEFAULT"))
                          .value_or(log::Module::default_);
    settings.enable = entity.text("enable");
    settings.include_timestamp = entity.boolean("includeTimestamp");
    settings.include_source = entity.boolean("includeSource");
    settings.output_file = entity.text("outputFile");
    settings.output_file_line = entity.line("outputFile");
    const Enable enable = logging::parse_enable(settings.enable.value_or(""));
    if (enable.kind == Enable::Kind::invalid) {
        const auto problem = logging::LogConfigError::bad_level(printable(enable.bad_token));
        throw ApplyProblem(std::string("Python: ") + problem.what(), entity.line("enable"),
                           "attribute 'enable' of section 'log'");
    }
    return settings;
}

} // namespace crosspoint::config
