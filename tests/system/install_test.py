# SPDX-License-Identifier: Apache-2.0
"""What `cmake --install` puts where, and that it runs from there."""
import glob
import os
import re
import shlex
import subprocess
import unittest

from harness import Router, RouterTest
from harness.waiting import TIME_LIMIT

BUILD = os.environ["CROSSPOINT_BUILD"]
SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def run(*command, **options):
    """A command that must succeed; gives what it wrote."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False, timeout=TIME_LIMIT,
                          **options)
    if done.returncode:
        raise AssertionError(f"{shlex.join(command)} ended with {done.returncode}:\n{done.stdout}")
    return done.stdout


def prefix_of(build):
    with open(os.path.join(build, "CMakeCache.txt"), encoding="utf-8") as cache:
        return re.search(r"^CMAKE_INSTALL_PREFIX:PATH=(.*)$", cache.read(), re.MULTILINE)[1]


class Installed(RouterTest):
    """The build under test, installed with the prefix that it was configured with."""

    def setUp(self):
        super().setUp()
        self.root = os.path.join(self.directory, "root")
        self.install()
        self.prefix = self.root + prefix_of(BUILD)
        system = "/etc" if prefix_of(BUILD) == "/usr" else prefix_of(BUILD) + "/etc"
        self.configuration = f"{self.root}{system}/crosspoint/crosspoint.conf"

    def install(self):
        run("cmake", "--install", BUILD, env={**os.environ, "DESTDIR": self.root})

    def read(self, path):
        with open(path, encoding="utf-8") as file:
            return file.read()

    def test_the_daemon_has_both_of_its_names(self):
        for name in "crosspointd", "qdrouterd":
            self.assertRegex(run(f"{self.prefix}/sbin/{name}", "--version"), r"\A\d+\.\d+\.\d+")
        # A link that leads out of the place of installation would break with it.
        self.assertEqual(os.readlink(f"{self.prefix}/sbin/qdrouterd"), "crosspointd")

    def test_the_help_names_the_place_of_the_configuration(self):
        help_text = run(f"{self.prefix}/sbin/crosspointd", "--help")
        self.assertIn(f"the configuration is {self.configuration[len(self.root):]},", help_text)
        self.assertIn("or /etc/qpid-dispatch/qdrouterd.conf ", help_text)

    def test_the_installed_configuration_is_good(self):
        run(f"{self.prefix}/sbin/crosspointd", "--check", "-c", self.configuration)

    def test_the_installed_daemon_runs_with_the_installed_configuration(self):
        # Only the port is not that of the file: somebody may use it.
        text = self.read(self.configuration)
        self.assertRegex(text, r"(?m)^    port: amqp$")
        text = re.sub(r"(?m)^    port: amqp$", "    port: 0", text)
        text = re.sub(r"(?m)^    host: 0\.0\.0\.0$", "    host: 127.0.0.1", text)
        router = Router(self.directory, "Standalone.Router", text,
                        program=f"{self.prefix}/sbin/qdrouterd")
        self.addCleanup(self._end_router, router)
        router.wait_log(r"SERVER \(notice\) Operational, ")
        client = self.connect(router)
        receiver = client.receiver("multicast/a")
        client.sender("multicast/a").send(b"\x00\x53\x77\xa1\x01x").wait()
        self.assertEqual(receiver.wait(1)[0].body, "x")
        self.assertEqual(router.stop(), 0)

    def test_a_configuration_that_was_changed_survives_an_upgrade(self):
        default = self.read(self.configuration)
        self.install()
        self.assertFalse(os.path.exists(self.configuration + ".new"))
        with open(self.configuration, "a", encoding="utf-8") as file:
            file.write("# ours\n")
        self.install()
        self.assertEqual(self.read(self.configuration), default + "# ours\n")
        self.assertEqual(self.read(self.configuration + ".new"), default)

    def test_manual_pages_are_there_and_have_no_mistakes(self):
        for page in "man5/crosspoint.conf.5", "man8/crosspointd.8":
            path = f"{self.prefix}/share/man/{page}"
            self.assertRegex(self.read(path), r"(?m)^\.TH ")
        for old_name, page in {"man5/qdrouterd.conf.5": "crosspoint.conf.5",
                               "man8/qdrouterd.8": "crosspointd.8"}.items():
            self.assertEqual(os.readlink(f"{self.prefix}/share/man/{old_name}"), page)
        # Whatever else is there has to be readable as well.
        pages = glob.glob(f"{self.prefix}/share/man/man*/*")
        for page in pages:
            self.assertIn(".SH NAME", self.read(page).upper().replace('"', ""), page)

    def test_the_tools_have_both_of_their_names(self):
        for tool, old_name in {"xpstat": "qdstat", "xpmanage": "qdmanage"}.items():
            for name in tool, old_name:
                self.assertTrue(run(f"{self.prefix}/bin/{name}", "--help", cwd="/")
                                .startswith(f"usage: {name} "))
                run("bash", "-n", f"{self.prefix}/share/bash-completion/completions/{name}")
                self.assertIn(f"{tool}, {old_name} ",
                              self.read(f"{self.prefix}/share/man/man1/{name}.1"))
            self.assertEqual(os.readlink(f"{self.prefix}/bin/{old_name}"), tool)

    def test_the_installed_tools_need_nothing_of_the_sources(self):
        done = subprocess.run([f"{self.prefix}/bin/xpmanage", "create", "--type", "log", "modul=A"],
                              stdout=subprocess.PIPE, text=True, check=False, cwd="/")
        self.assertIn("did you mean 'module'?", done.stdout)
        compiled = glob.glob(f"{self.prefix}/share/crosspoint/router_tools/__pycache__/*.pyc")
        self.assertTrue(compiled)

    def test_the_unit_starts_what_is_installed(self):
        unit = self.read(f"{self.prefix}/lib/systemd/system/crosspoint.service")
        command = re.search(r"^ExecStart=((?:.*\\\n)*.*)$", unit, re.MULTILINE)[1]
        program, option, path = shlex.split(command.replace("\\\n", " "))
        self.assertTrue(os.access(self.root + program, os.X_OK), program)
        self.assertEqual((option, self.root + path), ("-c", self.configuration))

    def test_documents_are_there(self):
        documents = f"{self.prefix}/share/doc/crosspoint"
        for name in "README.md", "CHANGELOG.md", "configuration.md", "examples/simple_send.py":
            self.assertTrue(os.path.isfile(f"{documents}/{name}"), name)


class DebianLayout(RouterTest):
    """With the prefix /usr, as a package has it. Only configured, as compiling takes too long."""

    def test_the_places_are_those_of_a_debian_package(self):
        run("cmake", "-S", SOURCE, "-B", self.directory, "-G", "Ninja",
            "-DCMAKE_INSTALL_PREFIX=/usr", "-DCROSSPOINT_TESTS=OFF",
            f"-DCMAKE_CXX_COMPILER={compiler_of(BUILD)}")
        with open(f"{self.directory}/generated/crosspoint.service", encoding="utf-8") as unit:
            self.assertIn("ExecStart=/usr/sbin/crosspointd \\\n"
                          "    -c /etc/crosspoint/crosspoint.conf\n", unit.read())
        with open(f"{self.directory}/cmake_install.cmake", encoding="utf-8") as script:
            places = script.read()
        for place in ('"/etc/crosspoint"', "${CMAKE_INSTALL_PREFIX}/sbin",
                      "${CMAKE_INSTALL_PREFIX}/lib/systemd/system",
                      "${CMAKE_INSTALL_PREFIX}/share/man/man8"):
            self.assertIn(place, places)


def compiler_of(build):
    with open(os.path.join(build, "CMakeCache.txt"), encoding="utf-8") as cache:
        return re.search(r"^CMAKE_CXX_COMPILER:\w+=(.*)$", cache.read(), re.MULTILINE)[1]


if __name__ == "__main__":
    unittest.main()
