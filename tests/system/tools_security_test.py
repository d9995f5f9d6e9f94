# SPDX-License-Identifier: Apache-2.0
"""The tools with TLS and SASL: whom they trust, and what they say if they do not."""
import os
import subprocess
import unittest

from proton import SSLDomain

from harness import RouterTest
from harness.management_node import ManagementNode
from harness.tools import run_tool


def openssl(directory, *arguments):
    subprocess.run(["openssl", *arguments], cwd=directory, check=True, capture_output=True)


class Encrypted(RouterTest):
    """Authority `ca` has signed `server`, which is named localhost, and `client`."""

    def setUp(self):
        super().setUp()
        for name in "ca", "other":
            openssl(self.directory, "req", "-x509", "-newkey", "ec", "-pkeyopt",
                    "ec_paramgen_curve:P-256", "-nodes", "-keyout", f"{name}.key", "-out",
                    f"{name}.pem", "-subj", f"/CN={name}", "-days", "2")
        for name in "localhost", "client":
            openssl(self.directory, "req", "-newkey", "ec", "-pkeyopt",
                    "ec_paramgen_curve:P-256", "-passout", "pass:secret", "-keyout",
                    f"{name}.key", "-out", f"{name}.csr", "-subj", f"/CN={name}")
            openssl(self.directory, "x509", "-req", "-in", f"{name}.csr", "-CA", "ca.pem",
                    "-CAkey", "ca.key", "-CAcreateserial", "-out", f"{name}.pem", "-days", "2")

    def path(self, name):
        return os.path.join(self.directory, name)

    def node(self, wants_certificate=False):
        domain = SSLDomain(SSLDomain.MODE_SERVER)
        domain.set_credentials(self.path("localhost.pem"), self.path("localhost.key"), "secret")
        domain.set_trusted_ca_db(self.path("ca.pem"))
        if wants_certificate:
            domain.set_peer_authentication(SSLDomain.VERIFY_PEER, self.path("ca.pem"))
        return ManagementNode(self.reactor, tls=domain)

    def ask(self, node, *arguments, host="localhost", authority="ca.pem"):
        # ANONYMOUS, as the test's own certificates tell nothing about users.
        return run_tool("xpmanage", "query", "--indent", "-1", "-b", f"amqps://{host}:{node.port}",
                        "--ssl-trustfile", self.path(authority), "--sasl-mechanisms", "ANONYMOUS",
                        *arguments)

    def test_a_server_that_is_trusted(self):
        node = self.node()
        done = self.ask(node)
        self.assertEqual((done.returncode, done.stdout), (0, "[]\n"))
        self.assertEqual(node.with_sasl, [True])

    def test_a_server_that_nobody_knows(self):
        done = self.ask(self.node(), authority="other.pem")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"\AConnectionException: .*certificate verify failed")

    def test_a_server_with_another_name(self):
        node = self.node()
        done = self.ask(node, host="127.0.0.1")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"\AConnectionException: .*certificate verify failed")
        done = self.ask(node, "--ssl-disable-peer-name-verify", host="127.0.0.1")
        self.assertEqual((done.returncode, done.stdout), (0, "[]\n"))

    def test_a_certificate_of_ones_own(self):
        node = self.node(wants_certificate=True)
        done = self.ask(node)
        self.assertEqual(done.returncode, 1)
        self.assertIn("SSL Failure", done.stdout)
        with open(self.path("password"), "w", encoding="utf-8") as file:
            file.write(" secret\n")
        certificate = ["--ssl-certificate", self.path("client.pem"), "--ssl-key",
                       self.path("client.key")]
        done = self.ask(node, *certificate, "--ssl-password-file", self.path("password"))
        self.assertEqual((done.returncode, done.stdout), (0, "[]\n"))
        done = self.ask(node, *certificate, "--ssl-password", "wrong")
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        self.assertNotIn("wrong", done.stdout)


class Plain(RouterTest):
    def test_sasl_is_only_spoken_when_asked_for(self):
        node = ManagementNode(self.reactor)
        for arguments in [], ["--sasl-mechanisms", "ANONYMOUS"]:
            done = run_tool("xpmanage", "query", "-b", node.url, *arguments)
            self.assertEqual((done.returncode, done.stdout), (0, "[]\n"))
        self.assertEqual(node.with_sasl, [False, True])

    def test_a_password_file_that_is_not_there(self):
        done = run_tool("xpstat", "--sasl-password-file", "/nonexistent/password")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"\AFileNotFoundError: .*/nonexistent/password")


if __name__ == "__main__":
    unittest.main()
