// SPDX-License-Identifier: Apache-2.0
#include "router_core/address/pattern_tree.hpp"
#include "tests/unit/unit.hpp"

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

using crosspoint::core::max_pattern_tokens;
using crosspoint::core::PatternTree;

/// A tree whose values are the patterns.
using Tree = PatternTree<std::string>;

Tree tree_of(std::initializer_list<std::string_view> patterns) {
    Tree tree;
    for (const std::string_view pattern : patterns) {
        EXPECT(tree.add(pattern, std::string(pattern)));
    }
    return tree;
}

std::string best(const Tree& tree, std::string_view address) {
    const std::string* found = tree.match(address);
    return found != nullptr ? *found : "none";
}

std::string normal(std::string_view pattern) {
    return Tree::normalise(pattern).value_or("none");
}

void patterns_have_a_normal_form() {
    EXPECT(normal("a/b") == "a/b");
    EXPECT(normal("/a.b/") == "a.b");
    EXPECT(normal("./.a/.") == "a");
    EXPECT(normal("#") == "#");
    EXPECT(normal("#/*") == "*/#");
    EXPECT(normal("#.*") == "*.#");
    EXPECT(normal("#/#") == "#");
    EXPECT(normal("#/*/#/*") == "*/*/#");
    EXPECT(normal("*/#/*/a") == "*/*/#/a");
    EXPECT(normal("a/#.#/b") == "a/#/b");
    EXPECT(normal("a.#/*.b/#/*") == "a.*/#.b/*/#");
    EXPECT(normal("a/#/b/#") == "a/#/b/#");
    EXPECT(normal("a#/*b") == "a#/*b");
    EXPECT(normal("a//b") == "a//b");
}

void a_pattern_needs_tokens() {
    EXPECT(normal("") == "none");
    EXPECT(normal("/") == "none");
    EXPECT(normal("././") == "none");
    Tree tree;
    EXPECT(!tree.add("", "x") && !tree.add("/", "x"));
    EXPECT(tree.find("") == nullptr && !tree.remove("/"));
    EXPECT(tree.empty());
}

void a_pattern_may_not_have_too_many_tokens() {
    std::string pattern = "a";
    for (std::size_t i = 1; i < max_pattern_tokens; ++i) {
        pattern += "/a";
    }
    EXPECT(normal(pattern) == pattern);
    EXPECT(normal(pattern + "/a") == "none");
}

void star_matches_one_token_and_hash_any_number() {
    const Tree star = tree_of({"a/*/c"});
    EXPECT(star.match("a/b/c") != nullptr && star.match("a.b.c") != nullptr);
    EXPECT(star.match("a/c") == nullptr && star.match("a/b/b/c") == nullptr);
    EXPECT(star.match("a//c") != nullptr);
    const Tree hash = tree_of({"a/#/c"});
    EXPECT(hash.match("a/c") != nullptr && hash.match("a/b/c") != nullptr);
    EXPECT(hash.match("a/b/b/c") != nullptr && hash.match("a/c/c") != nullptr);
    EXPECT(hash.match("a") == nullptr && hash.match("c") == nullptr);
    EXPECT(hash.match("a/b") == nullptr);
}

void a_prefix_matches_itself_and_all_below() {
    const Tree tree = tree_of({"p/#"});
    EXPECT(tree.match("p") && tree.match("p/x") && tree.match("p.x.y") && tree.match("/p"));
    EXPECT(!tree.match("px") && !tree.match("") && !tree.match("q/p"));
}

void hash_alone_matches_everything() {
    const Tree tree = tree_of({"#"});
    EXPECT(tree.match("") && tree.match("/") && tree.match("a") && tree.match("a/b.c"));
}

void wildcards_are_whole_tokens() {
    const Tree tree = tree_of({"a*", "#b"});
    EXPECT(tree.match("ax") == nullptr && tree.match("xb") == nullptr);
    EXPECT(best(tree, "a*") == "a*" && best(tree, "#b") == "#b");
}

void addresses_have_no_wildcards() {
    const Tree tree = tree_of({"a/b"});
    EXPECT(tree.match("a/*") == nullptr && tree.match("#") == nullptr);
}

void the_best_match_is_the_most_exact_from_the_left() {
    const std::vector<std::string> order{"a/b/c", "a/b/*", "a/b/#", "a/*/c", "a/*/*", "a/*/#",
                                         "a/#/c", "a/#",   "*/b/c", "*/b/*", "*/b/#", "*/*/c",
                                         "*/*/*", "*/*/#", "*/#/c", "*/#",   "#/c",   "#"};
    Tree tree;
    for (const std::string& pattern : order) {
        EXPECT(tree.add(pattern, pattern));
    }
    for (const std::string& pattern : order) {
        EXPECT(best(tree, "a/b/c") == pattern);
        EXPECT(tree.remove(pattern));
    }
    EXPECT(best(tree, "a/b/c") == "none");
    EXPECT(tree.node_count() == 0);
}

void the_walk_comes_back_from_dead_ends() {
    const Tree tree = tree_of({"a/b/x", "a/*/c", "#/d", "*/b/e"});
    EXPECT(best(tree, "a/b/c") == "a/*/c");
    EXPECT(best(tree, "a/b/d") == "#/d");
    EXPECT(best(tree, "a/b/e") == "*/b/e");
    EXPECT(best(tree, "d") == "#/d");
    EXPECT(best(tree, "a/b/f") == "none");
}

void the_end_of_an_address_prefers_the_pattern_that_ends_too() {
    const Tree tree = tree_of({"a", "a/#"});
    EXPECT(best(tree, "a") == "a");
    EXPECT(best(tree, "a/b") == "a/#");
}

void patterns_that_mean_the_same_are_one() {
    Tree tree = tree_of({"a/b", "#/*"});
    EXPECT(!tree.add("a/b", "x") && !tree.add("a.b", "x") && !tree.add("/a/b/", "x"));
    EXPECT(!tree.add("*/#", "x") && !tree.add("#.*.#", "x"));
    EXPECT(tree.size() == 2 && best(tree, "a/b") == "a/b");
    EXPECT(tree.find("a.b") != nullptr && *tree.find("*/#") == "#/*");
}

void a_value_is_found_by_its_pattern() {
    Tree tree = tree_of({"a/b/#", "a/*"});
    *tree.find("a/b/#") = "changed";
    EXPECT(best(tree, "a/b/c") == "changed");
    EXPECT(tree.find("a") == nullptr && tree.find("a/b") == nullptr);
    EXPECT(tree.find("a/b/c") == nullptr && tree.find("#") == nullptr && tree.find("*") == nullptr);
}

void removing_frees_what_leads_nowhere() {
    Tree tree = tree_of({"a/b/c", "a/b", "a/*/#", "x/#/y"});
    EXPECT(tree.node_count() == 8);
    EXPECT(!tree.remove("a") && !tree.remove("a/b/c/d") && !tree.remove("q") && !tree.remove("#"));
    EXPECT(tree.remove("a/b"));
    EXPECT(!tree.remove("a/b"));
    EXPECT(tree.node_count() == 8 && best(tree, "a/b/c") == "a/b/c");
    EXPECT(tree.remove("a/b/c") && tree.node_count() == 6);
    EXPECT(tree.remove("a.*.#") && tree.node_count() == 3);
    EXPECT(tree.remove("x/#/y") && tree.node_count() == 0);
    EXPECT(tree.empty());
}

void every_value_is_visited() {
    const Tree tree = tree_of({"b", "#/*", "a/*", "a", "#/x"});
    std::set<std::string> patterns;
    std::set<std::string> values;
    tree.for_each([&](const std::string& pattern, const std::string& value) {
        patterns.insert(pattern);
        values.insert(value);
    });
    EXPECT((patterns == std::set<std::string>{"b", "*/#", "a/*", "a", "#/x"}));
    EXPECT((values == std::set<std::string>{"b", "#/*", "a/*", "a", "#/x"}));
}

void values_need_not_be_copied() {
    PatternTree<std::unique_ptr<int>> tree;
    EXPECT(tree.add("a", std::make_unique<int>(7)));
    EXPECT(**tree.match("a") == 7);
}

void many_hashes_cost_no_more_than_their_number() {
    std::string pattern = "#";
    for (int i = 0; i < 30; ++i) {
        pattern += "/a/#";
    }
    std::string address = "a";
    for (int i = 0; i < 400; ++i) {
        address += "/a";
    }
    // With every way to share the tokens out among the hashes this would never end.
    const Tree tree = tree_of({pattern + "/b", pattern + "/b/#/a", "#/a/*/#/c"});
    EXPECT(tree.match(address) == nullptr);
    EXPECT(best(tree, address + "/b") == pattern + "/b");
}

// The same, thought out in the plainest way: sets of patterns as lists of tokens.

using Words = std::vector<std::string>;

Words words(std::string_view text) {
    Words result;
    while (!text.empty()) {
        const std::size_t end = text.find('/');
        result.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(text.size(), end == std::string_view::npos ? end : end + 1));
    }
    return result;
}

bool plainly_matches(const Words& pattern, std::size_t p, const Words& address, std::size_t a) {
    if (p == pattern.size()) {
        return a == address.size();
    }
    if (pattern[p] == "#") {
        return plainly_matches(pattern, p + 1, address, a) ||
               (a < address.size() && plainly_matches(pattern, p, address, a + 1));
    }
    return a < address.size() && (pattern[p] == "*" || pattern[p] == address[a]) &&
           plainly_matches(pattern, p + 1, address, a + 1);
}

/// Of the patterns in `candidates`, `p` tokens of which are used up, the best for the rest of the
/// address; null if there is none.
const Words* plainly_best(const std::vector<const Words*>& candidates, std::size_t p,
                          const Words& address, std::size_t a) {
    const auto going_on_with = [&](std::string_view token) {
        std::vector<const Words*> some;
        for (const Words* pattern : candidates) {
            if (p < pattern->size() && (*pattern)[p] == token) {
                some.push_back(pattern);
            }
        }
        return some;
    };
    if (candidates.empty()) {
        return nullptr;
    }
    if (a == address.size()) {
        for (const Words* pattern : candidates) {
            if (pattern->size() == p) {
                return pattern;
            }
        }
    } else {
        for (const std::string_view token : {std::string_view(address[a]), std::string_view("*")}) {
            if (const Words* found = plainly_best(going_on_with(token), p + 1, address, a + 1)) {
                return found;
            }
        }
    }
    for (std::size_t behind = a; behind <= address.size(); ++behind) {
        if (const Words* found = plainly_best(going_on_with("#"), p + 1, address, behind)) {
            return found;
        }
    }
    return nullptr;
}

std::string random_text(std::mt19937& random, const std::vector<std::string>& vocabulary) {
    std::string text;
    for (std::size_t i = random() % 6; i < 6; ++i) {
        text += (text.empty() ? "" : "/") + vocabulary[random() % vocabulary.size()];
    }
    return text;
}

struct RandomTree {
    Tree tree;
    std::vector<Words> patterns;
};

RandomTree random_tree(std::mt19937& random) {
    RandomTree result;
    for (std::size_t i = random() % 12; i < 12; ++i) {
        const std::string written = random_text(random, {"a", "b", "*", "#", "#"});
        const std::string stored = normal(written);
        if (result.tree.add(written, stored)) {
            result.patterns.push_back(words(stored));
        }
    }
    return result;
}

void matches_are_those_of_the_plain_way() {
    const std::uint32_t seed = std::random_device{}();
    print_message("seed %u\n", seed);
    std::mt19937 random(seed);
    for (int round = 0; round < 300; ++round) {
        const auto [tree, patterns] = random_tree(random);
        std::vector<const Words*> all;
        all.reserve(patterns.size());
        for (const Words& pattern : patterns) {
            all.push_back(&pattern);
        }
        for (int i = 0; i < 30; ++i) {
            const std::string text = random_text(random, {"a", "b", "c"});
            const Words address = words(text);
            bool any = false;
            for (const Words& pattern : patterns) {
                any |= plainly_matches(pattern, 0, address, 0);
            }
            const std::string* found = tree.match(text);
            EXPECT((found != nullptr) == any);
            EXPECT(!any || plainly_matches(words(*found), 0, address, 0));
            EXPECT(!any || words(*found) == *plainly_best(all, 0, address, 0));
        }
    }
}

void the_normal_form_means_the_same() {
    const std::uint32_t seed = std::random_device{}();
    print_message("seed %u\n", seed);
    std::mt19937 random(seed);
    for (int round = 0; round < 3000; ++round) {
        const std::string written = random_text(random, {"a", "*", "#"});
        const Words address = words(random_text(random, {"a", "b"}));
        EXPECT(normal(normal(written)) == normal(written));
        EXPECT(plainly_matches(words(written), 0, address, 0) ==
               plainly_matches(words(normal(written)), 0, address, 0));
    }
}

void removing_all_in_any_order_leaves_nothing() {
    const std::uint32_t seed = std::random_device{}();
    print_message("seed %u\n", seed);
    std::mt19937 random(seed);
    for (int round = 0; round < 200; ++round) {
        Tree tree = random_tree(random).tree;
        std::vector<std::string> patterns;
        tree.for_each(
            [&](const std::string& pattern, const std::string&) { patterns.push_back(pattern); });
        EXPECT(patterns.size() == tree.size());
        std::shuffle(patterns.begin(), patterns.end(), random);
        for (const std::string& pattern : patterns) {
            EXPECT(tree.remove(pattern) && tree.find(pattern) == nullptr);
        }
        EXPECT(tree.node_count() == 0 && tree.empty());
    }
}

} // namespace

int main() {
    const CMUnitTest tests[] = {
        unit::test<patterns_have_a_normal_form>("normal form"),
        unit::test<a_pattern_needs_tokens>("a pattern needs tokens"),
        unit::test<a_pattern_may_not_have_too_many_tokens>("too many tokens"),
        unit::test<star_matches_one_token_and_hash_any_number>("star and hash"),
        unit::test<a_prefix_matches_itself_and_all_below>("prefix"),
        unit::test<hash_alone_matches_everything>("hash alone"),
        unit::test<wildcards_are_whole_tokens>("wildcards are whole tokens"),
        unit::test<addresses_have_no_wildcards>("addresses have no wildcards"),
        unit::test<the_best_match_is_the_most_exact_from_the_left>("best match"),
        unit::test<the_walk_comes_back_from_dead_ends>("dead ends"),
        unit::test<the_end_of_an_address_prefers_the_pattern_that_ends_too>("end of an address"),
        unit::test<patterns_that_mean_the_same_are_one>("same patterns"),
        unit::test<a_value_is_found_by_its_pattern>("find"),
        unit::test<removing_frees_what_leads_nowhere>("remove"),
        unit::test<every_value_is_visited>("every value is visited"),
        unit::test<values_need_not_be_copied>("values need not be copied"),
        unit::test<many_hashes_cost_no_more_than_their_number>("many hashes"),
        unit::test<matches_are_those_of_the_plain_way>("random matches"),
        unit::test<the_normal_form_means_the_same>("random normal forms"),
        unit::test<removing_all_in_any_order_leaves_nothing>("random removal"),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
