# SPDX-License-Identifier: Apache-2.0
"""Addresses and links, and how the router's keys of addresses read."""
from typing import NamedTuple

from router_tools import formats
from router_tools.table import Column, Table, count, words

from .view import PREFIX

CLASSES = {"M": "mobile", "R": "router", "A": "area", "L": "local", "T": "topo",
           "C": "link-in", "E": "link-in", "D": "link-out", "F": "link-out", "H": "edge"}
LINK_ROUTED = ("C", "D", "E", "F")


class Key(NamedTuple):
    """What an address key says: class, address, and for mobile ones the phase."""
    kind: str
    address: str
    phase: str

    @classmethod
    def parse(cls, key):
        if not key:
            return cls("", "", "")
        key = formats.text(key)
        kind = CLASSES.get(key[0], f"unknown: {key[0]}")
        return cls(kind, key[2:], key[1:2]) if key[0] == "M" else cls(kind, key[1:], "")


def key_columns(attribute):
    def column(heading, part):
        return Column(heading, lambda row: getattr(Key.parse(row.get(attribute)), part))
    return [column("class", "kind"), column("addr", "address"), column("phs", "phase")]


# --- addresses ----------------------------------------------------------------------------------

ADDRESS_RATES = {"in/s": "deliveriesIngress", "out/s": "deliveriesEgress",
                 "thru/s": "deliveriesTransit"}


def _priority(row):
    priority = row.get("priority")
    negative = isinstance(priority, int) and priority < 0
    return "-" if negative else formats.number(priority)


def _local(row):
    of_containers = (row.get("key") or "")[:1] in LINK_ROUTED
    return formats.comma(row.get("containerCount" if of_containers else "subscriberCount"))


def _address_columns(view):
    def commas(heading, attribute):
        return count(heading, attribute, formats.comma)

    verbose = bool(view.verbose)
    columns = [*key_columns("key"), words("distrib", "distribution"),
               Column("pri", _priority, is_number=True)]
    columns += [commas("in-proc", "inProcess")] * verbose
    columns += [Column("local", _local, is_number=True), commas("remote", "remoteCount"),
                commas("in", "deliveriesIngress"), commas("out", "deliveriesEgress"),
                commas("thru", "deliveriesTransit"),
                commas("fallback", "deliveriesRedirectedToFallback")]
    columns += [commas("to-proc", "deliveriesToContainer"),
                commas("from-proc", "deliveriesFromContainer")] * verbose
    return columns


def addresses(client, view):
    attributes = ["key", "distribution", "priority", "inProcess", "subscriberCount",
                  "containerCount", "remoteCount", "deliveriesIngress", "deliveriesEgress",
                  "deliveriesTransit", "deliveriesRedirectedToFallback", "deliveriesToContainer",
                  "deliveriesFromContainer"]
    rows = list(client.query(PREFIX + "router.address", attributes, view.query_limit))
    rows.sort(key=lambda row: Key.parse(row.get("key")).address)
    columns = _address_columns(view)
    if view.rates:
        columns = with_rates(view, "key", ADDRESS_RATES, rows) + columns
    if view.top:
        rows = view.ranked(rows, lambda row: sum(row[heading] or 0 for heading in ADDRESS_RATES))
    yield Table("Router Addresses", columns, rows)


# --- links --------------------------------------------------------------------------------------

LINK_RATES = {"deliv/s": "deliveryCount", "acc/s": "acceptedCount"}
LINK_ATTRIBUTES = [
    "linkType", "linkDir", "connectionId", "identity", "peer", "owningAddr", "capacity",
    "undeliveredCount", "unsettledCount", "deliveryCount", "presettledCount",
    "droppedPresettledCount", "acceptedCount", "rejectedCount", "releasedCount", "modifiedCount",
    "deliveriesDelayed1Sec", "deliveriesDelayed10Sec", "deliveriesStuck", "creditAvailable",
    "zeroCreditSeconds", "adminStatus", "operStatus", "linkName", "priority", "settleRate"]


def _delayed(row):
    slow, slower = row.get("deliveriesDelayed1Sec"), row.get("deliveriesDelayed10Sec")
    return "" if slow is None and slower is None else formats.number((slow or 0) + (slower or 0))


def _blocked(row):
    seconds = row.get("zeroCreditSeconds")
    return "-" if seconds == 0 else formats.short_time(seconds)


LINK_COLUMNS = [
    words("type", "linkType"), words("dir", "linkDir"), count("conn id", "connectionId"),
    count("id", "identity"), count("peer", "peer"), *key_columns("owningAddr"),
    count("cap", "capacity"), count("pri", "priority"), count("undel", "undeliveredCount"),
    count("unsett", "unsettledCount"), count("deliv", "deliveryCount"),
    count("presett", "presettledCount"), count("psdrop", "droppedPresettledCount"),
    count("acc", "acceptedCount"), count("rej", "rejectedCount"), count("rel", "releasedCount"),
    count("mod", "modifiedCount"), Column("delay", _delayed, is_number=True),
    count("rate", "settleRate"), count("stuck", "deliveriesStuck"),
    count("cred", "creditAvailable"), Column("blkd", _blocked, is_number=True)]
LINK_VERBOSE = [words("admin", "adminStatus"), words("oper", "operStatus"),
                words("name", "linkName")]


def links(client, view):
    rows = client.query(PREFIX + "router.link", LINK_ATTRIBUTES, view.query_limit)
    columns = list(LINK_COLUMNS)
    if view.rates:
        rows = list(rows)
        columns = with_rates(view, "identity", LINK_RATES, rows) + columns
    if view.top:
        rows = view.ranked(rows, lambda row: row["deliv/s"])
    yield Table("Router Links", columns + LINK_VERBOSE * bool(view.verbose), rows)


# --- rates --------------------------------------------------------------------------------------

def with_rates(view, identity, rates, rows):
    """Adds the rates to the rows, under their headings; gives the columns that show them.

    They belong to the left, where a narrow terminal does not cut them off.
    """
    for row in rows:
        for heading, attribute in rates.items():
            row[heading] = view.rates.of((row.get(identity), attribute), row.get(attribute))
    return [count(heading, heading, formats.rate) for heading in rates]

