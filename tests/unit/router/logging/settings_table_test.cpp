// SPDX-License-Identifier: Apache-2.0
#include "router/logging/settings_table.hpp"
#include "tests/unit/router/logging/temporary_directory.hpp"
#include "tests/unit/unit.hpp"

#include <filesystem>

using namespace crosspoint;
using namespace crosspoint::logging;
using log::Level;
using log::Module;

namespace {

LogSettings enable(std::string text) {
    return {std::move(text), {}, {}, {}};
}
LogSettings output_file(std::string name) {
    return {{}, {}, {}, std::move(name)};
}

Routes::Route route(const SettingsTable& table, Module module) {
    return table.routes()->modules[index_of(module)];
}

std::string output_of(const SettingsTable& table, Module module) {
    const auto routes = table.routes();
    return routes->outputs[routes->modules[index_of(module)].output]->name();
}

std::string error_of(SettingsTable& table, Module module, const LogSettings& settings) {
    try {
        table.configure(module, settings);
    } catch (const LogConfigError& error) {
        return error.what();
    }
    return "";
}

void the_beginning_is_info_with_timestamps_on_stderr() {
    const SettingsTable table;
    EXPECT(table.settings(Module::default_) == (LogSettings{"info+", true, false, "stderr"}));
    EXPECT(table.settings(Module::router) == LogSettings{});
    EXPECT(log::enabled(Module::router, Level::info));
    EXPECT(!log::enabled(Module::router, Level::debug));
    EXPECT(output_of(table, Module::router) == "stderr");
    EXPECT(route(table, Module::router).line.timestamp);
    EXPECT(!route(table, Module::router).line.source);
}

void a_module_has_its_own_levels() {
    SettingsTable table;
    table.configure(Module::router, enable("debug"));
    EXPECT(log::enabled(Module::router, Level::debug));
    EXPECT(!log::enabled(Module::router, Level::info));
    EXPECT(!log::enabled(Module::server, Level::debug));
}

void what_a_module_leaves_open_follows_default() {
    SettingsTable table;
    table.configure(Module::server, enable("error"));
    table.configure(Module::policy, enable("default"));
    table.configure(Module::default_, {"trace+", false, true, "stdout"});
    EXPECT(log::enabled(Module::router, Level::trace));
    EXPECT(log::enabled(Module::policy, Level::trace));
    EXPECT(!log::enabled(Module::server, Level::trace));
    EXPECT(!route(table, Module::server).line.timestamp);
    EXPECT(route(table, Module::server).line.source);
    EXPECT(output_of(table, Module::server) == "stdout");
}

void settings_are_replaced_as_a_whole() {
    SettingsTable table;
    table.configure(Module::router, {"none", false, true, "stdout"});
    table.configure(Module::router, {});
    EXPECT(log::enabled(Module::router, Level::info));
    EXPECT(output_of(table, Module::router) == "stderr");
    table.configure(Module::default_, enable("none"));
    EXPECT(table.settings(Module::default_) == (LogSettings{"none", true, false, "stderr"}));
    EXPECT(!log::enabled(Module::router, Level::critical));
}

void default_inherits_what_was_at_the_beginning() {
    SettingsTable table;
    table.configure(Module::default_, enable("default"));
    EXPECT(log::enabled(Module::router, Level::info));
    EXPECT(!log::enabled(Module::router, Level::debug));
}

void a_bad_level_changes_nothing() {
    SettingsTable table;
    EXPECT(error_of(table, Module::router, {"info, foo", {}, true, "stdout"}) ==
           "CError: Configuration: 'foo' is not a valid log level. Should be one of {none, trace, "
           "debug, info, notice, warning, error, critical}.");
    EXPECT(table.settings(Module::router) == LogSettings{});
    EXPECT(output_of(table, Module::router) == "stderr");
}

void a_bad_file_changes_nothing() {
    SettingsTable table;
    EXPECT(error_of(table, Module::router, {"trace+", {}, {}, "/no/such/file"}) ==
           "CError: Configuration: Failed to open log file '/no/such/file'");
    EXPECT(table.settings(Module::router) == LogSettings{});
    EXPECT(!log::enabled(Module::router, Level::trace));
}

void modules_share_the_file_they_both_name() {
    const unit::TemporaryDirectory directory;
    SettingsTable table;
    table.configure(Module::router, output_file(directory.file("a.log")));
    table.configure(Module::server, output_file(directory.file("a.log")));
    EXPECT(table.routes()->outputs.size() == 2);
    EXPECT(route(table, Module::router).output == route(table, Module::server).output);
}

void an_output_is_dropped_with_its_last_module() {
    const unit::TemporaryDirectory directory;
    SettingsTable table;
    table.configure(Module::router, output_file(directory.file("a.log")));
    const std::weak_ptr<Output> file = table.routes()->outputs[route(table, Module::router).output];
    EXPECT(!file.expired());
    table.configure(Module::router, {});
    EXPECT(file.expired());
}

void lines_for_syslog_have_no_timestamp() {
    SettingsTable table;
    table.configure(Module::router, output_file("syslog"));
    EXPECT(!route(table, Module::router).line.timestamp);
}

void reopening_makes_new_files_and_keeps_the_rest() {
    const unit::TemporaryDirectory directory;
    SettingsTable table;
    table.configure(Module::router, output_file(directory.file("a.log")));
    const auto before = table.routes();
    std::filesystem::rename(directory.file("a.log"), directory.file("a.log.1"));
    EXPECT(table.reopen().empty());
    EXPECT(std::filesystem::exists(directory.file("a.log")));
    EXPECT(output_of(table, Module::router) == directory.file("a.log"));
    EXPECT(table.routes()->outputs.size() == 2);
    EXPECT(table.routes()->outputs[route(table, Module::server).output] ==
           before->outputs[before->modules[index_of(Module::server)].output]);
}

void a_file_that_does_not_reopen_stays_in_use() {
    const unit::TemporaryDirectory directory;
    std::filesystem::create_directory(directory.file("sub"));
    SettingsTable table;
    table.configure(Module::router, output_file(directory.file("sub/a.log")));
    const auto before = table.routes();
    std::filesystem::rename(directory.file("sub"), directory.file("other"));
    const auto failed = table.reopen();
    EXPECT(failed.size() == 1);
    EXPECT(failed[0].name == directory.file("sub/a.log"));
    EXPECT(failed[0].reason == "No such file or directory");
    EXPECT(table.routes()->outputs == before->outputs);
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<the_beginning_is_info_with_timestamps_on_stderr>("the beginning"),
        unit::test<a_module_has_its_own_levels>("a module has its own levels"),
        unit::test<what_a_module_leaves_open_follows_default>("the rest follows DEFAULT"),
        unit::test<settings_are_replaced_as_a_whole>("settings are replaced as a whole"),
        unit::test<default_inherits_what_was_at_the_beginning>("DEFAULT set to default"),
        unit::test<a_bad_level_changes_nothing>("a bad level changes nothing"),
        unit::test<a_bad_file_changes_nothing>("a bad file changes nothing"),
        unit::test<modules_share_the_file_they_both_name>("modules share a file"),
        unit::test<an_output_is_dropped_with_its_last_module>("an output is dropped"),
        unit::test<lines_for_syslog_have_no_timestamp>("lines for syslog have no timestamp"),
        unit::test<reopening_makes_new_files_and_keeps_the_rest>("reopening"),
        unit::test<a_file_that_does_not_reopen_stays_in_use>("a file that does not reopen"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
