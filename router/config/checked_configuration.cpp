// SPDX-License-Identifier: Apache-2.0
#include "router/config/checked_configuration.hpp"

#include "router/config/code_points.hpp"
#include "router/config/json_reader.hpp"
#include "router/config/make_settings.hpp"
#include "router/config/names.hpp"
#include "router/config/native_reader.hpp"
#include "router/config/problem.hpp"
#include "router/config/validate.hpp"

#include "crosspoint/base/log.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

namespace crosspoint::config {

namespace {

std::string_view line_of(std::string_view text, std::size_t line) {
    for (; line > 1; --line) {
        const auto end = text.find('\n');
        if (end == std::string_view::npos) {
            return {};
        }
        text.remove_prefix(end + 1);
    }
    return trim(text.substr(0, text.find('\n')));
}

/// A line of the file as a message may show it: without a password.
std::string shown_line(std::string_view text, std::size_t line) {
    const std::string shown = printable(line_of(text, line));
    std::string lower = shown;
    std::ranges::transform(lower, lower.begin(), [](char c) {
        return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    });
    const auto secret = lower.find("password");
    return secret == std::string::npos ? shown : shown.substr(0, secret) + "password: *******";
}

void warn(const std::string& what) {
    log::write(log::Module::agent, log::Level::warning, "%s", what.c_str());
}

/// Everything else may count on text that is valid UTF-8.
bool check_encoding(std::string_view text, std::vector<Fault>& faults) {
    std::size_t line = 1;
    while (!text.empty()) {
        const auto character = first_character(text);
        if (!character || character->code_point == 0) {
            faults.push_back({Fault::Kind::syntax, line, "this is not text in UTF-8"});
            return false;
        }
        line += character->code_point == '\n' ? 1 : 0;
        text.remove_prefix(character->bytes.size());
    }
    return true;
}

std::vector<Section> read_sections(std::string_view text, const std::string& path,
                                   std::vector<Fault>& faults) {
    const auto report = [&](const SyntaxError& error) {
        const std::string shown = shown_line(text, error.line());
        if (dynamic_cast<const NestingError*>(&error) != nullptr) {
            warn("Configuration file: invalid entity nesting detected.");
        } else {
            warn("Invalid config file syntax (line " + std::to_string(error.line()) + "):\n>>> " +
                 shown);
        }
        faults.push_back({Fault::Kind::syntax, error.line(),
                          std::string(error.what()) + ", in '" + shown + "'"});
    };
    if (!path.ends_with(".json")) {
        return read_native(text, report);
    }
    try {
        return read_json(text);
    } catch (const SyntaxError& error) {
        report(error);
    }
    return {};
}

/// What shows the state of the router may stand in a file, and is forgotten: files that were made
/// from the answer of a management query have it.
void drop_shown_state(Section& section) {
    const EntitySchema* schema = find_section(section.name);
    std::erase_if(section.attributes, [&](const Attribute& attribute) {
        const AttributeSchema* known = schema == nullptr ? nullptr : schema->find(attribute.name);
        const bool shown = known != nullptr && !known->in_files && attribute.name != "type" &&
                           attribute.name != "identity";
        if (shown) {
            warn("Attribute '" + attribute.name + "' of entity '" +
                 std::string(schema->short_name) + "' cannot be configured: ignored (line " +
                 std::to_string(attribute.line) + ")");
        }
        return shown;
    });
}

/// Tells if two addresses are for the same: separators are equal, and a prefix covers all below it.
std::string comparable(const AddressSettings& address) {
    std::string pattern = address.pattern + (address.is_prefix ? "/#" : "");
    std::ranges::replace(pattern, '.', '/');
    return pattern;
}

/// Takes the sections through all checks and into effect, noting what is wrong on the way.
class Checker {
public:
    explicit Checker(CheckedConfiguration& checked) : checked_(checked) {}

    void check(std::vector<Section> sections) {
        for (Section& section : sections) {
            drop_shown_state(section);
            validate_section(section);
        }
        for (const std::string_view singleton : {"router", "policy"}) {
            const auto is_it = [&](const Entity& e) { return e.schema().section == singleton; };
            if (std::ranges::none_of(checked_.entities, is_it)) {
                validate_section(Section{std::string(singleton), 0, {}});
            }
        }
        const auto note = [this](const Problem& problem) { add(Fault::Kind::section, problem); };
        check_together(checked_.entities, note);
        for (const Entity& entity : checked_.entities) {
            check_supported(entity, note);
        }
        apply();
    }

private:
    void add(Fault::Kind kind, const Problem& problem) {
        checked_.faults.push_back({kind, problem.line(), problem.what(), problem.hint()});
    }

    /// Remembers the entity if it is not what the section wanted to say.
    void validate_section(const Section& section) {
        const std::size_t faults = checked_.faults.size();
        const auto note = [this](const Problem& problem) { add(Fault::Kind::section, problem); };
        try {
            checked_.entities.push_back(validate(section, note));
        } catch (const Problem& problem) {
            note(problem);
            return;
        }
        if (checked_.faults.size() != faults) {
            faulty_.insert(checked_.entities.size() - 1);
        }
        if (section.name == "console") {
            warn("Console entity is deprecated: Use http:yes on listener entity instead");
        }
    }

    void add_address(AddressSettings address) {
        if (patterns_.insert(comparable(address)).second) {
            checked_.configuration.addresses.push_back(std::move(address));
            return;
        }
        log::write(log::Module::router, log::Level::warning,
                   "Already exists: ignoring configured address %s",
                   printable(address.pattern).c_str());
    }

    /// Calls `make` for each section of that name, in the order of the file.
    template <class Make>
    void for_each(std::string_view section, Make make) {
        for (std::size_t i = 0; i < checked_.entities.size(); ++i) {
            const Entity& entity = checked_.entities[i];
            if (entity.schema().section != section || faulty_.contains(i)) {
                continue;
            }
            try {
                make(entity);
            } catch (const ApplyProblem& problem) {
                add(Fault::Kind::effect, problem);
            } catch (const Problem& problem) {
                add(Fault::Kind::section, problem);
            }
        }
    }

    /// In the order in which the settings are to be put into effect, so that the first error is the
    /// one that would have come first.
    void apply() {
        Configuration& made = checked_.configuration;
        for_each("log", [&](const Entity& e) { made.logs.push_back(make_log_settings(e)); });
        for_each("router", [&](const Entity& e) { made.router = make_router_settings(e); });
        for_each("address", [&](const Entity& e) {
            if (auto address = make_address_settings(e)) {
                add_address(std::move(*address));
            }
        });
        for_each("connector",
                 [&](const Entity& e) { made.connectors.push_back(make_connector_settings(e)); });
        for_each("listener",
                 [&](const Entity& e) { made.listeners.push_back(make_listener_settings(e)); });
    }

    CheckedConfiguration& checked_;
    std::set<std::size_t> faulty_;
    std::set<std::string> patterns_; ///< of the addresses so far
};

} // namespace

CheckedConfiguration check_configuration(std::string_view text, const std::string& path) {
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
    CheckedConfiguration checked;
    if (text.starts_with(byte_order_mark)) {
        text.remove_prefix(byte_order_mark.size());
    }
    if (check_encoding(text, checked.faults)) {
        std::vector<Section> sections = read_sections(text, path, checked.faults);
        if (checked.faults.empty()) { // else what is missing would look like more faults
            Checker(checked).check(std::move(sections));
        }
    }
    return checked;
}

} // namespace crosspoint::config
