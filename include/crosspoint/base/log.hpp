// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crosspoint/base/log_format.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

namespace crosspoint::log {

/// The parts of the router that log; an operator sets level and output for each.
enum class Module : std::uint8_t {
    router,
    router_core,
    router_hello,
    router_ls,
    router_ma,
    message,
    server,
    agent,
    authservice,
    container,
    error,
    policy,
    http,
    conn_mgr,
    python,
    protocol,
    main,
    default_,
};
inline constexpr std::size_t module_count = 18;

/// Ascending. The bit 1 << level says in a mask whether the level is on.
enum class Level : std::uint8_t { trace, debug, info, notice, warning, error, critical };
inline constexpr std::size_t level_count = 7;

std::string_view name(Module module);
std::string_view name(Level level);

/// The module that an operator means by `name`, which is written as name() gives it.
std::optional<Module> module_named(std::string_view name);

/// Receives every event that passed the filter. Called from any thread; must not block.
class Sink {
public:
    virtual void write(Module module, Level level, std::string_view text, const char* file,
                       int line) = 0;

protected:
    ~Sink() = default;
};

/// Where events go. Without a sink they go to stderr, unbuffered: what start-up errors need.
void set_sink(Sink* sink);

/// Which levels of a module are written: bit 1 << level. Effective, that is after inheritance.
void set_mask(Module module, std::uint8_t mask);

namespace detail {
extern std::array<std::atomic<std::uint8_t>, module_count> masks;
}

/// Cheap enough to ask before any formatting, on any thread.
inline bool enabled(Module module, Level level) {
    const auto mask =
        detail::masks[static_cast<std::size_t>(module)].load(std::memory_order_relaxed);
    return ((mask >> static_cast<unsigned>(level)) & 1U) != 0;
}

/// Longer text is cut here.
inline constexpr std::size_t max_text = 2047;

namespace detail {
/// Not constexpr: to reach it while compiling is the error that the compiler reports.
void arguments_do_not_fit_the_format();

void write(Module module, Level level, const char* file, int line, const char* format, ...);
} // namespace detail

/// A format string that fits its arguments, and the place in the source where it stands.
template <class... Arguments>
struct Format {
    const char* text;
    const char* file;
    int line;
    consteval Format(const char* t, const char* f = __builtin_FILE(), int l = __builtin_LINE())
        : text(t),
          file(f),
          line(l) {
        if (!detail::format_fits<Arguments...>(t)) {
            detail::arguments_do_not_fit_the_format();
        }
    }
};

/// Whatever the levels are: for what an operator has asked for in another way.
template <class... Arguments>
void write_always(Module module, Level level, Format<std::type_identity_t<Arguments>...> format,
                  Arguments... arguments) {
    detail::write(module, level, format.file, format.line, format.text, arguments...);
}

/// printf style, checked by the compiler. Never blocks: the sink only queues.
template <class... Arguments>
void write(Module module, Level level, Format<std::type_identity_t<Arguments>...> format,
           Arguments... arguments) {
    if (enabled(module, level)) {
        detail::write(module, level, format.file, format.line, format.text, arguments...);
    }
}

} // namespace crosspoint::log
