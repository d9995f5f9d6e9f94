# SPDX-License-Identifier: Apache-2.0
"""The management model, entities.json: reading it, and what its entities inherit."""
import json
import sys

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
