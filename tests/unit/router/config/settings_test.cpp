// SPDX-License-Identifier: Apache-2.0
#include "router/config/settings.hpp"
#include "tests/unit/router/config/parse.hpp"

#include <cstdlib>

using namespace crosspoint::config;
using unit::error_of;
using unit::fails_with;
using unit::parse;

namespace {

std::string section(const std::string& name, const std::string& lines) {
    return name + " {\n" + lines + "\n}\n";
}
ListenerSettings listener(const std::string& lines) {
    return parse(section("listener", lines)).listeners.at(0);
}
ConnectorSettings connector(const std::string& lines) {
    return parse(section("connector", lines)).connectors.at(0);
}
RouterSettings router(const std::string& lines) {
    return parse(section("router", lines)).router;
}

bool listener_fails(const std::string& lines, std::string_view part) {
    return fails_with(section("listener", lines), part);
}
bool router_fails(const std::string& lines, std::string_view part) {
    return fails_with(section("router", lines), part);
}

void a_listener_has_its_defaults() {
    const ListenerSettings made = listener("");
    EXPECT(!made.name && made.host.empty());
    EXPECT(made.port == "amqp" && made.port_number == 5672);
    EXPECT(made.role == Role::normal && made.cost == 1);
    EXPECT(made.max_frame_size == 16384 && made.max_sessions == 32768);
    EXPECT(made.max_session_frames == 0 && made.idle_timeout_seconds == 16);
    EXPECT(made.strip_inbound && made.strip_outbound);
    EXPECT(made.link_capacity == 250);
    EXPECT(made.open_properties.empty() && made.message_logging_components.empty());
    EXPECT(!made.sasl_mechanisms && !made.authenticate_peer && !made.multi_tenant);
    EXPECT(made.initial_handshake_timeout_seconds == 0 && made.failover_urls.empty());
}

void a_listener_takes_what_it_is_given() {
    const ListenerSettings made = listener(
        "name: n\nhost: ::1\nport: amqps\nrole: route-container\ncost: 7\nmaxFrameSize: 2048\n"
        "maxSessions: 10\nmaxSessionFrames: 20\nidleTimeoutSeconds: 0\nlinkCapacity: 5\n"
        "initialHandshakeTimeoutSeconds: 3\nstripAnnotations: in\nmultiTenant: yes\n"
        "authenticatePeer: True\nsaslMechanisms: PLAIN ANONYMOUS\nsocketAddressFamily: IPv6");
    EXPECT(made.name == "n" && made.host == "::1");
    EXPECT(made.port == "amqps" && made.port_number == 5671);
    EXPECT(made.role == Role::route_container && made.cost == 7);
    EXPECT(made.max_frame_size == 2048 && made.max_sessions == 10);
    EXPECT(made.max_session_frames == 20 && made.idle_timeout_seconds == 0);
    EXPECT(made.link_capacity == 5 && made.initial_handshake_timeout_seconds == 3);
    EXPECT(made.strip_inbound && !made.strip_outbound);
    EXPECT(made.multi_tenant && made.authenticate_peer);
    EXPECT(made.sasl_mechanisms == "PLAIN ANONYMOUS");
    EXPECT(made.address_family == AddressFamily::ipv6);
}

void numbers_are_raised_or_cut_where_the_protocol_says_so() {
    EXPECT(listener("maxFrameSize: 100").max_frame_size == 512);
    EXPECT(listener("maxSessions: 0").max_sessions == 32768);
    EXPECT(listener("maxSessions: 40000").max_sessions == 32768);
    EXPECT(listener("linkCapacity: 0").link_capacity == 250);
}

void numbers_out_of_range_are_refused() {
    EXPECT(
        listener_fails("maxFrameSize: -1",
                       "Value -1 of attribute 'maxFrameSize' is out of range (line 2; allowed: 0 "
                       "to 4294967295)"));
    EXPECT(listener_fails("idleTimeoutSeconds: -5", "out of range"));
    EXPECT(listener_fails("cost: 0", "out of range"));
    EXPECT(listener_fails("linkCapacity: 99999999999", "out of range"));
    EXPECT(listener_fails("linkCapacity: 99999999999999999999",
                          "Value 99999999999999999999 of attribute 'linkCapacity' is out of range "
                          "(line 2; allowed: 0 to 2147483647)"));
    EXPECT(listener_fails("linkCapacity: -99999999999999999999", "is out of range"));
    EXPECT(listener_fails("maxSessions: many",
                          "org.apache.qpid.dispatch.listener: invalid literal for int() with base "
                          "10: 'many'"));
    EXPECT(listener_fails("maxSessions: 1.5", "invalid literal for int()"));
    EXPECT(listener("maxSessions:  +7 ").max_sessions == 7);
    EXPECT(router_fails("workerThreads: 0", "(line 2; allowed: 1 to 1024)"));
    EXPECT(router_fails("workerThreads: 1025", "out of range"));
    EXPECT(router_fails("helloIntervalSeconds: 0", "out of range"));
}

void ports_are_numbers_or_known_services() {
    EXPECT(listener("port: 0").port_number == 0);
    EXPECT(listener("port: 65535").port_number == 65535);
    EXPECT(listener_fails("port: 65536", "port 65536 is out of range; allowed: 0 to 65535"));
    EXPECT(listener_fails("port: 99999999999999999999", "out of range"));
    EXPECT(listener_fails("port: no-such-service", "knows no service 'no-such-service'"));
    EXPECT(listener_fails("port: -1", "knows no service '-1'"));
    EXPECT(fails_with(section("connector", "port: 0"), "cannot connect to port 0"));
    EXPECT(listener_fails("host: a b", "has no blanks"));
    EXPECT(listener_fails("host: [::1]", "(line 2; an IPv6 address is written without brackets)"));
    EXPECT(
        listener_fails("host: a:5672", "(line 2; the port has an attribute of its own, 'port')"));
    EXPECT(listener("host: ::1").host == "::1");
}

void booleans_and_enumerations_are_checked() {
    EXPECT(listener_fails("multiTenant: maybe",
                          "org.apache.qpid.dispatch.listener: Invalid Boolean "
                          "value ''maybe''"));
    EXPECT(listener_fails("multiTenant: maybe", "allowed: yes, true, on, no, false or off"));
    EXPECT(listener("multiTenant: ON").multi_tenant);
    EXPECT(listener_fails("role: norml", "Invalid value for enum['normal', 'inter-router', "
                                         "'route-container', 'edge']: 'norml'"));
    EXPECT(listener_fails("role: norml", "(line 2; did you mean 'normal'?)"));
    EXPECT(listener("role: 2").role == Role::route_container);
    EXPECT(fails_with(R"([["listener", {"host": {"a": 1}}]])", "found a map, but it must be text",
                      "a.json"));
    EXPECT(parse(R"([["listener", {"multiTenant": 1, "port": "0"}]])", "a.json")
               .listeners[0]
               .multi_tenant);
}

void open_properties_are_checked() {
    const Map map = listener("openProperties: {\"site\": \"n\", \"rack\": 1}").open_properties;
    EXPECT(map.size() == 2 && map[0].key == "site" && map[1].value == Value{std::int64_t{1}});
    EXPECT(listener_fails("openProperties: {\"product\": 1}",
                          "Reserved key 'product' not allowed in openProperties"));
    EXPECT(listener_fails("openProperties: {\"qd.x\": 1}", "Reserved key 'qd.x'"));
    EXPECT(listener_fails("openProperties: {\"x-opt-qd.x\": 1}", "Reserved key"));
    EXPECT(
        listener_fails("openProperties: {\"\xc3\xa9\": 1}", "Property keys must be ASCII encoded"));
    EXPECT(listener_fails("openProperties: none",
                          "org.apache.qpid.dispatch.listener: Properties must be a map"));
    EXPECT(error_of(section("listener", "openProperties: {\"scheme\": 1}")).empty());
}

void message_components_are_a_set() {
    EXPECT(listener("messageLoggingComponents: none").message_logging_components.empty());
    const MessageComponents some =
        listener("logMessage: to,app-properties").message_logging_components;
    EXPECT(some.has(MessageComponent::to) && some.has(MessageComponent::app_properties));
    EXPECT(!some.has(MessageComponent::subject));
    EXPECT(listener("messageLoggingComponents: all")
               .message_logging_components.has(MessageComponent::message_id));
    EXPECT(listener_fails("messageLoggingComponents: too",
                          "no message component is named 'too'; did you mean 'to'?"));
    EXPECT(listener_fails("messageLoggingComponents: to, subject", "no message component"));
}

void failover_urls_are_taken_apart() {
    const auto urls =
        listener("failoverUrls: amqp://a:1, b ,amqps://c, amqp://[::1]:5").failover_urls;
    EXPECT(urls.size() == 4);
    EXPECT((urls[0] == FailoverUrl{"amqp", "a", "1"}));
    EXPECT((urls[1] == FailoverUrl{"", "b", "5672"}));
    EXPECT((urls[2] == FailoverUrl{"amqps", "c", "5672"}));
    EXPECT((urls[3] == FailoverUrl{"amqp", "::1", "5"}));
    EXPECT(listener_fails("failoverUrls: a,,b",
                          "Python: CError: Value: No network host in failover item"));
    EXPECT(listener_fails("failoverList: amqp://:5672", "No network host in failover item"));
    EXPECT(listener_fails("failoverUrls: a:70000", "out of range"));
}

void unused_trusted_certificates_are_mentioned() {
    const unit::LogCatcher log;
    listener("trustedCertsFile: x.pem");
    EXPECT(log.has("CONN_MGR (warning) Configuration listener attribute 'trustedCertsFile' is not "
                   "used. Specify sslProfile caCertFile instead."));
}

void a_connector_has_its_defaults_and_users() {
    const ConnectorSettings made = connector("");
    EXPECT(made.host == "127.0.0.1" && made.port == "amqp");
    EXPECT(!made.sasl_username && !made.sasl_password && made.verify_hostname);
    const unit::LogCatcher log;
    const ConnectorSettings user = connector("saslUsername: u\nsaslPassword: pass:word");
    EXPECT(user.sasl_username == "u" && user.sasl_password == "word");
    EXPECT(log.has("CONN_MGR (warning) It is unsafe to provide plain text passwords in the config "
                   "file"));
}

void passwords_are_looked_up() {
    const unit::LogCatcher log;
    setenv("CROSSPOINT_TEST_PASSWORD", "hidden", 1);
    EXPECT(connector("saslPassword: env: CROSSPOINT_TEST_PASSWORD").sasl_password == "hidden");
    EXPECT(log.lines().empty());
    unsetenv("CROSSPOINT_TEST_PASSWORD");
    EXPECT(connector("saslPassword: env:CROSSPOINT_TEST_PASSWORD").sasl_password ==
           "env:CROSSPOINT_TEST_PASSWORD");
    EXPECT(log.has("Not found: Failed to find a password in the environment variable"));
    EXPECT(connector("saslPassword: file:/nonexistent/x").sasl_password == "file:/nonexistent/x");
    EXPECT(log.has("CONN_MGR (error) Unable to open password file /nonexistent/x, error: No such "
                   "file or directory"));
    EXPECT(connector("saslPassword: literal:x").sasl_password == "literal:x");
}

void router_ids_are_checked() {
    EXPECT(router("id: R\xc3\xa9seau").id == "R\xc3\xa9seau");
    EXPECT(router_fails("id: a b", "Python: AttributeError: Router id attribute containing "
                                   "character ' ' in id 'a b' is disallowed."));
    EXPECT(router_fails("id: a\\tb", "AttributeError: Router id attribute containing character"));
    EXPECT(router_fails("id: a\xc2\xa0z", "AttributeError"));
    EXPECT(router_fails("id: a\xe2\x80\x8bz", "AttributeError"));
    EXPECT(router("id: " + std::string(127, 'x')).id.size() == 127);
    EXPECT(router_fails("id: " + std::string(128, 'x'),
                        "exceeds the maximum allowed length (127 characters)"));
}

void a_router_takes_what_it_is_given() {
    const RouterSettings made = router(
        "id: A\nworkerThreads: 8\ndefaultDistribution: multicast\ntimestampsInUTC: yes\n"
        "timestampFormat: %H:%M\nmetadata: some text\ndebugDumpFile: /tmp/x\n"
        "saslConfigName: qdrouterd\nallowResumableLinkRoute: no\nallowUnsettledMulticast: yes\n"
        "raIntervalFluxSeconds: 9");
    EXPECT(made.worker_threads == 8);
    EXPECT(made.default_distribution == Distribution::multicast);
    EXPECT(made.timestamps_in_utc && made.timestamp_format == "%H:%M");
    EXPECT(made.metadata == "some text" && made.debug_dump_file == "/tmp/x");
    EXPECT(router_fails("saslConfigDir: /etc", "which has no SASL library"));
    EXPECT(router_fails("saslConfigName: n", "which has no SASL library"));
    EXPECT(!made.allow_resumable_link_route && made.ra_interval_flux_seconds == 9);
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<a_listener_has_its_defaults>("listener defaults"),
        unit::test<a_listener_takes_what_it_is_given>("listener attributes"),
        unit::test<numbers_are_raised_or_cut_where_the_protocol_says_so>("raised or cut"),
        unit::test<numbers_out_of_range_are_refused>("numbers out of range"),
        unit::test<ports_are_numbers_or_known_services>("ports"),
        unit::test<booleans_and_enumerations_are_checked>("booleans and enumerations"),
        unit::test<open_properties_are_checked>("open properties"),
        unit::test<message_components_are_a_set>("message components"),
        unit::test<failover_urls_are_taken_apart>("failover urls"),
        unit::test<unused_trusted_certificates_are_mentioned>("trusted certificates"),
        unit::test<a_connector_has_its_defaults_and_users>("connector"),
        unit::test<passwords_are_looked_up>("passwords"),
        unit::test<router_ids_are_checked>("router ids"),
        unit::test<a_router_takes_what_it_is_given>("router attributes"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
