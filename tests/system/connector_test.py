# SPDX-License-Identifier: Apache-2.0
"""Connectors: connections that the router makes, and makes anew."""
import socket

from proton import Message, symbol, ubyte

from harness import RawPeer, RouterTest, connector, listener
from harness.raw_peer import AMQP_HEADER, SASL_HEADER


class Connecting(RouterTest):
    def test_the_router_introduces_itself(self):
        server = self.server()
        router = self.start_router(connector(port=server.port), name="R.1")
        accepted = server.wait(1)
        self.assertEqual(accepted.container, "R.1")
        self.assertEqual(accepted.hostname, "127.0.0.1")
        self.assertTrue(accepted.properties["product"])
        self.assertEqual(accepted.properties["qd.conn-id"], 1)
        router.wait_log(rf"CONN_MGR \(info\) Configured Connector: 127\.0\.0\.1:{server.port} "
                        r"proto=any, role=normal$")
        router.wait_log(rf"ROUTER_CORE \(info\) \[C1\] Connection Opened: dir=out "
                        rf"host=127\.0\.0\.1:{server.port} vhost=\S* encrypted=no auth=ANONYMOUS "
                        r"user=\S+ container_id=server props=\{.*\}$")

    def test_without_a_user_the_mechanism_is_anonymous(self):
        server = self.server()
        self.start_router(connector(port=server.port))
        self.assertEqual(server.wait(1).mechanism, "ANONYMOUS")

    def test_settings_are_announced(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            self.start_router(connector(port=server.getsockname()[1], maxFrameSize=2048,
                                        maxSessions=5, idleTimeoutSeconds=20,
                                        openProperties={"colour": "red"}))
            opened = self.accept(server, "ANONYMOUS")[1].expect("open")
            self.assertEqual(opened.max_frame_size, 2048)
            self.assertEqual(opened.channel_max, 4)
            self.assertEqual(opened.idle_time_out, 10000)
            self.assertEqual(opened.properties["colour"], "red")

    def test_user_and_password_are_sent(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            self.start_router(connector(port=server.getsockname()[1], saslUsername="harry",
                                        saslPassword="pass:secret", saslMechanisms="PLAIN"))
            init, peer = self.accept(server, "PLAIN")
            self.assertEqual(init.mechanism, "PLAIN")
            self.assertEqual(init.initial_response, b"\x00harry\x00secret")
            self.assertEqual(peer.expect("open").container_id, "A")

    def test_settings_hold_for_the_links_of_the_other_side(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            router = self.start_router(connector(port=server.getsockname()[1], linkCapacity=33,
                                                 maxSessionFrames=77))
            self.connect(router).receiver("a")
            peer = self.accept(server, "ANONYMOUS")[1]
            peer.send("open", container_id="peer")
            peer.expect("open")
            self.assertEqual(peer.begin().incoming_window, 77)
            peer.attach_sender("a")
            self.assertEqual(peer.expect("flow").link_credit, 33)

    def test_a_peer_that_falls_silent_is_left(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            router = self.start_router(connector(port=server.getsockname()[1],
                                                 idleTimeoutSeconds=1))
            peer = self.accept(server, "ANONYMOUS")[1]
            peer.send("open", container_id="peer")
            peer.expect("open")
            error = peer.expect("close").error.value
            self.assertEqual(error[:2], ["amqp:resource-limit-exceeded",
                                         "local-idle-timeout expired"])
            self.accept(server, "ANONYMOUS")
            router.wait_log(r"Connection to 127\.0\.0\.1:\d+ failed: amqp:resource-limit-exceeded "
                            r"local-idle-timeout expired$")

    def accept(self, server, mechanism):
        """The SASL exchange from the server's side; gives what the router sent, and the peer."""
        peer = RawPeer.accept(server)
        self.addCleanup(peer.close)
        self.assertEqual(peer.read(8), SASL_HEADER)
        peer.write(SASL_HEADER)
        peer.send("sasl_mechanisms", sasl_server_mechanisms=symbol(mechanism))
        init = peer.expect("sasl_init")
        peer.send("sasl_outcome", code=ubyte(0))
        self.assertEqual(peer.read(8), AMQP_HEADER)
        peer.write(AMQP_HEADER)
        return init, peer

    def test_the_other_side_can_attach_links(self):
        for role in "normal", "route-container":
            with self.subTest(role=role):
                server = self.server()
                router = self.start_router(connector(port=server.port, role=role), name=role)
                accepted = server.wait(1)
                receiver = accepted.receiver("a")
                sent = self.connect(router).sender("a").send(Message(body="x"))
                self.assertEqual(receiver.wait(1)[0].body, "x")
                self.assertTrue(sent.wait().settled)

    def test_it_needs_no_listener(self):
        server = self.server()
        self.start_router(connector(port=server.port), listener(name="unused"))
        server.wait(1)

    def test_many_connectors_connect(self):
        servers = [self.server() for _ in range(3)]
        self.start_router(*(connector(port=server.port) for server in servers))
        for server in servers:
            server.wait(1)

    def test_it_is_closed_in_order(self):
        server = self.server()
        router = self.start_router(connector(port=server.port))
        accepted = server.wait(1)
        router.wait_log(r"Connection Opened: dir=out")  # before, there is nothing to be closed
        self.assertEqual(router.stop(), 0)
        accepted.wait_lost()
        self.assertTrue(accepted.remote_closed)


class Reconnecting(RouterTest):
    def test_after_a_loss(self):
        server = self.server()
        router = self.start_router(connector(port=server.port))
        for count in range(1, 4):
            server.wait(count).break_off()
        server.wait(4)
        self.eventually(lambda: router.log.count("Connection Opened: dir=out") == 4, "the log")

    def test_after_a_close_by_the_other_side(self):
        server = self.server()
        router = self.start_router(connector(port=server.port))
        server.wait(1).close()
        server.wait(2)
        router.wait_log(r"\[C1\] Connection Closed$")

    def test_after_a_refusal_with_an_error(self):
        server = self.server(refusal="amqp:not-allowed")
        router = self.start_router(connector(port=server.port))
        server.wait(2)
        router.wait_log("amqp:not-allowed")
        server.refusal = None
        self.assertFalse(server.wait(len(server.connections) + 1).lost)

    def test_until_somebody_listens(self):
        with socket.socket() as server:
            server.bind(("127.0.0.1", 0))  # and does not listen: connections are refused
            port = server.getsockname()[1]
            router = self.start_router(connector(port=port))
            router.wait_log(rf"SERVER \(info\) \[C\d+\] Connection to 127\.0\.0\.1:{port} failed: "
                            r"\S+ .+$")
            self.connect(router)
            server.listen()
            peer = RawPeer.accept(server)
            self.addCleanup(peer.close)
            self.assertEqual(peer.read(8), SASL_HEADER)

    def test_though_the_host_is_unknown(self):
        router = self.start_router(connector(host="no-such-host.invalid", port=1))
        router.wait_log(r"\[C1\] Connection to no-such-host\.invalid:1 failed: \S+ .+$")
        router.wait_log(r"\[C2\] Connection to no-such-host\.invalid:1 failed: \S+ .+$")
        self.connect(router)


class Failover(RouterTest):
    def test_the_connector_goes_along_the_list_of_its_peer(self):
        second = self.start_router(name="Second")
        first = self.start_router(listener(failoverUrls=f"127.0.0.1:{second.port()}"), name="First")
        router = self.start_router(connector(port=first.port()))
        first.wait_log(r"Connection Opened: dir=in .* container_id=A ")
        self.assertNotIn("Connection Opened", second.log)
        first.kill()
        second.wait_log(r"Connection Opened: dir=in .* container_id=A ")
        router.wait_log(rf"Connection Opened: dir=out host=127\.0\.0\.1:{second.port()} ")

    def test_a_peer_given_by_number_is_understood(self):
        second = self.server()
        first = self.server(properties={symbol("failover-server-list"): [
            {symbol("network-host"): "127.0.0.1", symbol("port"): second.port}]})
        self.start_router(connector(port=first.port))
        connected = first.wait(1)
        first.deaf = True
        connected.break_off()
        second.wait(1)

    def test_it_comes_back_to_the_first_when_the_second_is_lost(self):
        second = self.server()
        first = self.server(properties={symbol("failover-server-list"): [
            {symbol("network-host"): "127.0.0.1", symbol("port"): str(second.port)}]})
        self.start_router(connector(port=first.port))
        connected = first.wait(1)
        first.deaf = True
        connected.break_off()
        connected = second.wait(1)
        first.deaf = False
        second.deaf = True
        connected.break_off()
        first.wait(2)


if __name__ == "__main__":
    import unittest
    unittest.main()
