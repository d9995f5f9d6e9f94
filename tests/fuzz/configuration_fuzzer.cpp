// SPDX-License-Identifier: Apache-2.0
#include "router/config/configuration.hpp"

#include "crosspoint/base/log.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

/// Warnings are part of the work but would slow it down on a terminal.
class Silence final : public crosspoint::log::Sink {
public:
    void write(crosspoint::log::Module, crosspoint::log::Level, std::string_view, const char*,
               int) override {}
};

} // namespace

/// Any text must end in a configuration or in a ConfigError of one line. The first byte chooses the
/// format: JSON if it is odd, else native.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static Silence silence;
    crosspoint::log::set_sink(&silence);
    if (size == 0) {
        return 0;
    }
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    // A password may be looked up in any file, and some never end.
    if (text.find("file:") != std::string_view::npos) {
        return 0;
    }
    try {
        crosspoint::config::parse_configuration(text, data[0] % 2 != 0 ? "f.json" : "f.conf");
    } catch (const crosspoint::config::ConfigError& error) {
        if (std::string_view(error.what()).find('\n') != std::string_view::npos) {
            std::abort();
        }
    }
    return 0;
}
