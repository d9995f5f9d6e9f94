// SPDX-License-Identifier: Apache-2.0
#include "router/logging/settings_table.hpp"

#include "router/logging/enable_syntax.hpp"

#include "crosspoint/base/check.hpp"

#include <algorithm>
#include <utility>

namespace crosspoint::logging {

namespace {

constexpr std::size_t default_index = index_of(log::Module::default_);

const LogSettings& initial_default() {
    static const LogSettings settings{"info+", true, false, "stderr"};
    return settings;
}

/// `own` where it says something, else `base`.
LogSettings merged(const LogSettings& own, const LogSettings& base) {
    return {
        own.enable ? own.enable : base.enable,
        own.include_timestamp ? own.include_timestamp : base.include_timestamp,
        own.include_source ? own.include_source : base.include_source,
        own.output_file ? own.output_file : base.output_file,
    };
}

auto named(const std::string& name) {
    return [&name](const std::shared_ptr<Output>& output) { return output->name() == name; };
}

} // namespace

SettingsTable::SettingsTable() {
    const auto output = open_output(*initial_default().output_file);
    Lock guard(lock_);
    settings_[default_index] = initial_default();
    routes_ = resolve({output}, {});
    apply_masks();
}

void SettingsTable::configure(log::Module module, LogSettings settings) {
    if (settings.enable) {
        const Enable enable = parse_enable(*settings.enable);
        if (enable.kind == Enable::Kind::invalid) {
            throw LogConfigError::bad_level(enable.bad_token);
        }
    }
    if (module == log::Module::default_) {
        settings = merged(settings, initial_default());
    }
    // The file is opened without the lock, for it may take its time.
    std::shared_ptr<Output> output;
    if (settings.output_file) {
        output = find_output(*settings.output_file);
        if (!output) {
            output = open_output(*settings.output_file);
        }
    }

    OpenOutputs open; // outlives the lock, and so closes what is no longer used without it
    Lock guard(lock_);
    settings_[index_of(module)] = std::move(settings);
    open = routes_->outputs;
    if (output) {
        open.push_back(std::move(output));
    }
    routes_ = resolve(open, routes_->timestamps);
    apply_masks();
}

void SettingsTable::configure(TimestampStyle timestamps) {
    Lock guard(lock_);
    routes_ = resolve(routes_->outputs, std::move(timestamps));
}

LogSettings SettingsTable::settings(log::Module module) const {
    Lock guard(lock_);
    return settings_[index_of(module)];
}

std::vector<SettingsTable::NotReopened> SettingsTable::reopen() {
    std::vector<NotReopened> failed;
    OpenOutputs fresh;
    for (const auto& output : routes()->outputs) {
        if (!output->reopens()) {
            continue;
        }
        try {
            fresh.push_back(open_output(output->name()));
        } catch (const LogConfigError& error) {
            failed.push_back({output->name(), error.reason()});
        }
    }
    Lock guard(lock_);
    // The fresh ones stand first, so that they are found before the ones they replace.
    fresh.insert(fresh.end(), routes_->outputs.begin(), routes_->outputs.end());
    routes_ = resolve(fresh, routes_->timestamps);
    return failed;
}

std::shared_ptr<const Routes> SettingsTable::routes() const {
    Lock guard(lock_);
    return routes_;
}

std::shared_ptr<Output> SettingsTable::find_output(const std::string& name) const {
    Lock guard(lock_);
    const auto found = std::ranges::find_if(routes_->outputs, named(name));
    return found == routes_->outputs.end() ? nullptr : *found;
}

std::shared_ptr<const Routes> SettingsTable::resolve(const OpenOutputs& open,
                                                     TimestampStyle timestamps) const {
    auto result = std::make_shared<Routes>();
    result->timestamps = std::move(timestamps);
    for (std::size_t i = 0; i < log::module_count; ++i) {
        const LogSettings effective = merged(settings_[i], settings_[default_index]);
        auto used = std::ranges::find_if(result->outputs, named(*effective.output_file));
        if (used == result->outputs.end()) {
            const auto found = std::ranges::find_if(open, named(*effective.output_file));
            check(found != open.end(), "every log output in use is open");
            used = result->outputs.insert(used, *found);
        }
        Routes::Route& route = result->modules[i];
        route.output = static_cast<std::size_t>(used - result->outputs.begin());
        route.line.timestamp = *effective.include_timestamp && !(*used)->adds_timestamp();
        route.line.source = *effective.include_source;
    }
    return result;
}

void SettingsTable::apply_masks() const {
    const auto mask_or = [](const LogSettings& settings, std::uint8_t inherited) {
        const Enable enable =
            settings.enable ? parse_enable(*settings.enable) : Enable{Enable::Kind::inherit, 0, {}};
        return enable.kind == Enable::Kind::levels ? enable.mask : inherited;
    };
    const std::uint8_t base =
        mask_or(settings_[default_index], parse_enable(*initial_default().enable).mask);
    for (std::size_t i = 0; i < log::module_count; ++i) {
        log::set_mask(static_cast<log::Module>(i), mask_or(settings_[i], base));
    }
}

} // namespace crosspoint::logging
