# SPDX-License-Identifier: Apache-2.0
"""Vhosts of the policy: their limits, their groups, what they allowed and denied."""
from router_tools import formats
from router_tools.table import PAIRS, Column, Pair, Table, count, words

from .view import PREFIX

VHOST_COLUMNS = [
    words("hostname", "hostname"), count("maxConnections", "maxConnections"),
    Column("maxMessageSize", lambda row: str(formats.plain(row.get("maxMessageSize"))),
           is_number=True),
    count("maxConnectionsPerUser", "maxConnectionsPerUser"),
    count("maxConnectionsPerHost", "maxConnectionsPerHost"),
    words("allowUnknownUser", "allowUnknownUser"),
    Column("groups", lambda row: str(len(row.get("groups") or {})), is_number=True)]


def vhosts(client, _):
    rows = list(client.query(PREFIX + "vhost"))
    yield Table("Vhosts", VHOST_COLUMNS, rows) if rows else "No Vhosts"


GROUP_LIMITS = ["maxConnectionsPerUser", "maxConnectionsPerHost", "maxMessageSize",
                "maxFrameSize", "maxSessionWindow", "maxSessions", "maxSenders", "maxReceivers"]
GROUP_PERMISSIONS = ["allowDynamicSource", "allowAnonymousSender", "allowUserIdProxy",
                     "allowWaypointLinks", "allowDynamicLinkRoutes", "allowAdminStatusUpdate",
                     "allowFallbackLinks"]
GROUP_LISTS = ["users", "remoteHosts", "sources", "targets", "sourcePattern", "targetPattern"]


class GroupDefaults:
    """What holds where a group says nothing, as the router tells it."""

    def __init__(self, schema):
        types = schema.get("entityTypes", {})
        self._attributes = types.get("vhostUserGroupSettings", {}).get("attributes", {})

    def text(self, group, attribute):
        value = group.get(attribute)
        if value is None:
            known = self._attributes.get(attribute, {})
            missing = "False" if known.get("type") == "boolean" else "(nil)"
            value = known.get("default", missing)
        return formats.text(value)


def vhost_groups(client, _):
    rows = [{**group, "vhost": vhost.get("hostname"), "group": name}
            for vhost in client.query(PREFIX + "vhost")
            for name, group in (vhost.get("groups") or {}).items()]
    if not rows:
        yield "No Vhosts"
        return
    defaults = GroupDefaults(client.get_schema())

    def column(attribute):
        return Column(attribute, lambda row: defaults.text(row, attribute),
                      is_number=attribute in GROUP_LIMITS)

    yield Table("Vhost Groups", [words("vhost", "vhost"), words("group", "group"),
                                 *map(column, GROUP_LIMITS + GROUP_PERMISSIONS)], rows)
    for row in rows:
        yield ""
        yield Table(f"Vhost '{row['vhost']}' UserGroup '{row['group']}'", PAIRS,
                    [Pair(name, defaults.text(row, name))
                     for name in ["vhost", "group", *GROUP_LISTS]])


STATS = ["connectionsApproved", "connectionsDenied", "connectionsCurrent", "sessionDenied",
         "senderDenied", "receiverDenied", "maxMessageSizeDenied"]


def vhost_stats(client, _):
    rows = list(client.query(PREFIX + "vhostStats"))
    if not rows:
        yield "No Vhost Stats"
        return
    yield Table("Vhost Stats", [words("hostname", "hostname"),
                                *(count(name, name) for name in STATS)], rows)
    yield ""
    users = [{"vhost": row.get("hostname"), "user": user, "hosts": hosts}
             for row in rows for user, hosts in (row.get("perUserState") or {}).items()]
    yield Table("Vhost User Stats", [words("vhost", "vhost"), words("user", "user"),
                                     words("remote hosts", "hosts")], users)
