// SPDX-License-Identifier: Apache-2.0
// Reads a message, writes its annotations anew, and reads what was written: nothing may be lost,
// changed or added. Passing a message on twice must give the same bytes as passing it on once.

#include "crosspoint/base/check.hpp"
#include "crosspoint/message/annotations.hpp"

#include <span>
#include <string>
#include <string_view>

namespace {

using crosspoint::check;
using namespace crosspoint::message;

std::span<const std::byte> as_bytes(std::string_view text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

std::string_view text(std::string_view message, Range range) {
    return message.substr(range.begin, range.size());
}

std::string user_entries(std::string_view message, const Facts& facts) {
    std::string all;
    for (std::size_t i = 0; i < facts.user_range_count; ++i) {
        all += text(message, facts.user_entries[i]);
    }
    return all;
}

RouterAnnotations received(std::string_view message, const Facts& facts) {
    RouterAnnotations router;
    router.to_override = text(message, facts.to_override);
    router.phase = facts.phase;
    router.stream = facts.stream;
    router.ingress = text(message, facts.ingress);
    router.trace = as_bytes(text(message, facts.trace));
    router.trace_count = facts.trace_count;
    return router;
}

/// What write_annotations made, and what can be read from it.
struct Written {
    std::string section;
    Facts facts;
};

Written write(std::string_view message, const Facts& facts, const RouterAnnotations* router) {
    Written written;
    write_annotations(as_bytes(message), facts, router, written.section);
    if (!written.section.empty()) {
        check(parse_sections(as_bytes(written.section), Depth::annotations, false, true,
                             written.facts) == Parsed::ok,
              "what is written can be read");
        check(written.facts.annotations.size() == written.section.size(),
              "one section is written and nothing else");
    }
    check(user_entries(written.section, written.facts) == user_entries(message, facts) &&
              written.facts.user_entry_count == facts.user_entry_count,
          "user entries keep order and encoding");
    check(written.facts.user_range_count <= 1, "user entries come first");
    return written;
}

void check_stripped(std::string_view message, const Facts& facts) {
    const Written written = write(message, facts, nullptr);
    check(!written.facts.has_router_annotations, "stripping leaves nothing of ours");
}

void check_passed_on(std::string_view message, const Facts& facts, std::string_view self) {
    RouterAnnotations router = received(message, facts);
    router.append_to_trace = self;
    const Written written = write(message, facts, &router);
    const Facts& read = written.facts;
    check(read.phase == facts.phase && read.stream == facts.stream, "phase and stream are kept");
    check(text(written.section, read.to_override) == router.to_override, "to is kept");
    check(text(written.section, read.ingress) == router.ingress, "ingress is kept");
    check(read.trace_count == facts.trace_count + (self.empty() ? 0 : 1), "trace grows by one");
    check(text(written.section, read.trace).starts_with(text(message, facts.trace)) &&
              text(written.section, read.trace).ends_with(self),
          "trace is kept and appended to");

    const RouterAnnotations unchanged = received(written.section, read);
    check(write(written.section, read, &unchanged).section == written.section,
          "writing again changes nothing");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    // The first octet says how long this router's id is.
    const std::string self(data[0] * 2U, 's');
    const std::string_view message(reinterpret_cast<const char*>(data + 1), size - 1);
    for (const bool strip : {false, true}) {
        Facts facts;
        if (parse_sections(as_bytes(message), Depth::annotations, strip, true, facts) ==
            Parsed::ok) {
            check_stripped(message, facts);
            check_passed_on(message, facts, self);
        }
    }
    return 0;
}
