// SPDX-License-Identifier: Apache-2.0
#include "router/amqp/message_trace.hpp"
#include "tests/unit/router_core/message/wire.hpp"
#include "tests/unit/unit.hpp"

#include <cstdlib>
#include <ctime>
#include <random>

using namespace crosspoint;
using config::MessageComponent;
using config::MessageComponents;
using unit::wire;

namespace {

constexpr MessageComponents all{0x3fff};

/// All that the described message has, without the "Message{" and "}" around it.
std::string shown(std::string_view message, MessageComponents components = all) {
    const std::string text = io::describe_message(unit::as_bytes(message), components);
    EXPECT(text.starts_with("Message{") && text.ends_with('}'));
    return text.substr(8, text.size() - 9);
}

std::string octet(std::size_t number) {
    EXPECT(number < 256);
    return {static_cast<char>(number)};
}

/// A properties section with these encoded fields.
std::string properties(int count, const std::string& fields) {
    return wire("00 53 73 c0") + octet(fields.size() + 1) + octet(static_cast<std::size_t>(count)) +
           fields;
}

/// What a value looks like as the only application property.
std::string value(std::string_view notation) {
    const std::string entry = wire("a1 01 'k'") + wire(notation);
    const std::string text =
        shown(wire("00 53 74 c1") + octet(entry.size() + 1) + octet(2) + entry);
    const std::string_view front = "app-properties={\"k\"=";
    EXPECT(text.starts_with(front) && text.ends_with('}'));
    return text.substr(front.size(), text.size() - front.size() - 1);
}

MessageComponents only(MessageComponent component) {
    return {static_cast<std::uint16_t>(1U << static_cast<unsigned>(component))};
}

std::string full_message() {
    return wire("00 53 70 c0 02 01 41"                     // header
                "00 53 72 c1 07 02 a3 01 'a' a1 01 'b'") + // message annotations
           properties(13, wire("a1 02 'id' a0 03 'u' 00 ff a1 02 'to' a1 02 'su' a1 02 're'"
                               "53 07 a3 02 'ct' a3 02 'ce' 83 00 00 00 00 00 00 03 e8"
                               "83 00 00 00 00 00 00 00 00 a1 01 'g' 52 05 a1 01 'r'")) +
           wire("00 53 74 c1 0c 04 a1 01 'a' 54 ff a1 01 'b' a1 01 'c'"
                "00 53 77 a1 04 'body'");
}

void every_component_is_shown_in_its_order() {
    EXPECT(shown(full_message()) ==
           "message-id=\"id\", user-id=b\"u\\00\\ff\", to=\"to\", subject=\"su\", reply-to=\"re\", "
           "correlation-id=7, content-type=:\"ct\", content-encoding=:\"ce\", "
           "absolute-expiry-time=\"1970-01-01 02:00:01.000 +0200\", "
           "creation-time=\"1970-01-01 02:00:00.000 +0200\", group-id=\"g\", group-sequence=5, "
           "reply-to-group-id=\"r\", app-properties={\"a\"=-1, \"b\"=\"c\"}");
}

void only_what_was_asked_for_is_shown() {
    const std::string message = full_message();
    EXPECT(shown(message, only(MessageComponent::to)) == "to=\"to\"");
    EXPECT(shown(message, only(MessageComponent::group_sequence)) == "group-sequence=5");
    EXPECT(shown(message, only(MessageComponent::app_properties)) ==
           "app-properties={\"a\"=-1, \"b\"=\"c\"}");
    const MessageComponents two{static_cast<std::uint16_t>(only(MessageComponent::message_id).bits |
                                                           only(MessageComponent::subject).bits)};
    EXPECT(shown(message, two) == "message-id=\"id\", subject=\"su\"");
}

void what_is_absent_is_left_out() {
    EXPECT(shown(properties(4, wire("40 40 a1 00 a1 01 's'"))) == "to=\"\", subject=\"s\"");
    EXPECT(shown(wire("00 53 73 45")).empty());
    EXPECT(shown(wire("00 53 77 a1 01 'b'")).empty());
    EXPECT(shown("").empty());
}

void descriptors_may_be_long_or_symbolic() {
    const std::string list = wire("c0 05 01 a1 02 'id'");
    EXPECT(shown(wire("00 80 00 00 00 00 00 00 00 73") + list) == "message-id=\"id\"");
    EXPECT(shown(wire("00 a3 14 'amqp:properties:list'") + list) == "message-id=\"id\"");
    EXPECT(shown(wire("00 a3 1f 'amqp:application-properties:map' c1 01 00")) ==
           "app-properties={}");
}

void numbers_are_shown_as_numbers() {
    EXPECT(value("50 ff") == "255" && value("51 80") == "-128");
    EXPECT(value("60 ff ff") == "65535" && value("61 ff fe") == "-2");
    EXPECT(value("70 ff ff ff ff") == "4294967295" && value("52 07") == "7" && value("43") == "0");
    EXPECT(value("71 80 00 00 00") == "-2147483648" && value("54 07") == "7");
    EXPECT(value("80 ff ff ff ff ff ff ff ff") == "18446744073709551615");
    EXPECT(value("53 ff") == "255" && value("44") == "0");
    EXPECT(value("81 80 00 00 00 00 00 00 00") == "-9223372036854775808");
    EXPECT(value("55 fe") == "-2");
    EXPECT(value("72 3f c0 00 00") == "1.5" && value("82 bf e0 00 00 00 00 00 00") == "-0.5");
    EXPECT(value("74 00 00 00 0a") == "0x0000000a");
}

void texts_are_quoted_and_stay_on_one_line() {
    EXPECT(value("a1 05 'a b' 0a 7f") == "\"a b\\0a\\7f\"");
    EXPECT(value("b1 00 00 00 02 c3 a4") == "\"\\c3\\a4\"");
    EXPECT(value("a3 02 'sy'") == ":\"sy\"" && value("b3 00 00 00 01 's'") == ":\"s\"");
    EXPECT(value("a0 02 01 41") == "b\"\\01A\"" && value("b0 00 00 00 01 42") == "b\"B\"");
}

void other_simple_types_are_shown() {
    EXPECT(value("40") == "null" && value("41") == "true" && value("42") == "false");
    EXPECT(value("56 01") == "true" && value("56 00") == "false");
    EXPECT(value("73 00 00 20 ac") == "U+000020ac");
    EXPECT(value("98 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f") ==
           "\"00010203-0405-0607-0809-0a0b0c0d0e0f\"");
}

void times_are_those_of_this_host() {
    EXPECT(value("83 00 00 01 6f 5e 66 e8 01") == "\"2020-01-01 02:00:00.001 +0200\"");
    EXPECT(value("83 ff ff ff ff ff ff ff ff") == "\"1970-01-01 01:59:59.999 +0200\"");
    EXPECT(value("83 7f ff ff ff ff ff ff ff") == "\"292278994-08-17 09:12:55.807 +0200\"");
}

void compounds_are_shown_with_what_they_hold() {
    EXPECT(value("45") == "[]" && value("c0 05 03 41 54 01 40") == "[true, 1, null]");
    EXPECT(value("d0 00 00 00 07 00 00 00 02 45 54 02") == "[[], 2]");
    EXPECT(value("c1 06 02 a1 01 'x' 54 01") == "{\"x\"=1}");
    EXPECT(value("d1 00 00 00 08 00 00 00 02 53 01 54 02") == "{1=2}");
    EXPECT(value("00 53 05 a1 01 'x'") == "@5 \"x\"");
    EXPECT(value("e0 04 02 50 01 02") == "[...]");
}

void nesting_ends_somewhere() {
    std::string nested = wire("45");
    for (int i = 0; i < 40; ++i) {
        nested.insert(0, wire("c0") + octet(nested.size() + 1) + octet(1));
    }
    const std::string text =
        shown(wire("00 53 74 c1") + octet(nested.size() + 3) + octet(2) + wire("a1 00") + nested);
    EXPECT(text.find("[[[...]]]") != std::string::npos);
}

void a_long_text_is_cut() {
    const std::string message =
        wire("00 53 74 d1 00 00 10 0c 00 00 00 02 a1 01 'k' b1 00 00 10 00") +
        std::string(0x1000, 'x');
    const std::string text = io::describe_message(unit::as_bytes(message), all);
    EXPECT(text.ends_with("xxx...}"));
    EXPECT(text.size() < log::max_text && text.size() > log::max_text / 2);
}

void what_is_cut_off_is_shown_as_far_as_it_goes() {
    const std::string message = full_message();
    for (std::size_t size = 0; size < message.size(); ++size) {
        // A copy, so that a sanitizer sees a read behind its end.
        const std::string part = message.substr(0, size);
        const std::string text = shown(part);
        EXPECT(shown(message).starts_with(text));
    }
    EXPECT(shown(wire("00 53 73 c0 05 02 a1 01 'm' a1")) == "message-id=\"m\"");
    EXPECT(value("c0 03 05 54 01") == "[1, ?]");
    EXPECT(value("57 00") == "?");
}

void no_bytes_are_too_strange() {
    std::mt19937 random(20260504);
    const std::string message = full_message();
    for (int i = 0; i < 20'000; ++i) {
        std::string strange = message;
        for (int changes = 0; changes < 4; ++changes) {
            strange[random() % strange.size()] = static_cast<char>(random());
        }
        for (const char c : shown(strange)) {
            EXPECT(c >= ' ' && c <= '~');
        }
    }
}

} // namespace

int main() {
    setenv("TZ", "XYZ-2", 1);
    tzset();
    const CMUnitTest tests[] = {
        unit::test<every_component_is_shown_in_its_order>("every component"),
        unit::test<only_what_was_asked_for_is_shown>("only what was asked for"),
        unit::test<what_is_absent_is_left_out>("what is absent is left out"),
        unit::test<descriptors_may_be_long_or_symbolic>("descriptors"),
        unit::test<numbers_are_shown_as_numbers>("numbers"),
        unit::test<texts_are_quoted_and_stay_on_one_line>("texts"),
        unit::test<other_simple_types_are_shown>("other simple types"),
        unit::test<times_are_those_of_this_host>("times"),
        unit::test<compounds_are_shown_with_what_they_hold>("compounds"),
        unit::test<nesting_ends_somewhere>("nesting ends somewhere"),
        unit::test<a_long_text_is_cut>("a long text is cut"),
        unit::test<what_is_cut_off_is_shown_as_far_as_it_goes>("what is cut off"),
        unit::test<no_bytes_are_too_strange>("no bytes are too strange"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
