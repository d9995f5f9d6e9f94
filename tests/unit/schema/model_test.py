# SPDX-License-Identifier: Apache-2.0
"""Our management model has all that qdrouterd's has, as qdrouterd_model.json knows it."""
import json
import os
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..", "..")
ENTITY_FLAGS = ("singleton", "deprecated", "referential")
ATTRIBUTE_FLAGS = ("required", "unique", "create", "update", "hidden", "deprecated", "graph")

# What we do differently on purpose: the place, as in `listener.port default`, and the reason.
DIFFERENCES = {
    "router.node columns": "qdrouterd has no such table; ours are the attributes",
    "management operations": "EXPLAIN and GET-CONFIGURATION are new",
}


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return json.load(file)


def facts_of_entity(entity, flags):
    """One line for each fact, so that a difference can be named."""
    name = entity["name"]
    yield f"{name} shortName", entity.get("shortName", name)
    yield f"{name} extends", entity.get("extends")
    yield f"{name} operations", entity.get("operations", [])
    if isinstance(entity.get("columns"), dict):
        # What a live table has on the wire: names, order, types.
        yield f"{name} columns", list(entity["columns"].items())
    yield f"{name} order", [attribute["name"] for attribute in entity["attributes"]]
    for flag in ENTITY_FLAGS:
        yield f"{name} {flag}", flag in flags(entity)
    for attribute in entity["attributes"]:
        place = f"{name}.{attribute['name']}"
        yield f"{place} type", attribute["type"]
        yield f"{place} default", json.dumps(attribute.get("default", "none"))
        yield f"{place} values", attribute.get("values")
        yield f"{place} deprecatedName", attribute.get("deprecatedName")
        for flag in ATTRIBUTE_FLAGS:
            yield f"{place} {flag}", flag in flags(attribute)


def facts(model, flags):
    found = {"prefix": model["prefix"],
             "order": [entity["name"] for entity in model["entities"]]}
    for entity in model["entities"]:
        found.update(facts_of_entity(entity, flags))
    return found


class Model(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.theirs = facts(read(HERE, "qdrouterd_model.json"), lambda item: item.get("flags", []))
        cls.ours = facts(read(ROOT, "python", "schema", "entities.json"),
                         lambda item: [key for key in item if item[key] is True])

    def test_no_fact_is_missing_or_different(self):
        wrong = [f"{place}: {self.ours.get(place, 'missing')} instead of {value}"
                 for place, value in self.theirs.items()
                 if place not in DIFFERENCES and self.ours.get(place, "missing") != value]
        self.assertEqual(wrong, [])

    def test_nothing_is_there_that_clients_do_not_know(self):
        self.assertEqual(sorted(set(self.ours) - set(self.theirs) - set(DIFFERENCES)), [])

    def test_a_difference_on_purpose_is_a_difference(self):
        same = [place for place in DIFFERENCES if self.ours.get(place) == self.theirs.get(place)]
        self.assertEqual(same, [])

    def test_the_facts_are_all_there(self):
        attributes = [place for place in self.theirs if place.endswith(" type")]
        old_names = [place for place, value in self.theirs.items()
                     if place.endswith(" deprecatedName") and value]
        self.assertEqual((len(self.theirs["order"]), len(attributes), len(old_names)),
                         (29, 316, 28))


if __name__ == "__main__":
    unittest.main()
