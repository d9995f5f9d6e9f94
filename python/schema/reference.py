# SPDX-License-Identifier: Apache-2.0
"""The model as a page of the documentation, docs/configuration-reference.md."""
import textwrap

from facts import kind, notes, section_sentences, sentences, settings, shown
from model import inherited, load

HEAD = """\
# Configuration reference

<!-- Generated. To change it, change python/schema/entities.json and run:
     python3 python/schema/generate.py reference python/schema/entities.json \\
         docs/configuration-reference.md -->

Every section of a configuration file with its attributes, then what management shows besides.
[configuration.md](configuration.md) tells how files are written and read. Full names of types begin
with `{prefix}.`.
"""

OPERATIONAL = """\
## What management shows

These entities have no section in a file. Most of them show the router at work.
"""


def paragraph(texts):
    return textwrap.fill(" ".join(texts), 100, break_long_words=False, break_on_hyphens=False)


def cell(text):
    # Stars and bars mean something to Markdown; addresses and types are full of them.
    return "".join("\\" + c if c in "\\|*<" else c for c in text)


def table(heading, attributes):
    lines = [f"| {heading} | value | |", "|---|---|---|"]
    for attribute in attributes:
        value = ", ".join([kind(attribute), *notes(attribute)])
        lines.append(f"| `{attribute['name']}` | {cell(value)} | "
                     f"{cell(' '.join(sentences(attribute)))} |")
    return "\n".join(lines) + "\n"


def operations(entity, by_name):
    found = inherited(by_name, entity, "operations")
    return f"Management: {', '.join(found)}." if found else "Management: no operations."


def section(entity, by_name):
    parts = [f"## {entity['section']}\n", paragraph(section_sentences(entity)) + "\n"]
    parts.append(paragraph([f"Type `{entity['name']}`.", operations(entity, by_name)]) + "\n")
    parts.append(table("attribute", settings(entity, by_name)))
    if shown(entity):
        parts.append(table("shown by management", shown(entity)))
    return parts


def operational(entity, by_name):
    parts = [f"### {entity['name']}\n",
             paragraph([entity["description"], operations(entity, by_name)]) + "\n"]
    if shown(entity):
        parts.append(table("attribute", shown(entity)))
    return parts


def reference(source):
    model, by_name = load(source)
    sections = [entity for entity in model["entities"] if "section" in entity]
    others = [entity for entity in model["entities"] if "section" not in entity]
    parts = [HEAD.format(prefix=model["prefix"])]
    parts += [part for entity in sections for part in section(entity, by_name)]
    parts.append(OPERATIONAL)
    parts += [part for entity in others for part in operational(entity, by_name)]
    return "\n".join(parts)
