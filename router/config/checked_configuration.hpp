// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router/config/configuration.hpp"
#include "router/config/entity.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace crosspoint::config {

/// One thing that is wrong with a file.
struct Fault {
    enum class Kind : std::uint8_t {
        syntax,  ///< the text cannot be understood
        section, ///< a section breaks the rules
        effect,  ///< a valid section cannot be put into effect; the text begins with the reason's
                 ///< kind
    };
    Kind kind = Kind::syntax;
    std::size_t line = 0;
    std::string text;
    std::string hint = {}; ///< what is allowed, or was probably meant; may be empty
};

/// All that is in a file, and all that is wrong with it.
struct CheckedConfiguration {
    /// In the order of the file; `router` and `policy` are there even if the file leaves them out.
    std::vector<Entity> entities;
    /// Complete only if there are no faults.
    Configuration configuration;
    /// In the order in which they were found: the text as a whole, its sections, the sections
    /// together, their effect.
    std::vector<Fault> faults;
};

/// Goes through the text to its end, whatever it finds; `path` decides on the format. What is
/// doubtful but harmless is logged.
CheckedConfiguration check_configuration(std::string_view text, const std::string& path);

/// Throws ConfigError if the file cannot be read.
std::string read_configuration_file(const std::string& path);

} // namespace crosspoint::config
