# SPDX-License-Identifier: Apache-2.0
"""Requests to a management node, and what comes back."""
from itertools import islice

from proton import Message

from .connection import DEFAULT_TIMEOUT, Settings, Target, open_connection
from .errors import CREATED, NO_CONTENT, OK, ManagementError, check_status
from .exchange import Exchange

MANAGEMENT = "$management"
PAGE = 500  # rows of a query that are asked for at once
NODE = {"name": "self", "type": "org.amqp.management"}  # the management node as an entity


class Client:
    """The management node of one router at the other end of a connection.

    Several nodes can be asked over the same connection: `at` gives a client for another address.
    """

    def __init__(self, exchange, address=MANAGEMENT):
        self._exchange = exchange
        self.address = address

    @classmethod
    def connect(cls, url, address=None, settings=Settings(), timeout=DEFAULT_TIMEOUT):
        """A path in the URL takes precedence over `address`."""
        target = Target.parse(url)
        connection = open_connection(target, settings, timeout)
        try:
            return cls(Exchange(connection), target.path or address or MANAGEMENT)
        except BaseException:
            connection.close()
            raise

    def at(self, address):
        """The same connection, and another management node."""
        return Client(self._exchange, address)

    def close(self):
        self._exchange.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    # --- requests ---------------------------------------------------------------------------

    def call(self, operation, properties=None, body=None, expected=OK):
        """Any operation: gives the body of the reply, or raises what the status stands for."""
        given = {key: value for key, value in (properties or {}).items() if value is not None}
        reply = self._exchange.call(self.address,
                                    Message(body={} if body is None else body,
                                            properties={**given, "operation": operation}))
        answer = reply.properties or {}
        status = answer.get("statusCode")
        if status is None:
            raise ManagementError("The reply has no statusCode")
        check_status(status, answer.get("statusDescription"), expected)
        return reply.body

    def query(self, type=None, attributes=None, limit=0):  # pylint: disable=redefined-builtin
        """Yields a dict for each entity, page by page, so that the first ones come at once."""
        rows = self._rows(type, attributes, min(limit, PAGE) if limit else PAGE)
        return islice(rows, limit) if limit else rows

    def read(self, type=None, name=None, identity=None):  # pylint: disable=redefined-builtin
        return self.call("READ", {"type": type, "name": name, "identity": identity})

    def create(self, attributes, type=None, name=None):  # pylint: disable=redefined-builtin
        return self.call("CREATE", {"type": type, "name": name}, attributes, CREATED)

    def update(self, attributes, type=None, name=None,  # pylint: disable=redefined-builtin
               identity=None):
        return self.call("UPDATE", {"type": type, "name": name, "identity": identity}, attributes)

    def delete(self, type=None, name=None, identity=None):  # pylint: disable=redefined-builtin
        self.call("DELETE", {"type": type, "name": name, "identity": identity},
                  expected=NO_CONTENT)

    def ask(self, operation, type=None, **properties):  # pylint: disable=redefined-builtin
        """An operation of the node itself, that may be restricted to an entity type."""
        return self.call(operation, {**NODE, "entityType": type, **properties})

    def get_types(self, type=None):  # pylint: disable=redefined-builtin
        return self.ask("GET-TYPES", type)

    def get_attributes(self, type=None):  # pylint: disable=redefined-builtin
        return self.ask("GET-ATTRIBUTES", type)

    def get_operations(self, type=None):  # pylint: disable=redefined-builtin
        return self.ask("GET-OPERATIONS", type)

    def get_annotations(self, type=None):  # pylint: disable=redefined-builtin
        return self.ask("GET-ANNOTATIONS", type)

    def get_mgmt_nodes(self):
        return self.ask("GET-MGMT-NODES")

    def get_schema(self):
        return self.ask("GET-SCHEMA")

    def get_log(self, limit=0):
        """Lists of module, level, text, source file, line and seconds of the epoch."""
        return self.ask("GET-LOG", limit=limit or None)

    def explain(self, subject):
        """What the router knows about an address or a link: a map of subject, summary, reasons."""
        return self.call("EXPLAIN", {"type": NODE["type"], "name": subject})

    def _rows(self, entity_type, attributes, page):
        body = {"attributeNames": list(attributes or [])}
        offset, before = 0, None
        while True:
            reply = self.call("QUERY", {**NODE, "entityType": entity_type, "offset": offset,
                                        "count": page}, body)
            names, results = _checked_page(reply)
            if results == before:
                return  # a router that knows no offset: it would begin from the start for ever
            for row in results:
                yield dict(zip(names, row))
            if len(results) != page:
                return
            offset += page
            before = results


def _checked_page(reply):
    names = reply.get("attributeNames") if isinstance(reply, dict) else None
    results = reply.get("results") if isinstance(reply, dict) else None
    if not isinstance(names, list) or not isinstance(results, list) or not all(
            isinstance(row, list) for row in results):
        raise ManagementError("The reply to the query has no attributeNames and results")
    return names, results

