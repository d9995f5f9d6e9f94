# SPDX-License-Identifier: Apache-2.0
"""What the reference pages say of an attribute, whatever they look like."""
from model import inherited, text_of_default

# Their attributes are set in files although management cannot create them.
ONLY_IN_FILES = ("log", "console")


def kind(attribute):
    """Its type as an operator thinks of it: the words to choose from, or what to write."""
    return " | ".join(attribute["values"]) if "values" in attribute else attribute["type"]


def notes(attribute):
    """What else there is to know about its value: "required", "default 4", "0 to 9"."""
    found = []
    if attribute.get("required"):
        found.append("required")
    if "default" in attribute and text_of_default(attribute):
        found.append(f"default {text_of_default(attribute)}")
    if "minimum" in attribute and "maximum" in attribute:
        found.append(f"{attribute['minimum']} to {attribute['maximum']}")
    elif "minimum" in attribute:
        found.append(f"at least {attribute['minimum']}")
    if attribute.get("hidden"):
        found.append("secret")
    return found


def sentences(attribute):
    """The description, and what has to be added to it."""
    found = [attribute["description"]]
    if attribute.get("deprecated"):
        found.append("Deprecated.")
    if "deprecatedName" in attribute:
        found.append(f"Older spelling: {attribute['deprecatedName']}.")
    if "unsupported" in attribute:
        found.append(not_supported(attribute))
    if "unsupportedValues" in attribute:
        found.append(f"Not supported by this version: {', '.join(attribute['unsupportedValues'])}.")
    return found


def not_supported(item):
    return f"Not supported by this version, which has no {item['unsupported']}."


def section_sentences(entity):
    found = [entity["description"]]
    if entity.get("deprecated"):
        found.append("Deprecated.")
    if entity.get("singleton"):
        found.append("At most one section.")
    if "unsupported" in entity:
        found.append(not_supported(entity))
    return found


def settings(entity, by_name):
    """The attributes that make sense in a section of a file."""
    return [attribute for attribute in inherited(by_name, entity, "attributes")
            if attribute["name"] not in ("type", "identity")
            and (attribute.get("create") or entity["section"] in ONLY_IN_FILES)]


def shown(entity):
    """The attributes of its own that only management shows."""
    if entity.get("section") in ONLY_IN_FILES:
        return []
    return [attribute for attribute in entity["attributes"]
            if "section" not in entity or not attribute.get("create")]
