# SPDX-License-Identifier: Apache-2.0
"""Sections of a configuration file: listener(port=0, http=False) and so on."""
import json
from typing import Any, Dict, NamedTuple


class Section(NamedTuple):
    """Any section; the functions below are shorthands for the frequent ones."""
    name: str
    attributes: Dict[str, Any]

    def text(self):
        lines = [f"    {name}: {_text(value)}" for name, value in self.attributes.items()
                 if value is not None]
        return "\n".join([f"{self.name} {{", *lines, "}", ""])


def _text(value):
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return json.dumps(value, indent=8)
    return str(value)


def router(**attributes):
    return Section("router", attributes)


def listener(**attributes):
    """On 127.0.0.1, at a port that the kernel chooses, open to everybody, unless said otherwise."""
    return Section("listener", {"host": "127.0.0.1", "port": 0, "authenticatePeer": False,
                                "saslMechanisms": "ANONYMOUS", **attributes})


def connector(**attributes):
    return Section("connector", {"host": "127.0.0.1", **attributes})


def address(**attributes):
    return Section("address", attributes)


def log(**attributes):
    return Section("log", attributes)


def file_text(sections, name, workers=None):
    """A whole file: what is left out is a standalone router called `name` with one listener.

    A section may also be text, taken as it is.
    """
    attributes = {"mode": "standalone", "id": name}
    if workers is not None:
        attributes["workerThreads"] = workers
    rest = []
    for section in sections:
        if isinstance(section, Section) and section.name == "router":
            attributes.update(section.attributes)
        else:
            rest.append(section)
    if not any(isinstance(section, Section) and section.name == "listener" for section in rest):
        rest.append(listener())
    return "".join(section if isinstance(section, str) else section.text()
                   for section in [router(**attributes), *rest])
