// SPDX-License-Identifier: Apache-2.0
#include "router/config/code_points.hpp"
#include "router/config/distribution.hpp"
#include "router/config/make_settings.hpp"
#include "router/config/names.hpp"
#include "router/config/problem.hpp"

#include <random>
#include <string>

namespace crosspoint::config {

namespace {

constexpr std::size_t max_id_length = 127;

/// Makes the ids of routers that were not given one differ from start to start.
std::string random_name() {
    constexpr std::string_view alphabet =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+_";
    constexpr int length = 15;
    std::random_device device;
    std::uniform_int_distribution<std::size_t> any(0, alphabet.size() - 1);
    std::string name;
    for (int i = 0; i < length; ++i) {
        name += alphabet[any(device)];
    }
    return name;
}

std::string_view id_prefix(RouterMode mode) {
    switch (mode) {
    case RouterMode::interior:
        return "Interior_";
    case RouterMode::edge:
        return "Edge_";
    case RouterMode::standalone:
        break;
    }
    return "Standalone_";
}

void check_id(const std::string& id, std::size_t line) {
    if (const auto invisible = first_invisible(id)) {
        throw ApplyProblem("Python: AttributeError: Router id attribute containing character '" +
                               printable(invisible->bytes) + "' in id '" + printable(id) +
                               "' is disallowed.",
                           line, "no blanks or control characters are allowed");
    }
    if (character_count(id) > max_id_length) {
        throw ApplyProblem("Configuration: Router ID \"" + id +
                               "\" exceeds the maximum allowed length (127 characters)",
                           line);
    }
}

RouterMode mode_of(const Entity& entity) {
    const std::string mode = entity.text("mode").value_or("standalone");
    return mode == "interior" ? RouterMode::interior
           : mode == "edge"   ? RouterMode::edge
                              : RouterMode::standalone;
}

} // namespace

RouterSettings make_router_settings(const Entity& entity) {
    const auto number = [&](std::string_view attribute, std::uint32_t fallback) {
        return static_cast<std::uint32_t>(entity.integer(attribute).value_or(fallback));
    };
    RouterSettings router;
    router.mode = mode_of(entity);
    router.id = entity.text("id").value_or("");
    if (router.id.empty()) {
        router.id = std::string(id_prefix(router.mode)) + random_name();
    }
    check_id(router.id, entity.line("id"));
    router.worker_threads = number("workerThreads", router.worker_threads);
    router.default_distribution = distribution(entity, "defaultDistribution");
    router.hello_interval_seconds = number("helloIntervalSeconds", router.hello_interval_seconds);
    router.hello_max_age_seconds = number("helloMaxAgeSeconds", router.hello_max_age_seconds);
    router.ra_interval_seconds = number("raIntervalSeconds", router.ra_interval_seconds);
    router.ra_interval_flux_seconds =
        number("raIntervalFluxSeconds", router.ra_interval_flux_seconds);
    router.remote_ls_max_age_seconds =
        number("remoteLsMaxAgeSeconds", router.remote_ls_max_age_seconds);
    router.timestamps_in_utc = entity.boolean("timestampsInUTC").value_or(false);
    router.allow_resumable_link_route = entity.boolean("allowResumableLinkRoute").value_or(true);
    router.timestamp_format = entity.text("timestampFormat");
    router.metadata = entity.text("metadata");
    router.debug_dump_file = entity.text("debugDumpFile");
    router.sasl_config_dir = entity.text("saslConfigDir");
    router.sasl_config_name = entity.text("saslConfigName").value_or(router.sasl_config_name);
    return router;
}

} // namespace crosspoint::config
