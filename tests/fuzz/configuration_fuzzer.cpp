// SPDX-License-Identifier: Apache-2.0
#include "router/config/checked_configuration.hpp"
#include "router/config/write_configuration.hpp"

#include "crosspoint/base/log.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

using namespace crosspoint::config;

/// Warnings are part of the work but would slow it down on a terminal.
class Silence final : public crosspoint::log::Sink {
public:
    void write(crosspoint::log::Module, crosspoint::log::Level, std::string_view, const char*,
               int) override {}
};

void require(bool condition) {
    if (!condition) {
        std::abort();
    }
}

/// What was written must be read without faults, and mean the same. JSON tells all that there is.
void expect_same(const std::string& written, const char* path, const std::string& meaning) {
    const CheckedConfiguration again = check_configuration(written, path);
    require(again.faults.empty());
    require(write_json(again.entities, Secrets::shown) == meaning);
}

} // namespace

/// Any text must end in a configuration, or in faults of one line each; and a configuration must
/// survive being written and read again, in both formats. The first byte chooses the format: JSON
/// if it is odd, else native.
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
    const CheckedConfiguration checked =
        check_configuration(text, data[0] % 2 != 0 ? "f.json" : "f.conf");
    for (const Fault& fault : checked.faults) {
        require((fault.text + fault.hint).find('\n') == std::string::npos && fault.line > 0);
    }
    if (!checked.faults.empty()) {
        return 0;
    }
    const std::string meaning = write_json(checked.entities, Secrets::shown);
    expect_same(meaning, "f.json", meaning);
    expect_same(write_native(checked.entities, Secrets::shown), "f.conf", meaning);
    return 0;
}
