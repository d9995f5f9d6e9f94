# SPDX-License-Identifier: Apache-2.0
"""Options that both tools have, and the connection that they describe."""
import argparse
import os
import sys

MINIMUM_TIMEOUT = 0.001


def program_name():
    return os.path.basename(sys.argv[0])


def positive_seconds(text):
    seconds = float(text)
    if not seconds >= MINIMUM_TIMEOUT:
        raise argparse.ArgumentTypeError(f"not a positive number of seconds: '{text}'")
    return seconds


positive_seconds.__name__ = "float"  # as it shows in "invalid float value"


class Parser(argparse.ArgumentParser):
    """Guesses which option was meant."""

    def meant_option(self, word):
        """Words to put behind a complaint; none if the word is no option or like none."""
        if not word.startswith("--"):
            return ""
        from crosspoint.schema import meant  # pylint: disable=import-outside-toplevel
        return meant(word.partition("=")[0], [name for name in self._option_string_actions
                                              if name.startswith("--")])

    def error(self, message):
        unknown = "unrecognized arguments: "
        if message.startswith(unknown):
            message += self.meant_option(message[len(unknown):].split(" ")[0])
        super().error(message)


def add_connection_options(parser):
    """Where the router is, and how to get in."""
    group = parser.add_argument_group("Connection options")
    group.add_argument("-b", "--bus", default="0.0.0.0", metavar="URL",
                       help="the router to connect to: [amqp[s]://][user[:password]@]host[:port]"
                            "[/management-address]")
    group.add_argument("-t", "--timeout", type=positive_seconds, default=5.0, metavar="SECS",
                       help="longest wait for the connection and for each reply; default 5")
    group.add_argument("--ssl-certificate", metavar="FILE", help="client certificate")
    group.add_argument("--ssl-key", metavar="FILE", help="its private key")
    group.add_argument("--ssl-trustfile", metavar="FILE",
                       help="certificates of the authorities to trust")
    group.add_argument("--ssl-password", metavar="PASSWORD", help="password of the private key")
    group.add_argument("--ssl-password-file", metavar="FILE",
                       help="file with the password of the private key")
    group.add_argument("--ssl-disable-peer-name-verify", action="store_true",
                       help="verify the server's certificate, but not its host name")
    group.add_argument("--sasl-mechanisms", metavar="LIST", help="allowed SASL mechanisms")
    group.add_argument("--sasl-username", metavar="NAME", help="user name for SASL")
    group.add_argument("--sasl-password", metavar="PASSWORD", help="password for SASL")
    group.add_argument("--sasl-password-file", metavar="FILE", help="file with the password")


def add_general_options(parser, version):
    parser.add_argument("--version", action="version", version=version)
    parser.add_argument("-v", "--verbose", action="count", default=0, help="show more")


def add_target_options(parser):
    """`parser` is one, or a group of options that exclude each other."""
    parser.add_argument("-r", "--router", metavar="ID",
                        help="ask this interior router of the network")
    parser.add_argument("-d", "--edge-router", metavar="ID", help="ask this edge router")


def management_address(options):
    if options.router:
        return f"_topo/0/{options.router}/$management"
    if options.edge_router:
        return f"_edge/{options.edge_router}/$management"
    return None


def _password(given, path):
    if given is not None or not path:
        return given
    with open(path, encoding="utf-8") as file:
        return file.read().strip()


def connect(options):
    """A Client for what the command line says."""
    # Proton takes longer to load than all else here, and a usage error does not need it.
    from crosspoint.management import Client, Settings  # pylint: disable=import-outside-toplevel
    settings = Settings(
        certificate=options.ssl_certificate, key=options.ssl_key,
        key_password=_password(options.ssl_password, options.ssl_password_file),
        trustfile=options.ssl_trustfile,
        verify_host_name=not options.ssl_disable_peer_name_verify,
        mechanisms=options.sasl_mechanisms, user=options.sasl_username,
        password=_password(options.sasl_password, options.sasl_password_file))
    return Client.connect(options.bus, management_address(options), settings, options.timeout)
