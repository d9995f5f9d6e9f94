// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/unit.hpp"

#include "crosspoint/base/log.hpp"

#include <string>

using namespace crosspoint;

namespace {

struct LastEvent final : log::Sink {
    LastEvent() { log::set_sink(this); }
    ~LastEvent() { log::set_sink(nullptr); }
    void write(log::Module, log::Level, std::string_view t, const char* f, int l) override {
        text = t;
        file = f;
        line = l;
    }
    std::string text;
    std::string file;
    int line = 0;
};

void log_modules_have_names() {
    EXPECT(log::name(log::Module::main) == "MAIN");
}

void a_name_leads_back_to_its_module() {
    for (std::size_t i = 0; i < log::module_count; ++i) {
        const auto module = static_cast<log::Module>(i);
        EXPECT(log::module_named(log::name(module)) == module);
    }
    EXPECT(!log::module_named("main"));
    EXPECT(!log::module_named(""));
}

void an_event_carries_text_and_source() {
    LastEvent last;
    log::write(log::Module::server, log::Level::info, "[C%d] %s", 12, "opened");
    const int line = __LINE__ - 1;
    EXPECT(last.text == "[C12] opened");
    EXPECT(last.file.ends_with("log_test.cpp"));
    EXPECT(last.line == line);
}

void a_level_that_is_off_is_not_written() {
    LastEvent last;
    log::write(log::Module::server, log::Level::debug, "quiet");
    EXPECT(last.text.empty());
}

void long_text_is_cut() {
    LastEvent last;
    const std::string text(5000, 'x');
    log::write(log::Module::server, log::Level::info, "%s", text.c_str());
    EXPECT(last.text == std::string(log::max_text, 'x'));
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<log_modules_have_names>("log modules have names"),
        unit::test<a_name_leads_back_to_its_module>("a name leads back to its module"),
        unit::test<an_event_carries_text_and_source>("an event carries text and source"),
        unit::test<a_level_that_is_off_is_not_written>("a level that is off is not written"),
        unit::test<long_text_is_cut>("long text is cut"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
