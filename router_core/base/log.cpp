// SPDX-License-Identifier: Apache-2.0
#include "crosspoint/base/log.hpp"

#include <algorithm>
#include <cstdio>

namespace crosspoint::log {

namespace {

constexpr std::array<std::string_view, module_count> module_names{
    "ROUTER", "ROUTER_CORE", "ROUTER_HELLO", "ROUTER_LS", "ROUTER_MA", "MESSAGE",
    "SERVER", "AGENT",       "AUTHSERVICE",  "CONTAINER", "ERROR",     "POLICY",
    "HTTP",   "CONN_MGR",    "PYTHON",       "PROTOCOL",  "MAIN",      "DEFAULT",
};
constexpr std::array<std::string_view, level_count> level_names{
    "trace", "debug", "info", "notice", "warning", "error", "critical",
};

std::atomic<Sink*> current_sink{nullptr};

constexpr std::uint8_t info_and_above = 0x7c;

} // namespace

namespace detail {
std::array<std::atomic<std::uint8_t>, module_count> masks = {
    info_and_above, info_and_above, info_and_above, info_and_above, info_and_above, info_and_above,
    info_and_above, info_and_above, info_and_above, info_and_above, info_and_above, info_and_above,
    info_and_above, info_and_above, info_and_above, info_and_above, info_and_above, info_and_above,
};
}

std::string_view name(Module module) {
    return module_names[static_cast<std::size_t>(module)];
}
std::string_view name(Level level) {
    return level_names[static_cast<std::size_t>(level)];
}

void set_sink(Sink* sink) {
    current_sink.store(sink, std::memory_order_release);
}

void set_mask(Module module, std::uint8_t mask) {
    detail::masks[static_cast<std::size_t>(module)].store(mask, std::memory_order_relaxed);
}

void write(Module module, Level level, Format format, ...) {
    if (!enabled(module, level)) {
        return;
    }
    char text[max_text + 1];
    va_list arguments;
    va_start(arguments, format);
    const int wanted = std::vsnprintf(text, sizeof text, format.text, arguments);
    va_end(arguments);
    const std::size_t size =
        wanted < 0 ? 0 : std::min(static_cast<std::size_t>(wanted), std::size_t{max_text});
    const std::string_view view(text, size);
    if (Sink* sink = current_sink.load(std::memory_order_acquire)) {
        sink->write(module, level, view, format.file, format.line);
        return;
    }
    std::fprintf(stderr, "%s (%s) %s\n", name(module).data(), name(level).data(), text);
}

} // namespace crosspoint::log
