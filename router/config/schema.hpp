// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

// The management model: what kinds of entities there are, and what can be said of each. The tables
// are generated from python/schema/entities.json, the only place to change them.
namespace crosspoint::config {

enum class AttributeType : std::uint8_t {
    string,
    path,
    entity_id,
    integer,
    boolean,
    enumeration,
    list,
    map,
    properties,
};

/// A value that the model knows but this version of the router cannot do.
struct UnsupportedValue {
    std::string_view value;
    std::string_view needs; ///< the missing feature
};

struct AttributeSchema {
    std::string_view name = {};
    std::string_view deprecated_name = {}; ///< an older spelling, still understood; often empty
    std::string_view description = {};
    /// In the form that a configuration file would give it.
    std::string_view default_text = {};
    /// The missing feature, if this version cannot do anything but the default.
    std::string_view unsupported = {};
    std::span<const std::string_view> values = {}; ///< of an enumeration
    std::span<const UnsupportedValue> unsupported_values = {};
    std::int64_t minimum = std::numeric_limits<std::int64_t>::min();
    std::int64_t maximum = std::numeric_limits<std::int64_t>::max();
    AttributeType type = AttributeType::string;
    bool has_default = false;
    bool required = false;
    bool unique = false;
    bool create = false; ///< may be given in a management CREATE
    bool update = false; ///< may be changed by a management UPDATE
    bool hidden = false; ///< a secret: never to be shown in logs and errors
    bool deprecated = false;
    bool graph = false; ///< a figure worth plotting over time
    /// Can be configured in a file; the others show what the router does, or name the entity.
    bool in_files = false;
};

struct EntitySchema {
    std::string_view type = {};       ///< "router.config.address"
    std::string_view full_type = {};  ///< the same with the prefix of all types
    std::string_view short_name = {}; ///< "address"
    std::string_view section = {};    ///< name in configuration files; empty: not for files
    std::string_view base = {};       ///< type of the entity it extends; empty for the root
    std::string_view description = {};
    std::string_view unsupported = {}; ///< the missing feature, if this version has no such entity
    /// Its own first, then those of its bases.
    std::span<const AttributeSchema> attributes = {};
    std::span<const std::string_view> operations = {};
    bool singleton = false;
    bool deprecated = false;

    /// Null if there is no such attribute. Older spellings do not count.
    [[nodiscard]] const AttributeSchema* find(std::string_view name) const;
    [[nodiscard]] const AttributeSchema* find_deprecated(std::string_view old_name) const;
};

inline constexpr std::string_view schema_prefix = "org.apache.qpid.dispatch.";

/// All entity types, in the order of the model. Generated.
std::span<const EntitySchema> entity_schemas();

/// By the name of a section in a configuration file; null if there is none.
const EntitySchema* find_section(std::string_view section);
/// By type, with or without the prefix; null if there is none.
const EntitySchema* find_entity_type(std::string_view type);

} // namespace crosspoint::config
