// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/unit.hpp"

#include "crosspoint/base/log_format.hpp"

#include <string>

using crosspoint::log::detail::format_fits;

namespace {

enum Plain { plain };
enum class Scoped { scoped };

void text_without_conversions_takes_no_arguments() {
    EXPECT(format_fits<>(""));
    EXPECT(format_fits<>("100%% of it"));
    EXPECT(!format_fits<int>("none"));
    EXPECT(!format_fits<>("%d"));
    EXPECT(!format_fits<>("%"));
    EXPECT(!format_fits<>("%l"));
}

void integers_fit_by_size() {
    EXPECT((format_fits<int, unsigned, char, bool, Plain>("%d %u %c %d %i")));
    EXPECT((format_fits<unsigned short, unsigned char>("%hu %hhx")));
    EXPECT((format_fits<long, std::size_t, std::uint64_t>("%ld %zu %llu")));
    EXPECT(!format_fits<std::size_t>("%d"));
    EXPECT(!format_fits<int>("%lu"));
    EXPECT(!format_fits<Scoped>("%d"));
}

void text_is_a_pointer_to_char() {
    EXPECT((format_fits<const char*, char*>("%s %s")));
    EXPECT(!format_fits<std::string>("%s"));
    EXPECT(!format_fits<std::string_view>("%s"));
    EXPECT(!format_fits<int>("%s"));
    EXPECT(!format_fits<const void*>("%s"));
    EXPECT((format_fits<const void*, const char*, int*>("%p %p %p")));
}

void width_and_precision_may_be_arguments() {
    EXPECT(format_fits<double>("%-08.3f"));
    EXPECT((format_fits<int, const char*>("%.*s")));
    EXPECT((format_fits<int, int, double>("%*.*g")));
    EXPECT(!format_fits<const char*>("%.*s"));
    EXPECT((!format_fits<std::size_t, const char*>("%.*s")));
}

void what_writes_or_is_unknown_is_refused() {
    EXPECT(!format_fits<int*>("%n"));
    EXPECT(!format_fits<int>("%y"));
    EXPECT(!format_fits<long double>("%Lf"));
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<text_without_conversions_takes_no_arguments>("no conversions"),
        unit::test<integers_fit_by_size>("integers fit by size"),
        unit::test<text_is_a_pointer_to_char>("text is a pointer to char"),
        unit::test<width_and_precision_may_be_arguments>("width and precision"),
        unit::test<what_writes_or_is_unknown_is_refused>("the rest is refused"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
