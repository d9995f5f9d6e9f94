# SPDX-License-Identifier: Apache-2.0
"""NAME=VALUE on a command line, and short names of types."""

PREFIX = "org.apache.qpid.dispatch."
ROUTER_TYPES = ("link", "node")
CONFIGURED_TYPES = ("linkRoute", "address", "autoLink")
TRUE = ("yes", "true", "on")
FALSE = ("no", "false", "off")


def full_type(name):
    """`listener` is org.apache.qpid.dispatch.listener; what has a dot is taken as it is."""
    if not name or "." in name:
        return name
    if name in ROUTER_TYPES:
        return f"{PREFIX}router.{name}"
    if name in CONFIGURED_TYPES:
        return f"{PREFIX}router.config.{name}"
    return PREFIX + name


def parse(words, entity=None):
    """A dict of what the words say; `entity` of the schema knows which are numbers.

    With an entity, a name that it does not have is a ValidationError.
    """
    found = {}
    for word in words:
        name, equals, text = word.partition("=")
        kind = entity.attribute(name)["type"] if entity else None
        found[name] = _value(text, kind) if equals else None
    return found


def _value(text, kind):
    if text in ("true", "false"):
        return text == "true"
    return int(text) if kind == "integer" else text


def with_booleans(attributes):
    """For an update, where the router does not know by itself that `yes` is one."""
    return {name: value if not isinstance(value, str) else
            True if value in TRUE else False if value in FALSE else value
            for name, value in attributes.items()}
