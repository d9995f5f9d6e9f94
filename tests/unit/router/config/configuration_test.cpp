// SPDX-License-Identifier: Apache-2.0
#include "router/config/configuration.hpp"
#include "tests/unit/router/config/parse.hpp"

using namespace crosspoint::config;
using unit::error_of;
using unit::fails_with;
using unit::parse;

namespace {

const std::string listener_type = "org.apache.qpid.dispatch.listener";

void a_comment_alone_gives_a_router_with_defaults() {
    const Configuration made = parse("# nothing\n");
    EXPECT(made.router.mode == RouterMode::standalone);
    EXPECT(made.router.worker_threads == 4);
    EXPECT(made.router.default_distribution == Distribution::balanced);
    EXPECT(made.router.id.starts_with("Standalone_"));
    EXPECT(made.router.id.size() == std::string("Standalone_").size() + 15);
    EXPECT(made.router.id != parse("# nothing\n").router.id);
    EXPECT(made.listeners.empty() && made.connectors.empty() && made.logs.empty());
}

void missing_and_empty_files_have_their_texts() {
    EXPECT(fails_with("", "Configuration: Configuration file was empty"));
    std::string text;
    try {
        load_configuration("/nonexistent/crosspoint.conf");
    } catch (const ConfigError& error) {
        text = error.what();
    }
    EXPECT(text.starts_with("Not found: Configuration file could not be opened"));
    EXPECT(text.find("/nonexistent/crosspoint.conf") != std::string::npos);
}

void all_sections_end_in_settings_in_their_order() {
    const Configuration made = parse("listener {\n port: 1\n}\naddress {\n prefix: a\n}\n"
                                     "listener {\n port: 2\n}\nconnector {\n port: 3\n}\n"
                                     "log {\n module: DEFAULT\n enable: info+\n}\n"
                                     "router {\n id: A\n}\naddress {\n pattern: b.#\n}\n");
    EXPECT(made.router.id == "A");
    EXPECT(made.listeners.size() == 2 && made.listeners[1].port == "2");
    EXPECT(made.connectors.size() == 1 && made.connectors[0].port_number == 3);
    EXPECT(made.addresses.size() == 2 && made.addresses[1].pattern == "b.#");
    EXPECT(made.logs.size() == 1);
}

void json_is_chosen_by_the_name_of_the_file() {
    const Configuration made =
        parse(R"([["listener", {"port": 5673, "saslMechanisms": null}]])", "x.json");
    EXPECT(made.listeners[0].port_number == 5673);
    EXPECT(!made.listeners[0].sasl_mechanisms);
    EXPECT(fails_with("[", "Cannot load configuration file x.json: ", "x.json"));
}

void whole_numbers_may_be_written_as_json_likes() {
    const auto made = [](const std::string& number) {
        return parse(R"([["router", {"workerThreads": )" + number + "}]]", "x.json");
    };
    EXPECT(made("1e2").router.worker_threads == 100);
    EXPECT(made("7.0").router.worker_threads == 7);
    const auto refused = [](const std::string& number, const std::string& why) {
        return fails_with(R"([["router", {"workerThreads": )" + number + "}]]", why, "x.json");
    };
    EXPECT(refused("4.5", "invalid literal for int() with base 10: '4.5'"));
    EXPECT(refused("1e30", "is out of range (line 1; allowed: 1 to 1024)"));
    EXPECT(refused("123456789012345678901234567890", "is out of range"));
}

void syntax_errors_name_file_line_and_text() {
    const unit::LogCatcher log;
    std::string text;
    try {
        parse("router {\n  nonsense\n}\n", "etc/a.conf");
    } catch (const ConfigError& error) {
        text = error.what();
    }
    EXPECT(text.starts_with("Python: Exception: Cannot load configuration file etc/a.conf: "
                            "Invalid config file syntax (line 2): "));
    EXPECT(text.find("'nonsense'") != std::string::npos);
    EXPECT(log.has("AGENT (warning) Invalid config file syntax (line 2):\n>>> nonsense"));
}

void wrong_nesting_is_logged() {
    const unit::LogCatcher log;
    try {
        parse("router {\n");
    } catch (const ConfigError&) {
    }
    EXPECT(log.has("AGENT (warning) Configuration file: invalid entity nesting detected."));
}

void passwords_are_not_shown_in_errors() {
    EXPECT(error_of("connector {\n saslPassword: se\"cret\n}\n").find("cret") == std::string::npos);
    const std::string twice = "connector {\n name: a\n port: 1\n saslPassword: secret\n}\n"
                              "connector {\n name: a\n port: 2\n saslPassword: secret\n}\n";
    EXPECT(error_of(twice).find("saslPassword=*******") != std::string::npos);
    EXPECT(error_of(twice).find("secret") == std::string::npos);
}

void text_must_be_utf8() {
    EXPECT(fails_with("router {\n id: \xff\n}\n", "(line 2): this is not text in UTF-8"));
    EXPECT(fails_with(std::string_view("router {\n\0}\n", 12), "not text in UTF-8"));
    EXPECT(parse("\xef\xbb\xbfrouter {\n id: B\n}\n").router.id == "B");
}

void unknown_names_are_refused_with_a_guess() {
    EXPECT(error_of("\nlisener {\n}\n") ==
           "Python: Exception: Cannot load configuration file test.conf: No such entity type "
           "'org.apache.qpid.dispatch.lisener' (line 2; did you mean 'listener'?)");
    EXPECT(error_of("listener {\n prot: 5672\n}\n") ==
           "Python: Exception: Cannot load configuration file test.conf: " + listener_type +
               ": Unknown attribute 'prot' for '" + listener_type +
               "' (line 2; did you mean 'port'?)");
    EXPECT(fails_with("log {\n zebra: 1\n}\n",
                      "(line 2; known are module, enable, includeTimestamp, "
                      "includeSource, outputFile or name)"));
    EXPECT(
        fails_with("zebra {\n}\n", "'org.apache.qpid.dispatch.zebra' (line 1; known are router"));
    EXPECT(fails_with("listener {\n idleTimeout: 5\n}\n", "did you mean 'idleTimeoutSeconds'?"));
    EXPECT(fails_with("vhostUserGroupSettings {\n}\n", "No such entity type"));
    EXPECT(fails_with("router.config.address {\n}\n", "Cannot load"));
}

void identity_and_type_are_the_routers_own() {
    EXPECT(fails_with("listener {\n identity: x\n}\n", "'identity' attribute cannot be specified"));
    EXPECT(fails_with("listener {\n type: connector\n}\n", "Conflicting values for 'type'"));
    EXPECT(fails_with("listener {\n type: connector\n}\n", "(line 2; leave it out"));
}

void older_spellings_are_taken_with_a_warning() {
    const unit::LogCatcher log;
    const Configuration made = parse("router {\n helloInterval: 2\n}\n"
                                     "log {\n module: SERVER\n output: x.log\n}\n");
    EXPECT(made.router.hello_interval_seconds == 2);
    EXPECT(made.logs[0].output_file == "x.log");
    EXPECT(log.has("AGENT (warning) Attribute 'helloInterval' of entity 'router' has been "
                   "deprecated. Use 'helloIntervalSeconds' instead"));
    EXPECT(fails_with("linkRoute {\n prefix: a\n dir: in\n direction: in\n}\n",
                      "test.conf: org.apache.qpid.dispatch.router.config.linkRoute: Both 'dir' and "
                      "'direction' cannot be specified for entity 'linkRoute'"));
    EXPECT(fails_with("autoLink {\n address: a\n dir: in\n direction: in\n}\n",
                      "for entity 'autoLink'"));
}

void required_attributes_are_required() {
    EXPECT(fails_with("log {\n enable: info\n}\n",
                      "org.apache.qpid.dispatch.log: Missing required attribute 'module'"));
}

void status_attributes_have_no_effect() {
    EXPECT(error_of("router {\n area: 3\n version: x\n linkCount: 5\n}\n").empty());
    EXPECT(error_of("connector {\n connectionStatus: SUCCESS\n}\n").empty());
}

void singletons_are_single() {
    EXPECT(fails_with("router {\n}\nrouter {\n}\n",
                      "Adding org.apache.qpid.dispatch.router singleton RouterEntity("));
    EXPECT(fails_with("router {\n}\nrouter {\n}\n", "already exists (line 3; first in line 1)"));
}

void names_are_unique_over_all_sections() {
    EXPECT(fails_with("listener {\n name: x\n}\nconnector {\n name: x\n}\n",
                      "adding ConnectorEntity("));
    EXPECT(fails_with("listener {\n name: x\n}\nconnector {\n name: x\n}\n",
                      "duplicates unique attribute 'name' from existing ListenerEntity("));
    EXPECT(fails_with("log {\n module: HTTP\n}\nlog {\n module: HTTP\n}\n", "duplicates unique"));
    EXPECT(fails_with("listener {\n port: 1\n}\nlistener {\n port: 1\n}\n", "duplicates unique"));
    EXPECT(error_of("listener {\n port: 0\n name: a\n}\nlistener {\n port: 0\n}\n").empty());
}

void roles_must_go_with_the_mode() {
    EXPECT(
        fails_with("listener {\n role: inter-router\n}\n",
                   "test.conf: role='standalone' not allowed to connect to or accept connections "
                   "from other routers."));
    EXPECT(fails_with("connector {\n role: edge\n}\n", "role='standalone' not allowed"));
    EXPECT(fails_with("router {\n mode: edge\n}\nlistener {\n role: edge\n}\n",
                      "role='edge' only allowed with router mode='interior' for ListenerEntity("));
    EXPECT(fails_with("router {\n mode: edge\n}\nconnector {\n role: inter-router\n}\n",
                      "role='inter-router' only allowed with router mode='interior'"));
}

void what_this_version_cannot_do_is_refused() {
    EXPECT(fails_with("sslProfile {\n name: p\n}\n",
                      "section 'sslProfile' is not supported by this version of the router, which "
                      "has no TLS (line 1)"));
    EXPECT(fails_with("listener {\n\n sslProfile: p\n}\n",
                      "attribute 'sslProfile' is not supported by this version of the router, "
                      "which has no TLS (line 3; leave it out)"));
    EXPECT(fails_with("listener {\n requireSsl: yes\n}\n", "not supported by this version"));
    EXPECT(fails_with("listener {\n http: yes\n}\n", "set it to 'false'"));
    EXPECT(fails_with("policy {\n enableVhostPolicy: true\n}\n", "not supported"));
    EXPECT(fails_with("connector {\n policyVhost: v\n}\n", "not supported"));
    EXPECT(fails_with("vhost {\n hostname: v\n}\n", "not supported"));
    EXPECT(fails_with("linkRoute {\n prefix: a\n direction: in\n}\n", "not supported"));
    EXPECT(error_of("listener {\n requireSsl: no\n http: false\n}\npolicy {\n}\n").empty());
}

void a_console_is_accepted_with_a_warning() {
    const unit::LogCatcher log;
    parse("console {\n proxy: p\n home: h\n}\n");
    EXPECT(log.has("AGENT (warning) Console entity is deprecated: Use http:yes on listener entity "
                   "instead"));
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<a_comment_alone_gives_a_router_with_defaults>("defaults"),
        unit::test<missing_and_empty_files_have_their_texts>("missing and empty files"),
        unit::test<all_sections_end_in_settings_in_their_order>("all sections"),
        unit::test<json_is_chosen_by_the_name_of_the_file>("json by name"),
        unit::test<whole_numbers_may_be_written_as_json_likes>("whole numbers in json"),
        unit::test<syntax_errors_name_file_line_and_text>("syntax errors"),
        unit::test<wrong_nesting_is_logged>("wrong nesting is logged"),
        unit::test<passwords_are_not_shown_in_errors>("passwords are not shown"),
        unit::test<text_must_be_utf8>("text must be UTF-8"),
        unit::test<unknown_names_are_refused_with_a_guess>("unknown names"),
        unit::test<identity_and_type_are_the_routers_own>("identity and type"),
        unit::test<older_spellings_are_taken_with_a_warning>("older spellings"),
        unit::test<required_attributes_are_required>("required attributes"),
        unit::test<status_attributes_have_no_effect>("status attributes"),
        unit::test<singletons_are_single>("singletons"),
        unit::test<names_are_unique_over_all_sections>("unique names"),
        unit::test<roles_must_go_with_the_mode>("roles and modes"),
        unit::test<what_this_version_cannot_do_is_refused>("unsupported"),
        unit::test<a_console_is_accepted_with_a_warning>("console"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
