// SPDX-License-Identifier: Apache-2.0
#include "router/management/kinds/log_kinds.hpp"

#include "router/config/make_settings.hpp"
#include "router/config/problem.hpp"
#include "router/management/status.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace crosspoint::management {

namespace {

constexpr std::array<const char*, log::level_count> count_attributes{
    "traceCount",   "debugCount", "infoCount",    "noticeCount",
    "warningCount", "errorCount", "criticalCount"};

template <class Function>
void for_each_module(Function function) {
    for (std::size_t i = 0; i < log::module_count; ++i) {
        function(static_cast<log::Module>(i));
    }
}

/// Whether operators can set the log of the module.
bool is_in_model(log::Module module) {
    const config::AttributeSchema* names = config::find_entity_type("log")->find("module");
    return std::ranges::find(names->values, log::name(module)) != names->values.end();
}

} // namespace

Managed LogKind::entity_of(log::Module module) const {
    const std::string name(log::name(module));
    Managed made = make_managed("log", "log/" + name, "log/" + name);
    made.attributes.push_back({"module", {name}});
    const logging::LogSettings set = log_->settings(module);
    if (set.enable) {
        made.attributes.push_back({"enable", {*set.enable}});
    }
    if (set.include_timestamp) {
        made.attributes.push_back({"includeTimestamp", {*set.include_timestamp}});
    }
    if (set.include_source) {
        made.attributes.push_back({"includeSource", {*set.include_source}});
    }
    if (set.output_file) {
        made.attributes.push_back({"outputFile", {*set.output_file}});
    }
    return made;
}

void LogKind::list(std::vector<Managed>& all) {
    for_each_module([&](log::Module module) {
        if (is_in_model(module)) {
            all.push_back(entity_of(module));
        }
    });
}

Managed LogKind::update(const Managed&, const config::Entity& checked) {
    const auto module = log::module_named(checked.text("module").value_or(""));
    if (!module) {
        throw Refusal(status::bad_request, "No such module of the log");
    }
    try {
        log_->configure(*module, {checked.text("enable"), checked.boolean("includeTimestamp"),
                                  checked.boolean("includeSource"), checked.text("outputFile")});
    } catch (const logging::LogConfigError& error) {
        throw Refusal(status::internal_error, error.what());
    }
    return entity_of(*module);
}

void LogStatsKind::list(std::vector<Managed>& all) {
    const logging::LogCounts counts = log_->counts();
    for_each_module([&](log::Module module) {
        const std::string name(log::name(module));
        Managed made = make_managed("logStats", name, "logStats/" + name);
        for (std::size_t level = 0; level < log::level_count; ++level) {
            const std::uint64_t count = counts[logging::index_of(module)][level];
            made.attributes.push_back(
                {count_attributes[level], {static_cast<std::int64_t>(count)}});
        }
        all.push_back(std::move(made));
    });
}

} // namespace crosspoint::management
