// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <string_view>

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
    default_, // NOLINT(readability-identifier-naming): a keyword without the underscore
};
inline constexpr std::size_t module_count = 18;

/// Ascending. The bit 1 << level says in a mask whether the level is on.
enum class Level : std::uint8_t { trace, debug, info, notice, warning, error, critical };
inline constexpr std::size_t level_count = 7;

std::string_view name(Module module);
std::string_view name(Level level);

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

/// A format string and the place in the source where it stands.
struct Format {
    const char* text;
    const char* file;
    int line;
    Format(const char* t, const char* f = __builtin_FILE(), int l = __builtin_LINE())
        : text(t),
          file(f),
          line(l) {}
};

/// printf style. Never blocks: the sink only queues.
void write(Module module, Level level, Format format, ...);

} // namespace crosspoint::log
