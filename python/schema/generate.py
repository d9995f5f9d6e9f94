#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Turns the management model (entities.json) into what the router is built from.

    generate.py tables       entities.json schema_tables.cpp   tables for router/config/schema.hpp
    generate.py code-points  code_points.cpp                   code points not allowed in router ids
    generate.py man          entities.json crosspoint.conf.5   reference page for the operator

A new attribute is added to entities.json and nowhere else: its name, type, default and limits are
then known to the configuration loader, to management and to the manual.
"""

import json
import sys
import unicodedata

TYPES = {"string": "string", "path": "path", "entityId": "entity_id", "integer": "integer",
         "boolean": "boolean", "enum": "enumeration", "list": "list", "map": "map",
         "properties": "properties"}
FLAGS = ("required", "unique", "create", "update", "hidden", "deprecated", "graph")
ATTRIBUTE_KEYS = {"name", "type", "description", "values", "default", "minimum", "maximum",
                  "deprecatedName", "unsupported", "unsupportedValues", *FLAGS}
ENTITY_KEYS = {"name", "shortName", "extends", "section", "singleton", "deprecated", "referential",
               "operations", "unsupported", "description", "attributes"}


def load(path):
    with open(path, encoding="utf-8") as file:
        model = json.load(file)
    by_name = {entity["name"]: entity for entity in model["entities"]}
    for entity in model["entities"]:
        check(entity, ENTITY_KEYS, entity["name"])
        for attribute in entity["attributes"]:
            place = f"{entity['name']}.{attribute['name']}"
            check(attribute, ATTRIBUTE_KEYS, place)
            if attribute["type"] not in TYPES:
                sys.exit(f"{place}: unknown type {attribute['type']}")
            if (attribute["type"] == "enum") != ("values" in attribute):
                sys.exit(f"{place}: an enum has values, and only an enum")
    return model, by_name


def check(item, known, place):
    if not item.get("description"):
        sys.exit(f"{place}: no description")
    if unknown := set(item) - known:
        sys.exit(f"{place}: unknown {', '.join(sorted(unknown))}")


def inherited(by_name, entity, key):
    """What the entity and its bases list under `key`, its own first."""
    found = []
    while entity is not None:
        found += [item for item in entity.get(key, []) if item not in found]
        entity = by_name.get(entity.get("extends"))
    return found


def text_of_default(attribute):
    """The default as a configuration file would spell it."""
    value = attribute["default"]
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


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


def write_tables(source, target):
    model, by_name = load(source)
    tables = Tables(model["prefix"])
    entities = [tables.entity(entity, by_name) for entity in model["entities"]]
    all_entities = tables.array("EntitySchema", entities)
    write(target, "\n".join([
        "// Generated from python/schema/entities.json by generate.py.",
        '#include "router/config/schema.hpp"', "",
        "namespace crosspoint::config {", "namespace {", "",
        *tables.arrays,
        "} // namespace", "",
        f"std::span<const EntitySchema> entity_schemas() {{ return {all_entities}; }}", "",
        "} // namespace crosspoint::config", ""]))


def write_code_points(target):
    """Ranges of all code points of the general categories C (other) and Z (separator)."""
    ranges = []
    for code in range(sys.maxunicode + 1):
        if unicodedata.category(chr(code))[0] not in "CZ":
            continue
        if ranges and ranges[-1][1] == code - 1:
            ranges[-1][1] = code
        else:
            ranges.append([code, code])
    rows = "".join(f"    {{{first:#x}, {last:#x}}},\n" for first, last in ranges)
    write(target, "\n".join([
        "// Generated by python/schema/generate.py.",
        '#include "router/config/code_points.hpp"', "",
        "namespace crosspoint::config {", "namespace {", "",
        f"constexpr CodePointRange ranges[] = {{\n{rows}}};", "",
        "} // namespace", "",
        "std::span<const CodePointRange> invisible_code_points() { return ranges; }", "",
        "} // namespace crosspoint::config", ""]))


def roff(text):
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq")
    return "\\&" + escaped if escaped[:1] in (".", "'") else escaped


def attribute_page(attribute):
    kind = "|".join(attribute["values"]) if "values" in attribute else attribute["type"]
    notes = []
    if attribute.get("required"):
        notes.append("required")
    if "default" in attribute and text_of_default(attribute):
        notes.append(f"default {text_of_default(attribute)}")
    if "minimum" in attribute and "maximum" in attribute:
        notes.append(f"{attribute['minimum']} to {attribute['maximum']}")
    elif "minimum" in attribute:
        notes.append(f"at least {attribute['minimum']}")
    lines = [".TP", f".BR {roff(attribute['name'])} \" (\\fI{roff(kind)}\\fR"
             + "".join(f", {roff(note)}" for note in notes) + ')"', roff(attribute["description"])]
    if "deprecatedName" in attribute:
        lines.append(f"Older spelling: {roff(attribute['deprecatedName'])}.")
    if "unsupported" in attribute:
        missing = roff(attribute["unsupported"])
        lines.append(f"Not supported by this version, which has no {missing}.")
    if "unsupportedValues" in attribute:
        values = ", ".join(attribute["unsupportedValues"])
        lines.append(f"Not supported by this version: {roff(values)}.")
    return lines


def section_page(entity, by_name):
    lines = [f".SS {roff(entity['section'])}", roff(entity["description"])]
    if entity.get("singleton"):
        lines.append("At most one section.")
    if "unsupported" in entity:
        lines.append(f"Not supported by this version, which has no {roff(entity['unsupported'])}.")
    settable = entity["section"] in ("log", "console")
    for attribute in inherited(by_name, entity, "attributes"):
        if attribute["name"] != "type" and (attribute.get("create") or settable
                                            and attribute["name"] != "identity"):
            lines += attribute_page(attribute)
    return lines


MAN_HEAD = r""".\" Generated from python/schema/entities.json by generate.py.
.TH CROSSPOINT.CONF 5 "" "Crosspoint" "File formats"
.SH NAME
crosspoint.conf \- configuration of the Crosspoint message router
.SH DESCRIPTION
The file consists of sections. A section begins with its name and an opening brace, which is the
last character of its line, and ends with a line that holds only a closing brace. In between stands
one attribute on each line: its name, a colon and its value, which is not quoted.
.PP
.nf
router {
    mode: standalone
    id: Router.A
}

listener {
    host: 0.0.0.0
    port: amqp                  # a comment
    openProperties: {
        "site": "north",
        "rack": 12
    }
}
.fi
.PP
Everything from a # to the end of the line is a comment, except in the values of
.BR pattern ", " bindingKey " and " hostname ,
which are a single word that may hold a #.
Names may be written with \- or _ between words: ssl\-profile is sslProfile.
In values a backslash begins an escape sequence as in JSON. If an attribute is given twice the last
one counts.
A boolean is yes, true, on, no, false or off.
.PP
A file whose name ends in .json holds a JSON list instead, with a list of two for each section: its
name and a map of its attributes. Lines that begin with # are comments there, too.
.PP
The sections may stand in any order. They are put into effect in this order: log, router, address,
connector, listener.
.SH SECTIONS
"""

MAN_TAIL = [".SH SEE ALSO", ".BR crosspointd (8)", ""]


def write_man(source, target):
    model, by_name = load(source)
    lines = []
    for entity in model["entities"]:
        if "section" in entity:
            lines += section_page(entity, by_name)
    write(target, MAN_HEAD + "\n".join(lines + MAN_TAIL))


def write(target, text):
    with open(target, "w", encoding="utf-8") as file:
        file.write(text)


COMMANDS = {"tables": (write_tables, 2), "code-points": (write_code_points, 1),
            "man": (write_man, 2)}


def main(arguments):
    command, count = COMMANDS.get(arguments[0] if arguments else "", (None, 0))
    if command is None or len(arguments) - 1 != count:
        sys.exit(__doc__.strip())
    command(*arguments[1:])


if __name__ == "__main__":
    main(sys.argv[1:])
