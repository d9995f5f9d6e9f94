# SPDX-License-Identifier: Apache-2.0
"""The management model, entities.json: reading it, and what its entities inherit."""
import json
import sys

TYPES = {"string": "string", "path": "path", "entityId": "entity_id", "integer": "integer",
         "boolean": "boolean", "enum": "enumeration", "list": "list", "map": "map",
         "properties": "properties"}
FLAGS = ("required", "unique", "create", "update", "hidden", "deprecated", "graph")
ATTRIBUTE_KEYS = {"name", "type", "description", "values", "default", "minimum", "maximum",
                  "deprecatedName", "file", "unsupported", "unsupportedValues", "notInTable",
                  *FLAGS}
ENTITY_KEYS = {"name", "shortName", "extends", "section", "singleton", "deprecated", "referential",
               "operations", "unsupported", "description", "attributes", "columns"}

# What a column of a live table is on the wire. A vertical bar and "null" behind it: or null.
WIRE_TYPES = {"string": "string", "boolean": "boolean", "int": "int_value", "long": "long_value",
              "uint": "uint_value", "ulong": "ulong_value", "list": "list", "map": "map"}
WIRE_TYPE_OF = {"integer": "int|null", "list": "list|null"}


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
    for entity in model["entities"]:
        check_columns(by_name, entity)
    return model, by_name


def check_columns(by_name, entity):
    """Whoever adds an attribute to a live table must say where it stands on the wire."""
    found = columns(by_name, entity)
    for name, wire_type in found.items():
        kind = wire_type.removesuffix("|null")
        if kind not in WIRE_TYPES and not kind.startswith("list-of-"):
            sys.exit(f"{entity['name']}.{name}: unknown type of a column: {wire_type}")
    for attribute in entity["attributes"] if found else []:
        shown = attribute.get("create") or attribute.get("file") or attribute.get("notInTable")
        if attribute["name"] not in found and not shown:
            sys.exit(f"{entity['name']}.{attribute['name']}: not among the columns of the type; "
                     "add it there, with its type on the wire, or say notInTable")


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


def columns(by_name, entity):
    """Name and wire type of each column of a live table, in the order of the wire; {} of others.

    "attributes" stands for: a column for each attribute, of its type.
    """
    listed = entity.get("columns", {})
    if listed == "attributes":
        return {attribute["name"]: WIRE_TYPE_OF.get(attribute["type"], "string|null")
                for attribute in inherited(by_name, entity, "attributes")}
    return listed


def text_of_default(attribute):
    """The default as a configuration file would spell it."""
    value = attribute["default"]
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def in_files(attribute):
    """Whether it can be configured: some can in a file although management cannot create them."""
    return attribute["name"] != "type" and bool(attribute.get("create") or attribute.get("file"))
