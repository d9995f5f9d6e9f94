# SPDX-License-Identifier: Apache-2.0
"""The pages that are made from the model: complete, and as new as the model is."""
import os
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "..", "..", ".."))
REFERENCE = "docs/configuration-reference.md"

sys.path.insert(0, os.path.join(ROOT, "python", "schema"))

from facts import settings  # noqa: E402
from model import load  # noqa: E402


def generate(command):
    """What the generator writes, called as the build calls it."""
    with tempfile.NamedTemporaryFile("r", encoding="utf-8") as file:
        subprocess.run([sys.executable, "python/schema/generate.py", command,
                        "python/schema/entities.json", file.name], cwd=ROOT, check=True)
        return file.read()


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.model, cls.by_name = load(os.path.join(ROOT, "python", "schema", "entities.json"))

    def test_the_reference_in_the_tree_is_current(self):
        with open(os.path.join(ROOT, REFERENCE), encoding="utf-8") as file:
            if file.read() != generate("reference"):
                self.fail(f"{REFERENCE} is older than the model. Renew it:\n"
                          "    python3 python/schema/generate.py reference "
                          f"python/schema/entities.json {REFERENCE}")

    def test_the_reference_names_every_entity_and_attribute(self):
        page = generate("reference")
        for entity in self.model["entities"]:
            heading = f"\n## {entity['section']}\n" if "section" in entity else \
                f"\n### {entity['name']}\n"
            begin = page.find(heading)
            self.assertNotEqual(begin, -1, heading)
            end = page.find("\n##", begin + len(heading))
            for attribute in entity["attributes"]:
                self.assertIn(f"| `{attribute['name']}` |", page[begin:end])

    def test_the_manual_has_every_attribute_of_every_section(self):
        page = generate("man")
        for entity in self.model["entities"]:
            if "section" not in entity:
                continue
            begin = page.index(f"\n.SS {entity['section']}\n")
            end = page.find("\n.SS ", begin + 1)
            for attribute in settings(entity, self.by_name):
                self.assertIn(f"\n.BR {attribute['name']} ", page[begin:end])

    def test_descriptions_are_sentences(self):
        for entity in self.model["entities"]:
            for item in [entity, *entity["attributes"]]:
                text = item["description"]
                self.assertTrue(text.endswith(".") and text[0].isupper(), text)


if __name__ == "__main__":
    unittest.main()
