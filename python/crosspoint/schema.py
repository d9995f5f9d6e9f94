# SPDX-License-Identifier: Apache-2.0
"""The management model as this version of the router knows it: types, attributes, operations.

It is read from the very file that the router is built from. A router of another version may know
more or less; ask it (GET-SCHEMA) where that matters.
"""
import json
import os

HERE = os.path.dirname(os.path.abspath(__file__))
# Beside this file when installed; in the source tree it has a directory of its own.
PLACES = [os.path.join(HERE, "entities.json"),
          os.path.join(os.path.dirname(HERE), "schema", "entities.json")]


class ValidationError(Exception):
    """Something that the model does not have."""


def nearest(word, candidates):
    """The candidate that was probably meant, or None."""
    from difflib import get_close_matches  # pylint: disable=import-outside-toplevel
    by_lower = {candidate.lower(): candidate for candidate in candidates}
    found = get_close_matches(word.lower(), by_lower, n=1, cutoff=0.6)
    return by_lower[found[0]] if found else None


def meant(word, candidates):
    """Words to put behind an error message; none if nothing is near."""
    guess = nearest(word, candidates)
    return f"; did you mean '{guess}'?" if guess and guess != word else ""


class Entity:
    """One type, with what it inherits."""

    def __init__(self, full_name, attributes, operations):
        self.full_name = full_name
        self.operations = operations
        self.attributes = {}
        for attribute in attributes:
            self.attributes.setdefault(attribute["name"], attribute)
        self._old_names = {attribute["deprecatedName"]: attribute for attribute in attributes
                           if "deprecatedName" in attribute}

    def knows(self, name):
        return name in self.attributes or name in self._old_names

    def attribute(self, name):
        """By today's or a former name; ValidationError if there is none."""
        found = self.attributes.get(name) or self._old_names.get(name)
        if found is None:
            raise ValidationError(f"Unknown attribute '{name}' for '{self.full_name}'"
                                  + meant(name, self.attributes))
        return found


class Schema:
    def __init__(self, model):
        self.prefix = model["prefix"] + "."
        self._models = {entity["name"]: entity for entity in model["entities"]}

    @classmethod
    def load(cls):
        path = next((place for place in PLACES if os.path.exists(place)), PLACES[0])
        with open(path, encoding="utf-8") as file:
            return cls(json.load(file))

    @property
    def types(self):
        """Names without prefix."""
        return list(self._models)

    def short_name(self, name):
        return name[len(self.prefix):] if name.startswith(self.prefix) else name

    def entity(self, name):
        """By its name with or without prefix; ValidationError if there is none."""
        model = self._models.get(self.short_name(name))
        if model is None:
            raise ValidationError(f"No such entity type '{name}'" + self.meant_type(name))
        full_name, attributes, operations = self.prefix + model["name"], [], []
        while model is not None:
            attributes += model["attributes"]
            operations += model.get("operations", [])
            model = self._models.get(model.get("extends"))
        return Entity(full_name, attributes, operations)

    def meant_type(self, name):
        return meant(self.short_name(name), self._models)
