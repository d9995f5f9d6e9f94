# SPDX-License-Identifier: Apache-2.0
"""xpstat: what a router is doing, as tables."""
import time
from datetime import datetime, timezone

from . import ending
from .options import (Parser, add_connection_options, add_general_options, add_target_options,
                      connect, positive_seconds, program_name)
from .rates import Rates
from .reports import addresses, explain, network, router, vhosts
from .reports.view import View, router_id
from .screen import Screen

# Options that select a report: names, report, what it shows.
REPORTS = [
    (["-g", "--general"], router.general, "general statistics of the router (the default)"),
    (["-c", "--connections"], network.connections, "connections"),
    (["-l", "--links"], addresses.links, "links"),
    (["-n", "--nodes"], network.nodes, "routers of the network"),
    (["-e", "--edge"], network.edge, "connections to and from edge routers"),
    (["-a", "--address"], addresses.addresses, "addresses"),
    (["-m", "--memory"], router.memory, "memory"),
    (["-p", "--policy"], router.policy, "policy"),
    (["--autolinks"], network.auto_links, "auto links"),
    (["--linkroutes"], network.link_routes, "link routes"),
    (["--vhosts"], vhosts.vhosts, "vhosts of the policy"),
    (["--vhostgroups"], vhosts.vhost_groups, "user groups of the vhosts"),
    (["--vhoststats"], vhosts.vhost_stats, "what the vhosts allowed and denied"),
    (["--log"], router.log, "the newest entries of the log"),
]
WITHOUT_HEADING = (vhosts.vhosts, vhosts.vhost_groups, vhosts.vhost_stats, router.log)
ALL_ENTITIES = [addresses.links, addresses.addresses, network.connections, network.auto_links,
                network.link_routes, router.general, router.memory, router.policy, vhosts.vhosts,
                vhosts.vhost_stats]
WITH_TOP = (addresses.addresses, addresses.links)
DEFAULT_INTERVAL = 2.0
TOP_INTERVAL = 1.0


def parser(version=""):
    made = Parser(prog=program_name(), description="Shows what a router is doing.")
    add_general_options(made, version)
    display = made.add_argument_group("Display").add_mutually_exclusive_group()
    for names, report, shown in REPORTS:
        display.add_argument(*names, help=shown, dest="report", action="store_const", const=report)
    display.add_argument("--all-entities", help="nearly all of the above", dest="report",
                         action="store_const", const=all_entities)
    display.add_argument("--explain", metavar="ADDRESS|LINK",
                         help="say why an address or a link behaves as it does")
    target = made.add_argument_group("Target").add_mutually_exclusive_group()
    target.add_argument("--all-routers", action="store_true",
                        help="ask all interior routers of the network, one after the other")
    add_target_options(target)
    made.add_argument("--limit", type=int, metavar="N", default=0,
                      help="at most that many rows; 0, the default, is all")
    made.add_argument("--csv", action="store_true", help="comma separated values")
    live = made.add_argument_group("Watching")
    live.add_argument("--watch", nargs="?", type=positive_seconds, const=DEFAULT_INTERVAL,
                      metavar="SECONDS", help="show the report again and again, with rates per "
                      "second, until Ctrl-C; default 2 seconds")
    live.add_argument("--top", action="store_true",
                      help="addresses (the default) or links, the busiest first")
    # Not --count: that --co means --connections must not change.
    live.add_argument("--watch-count", type=int, metavar="N", help="end --watch after N times")
    add_connection_options(made)
    return made


def parse(arguments, version):
    made = parser(version)
    options = made.parse_args(arguments)
    if options.explain is not None:
        subject = options.explain
        options.report = lambda client, view: explain.explain(client, subject)
    if options.report is None:
        options.report = addresses.addresses if options.top else router.general
    if options.top and options.report not in WITH_TOP:
        made.error("argument --top: only with -a/--address or -l/--links")
    if options.watch_count is not None and not options.watch:
        made.error("argument --watch-count: only with --watch")
    if options.limit < 0:
        made.error("argument --limit: must not be negative")
    return options


def all_entities(client, view):
    for report in ALL_ENTITIES:
        yield from report(client, view)
        yield ""


def now():
    return datetime.now(timezone.utc).strftime("%Y-%m-%d %H:%M:%S.%f UTC")


def of_one_router(client, options, view):
    if options.report not in WITHOUT_HEADING and options.explain is None:
        identity = router_id(client)  # first: a router that does not answer leaves one line
        yield now()
        yield identity
        yield ""
    yield from options.report(client, view)


def of_all_routers(client, nodes, options, views):
    yield now()
    for node in nodes:
        address = "_topo/0/" + node.partition("_topo/0/")[2]  # it may begin with amqp:/
        identity = address[len("_topo/0/"):].rpartition("/")[0]
        yield f"Router  {identity}"
        yield ""
        try:
            yield from options.report(client.at(address), views.of(address))
        except Exception as problem:  # pylint: disable=broad-except
            if not views.may_go_on_after(problem):
                raise
            yield ending.one_line(problem)
        yield ""


class Views:
    """One for each router that is asked, so that rates are not mixed up."""

    def __init__(self, options):
        self._options = options
        self._views = {}
        self.incomplete = False  # a router was left out

    def of(self, address):
        options = self._options
        if address not in self._views:
            # With --top the limit is put on what is shown, not on what is looked at.
            complete = options.top or not options.limit
            rates = Rates(complete) if options.watch or options.top else None
            self._views[address] = View(options.verbose, options.limit, rates, options.top)
        view = self._views[address]
        if view.rates:
            view.rates.look(time.monotonic())
        return view

    def may_go_on_after(self, problem):
        """Other routers may well answer although this one did not, or is there no more."""
        # pylint: disable=import-outside-toplevel
        from proton import ConnectionException, ProtonException
        from crosspoint.management import ManagementError
        self.incomplete = (isinstance(problem, (ManagementError, ProtonException))
                           and not isinstance(problem, ConnectionException))
        return self.incomplete


def blocks(client, options, views):
    nodes = client.get_mgmt_nodes() if options.all_routers else []
    if len(nodes) > 1:
        return of_all_routers(client, nodes, options, views)
    return of_one_router(client, options, views.of(client.address))


def watch(client, options, views, screen):
    shown = 0
    try:
        while True:
            screen.redraw(blocks(client, options, views))
            shown += 1
            if shown == options.watch_count:
                return
            time.sleep(options.watch)
    except KeyboardInterrupt:
        print()  # the usual way to end it, so no failure


def work(options):
    screen = Screen(options.csv)
    views = Views(options)
    with connect(options) as client:
        if options.top:
            # Rates need a look before the one that is shown.
            for _ in screen.lines(blocks(client, options, views)):
                pass
            time.sleep(min(TOP_INTERVAL, options.watch or TOP_INTERVAL))
        if options.watch:
            watch(client, options, views, screen)
        else:
            screen.show(blocks(client, options, views))
    return ending.FAILED if views.incomplete else 0


def main(arguments, version):
    options = parse(arguments, version)
    return ending.run(lambda: work(options))
