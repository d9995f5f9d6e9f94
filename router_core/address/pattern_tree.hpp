// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/address/pattern_text.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace crosspoint::core {

/// Values by pattern, found by the addresses that the patterns match.
///
/// A pattern is made of tokens; "*" stands for exactly one token of an address and "#" for any
/// number. Of the patterns that match an address the best is the first that a walk along its tokens
/// comes upon, which at every token tries the token itself, then "*", then "#". Patterns that
/// differ only in their separators or in the way their wildcards are ordered are one and the same.
///
/// A match takes time in proportion to the tokens of the address and the tokens of all patterns at
/// worst, whatever the patterns: those of a link route come from other routers.
template <class Value>
class PatternTree {
public:
    /// The form in which a pattern is stored; nothing if it has no tokens, or far too many.
    static std::optional<std::string> normalise(std::string_view pattern) {
        return normalise_pattern(pattern);
    }

    /// False, and nothing changes, if the pattern is there already or cannot be normalised.
    bool add(std::string_view pattern, Value value) {
        std::optional<std::string> normal = normalise(pattern);
        if (!normal) {
            return false;
        }
        Node* node = &root_;
        for (Tokens tokens(*normal); !tokens.done(); tokens.next()) {
            std::unique_ptr<Node>& child = node->slot(tokens.front());
            if (child == nullptr) {
                child = std::make_unique<Node>();
            }
            node = child.get();
        }
        if (node->entry) {
            return false;
        }
        node->entry.emplace(Entry{std::move(*normal), std::move(value)});
        ++size_;
        return true;
    }

    /// The value of this very pattern; null if it was not added.
    Value* find(std::string_view pattern) {
        Node* node = &root_;
        const std::optional<std::string> normal = normalise(pattern);
        for (Tokens tokens(normal ? *normal : std::string_view()); !tokens.done(); tokens.next()) {
            node = node->child(tokens.front());
            if (node == nullptr) {
                return nullptr;
            }
        }
        return node->entry ? &node->entry->value : nullptr;
    }

    /// False if the pattern is not there. Branches that lead nowhere afterwards are freed.
    bool remove(std::string_view pattern) {
        const std::optional<std::string> normal = normalise(pattern);
        if (!normal || !remove_below(root_, Tokens(*normal))) {
            return false;
        }
        --size_;
        return true;
    }

    /// The value of the pattern that matches an address best; null if none does.
    const Value* match(std::string_view address) const {
        Search search;
        const Node* found = search.from(root_, Tokens(address));
        return found != nullptr ? &found->entry->value : nullptr;
    }

    /// Calls `visit(pattern, value)` for all, in an order that only depends on the patterns.
    template <class Visit>
    void for_each(Visit&& visit) const {
        visit_below(root_, visit);
    }

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    /// Number of places in the tree, of which patterns that begin alike share some.
    [[nodiscard]] std::size_t node_count() const { return count_below(root_); }

private:
    struct Entry {
        std::string pattern;
        Value value;
    };

    /// A place in the tree: what can follow the tokens that lead to it. In normal form neither "*"
    /// nor "#" follows a "#".
    struct Node {
        std::optional<Entry> entry; ///< of the pattern that ends here
        std::map<std::string, std::unique_ptr<Node>, std::less<>> exact;
        std::unique_ptr<Node> one;  ///< "*"
        std::unique_ptr<Node> many; ///< "#"

        [[nodiscard]] bool is_bare() const { return !entry && exact.empty() && !one && !many; }

        /// Where the child for a token of a pattern is or would be.
        std::unique_ptr<Node>& slot(std::string_view token) {
            if (token == "*") {
                return one;
            }
            return token == "#" ? many : exact[std::string(token)];
        }
        Node* child(std::string_view token) {
            if (token == "*") {
                return one.get();
            }
            return token == "#" ? many.get() : exact_child(token);
        }
        Node* exact_child(std::string_view token) const {
            const auto found = exact.find(token);
            return found != exact.end() ? found->second.get() : nullptr;
        }
        void drop(std::string_view token) {
            if (token == "*") {
                one.reset();
            } else if (token == "#") {
                many.reset();
            } else {
                exact.erase(exact.find(token));
            }
        }
    };

    /// One walk along the tokens of an address.
    class Search {
    public:
        /// The node where the best match ends among the patterns that lead through `node`.
        const Node* from(const Node& node, Tokens tokens) {
            if (tokens.done()) {
                return node.entry ? &node : from_many(node, tokens);
            }
            const std::string_view token = tokens.front();
            Tokens behind = tokens;
            behind.next();
            if (const Node* exact = node.exact_child(token)) {
                if (const Node* found = from(*exact, behind)) {
                    return found;
                }
            }
            if (node.one != nullptr) {
                if (const Node* found = from(*node.one, behind)) {
                    return found;
                }
            }
            return from_many(node, tokens);
        }

    private:
        /// Lets a "#" below `node` stand for no token, then for one, and so on.
        ///
        /// A "#" in which the search has failed is never tried again. It could only be reached
        /// again by letting an earlier "#" stand for more tokens, with fewer tokens left for this
        /// one; but all of those have been tried.
        const Node* from_many(const Node& node, Tokens tokens) {
            const Node* many = node.many.get();
            if (many == nullptr || std::ranges::find(failed_, many) != failed_.end()) {
                return nullptr;
            }
            if (many->exact.empty()) {
                return many; // the end of a pattern, and the address may go on as it likes
            }
            for (; !tokens.done(); tokens.next()) {
                if (const Node* found = from(*many, tokens)) {
                    return found;
                }
            }
            if (many->entry) {
                return many;
            }
            failed_.push_back(many);
            return nullptr;
        }

        std::vector<const Node*> failed_;
    };

    static bool remove_below(Node& node, Tokens tokens) {
        if (tokens.done()) {
            const bool present = node.entry.has_value();
            node.entry.reset();
            return present;
        }
        const std::string_view token = tokens.front();
        Node* child = node.child(token);
        tokens.next();
        if (child == nullptr || !remove_below(*child, tokens)) {
            return false;
        }
        if (child->is_bare()) {
            node.drop(token);
        }
        return true;
    }

    template <class Visit>
    static void visit_below(const Node& node, Visit& visit) {
        if (node.entry) {
            visit(std::as_const(node.entry->pattern), std::as_const(node.entry->value));
        }
        for (const auto& [token, child] : node.exact) {
            visit_below(*child, visit);
        }
        for (const Node* child : {node.one.get(), node.many.get()}) {
            if (child != nullptr) {
                visit_below(*child, visit);
            }
        }
    }

    static std::size_t count_below(const Node& node) {
        std::size_t count = 0;
        for (const auto& [token, child] : node.exact) {
            count += 1 + count_below(*child);
        }
        for (const Node* child : {node.one.get(), node.many.get()}) {
            count += child != nullptr ? 1 + count_below(*child) : 0;
        }
        return count;
    }

    Node root_;
    std::size_t size_ = 0;
};

} // namespace crosspoint::core
