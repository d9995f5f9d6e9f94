// SPDX-License-Identifier: Apache-2.0
#include "router/logging/log_settings.hpp"
#include "router/logging/output.hpp"
#include "tests/unit/router/logging/temporary_directory.hpp"
#include "tests/unit/unit.hpp"

#include <cerrno>
#include <sys/stat.h>
#include <vector>

using namespace crosspoint;
using namespace crosspoint::logging;

namespace {

Block block_of(const std::vector<std::string>& texts) {
    Block block;
    for (const std::string& text : texts) {
        LogEvent event;
        event.module = log::Module::agent;
        event.level = log::Level::error;
        event.text = text;
        block.add(event, {false, false}, {});
    }
    return block;
}

std::string error_of(const std::string& name) {
    try {
        open_output(name);
    } catch (const LogConfigError& error) {
        return error.what();
    }
    return "";
}

void a_file_is_appended_to() {
    const unit::TemporaryDirectory directory;
    const std::string path = directory.file("a.log");
    EXPECT(open_output(path)->write(block_of({"one", "two"})) == 0);
    EXPECT(open_output(path)->write(block_of({"three"})) == 0);
    EXPECT(unit::content(path) == "AGENT (error) one\nAGENT (error) two\nAGENT (error) three\n");
}

void a_file_that_cannot_be_opened_is_refused() {
    const unit::TemporaryDirectory directory;
    const std::string path = directory.file("missing/a.log");
    EXPECT(error_of(path) == "CError: Configuration: Failed to open log file '" + path + "'");
    EXPECT(error_of("") == "CError: Configuration: Failed to open log file ''");
}

void a_pipe_without_reader_is_refused() {
    const unit::TemporaryDirectory directory;
    const std::string path = directory.file("pipe");
    EXPECT(mkfifo(path.c_str(), 0600) == 0);
    EXPECT(!error_of(path).empty());
}

void a_full_disk_is_told() {
    EXPECT(open_output("/dev/full")->write(block_of({"x"})) == ENOSPC);
}

void a_block_knows_its_lines() {
    const Block block = block_of({"one", "two\nlines", ""});
    std::string seen;
    block.for_each_line([&](log::Level level, std::string_view line) {
        seen += std::string(log::name(level)) + "<" + std::string(line) + ">";
    });
    EXPECT(seen == "error<AGENT (error) one>error<AGENT (error) two\nlines>error<AGENT (error) >");
}

void a_cleared_block_is_empty() {
    Block block = block_of({"one"});
    block.clear();
    EXPECT(block.text().empty());
    block.for_each_line([](log::Level, std::string_view) { EXPECT(false); });
}

void only_syslog_adds_its_own_timestamp() {
    EXPECT(open_output("syslog")->adds_timestamp());
    EXPECT(!open_output("stderr")->adds_timestamp());
    EXPECT(!open_output("stdout")->adds_timestamp());
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<a_file_is_appended_to>("a file is appended to"),
        unit::test<a_file_that_cannot_be_opened_is_refused>("a file that cannot be opened"),
        unit::test<a_pipe_without_reader_is_refused>("a pipe without reader is refused"),
        unit::test<a_full_disk_is_told>("a full disk is told"),
        unit::test<a_block_knows_its_lines>("a block knows its lines"),
        unit::test<a_cleared_block_is_empty>("a cleared block is empty"),
        unit::test<only_syslog_adds_its_own_timestamp>("only syslog adds its own timestamp"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
