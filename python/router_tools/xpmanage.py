# SPDX-License-Identifier: Apache-2.0
"""xpmanage: queries and changes what a router manages."""
import json
import re
import sys

from crosspoint.schema import Schema, meant

from . import attributes, ending
from .formats import plain
from .options import (Parser, add_connection_options, add_general_options, add_target_options,
                      connect, program_name)


def parser(version=""):
    made = Parser(
        prog=program_name(), usage="%(prog)s <operation> [options...] [arguments...]",
        description="Operations: query [ATTRIBUTE...], create and update [NAME=VALUE...], read, "
                    "delete, get-types, get-attributes, get-operations, get-annotations, "
                    "get-mgmt-nodes, get-schema, get-json-schema, get-log, get-configuration, "
                    "explain, and whatever else the router knows.")
    add_general_options(made, version)
    made.add_argument("--type", metavar="TYPE", help="type of entity")
    made.add_argument("--name", metavar="NAME", help="name of the entity")
    made.add_argument("--identity", metavar="ID", help="identity of the entity")
    made.add_argument("--indent", type=int, default=2, metavar="N",
                      help="indentation of JSON; default 2, and -1 for all on one line")
    made.add_argument("--stdin", action="store_true",
                      help="create, update: attributes as a JSON map, or a list of maps, on "
                           "standard input")
    made.add_argument("--body", metavar="JSON", help="body of any other operation")
    made.add_argument("--properties", metavar="JSON",
                      help="more properties of any other operation, as a JSON map")
    add_target_options(made)
    add_connection_options(made)
    return made


def note(text):
    """What may help, but is no part of the output."""
    print(f"{program_name()}: note: {text}", file=sys.stderr)


class Output:
    """JSON on standard output."""

    def __init__(self, indent, stream=None):
        self._indent = indent if indent >= 0 else None
        self._stream = stream or sys.stdout

    def text(self, value):
        return json.dumps(plain(value), indent=self._indent)

    def write(self, value):
        self._stream.write(self.text(value) + "\n")

    def write_text(self, text):
        self._stream.write(text if not text or text.endswith("\n") else text + "\n")

    def write_list(self, items):
        """Writes each item as it comes; together they are one list."""
        margin = "" if self._indent is None else " " * self._indent
        between = ", " if self._indent is None else ",\n"
        empty = True
        try:
            for item in items:
                if empty:
                    self._stream.write("[" if self._indent is None else "[\n")
                text = self.text(item).replace("\n", "\n" + margin)
                self._stream.write(("" if empty else between) + margin + text)
                empty = False
        except Exception:
            self._stream.write("" if empty else "\n")  # what went wrong has a line of its own
            raise
        end = "[]\n" if empty else "]\n" if self._indent is None else "\n]\n"
        self._stream.write(end)


class Command:
    """One run of the tool: the operation and everything that belongs to it."""

    def __init__(self, options, operation, words, usage_error, output=None):
        self.options = options
        self.operation = operation
        self.words = words
        self._usage_error = usage_error
        self._output = output or Output(options.indent)
        self._type = attributes.full_type(options.type)
        self._schema = None

    @property
    def schema(self):
        if self._schema is None:
            self._schema = Schema.load()
        return self._schema

    def run(self, client):
        work = OPERATIONS.get(self.operation.lower(), Command.anything_else)
        try:
            work(self, client)
        except Exception as problem:
            explained = self._explained(str(problem))
            if explained != str(problem):
                problem.args = (explained,) + problem.args[1:]
            raise

    def check(self):
        """Ends the program if the command line is wrong."""
        if self.operation.lower().startswith("get-") and self.operation.lower() in OPERATIONS:
            allowed = 0 if self.operation.lower() == "get-mgmt-nodes" else 1
            if len(self.words) > allowed:
                self._usage_error(f"Unexpected arguments: {' '.join(self.words[allowed:])}")

    def prepare(self):
        """Raises what is wrong with the attributes, so that nobody waits for a router first."""
        if self.operation.lower() in ("create", "update") and not self.options.stdin:
            self._given()

    # --- operations -------------------------------------------------------------------------

    def query(self, client):
        empty = set(self.words)

        def rows():
            for row in client.query(self._type, self.words):
                found = {name: value for name, value in row.items() if value is not None}
                empty.difference_update(found)
                yield found

        self._output.write_list(rows())
        self._note_unknown([name for name in self.words if name in empty])

    def create(self, client):
        def one(given):
            given = self._selected(given, ("type", "name"))
            return client.create(given, given.get("type"), given.get("name"))
        self._for_each(one)

    def update(self, client):
        def one(given):
            selectors = self._selected(given, ("type", "name", "identity"))
            name = None if selectors.get("identity") else selectors.get("name")
            changes = attributes.with_booleans(
                {key: value for key, value in given.items()
                 if key not in ("type", "name", "identity")})
            return client.update(changes, selectors.get("type"), name, selectors.get("identity"))
        self._for_each(one)

    def read(self, client):
        name = None if self.options.identity else self.options.name
        self._output.write(client.read(self._type, name, self.options.identity))

    def delete(self, client):
        name = None if self.options.identity else self.options.name
        client.delete(self._type, name, self.options.identity)

    def get_about_types(self, client):
        of_type = attributes.full_type(self.words[0]) if self.words else self._type
        self._output.write(client.ask(self.operation.upper(), of_type))

    def get_mgmt_nodes(self, client):
        self._output.write(client.get_mgmt_nodes())

    def anything_else(self, client):
        properties = attributes.parse(self.words)
        if self.options.properties:
            more = json.loads(self.options.properties)
            if not isinstance(more, dict):
                raise ValueError("--properties is not a JSON map")
            properties.update(more)
        for name, value in (("type", self._type), ("name", self.options.name),
                            ("identity", self.options.identity)):
            if value is not None:
                properties[name] = value
        result = client.call(self.operation, properties, self._body())
        if isinstance(result, str):
            self._output.write_text(result)
        elif result or isinstance(result, (bool, int)):
            self._output.write(result)

    # --- parts of them ----------------------------------------------------------------------

    def _body(self):
        text = self.options.body
        if not text:
            return None
        return json.loads(text) if re.search(r'["{}\[\]]', text) else text

    def _for_each(self, one):
        """Runs it for the attributes on the command line, or for each map on standard input."""
        if self.options.stdin:
            given = json.load(sys.stdin)
            if isinstance(given, dict):
                self._output.write(one(given))
            elif isinstance(given, list):
                self._output.write(self._each_of(given, one))
            else:
                raise ValueError("stdin is not a JSON map or list")
            return
        self._output.write(one(self._given()))

    @staticmethod
    def _each_of(given, one):
        """What came of each, or the first failure, with a note on what has been done before it."""
        done = []
        for each in given:
            try:
                done.append(one(each))
            except Exception:
                if len(given) > 1:
                    note(f"map {len(done) + 1} of {len(given)} failed, those before it are done, "
                         "those behind it are not")
                raise
        return done

    def _given(self):
        """The attributes on the command line, checked as far as they can be without a router."""
        if not self.words:
            raise ValueError(f"{self.operation} needs attributes, NAME=VALUE or --stdin")
        entity = self.schema.entity(self._type) if self._type else None
        return attributes.parse(self.words, entity)

    def _selected(self, given, selectors):
        """The attributes, with what options select put over them."""
        if not isinstance(given, dict):
            raise ValueError("stdin is not a JSON map or list")
        found = dict(given)
        for name in selectors:
            option = getattr(self.options, name)
            if option is not None:
                found[name] = option
        if found.get("type"):
            found["type"] = attributes.full_type(found["type"])
        return found

    # --- help for slips of the pen ----------------------------------------------------------

    def _explained(self, text):
        """Adds the type that was probably meant to what the router says of an unknown one."""
        unknown = re.search(r"^No such entity type '([^']*)'$", text)
        if unknown:
            return text + self.schema.meant_type(unknown[1])
        unknown = re.search(r"^Operation '([^']*)' not implemented .*[^?]$", text)
        if unknown:
            return text + meant(unknown[1].lower(), [*OPERATIONS, *MORE_OPERATIONS])
        unknown = re.search(r"^Unknown attributes? \[?'([^']*)'\]?.*[^?]$", text)
        if unknown and self._type and self.schema.short_name(self._type) in self.schema.types:
            return text + meant(unknown[1], self.schema.entity(self._type).attributes)
        return text

    def _note_unknown(self, names):
        """Routers may give no value for an attribute that they do not know, and say nothing."""
        if not self._type or self.schema.short_name(self._type) not in self.schema.types:
            return
        entity = self.schema.entity(self._type)
        for name in names:
            guess = "" if entity.knows(name) else meant(name, entity.attributes)
            if guess:
                note(f"{self._type} has no attribute '{name}'{guess}")


OPERATIONS = {"query": Command.query, "create": Command.create, "read": Command.read,
              "update": Command.update, "delete": Command.delete,
              "get-types": Command.get_about_types, "get-attributes": Command.get_about_types,
              "get-operations": Command.get_about_types,
              "get-annotations": Command.get_about_types,
              "get-mgmt-nodes": Command.get_mgmt_nodes}
# Those that are sent as they are typed; the last two are known to our router alone.
MORE_OPERATIONS = ("get-schema", "get-json-schema", "get-log", "get-configuration", "explain")


def parse(arguments, version):
    made = parser(version)
    options, words = made.parse_known_args(arguments)
    operation = next((word for word in words if not word.startswith("-")), None)
    if operation is None:
        made.error("No operation specified")
    words.remove(operation)
    for word in words:
        guess = made.meant_option(word)
        if guess:
            note(f"there is no option {word}{guess}")
    command = Command(options, operation, words, made.error)
    command.check()
    return command


def main(arguments, version):
    command = parse(arguments, version)

    def work():
        command.prepare()
        with connect(command.options) as client:
            command.run(client)

    return ending.run(work)
