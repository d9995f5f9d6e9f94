# SPDX-License-Identifier: Apache-2.0
"""Who is connected: connections, routers of the network, auto links, link routes."""
import time

from router_tools import formats
from router_tools.table import Column, Table, count, words

from .view import PREFIX

MECHANISMS = {"GSSAPI": "Kerberos", "EXTERNAL": "x.509"}


def _security(row):
    if not row.get("isEncrypted"):
        return "no-security"
    if row.get("sasl") == "GSSAPI":
        return "Kerberos"
    return f"{formats.text(row.get('sslProto'))}({formats.text(row.get('sslCipher'))})"


def _authentication(row):
    if not row.get("isAuthenticated"):
        return "no-auth"
    mechanism = formats.text(row.get("sasl"))
    if mechanism == "ANONYMOUS":
        return "anonymous-user"
    mechanism = MECHANISMS.get(mechanism, mechanism)
    return f"{formats.text(row['user'])}({mechanism})" if row.get("user") else mechanism


def _tenant(row):
    tenant = formats.text(row.get("tenant"))
    return tenant[:-1] if tenant.endswith("/") else tenant


def _last_delivery(row):
    seconds = row.get("lastDlvSeconds")
    return "-" if seconds is None else formats.long_time(seconds)


WHO = [count("id", "identity"), words("host", "host"), words("container", "container"),
       words("role", "role")]
SAFETY = [words("dir", "dir"), Column("security", _security),
          Column("authentication", _authentication), Column("tenant", _tenant)]
CONNECTION_COLUMNS = [*WHO, words("proto", "protocol"), *SAFETY,
                      Column("last dlv", _last_delivery, is_number=True),
                      count("uptime", "uptimeSeconds", formats.long_time)]
EDGE_COLUMNS = [*WHO, *SAFETY,
                Column("active", lambda row: "yes" if row.get("active") else "no")]


def connections(client, view):
    yield Table("Connections", CONNECTION_COLUMNS,
                client.query(PREFIX + "connection", limit=view.limit))


def edge(client, view):
    rows = list(client.query(PREFIX + "connection", limit=view.limit))
    edges = [row for row in rows if row.get("role") == "edge"]
    if edges:
        yield Table("Connections", EDGE_COLUMNS, edges)
    elif not rows:
        yield "No Edge Router Connections"


def _next_hop(row):
    return "-" if row.get("nextHop") is None else formats.text(row["nextHop"])


def _link(row):
    return formats.text(row.get("routerLink")) if row.get("nextHop") is None else "-"


def _cost(row):
    return formats.number(row.get("cost") or None)


NODE_COLUMNS = [words("router-id", "id"), Column("next-hop", _next_hop),
                Column("link", _link, is_number=True)]
NODE_VERBOSE = [count("ver", "protocolVersion"), Column("cost", _cost, is_number=True),
                words("neighbors", "linkState"), words("valid-origins", "validOrigins")]


def nodes(client, view):
    rows = list(client.query(PREFIX + "router.node", limit=view.limit))
    if not rows:
        yield "Router is Standalone - No Router List"
        return
    title = "Routers in the Network"
    changed = max(row.get("lastTopoChange") or 0 for row in rows)
    if changed > 1:
        when = time.strftime("%A %b %d %H:%M:%S %Y", time.gmtime(changed))
        title += f"\nLast Topology Change: {when} GMT"
    rows.sort(key=lambda row: formats.text(row.get("id")))
    yield Table(title, NODE_COLUMNS + NODE_VERBOSE * bool(view.verbose), rows)


def _either(heading, *attributes):
    """The first of several names that has a value."""
    def cell(row):
        values = (row.get(attribute) for attribute in attributes)
        return formats.text(next((value for value in values if value is not None), None))
    return Column(heading, cell)


def _sorted_by_first(rows, columns):
    return sorted(rows, key=columns[0].cell)


AUTO_LINK_COLUMNS = [_either("addr", "address", "addr"), _either("dir", "direction", "dir"),
                     count("phs", "phase"), _either("extAddr", "externalAddress", "externalAddr"),
                     count("link", "linkRef"), words("status", "operStatus"),
                     words("lastErr", "lastError")]


def auto_links(client, view):
    rows = list(client.query(PREFIX + "router.config.autoLink", limit=view.limit))
    yield Table("AutoLinks", AUTO_LINK_COLUMNS, _sorted_by_first(rows, AUTO_LINK_COLUMNS))
    if not rows:
        yield "No AutoLinks found"


LINK_ROUTE_COLUMNS = [_either("address", "prefix", "pattern"), _either("dir", "direction", "dir"),
                      words("distrib", "distribution"), words("status", "operStatus")]
EXTERNAL_PREFIXES = [("add-ext-prefix", "addExternalPrefix"),
                     ("del-ext-prefix", "delExternalPrefix")]


def link_routes(client, view):
    rows = list(client.query(PREFIX + "router.config.linkRoute", limit=view.limit))
    columns = LINK_ROUTE_COLUMNS + [words(heading, attribute)
                                    for heading, attribute in EXTERNAL_PREFIXES
                                    if any(row.get(attribute) for row in rows)]
    yield Table("Link Routes", columns, _sorted_by_first(rows, LINK_ROUTE_COLUMNS))
    if not rows:
        yield "No Link Routes found"
