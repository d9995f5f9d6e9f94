# SPDX-License-Identifier: Apache-2.0
"""The process: command line, start, signals, end, and life as a daemon."""
import contextlib
import os
import signal
import socket
import subprocess

from harness import RouterTest, TimeIsUp, eventually, listener, log
from harness.config import file_text
from harness.router import LISTENING, PROGRAM


class CommandLine(RouterTest):
    def test_version_is_one_line_on_stdout(self):
        for option in "-v", "--version":
            run = self.run_program(option)
            self.assertEqual((run.returncode, run.stderr), (0, ""))
            self.assertRegex(run.stdout, r"\A\d+\.\d+\.\d+\S*\n\Z")

    def test_help_is_on_stdout(self):
        for option in "-h", "--help":
            run = self.run_program(option)
            self.assertEqual((run.returncode, run.stderr), (0, ""))
            for name in ("config", "include", "daemon", "pidfile", "user", "test-hooks", "version",
                         "help"):
                self.assertIn("--" + name, run.stdout)

    def test_an_unknown_option_ends_the_program_with_the_usage(self):
        for option in "-x", "--nonsense":
            run = self.run_program(option)
            self.assertEqual(run.returncode, 1)
            self.assertIn(option.strip("-"), run.stderr)
            self.assertIn("Usage:", run.stdout)

    def test_an_option_without_its_argument_is_refused(self):
        run = self.run_program("--config")
        self.assertEqual(run.returncode, 1)
        self.assertIn("config", run.stderr)

    def test_positional_arguments_are_refused(self):
        run = self.run_program("some", "words")
        self.assertEqual(run.returncode, 1)
        self.assertEqual(run.stderr, "Unexpected arguments: some words\n\n")
        self.assertIn("Usage:", run.stdout)

    def test_an_empty_name_is_no_configuration(self):
        run = self.run_program("-c", "")
        self.assertEqual(run.returncode, 1)
        self.assertIn("Not found: Configuration file could not be opened", run.stderr)

    def test_options_of_old_are_accepted(self):
        self.start_router(arguments=["-I", self.directory])

    def test_test_hooks_find_a_blocked_link_within_seconds(self):
        router = self.start_router(arguments=["-T"])
        self.connect(router).sender("nobody")
        blocked = router.wait_log(r"Link blocked with zero credit for (\d+) seconds")
        self.assertLess(int(blocked[1]), 10)


class StartUp(RouterTest):
    def write(self, text, name="bad.conf"):
        path = os.path.join(self.directory, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def assert_refuses(self, path, message):
        run = self.run_program("-c", path)
        self.assertEqual(run.returncode, 1)
        self.assertIn(f"{PROGRAM}: {message}", run.stderr)
        self.assertIn(f"MAIN (critical) Router start-up failed: {message}", run.stderr)

    def test_a_missing_file_is_reported(self):
        self.assert_refuses("/nowhere.conf",
                            "Not found: Configuration file could not be opened")

    def test_an_empty_file_is_reported(self):
        self.assert_refuses(self.write(""), "Configuration: Configuration file was empty")

    def test_a_relative_path_is_named_as_it_was_given(self):
        self.write("nonsense\n")
        self.assert_refuses("bad.conf",
                            "Python: Exception: Cannot load configuration file bad.conf: ")

    def test_a_file_of_comments_is_a_valid_configuration(self):
        run = self.start_router("# nothing here\n\n")
        self.assertIn("Container Name: A", run.log)

    def test_an_id_of_too_many_characters_is_refused(self):
        name = "x" * 128
        run = self.run_program("-c", self.write(f"router {{\n    id: {name}\n}}\n"))
        self.assertEqual(run.returncode, 1)
        self.assertIn(f'Router ID "{name}" exceeds the maximum allowed length (127 characters)',
                      run.stderr)

    def test_an_id_of_127_characters_is_accepted(self):
        self.start_router(name="x" * 127)

    def test_closed_standard_streams_do_not_become_connections(self):
        path = os.path.join(self.directory, "log")
        conf = self.write(log(module="DEFAULT", outputFile=path).text() + listener().text())

        def close_all():
            for stream in 0, 1, 2:
                os.close(stream)

        # pylint: disable-next=consider-using-with, subprocess-popen-preexec-fn
        process = subprocess.Popen([PROGRAM, "-c", conf], preexec_fn=close_all)
        self.addCleanup(process.wait)
        self.addCleanup(process.terminate)

        def is_operational():
            with contextlib.suppress(FileNotFoundError), open(path, encoding="utf-8") as file:
                return "Operational" in file.read()
            return False

        eventually(is_operational, "the router")
        for stream in 0, 1, 2:
            self.assertEqual(os.readlink(f"/proc/{process.pid}/fd/{stream}"), "/dev/null")

    def test_a_router_without_id_makes_one_up(self):
        path = self.write("router {\n    mode: standalone\n}\n" + listener().text(), "anonymous")
        run = self.start_router(arguments=["-c", path])
        run.wait_log(r"Container Name: Standalone_\S{15}$")

    def test_a_log_file_that_cannot_be_opened_is_fatal(self):
        path = self.write(log(module="DEFAULT", outputFile="/nowhere/router.log").text())
        run = self.run_program("-c", path)
        self.assertEqual(run.returncode, 1)
        self.assertTrue(run.stderr.endswith(
            f"{PROGRAM}: Python: CError: Configuration: Failed to open log file "
            f"'/nowhere/router.log' ({path}, line 3; No such file or directory; attribute "
            "'outputFile' of section 'log')\n"), run.stderr)

    def test_a_port_in_use_ends_the_router(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            router = self.start_router(listener(port=port), wait=False)
            self.assertEqual(router.wait(), 1)
        self.assertIn(f"SERVER (critical) Shutting down, required listener failed "
                      f"127.0.0.1:{port}\n", router.log)
        self.assertIn(f"SERVER (error) Listener error on 127.0.0.1:{port}: ", router.log)
        self.assertNotIn("Operational", router.log)
        last = router.log.splitlines()[-1]
        self.assertTrue(last.startswith(f"{PROGRAM}: Listener error on 127.0.0.1:{port}: Address "
                                        "already in use"), last)
        self.assertIn(f"({router.config_path}, line ", last)

    def test_a_port_in_use_is_told_although_the_log_is_a_file(self):
        path = os.path.join(self.directory, "log")
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            conf = self.write(log(module="DEFAULT", outputFile=path).text()
                              + listener(port=port).text())
            run = self.run_program("-c", conf)
        self.assertEqual((run.returncode, run.stdout), (1, ""))
        self.assertRegex(run.stderr, rf"\A{PROGRAM}: Listener error on 127\.0\.0\.1:{port}: "
                         rf"Address already in use.* \({conf}, line 5; attributes 'host' and "
                         r"'port' of section 'listener' say where to listen\)\n\Z")
        with open(path, encoding="utf-8") as file:
            self.assertIn("SERVER (critical) Shutting down, required listener failed", file.read())

    def test_every_listener_is_required(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            router = self.start_router(listener(), listener(port=port), wait=False)
            self.assertEqual(router.wait(), 1)
        self.assertIn("required listener failed", router.log)


class Signals(RouterTest):
    def test_sigterm_and_sigquit_end_the_router_in_order(self):
        for number in signal.SIGTERM, signal.SIGQUIT:
            router = self.start_router(name=f"signal-{int(number)}")
            client = self.connect(router)
            self.assertEqual(router.stop(number), 0)
            self.assertIn("SERVER (notice) Shut Down\n", router.log)
            self.assertIsNotNone(client.wait_lost())

    def test_clients_are_told_with_a_close(self):
        router = self.start_router()
        client = self.connect(router)
        router.stop()
        self.assertEqual(client.wait_lost().name, "amqp:connection:forced")
        self.assertTrue(client.remote_closed)

    def test_sigint_kills_after_an_orderly_end(self):
        router = self.start_router()
        self.assertEqual(router.stop(signal.SIGINT), -signal.SIGINT)
        self.assertIn("SERVER (notice) Shut Down\n", router.log)

    def test_further_signals_are_ignored_once_it_ends(self):
        router = self.start_router()
        # Keeps the router from ending at once: it waits for the answer to its Close.
        peer = self.raw_peer(router)
        peer.open()
        router.signal(signal.SIGTERM)
        peer.expect("close")
        for number in signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGHUP:
            router.signal(number)
        self.assertEqual(router.wait(), 0)

    def test_it_ends_though_a_peer_never_answers(self):
        router = self.start_router()
        silent = self.raw_peer(router)
        open_only = self.raw_peer(router)
        open_only.open()
        self.assertEqual(router.stop(), 0)
        self.assertEqual(open_only.expect("close").error.value[0], "amqp:connection:forced")
        self.assertEqual(silent.read_to_end(), b"")

    def test_sighup_does_not_stop_the_router_nor_deafen_it(self):
        router = self.start_router()
        client = self.connect(router)
        for _ in range(3):
            router.signal(signal.SIGHUP)
        self.connect(router)
        self.assertFalse(client.lost)
        self.assertEqual(router.stop(), 0)

    def test_sighup_opens_log_files_anew(self):
        path = os.path.join(self.directory, "server.log")
        router = self.start_router(log(module="CONN_MGR", outputFile=path),
                                   log(module="ROUTER_CORE", outputFile=path))
        os.rename(path, path + ".1")
        router.signal(signal.SIGHUP)
        eventually(lambda: os.path.exists(path), "a new log file")
        self.connect(router)

        def text():
            with open(path, encoding="utf-8") as file:
                return file.read()

        eventually(lambda: "Connection Opened" in text(), "a line in the new file")


class Daemon(RouterTest):
    """A daemon is not our child: it is known by its pid file."""

    def setUp(self):
        super().setUp()
        self.pid_path = os.path.join(self.directory, "router.pid")
        self.log_path = os.path.join(self.directory, "router.log")
        self.addCleanup(self.end)

    def launch(self, *sections):
        log_section = log(module="DEFAULT", outputFile=self.log_path)
        with open(os.path.join(self.directory, "d.conf"), "w", encoding="utf-8") as file:
            file.write(file_text([log_section, *sections], "D"))
        # The configuration is found though a daemon leaves this directory.
        return self.run_program("-d", "-c", "d.conf", "-P", "router.pid")

    def pid(self):
        with open(self.pid_path, encoding="ascii") as file:
            text = file.read()
        self.assertRegex(text, r"\A\d+\n\Z")
        return int(text)

    def log(self):
        with open(self.log_path, encoding="utf-8") as file:
            return file.read()

    @staticmethod
    def is_running(pid):
        """A zombie that nobody reaps, as in a container, has ended all the same."""
        try:
            with open(f"/proc/{pid}/stat", encoding="ascii") as file:
                return file.read().rpartition(")")[2].split()[0] != "Z"
        except FileNotFoundError:
            return False

    def end(self):
        if not os.path.exists(self.pid_path):
            return
        pid = self.pid()
        if self.is_running(pid):
            os.kill(pid, signal.SIGTERM)
        try:
            self.wait_ended()
        except TimeIsUp:
            os.kill(pid, signal.SIGKILL)
            raise

    def wait_ended(self):
        pid = self.pid()
        eventually(lambda: not self.is_running(pid), "the end of the daemon")

    def test_the_launcher_returns_when_the_daemon_serves(self):
        run = self.launch()
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "", ""))
        pid = self.pid()
        # The log is written by a thread of its own, maybe a little later.
        eventually(lambda: f"(process ID {pid})" in self.log(), "the log")
        port = int(LISTENING.search(self.log())[2])
        socket.create_connection(("127.0.0.1", port)).close()
        self.end()
        self.assertIn("Shut Down", self.log())
        self.assertEqual(self.pid(), pid)

    def test_it_leaves_directory_session_and_streams(self):
        self.launch()
        pid = self.pid()
        self.assertEqual(os.readlink(f"/proc/{pid}/cwd"), "/")
        self.assertNotEqual(os.getsid(pid), os.getsid(0))
        self.assertNotEqual(os.getsid(pid), pid)
        for descriptor in 0, 1, 2:
            self.assertEqual(os.readlink(f"/proc/{pid}/fd/{descriptor}"), "/dev/null")

    def test_the_launcher_reports_a_bad_configuration(self):
        run = self.launch("nonsense\n")
        self.assertEqual(run.returncode, 1)
        self.assertIn("Cannot load configuration file", run.stderr)
        self.wait_ended()

    def test_the_launcher_reports_a_port_in_use(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            run = self.launch(listener(port=taken.getsockname()[1]))
        self.assertEqual(run.returncode, 1)
        self.assertRegex(run.stderr, rf"\A{PROGRAM}: Listener error on 127\.0\.0\.1:\d+: Address "
                         r"already in use.*d\.conf, line \d+; .*\n\Z")
        self.wait_ended()
        self.assertIn("required listener failed", self.log())

    def test_an_unknown_user_is_reported(self):
        with open(os.path.join(self.directory, "d.conf"), "w", encoding="utf-8") as file:
            file.write(file_text([], "D"))
        run = self.run_program("-d", "-c", "d.conf", "-U", "no-such-user-here")
        self.assertEqual(run.returncode, 1)
        self.assertIn("no-such-user-here", run.stderr)


if __name__ == "__main__":
    import unittest
    unittest.main()
