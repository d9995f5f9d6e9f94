// SPDX-License-Identifier: Apache-2.0
#include "router/amqp/detail_size.hpp"
#include "tests/unit/unit.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace {

using namespace crosspoint::io;
using crosspoint::core::StateDetail;

StateDetail rejection(std::string description, std::string info = {}) {
    StateDetail detail;
    detail.condition = "a:b";
    detail.description = std::move(description);
    detail.info = std::move(info);
    return detail;
}

void what_fits_is_left_alone() {
    const StateDetail detail = shortened(rejection("12345", "67"), 10);
    EXPECT(detail.condition == "a:b");
    EXPECT(detail.description == "12345");
    EXPECT(detail.info == "67");
}

void the_map_goes_first() {
    const StateDetail detail = shortened(rejection("12345", "678"), 10);
    EXPECT(detail.description == "12345");
    EXPECT(detail.info.empty());
}

void then_the_end_of_the_description() {
    EXPECT(shortened(rejection("12345678"), 10).description == "1234567");
    EXPECT(shortened(rejection("12345678"), 3).description.empty());
    EXPECT(shortened(rejection("12345678"), 2).condition == "a:");
    EXPECT(size_of(shortened(rejection("12345678"), 0)) == 0);
}

void no_character_is_cut_in_two() {
    for (std::size_t room = 0; room < 12; ++room) {
        const std::string text = shortened(rejection("ä€😀"), room).description;
        EXPECT(text.empty() || text == "ä" || text == "ä€" || text == "ä€😀");
        EXPECT(text.size() + 3 <= std::max<std::size_t>(room, 3));
    }
    EXPECT(shortened(rejection("ä€😀"), 12).description == "ä€😀");
}

void annotations_and_unknown_fields_go_as_a_whole() {
    StateDetail modified;
    modified.annotations = "123";
    modified.undeliverable_here = true;
    EXPECT(shortened(modified, 3).annotations == "123");
    EXPECT(shortened(modified, 2).annotations.empty());
    EXPECT(shortened(modified, 2).undeliverable_here);
    StateDetail other;
    other.fields = "123";
    EXPECT(shortened(other, 2).fields.empty());
}

const CMUnitTest tests[] = {
    unit::test<what_fits_is_left_alone>("what fits is left alone"),
    unit::test<the_map_goes_first>("the map goes first"),
    unit::test<then_the_end_of_the_description>("then the end of the description"),
    unit::test<no_character_is_cut_in_two>("no character is cut in two"),
    unit::test<annotations_and_unknown_fields_go_as_a_whole>(
        "annotations and unknown fields go as a whole"),
};

} // namespace

int main() {
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
