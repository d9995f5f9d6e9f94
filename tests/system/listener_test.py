# SPDX-License-Identifier: Apache-2.0
"""Listeners: where they listen, and how they greet whoever comes."""
import os
import socket
import time

from proton import Array, Message, symbol

from harness import ConnectionLost, RawPeer, RouterTest, eventually, listener
from harness.raw_peer import AMQP_HEADER, SASL_HEADER, TLS_HEADER


OPEN = b"\x00\x53\x10"  # how the performative begins
EMPTY_FRAME = b"\x00\x00\x00\x08\x02\x00\x00\x00"
ATTEMPTS = 5


def can_bind(family, address, port=0):
    with socket.socket(family, socket.SOCK_STREAM) as attempt:
        attempt.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            attempt.bind((address, port))
        except OSError:
            return False
    return True


HAS_IPV6 = socket.has_ipv6 and can_bind(socket.AF_INET6, "::1")


class LimitedTime(RouterTest):
    def open_in_time(self, router):
        """An open connection, where the router waits for nobody longer than a second. On a busy
        machine a test may be late itself; then it was cut off rightly."""
        for attempt in range(1, ATTEMPTS + 1):
            peer = self.raw_peer(router)
            try:
                peer.open()
                return peer
            except (AssertionError, OSError):
                if attempt == ATTEMPTS:
                    raise


class Places(RouterTest):
    def greet(self, host, port):
        peer = RawPeer(host, port)
        self.addCleanup(peer.close)
        return peer.open()

    def check_places(self, host, there, not_there=()):
        """The kernel chooses a port that is free at one place; at another it may belong to some
        other program. Then a router with another port has to show what it does."""
        for attempt in range(1, ATTEMPTS + 1):
            router = self.start_router(listener(host=host), name=f"A{attempt}")
            try:
                for place in there:
                    self.greet(place, router.port())
                for place in not_there:
                    with self.assertRaises(ConnectionRefusedError):
                        RawPeer(place, router.port()).close()
                return router
            except (AssertionError, OSError):
                if attempt == ATTEMPTS:
                    raise

    def test_an_ipv4_address_is_only_that(self):
        self.check_places("127.0.0.1", ["127.0.0.1"], ["127.0.0.2"] + ["::1"] * HAS_IPV6)

    def test_an_ipv6_address_is_only_that(self):
        if not HAS_IPV6:
            self.skipTest("this host has no IPv6")
        router = self.check_places("::1", ["::1"], ["127.0.0.1"])
        router.wait_log(r"Listening on ::1:\d+$")

    def test_an_empty_host_is_every_address_of_both_families(self):
        self.check_places(None, ["127.0.0.1", "127.0.0.2"] + ["::1"] * HAS_IPV6)

    def test_a_name_is_resolved(self):
        router = self.start_router(listener(host="localhost"))
        self.greet("localhost", router.port())

    def test_a_service_name_is_a_port(self):
        # An address of this process alone: the same test may run twice on one machine.
        number = os.getpid()
        host = f"127.{64 + (number >> 16) % 64}.{(number >> 8) % 256}.{number % 256}"
        if not can_bind(socket.AF_INET, host, 5672):
            self.skipTest("the port is in use")
        router = self.start_router(listener(host=host, port="amqp"))
        router.wait_log(rf"Listening on {host}:amqp$")
        self.greet(host, 5672)

    def test_what_is_for_information_only_is_told(self):
        router = self.start_router(listener(socketAddressFamily="IPv4", trustedCertsFile="/x"))
        router.wait_log(r"CONN_MGR \(info\) Configured Listener: 127\.0\.0\.1:0 proto=IPv4, "
                        r"role=normal$")
        router.wait_log(r"CONN_MGR \(warning\) Configuration listener attribute 'trustedCertsFile' "
                        r"is not used\. Specify sslProfile caCertFile instead\.$")
        self.greet("127.0.0.1", router.port())

    def test_there_may_be_many_listeners_with_settings_of_their_own(self):
        router = self.start_router(listener(name="small", maxFrameSize=1000),
                                   listener(name="large", maxFrameSize=100000),
                                   listener(name="default"))
        for name, size in ("small", 1000), ("large", 100000), ("default", 16384):
            self.assertEqual(self.raw_peer(router, name).open().max_frame_size, size)

    def test_messages_go_from_one_listener_to_another(self):
        router = self.start_router(listener(name="left"), listener(name="right"))
        receiver = self.connect(router, "left").receiver("a")
        self.connect(router, "right").sender("a").send(Message(body="x"))
        self.assertEqual(receiver.wait(1)[0].body, "x")


class Open(RouterTest):
    def opened(self, **attributes):
        return self.raw_peer(self.start_router(listener(**attributes), name="R.1")).open()

    def test_the_router_introduces_itself(self):
        opened = self.opened()
        self.assertEqual(opened.container_id, "R.1")
        self.assertIsNone(opened.hostname)
        self.assertEqual(opened.max_frame_size, 16384)
        self.assertEqual(opened.channel_max, 32767)
        self.assertEqual(opened.idle_time_out, 8000)
        for capabilities in opened.offered_capabilities, opened.desired_capabilities:
            self.assertIsInstance(capabilities, Array)
            self.assertIn(symbol("ANONYMOUS-RELAY"), capabilities.elements)
        properties = opened.properties
        self.assertTrue(all(isinstance(key, symbol) for key in properties))
        self.assertTrue(properties["product"])
        self.assertEqual(properties["version"], self.run_program("-v").stdout.strip())
        self.assertEqual(properties["qd.conn-id"], 1)
        self.assertNotIn("failover-server-list", properties)

    def test_each_connection_has_its_number(self):
        router = self.start_router()
        numbers = [self.raw_peer(router).open().properties["qd.conn-id"] for _ in range(3)]
        self.assertEqual(numbers, [1, 2, 3])

    def test_limits_are_announced(self):
        opened = self.opened(maxFrameSize=4096, maxSessions=10, idleTimeoutSeconds=7)
        self.assertEqual(opened.max_frame_size, 4096)
        self.assertEqual(opened.channel_max, 9)
        self.assertEqual(opened.idle_time_out, 3500)

    def test_limits_out_of_bounds_are_bent(self):
        opened = self.opened(maxFrameSize=100, maxSessions=40000, idleTimeoutSeconds=0)
        self.assertEqual(opened.max_frame_size, 512)
        self.assertEqual(opened.channel_max, 32767)
        self.assertIn(opened.idle_time_out, (None, 0))

    def test_open_properties_are_added(self):
        given = {"text": "words", "number": 5, "large": 1 << 40, "flag": True, "list": [1, "a"],
                 "map": {"inner": 1.5}}
        properties = self.opened(openProperties=given).properties
        for name, value in given.items():
            self.assertEqual(properties[name], value)
            self.assertIsInstance([key for key in properties if key == name][0], symbol)

    def test_failover_urls_are_announced(self):
        properties = self.opened(failoverUrls="other:1234, amqps://third , [::1]:5").properties
        self.assertEqual(properties["failover-server-list"],
                         [{"network-host": "other", "port": "1234"},
                          {"network-host": "third", "port": "5672", "scheme": "amqps"},
                          {"network-host": "::1", "port": "5"}])

    def test_the_window_of_sessions_is_announced(self):
        peer = self.raw_peer(self.start_router(listener(maxSessionFrames=77)))
        peer.open()
        self.assertEqual(peer.begin().incoming_window, 77)

    def test_the_capacity_of_links_is_their_first_credit(self):
        router = self.start_router(listener(linkCapacity=33), listener(name="default"))
        receiver = self.connect(router).receiver("a")
        for name, credit in (None, 33), ("default", 250):
            peer = self.raw_peer(router, name)
            peer.open()
            peer.begin()
            peer.attach_sender("a")
            self.assertEqual(peer.expect("flow").link_credit, credit)
        self.assertEqual(receiver.count, 0)


class Handshake(LimitedTime):
    def test_sasl_offers_what_is_configured(self):
        router = self.start_router()
        offered = self.raw_peer(router).sasl_anonymous()
        offered = offered.elements if isinstance(offered, Array) else [offered]
        self.assertEqual(list(offered), [symbol("ANONYMOUS")])

    def test_sasl_can_be_left_out(self):
        router = self.start_router()
        self.assertEqual(self.raw_peer(router).open(sasl=False).container_id, "A")
        router.wait_log(r"Connection Opened: .* auth=no user=anonymous ")

    def test_sasl_cannot_be_left_out_where_peers_authenticate(self):
        router = self.start_router(listener(authenticatePeer=True))
        peer = self.raw_peer(router)
        peer.write(AMQP_HEADER)
        peer.send("open", container_id="x")
        self.assertNotIn(OPEN, peer.read_to_end())
        router.wait_log(r"failed: amqp:connection:policy-error Client skipped authentication - "
                        r"forbidden$")

    def test_a_mechanism_that_is_not_offered_is_refused(self):
        router = self.start_router()
        with self.assertRaises(ConnectionLost) as refused:
            self.connect(router, user="u", password="p", allowed_mechs="PLAIN")
        self.assertEqual(refused.exception.condition.name, "amqp:unauthorized-access")

    def test_unknown_bytes_are_a_framing_error(self):
        router = self.start_router()
        for greeting in b"GET / HTTP/1.1\r\n\r\n", b"nonsense", b"AMQP\x00\x00\x09\x01":
            with self.subTest(greeting=greeting):
                peer = self.raw_peer(router)
                peer.write(greeting)
                self.assertIn(b"amqp:connection:framing-error", peer.read_to_end())
        router.wait_log(r"failed: amqp:connection:framing-error Unknown protocol detected: 'GET ")

    def test_tls_is_refused_where_there_is_none(self):
        router = self.start_router()
        client_hello = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(600)
        for greeting in TLS_HEADER, client_hello:
            with self.subTest(greeting=greeting[:8]):
                peer = self.raw_peer(router)
                peer.write(greeting)
                self.assertNotIn(OPEN, peer.read_to_end())
        self.connect(router)

    def test_a_silent_peer_is_cut_off_in_time(self):
        router = self.start_router(listener(initialHandshakeTimeoutSeconds=1))
        opened = self.open_in_time(router)
        silent, halfway = self.raw_peer(router), self.raw_peer(router)
        halfway.write(SASL_HEADER)
        self.assertEqual(silent.read_to_end(), b"")
        self.assertNotIn(OPEN, halfway.read_to_end())
        router.wait_log(r"ERROR \(error\) .*Run Time: Timeout waiting for initial handshake$")
        # Who was in time stays.
        opened.begin()

    def test_without_a_limit_a_silent_peer_may_stay(self):
        router = self.start_router()
        silent = self.raw_peer(router)
        self.connect(router).close()
        self.assertEqual(silent.open().container_id, "A")


class IdleTimeout(LimitedTime):
    def test_a_peer_that_falls_silent_is_closed(self):
        router = self.start_router(listener(idleTimeoutSeconds=1))
        peer = self.open_in_time(router)
        error = peer.expect("close").error.value
        self.assertEqual(error[:2], ["amqp:resource-limit-exceeded", "local-idle-timeout expired"])
        router.wait_log(r"failed: amqp:resource-limit-exceeded local-idle-timeout expired$")

    def keep_alive_beside_a_silent_one(self, router, gaps):
        """Until a peer that does nothing is closed. `gaps`: the times between two frames, since a
        busy machine may make the test itself fall silent."""
        last = time.monotonic()
        peer, silent = self.raw_peer(router), self.raw_peer(router)

        def noted():
            nonlocal last
            now = time.monotonic()
            gaps.append(now - last)
            last = now

        try:
            peer.open()
            silent.open()
            while not silent.pending():
                peer.write(EMPTY_FRAME)
                noted()
                time.sleep(0.05)
            silent.expect("close")
            peer.begin()
        finally:
            noted()

    def test_a_peer_that_keeps_its_connection_alive_stays(self):
        router = self.start_router(listener(idleTimeoutSeconds=1))
        for _ in range(10 * ATTEMPTS):
            gaps = []
            try:
                self.keep_alive_beside_a_silent_one(router, gaps)
            except (AssertionError, OSError):
                if max(gaps) <= 0.5:
                    raise
            if max(gaps) <= 0.5:
                return
        self.fail("this machine is too busy to keep a connection alive")

    def test_the_router_keeps_the_connection_alive(self):
        router = self.start_router()
        peer = self.raw_peer(router)
        peer.open(idle_time_out=400)
        for _ in range(3):
            self.assertEqual(peer.expect("empty").name, "empty")


class Limits(RouterTest):
    def test_a_frame_that_is_too_large_ends_the_connection(self):
        router = self.start_router(listener(maxFrameSize=512))
        peer = self.raw_peer(router)
        peer.open()
        peer.write(b"\x00\x00\x40\x00\x02\x00\x00\x00" + bytes(600))
        self.assertEqual(peer.expect("close").error.value[0], "amqp:connection:framing-error")

    def test_a_session_too_many_ends_the_connection(self):
        router = self.start_router(listener(maxSessions=2))
        peer = self.raw_peer(router)
        peer.open()
        peer.begin(channel=0)
        peer.begin(channel=1)
        peer.send("begin", channel=2, next_outgoing_id=0, incoming_window=1, outgoing_window=1)
        self.assertTrue(peer.expect("close").error)

    def test_broken_connections_leave_the_router_well(self):
        router = self.start_router()
        for size in range(0, 60, 3):
            peer = self.raw_peer(router)
            peer.sasl_anonymous()
            peer.write((AMQP_HEADER + b"\x00\x00\x00\x20\x02\x00\x00\x00\x00\x53\x10" * 5)[:size])
            peer.close()
        client = self.connect(router)
        receiver = client.receiver("a")
        client.sender("a").send(Message(body="x"))
        receiver.wait(1)

    def test_many_connections_come_and_go(self):
        router = self.start_router()
        clients = [self.connect(router) for _ in range(50)]
        receivers = [client.receiver(f"address/{n}") for n, client in enumerate(clients)]
        for n, client in enumerate(reversed(clients)):
            client.sender(f"address/{n}").send(Message(body=n))
        for n, receiver in enumerate(receivers):
            self.assertEqual(receiver.wait(1)[0].body, n)
        for client in clients:
            client.close()
        eventually(lambda: router.log.count("] Connection Closed") == 50, "all to be closed")


if __name__ == "__main__":
    import unittest
    unittest.main()
