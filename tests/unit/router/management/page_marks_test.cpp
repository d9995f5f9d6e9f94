// SPDX-License-Identifier: Apache-2.0
#include "router/management/page_marks.hpp"
#include "tests/unit/unit.hpp"

using namespace crosspoint;
using core::Table;
using management::PageMarks;

namespace {

constexpr PageMarks::Clock::time_point start{};
constexpr auto link = Table::link;

void the_next_page_goes_on_where_the_last_one_ended() {
    PageMarks pages;
    pages.note("me", link, 500, 512, start);
    EXPECT(pages.find("me", link, 500, start) == 512);
    EXPECT(pages.find("me", link, 500, start) == 512); // asked once more, as after a lost reply
}

void others_pages_and_other_offsets_are_not_continued() {
    PageMarks pages;
    pages.note("me", link, 500, 512, start);
    EXPECT(!pages.find("you", link, 500, start));
    EXPECT(!pages.find("me", Table::address, 500, start));
    EXPECT(!pages.find("me", link, 499, start));
}

void who_begins_anew_is_shown_the_table_as_it_is() {
    PageMarks pages;
    pages.note("me", link, 500, 512, start);
    pages.note("me", Table::address, 500, 7, start);
    pages.forget("me", link);
    EXPECT(!pages.find("me", link, 500, start));
    EXPECT(pages.find("me", Table::address, 500, start) == 7);
}

void a_page_is_remembered_for_a_while() {
    PageMarks pages;
    pages.note("me", link, 500, 512, start);
    EXPECT(pages.find("me", link, 500, start + PageMarks::patience).has_value());
    EXPECT(!pages.find("me", link, 500, start + 2 * PageMarks::patience));
}

void only_so_many_pages_are_remembered() {
    PageMarks pages;
    for (std::uint64_t offset = 1; offset <= PageMarks::most + 1; ++offset) {
        pages.note("me", link, offset, offset, start);
    }
    EXPECT(!pages.find("me", link, 1, start));
    EXPECT(pages.find("me", link, 2, start) == 2);
    EXPECT(pages.find("me", link, PageMarks::most + 1, start) == PageMarks::most + 1);
}

const CMUnitTest tests[] = {
    unit::test<the_next_page_goes_on_where_the_last_one_ended>("next page"),
    unit::test<others_pages_and_other_offsets_are_not_continued>("others"),
    unit::test<who_begins_anew_is_shown_the_table_as_it_is>("anew"),
    unit::test<a_page_is_remembered_for_a_while>("for a while"),
    unit::test<only_so_many_pages_are_remembered>("so many"),
};

} // namespace

int main() {
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
