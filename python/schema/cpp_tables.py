# SPDX-License-Identifier: Apache-2.0
"""The model as C++ tables, for router/config/schema.hpp."""
from model import FLAGS, TYPES, inherited, load, text_of_default


def quoted(text):
    escaped = "".join(character if character.isprintable() and character not in '"\\'
                      else "\\" + character if character in '"\\'
                      else f"\\{ord(character):03o}" for character in text)
    return f'"{escaped}"'


class Tables:
    """Writes the C++ tables. Arrays come before the entities that point into them."""

    def __init__(self, prefix):
        self.prefix = prefix
        self.arrays = []

    def array(self, kind, rows):
        if not rows:
            return "{}"
        name = f"array_{len(self.arrays)}"
        body = "".join(f"    {row},\n" for row in rows)
        self.arrays.append(f"constexpr {kind} {name}[] = {{\n{body}}};\n")
        return name

    def strings(self, items):
        return self.array("std::string_view", [quoted(item) for item in items])

    def attribute(self, attribute):
        fields = [f".name = {quoted(attribute['name'])}"]
        if "deprecatedName" in attribute:
            fields.append(f".deprecated_name = {quoted(attribute['deprecatedName'])}")
        fields.append(f".description = {quoted(attribute['description'])}")
        if "default" in attribute:
            fields.append(f".default_text = {quoted(text_of_default(attribute))}")
        if "unsupported" in attribute:
            fields.append(f".unsupported = {quoted(attribute['unsupported'])}")
        if "values" in attribute:
            fields.append(f".values = {self.strings(attribute['values'])}")
        if "unsupportedValues" in attribute:
            rows = [f"{{{quoted(value)}, {quoted(needs)}}}"
                    for value, needs in attribute["unsupportedValues"].items()]
            fields.append(f".unsupported_values = {self.array('UnsupportedValue', rows)}")
        fields += [f".{limit} = {attribute[limit]}" for limit in ("minimum", "maximum")
                   if limit in attribute]
        fields.append(f".type = AttributeType::{TYPES[attribute['type']]}")
        if "default" in attribute:
            fields.append(".has_default = true")
        fields += [f".{flag} = true" for flag in FLAGS if attribute.get(flag)]
        return "{" + ",\n     ".join(fields) + "}"

    def entity(self, entity, by_name):
        attributes = [self.attribute(item) for item in inherited(by_name, entity, "attributes")]
        fields = [f".type = {quoted(entity['name'])}",
                  f".full_type = {quoted(self.prefix + '.' + entity['name'])}",
                  f".short_name = {quoted(entity.get('shortName', entity['name']))}",
                  f".section = {quoted(entity.get('section', ''))}",
                  f".base = {quoted(entity.get('extends', ''))}",
                  f".description = {quoted(entity['description'])}",
                  f".unsupported = {quoted(entity.get('unsupported', ''))}",
                  f".attributes = {self.array('AttributeSchema', attributes)}",
                  f".operations = {self.strings(inherited(by_name, entity, 'operations'))}"]
        fields += [f".{flag} = true" for flag in ("singleton", "deprecated") if entity.get(flag)]
        return "{" + ",\n     ".join(fields) + "}"


def tables(source):
    """The text of schema_tables.cpp."""
    model, by_name = load(source)
    made = Tables(model["prefix"])
    entities = [made.entity(entity, by_name) for entity in model["entities"]]
    all_entities = made.array("EntitySchema", entities)
    return "\n".join([
        "// Generated from python/schema/entities.json by generate.py.",
        '#include "router/config/schema.hpp"', "",
        "namespace crosspoint::config {", "namespace {", "",
        *made.arrays,
        "} // namespace", "",
        f"std::span<const EntitySchema> entity_schemas() {{ return {all_entities}; }}", "",
        "} // namespace crosspoint::config", ""])
