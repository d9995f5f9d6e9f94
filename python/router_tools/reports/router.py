# SPDX-License-Identifier: Apache-2.0
"""The router as a whole: its statistics, its memory, its policy, its log."""
import time

from router_tools import formats
from router_tools.table import PAIRS, PAIRS_AND_RATES, Column, Pair, Table, count

from .view import PREFIX, the_only

GENERAL = [
    ("Version", "version", formats.text), ("Mode", "mode", formats.text),
    ("Router Id", "id", formats.text), ("Worker Threads", "workerThreads", formats.text),
    ("Uptime", "uptimeSeconds", formats.long_time), ("VmSize", "memoryUsage", formats.kimigi),
    ("Area", "area", formats.text), ("Link Routes", "linkRouteCount", formats.text),
    ("Auto Links", "autoLinkCount", formats.text), ("Links", "linkCount", formats.text),
    ("Nodes", "nodeCount", formats.text), ("Addresses", "addrCount", formats.text),
    ("Connections", "connectionCount", formats.text)]
GENERAL_COUNTERS = [
    ("Presettled Count", "presettledDeliveries"),
    ("Dropped Presettled Count", "droppedPresettledDeliveries"),
    ("Accepted Count", "acceptedDeliveries"), ("Rejected Count", "rejectedDeliveries"),
    ("Released Count", "releasedDeliveries"), ("Modified Count", "modifiedDeliveries"),
    ("Deliveries Delayed > 1sec", "deliveriesDelayed1Sec"),
    ("Deliveries Delayed > 10sec", "deliveriesDelayed10Sec"),
    ("Deliveries Stuck > 10sec", "deliveriesStuck"),
    ("Deliveries to Fallback", "deliveriesRedirectedToFallback"),
    ("Links Blocked", "linksBlocked"), ("Ingress Count", "deliveriesIngress"),
    ("Egress Count", "deliveriesEgress"), ("Transit Count", "deliveriesTransit"),
    ("Deliveries from Route Container", "deliveriesIngressRouteContainer"),
    ("Deliveries to Route Container", "deliveriesEgressRouteContainer")]
GAUGES = ("deliveriesStuck", "linksBlocked")  # they go up and down, so a rate says nothing


def general(client, view):
    router = the_only(client.query(PREFIX + "router"))
    pairs = [Pair(label, form(router.get(attribute))) for label, attribute, form in GENERAL
             if attribute != "memoryUsage" or (router.get(attribute) or 0) > 0]
    for label, attribute in GENERAL_COUNTERS:
        value = router.get(attribute)
        counts = view.rates and attribute not in GAUGES
        rate = formats.rate(view.rates.of(attribute, value)) if counts else ""
        pairs.append(Pair(label, formats.text(value), rate))
    yield Table("Router Statistics", PAIRS_AND_RATES if view.rates else PAIRS, pairs)


def _pool_name(row):
    return formats.text(row.get("identity")).partition("/")[2]


POOL_COLUMNS = [Column("type", _pool_name)] + [
    count(heading, attribute, form) for heading, attribute, form in [
        ("size", "typeSize", formats.comma), ("batch", "transferBatchSize", formats.number),
        ("thread-max", "localFreeListMax", formats.comma),
        ("total", "totalAllocFromHeap", formats.comma),
        ("in-threads", "heldByThreads", formats.comma),
        ("rebal-in", "batchesRebalancedToThreads", formats.comma),
        ("rebal-out", "batchesRebalancedToGlobal", formats.comma)]]


def memory(client, _):
    pools = sorted(client.query(PREFIX + "allocator"), key=_pool_name)
    if not pools or any(pool.get("totalAllocFromHeap") is None for pool in pools):
        yield "No memory statistics available"
        return
    yield Table("Memory Pools", POOL_COLUMNS, pools)
    yield ""
    used = the_only(client.query(PREFIX + "router", ["memoryUsage"])).get("memoryUsage")
    pooled = sum((pool.get("typeSize") or 0) * pool["totalAllocFromHeap"] for pool in pools)
    yield Table("Memory Summary",
                [Column("VmSize", lambda row: row[0], is_number=True),
                 Column("Pooled", lambda row: row[1], is_number=True)],
                [(formats.kimigi(used) if used else "-", formats.kimigi(pooled))])


POLICY = [("Maximum Concurrent Connections", "maxConnections"),
          ("Maximum Message Size", "maxMessageSize"),
          ("Enable Vhost Policy", "enableVhostPolicy"),
          ("Enable Vhost Name Patterns", "enableVhostNamePatterns"),
          ("Policy Directory", "policyDir"), ("Default Vhost", "defaultVhost")]
POLICY_STATUS = [("Connections Processed", "connectionsProcessed"),
                 ("Connections Denied", "connectionsDenied"),
                 ("Connections Current", "connectionsCurrent"), ("Links Denied", "linksDenied"),
                 ("Maximum Message Size Denied", "maxMessageSizeDenied"),
                 ("Total Denials", "totalDenials")]


def policy(client, _):
    found = the_only(client.query(PREFIX + "policy"))

    def value(attribute):
        shown = formats.text(found.get(attribute))
        return "(nil)" if not shown and attribute in ("policyDir", "defaultVhost") else shown

    def table(title, rows):
        pairs = [Pair(label, value(attribute)) for label, attribute in rows]
        return Table(title, PAIRS, pairs if found else [])

    yield table("Policy Configuration", POLICY)
    yield ""
    yield table("Policy Status", POLICY_STATUS)


def log(client, view):
    for entry in client.get_log(view.limit):
        module, level, text, _, _, when = (list(entry) + [None] * 6)[:6]
        yield (f"{time.ctime(when or 0)} {formats.text(module)} ({formats.text(level)}) "
               f"{formats.text(text)}")
