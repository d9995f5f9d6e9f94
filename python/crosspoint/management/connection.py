# SPDX-License-Identifier: Apache-2.0
"""From a URL and what else is known about the other side to a connection."""
import re
import socket
from typing import NamedTuple, Optional
from urllib.parse import unquote

from proton import SSLDomain, SSLException
from proton.utils import BlockingConnection

DEFAULT_TIMEOUT = 5.0
PORTS = {"amqp": 5672, "amqps": 5671}
SERVICES = {"amqp": 5672, "amqps": 5671}
URL = re.compile(r"(?:(?P<scheme>[^:/@\[\]]+)://)?"
                 r"(?:(?P<user>[^:@/]*)(?::(?P<password>[^@/]*))?@)?"
                 r"(?P<host>\[[^\]/]*\]|[^:/@\[\]]*)"
                 r"(?::(?P<port>[^:/@]*))?"
                 r"(?:/(?P<path>.*))?")


class Target(NamedTuple):
    """Where to connect to, read from [amqp[s]://][user[:password]@]host[:port][/path]."""
    scheme: str
    host: str
    port: int
    user: Optional[str] = None
    password: Optional[str] = None
    path: Optional[str] = None

    @classmethod
    def parse(cls, text):
        """Raises ValueError for what is not such a URL."""
        found = URL.fullmatch(text.strip())
        if not found:
            raise ValueError(f"not a URL of the form [amqp[s]://][user[:password]@]host[:port]"
                             f"[/path]: '{text}'")
        scheme = found["scheme"] or "amqp"
        if scheme not in PORTS:
            raise ValueError(f"unknown scheme '{scheme}' in '{text}': amqp or amqps")
        host = found["host"].strip("[]")
        if not host:
            raise ValueError(f"no host in '{text}'")
        return cls(scheme, host, cls._port(found["port"], scheme, text),
                   *(unquote(part) if part else None
                     for part in (found["user"], found["password"], found["path"])))

    @staticmethod
    def _port(port, scheme, text):
        if port is None:
            return PORTS[scheme]
        if port in SERVICES:
            return SERVICES[port]
        if not (port.isascii() and port.isdigit()) or not 0 < int(port) < 65536:
            raise ValueError(f"bad port '{port}' in '{text}'")
        return int(port)

    def url(self, scheme):
        """Without user and password, for it may end up in an error message."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{scheme}://{host}:{self.port}"


class Settings(NamedTuple):
    """TLS and SASL of a client. Nothing set: no TLS, no SASL layer."""
    certificate: Optional[str] = None
    key: Optional[str] = None
    key_password: Optional[str] = None
    trustfile: Optional[str] = None
    verify_host_name: bool = True
    mechanisms: Optional[str] = None
    user: Optional[str] = None
    password: Optional[str] = None

    def uses_tls(self, target):
        return target.scheme == "amqps" or bool(self.certificate or self.trustfile)

    def uses_sasl(self, target):
        return self.uses_tls(target) or any(
            (self.mechanisms, self.user, self.password, target.user, target.password))

    def tls_domain(self):
        """The server's certificate is always verified: there is no point in TLS otherwise."""
        domain = SSLDomain(SSLDomain.MODE_CLIENT)
        if self.certificate:
            _use(f"certificate {self.certificate} and its key", domain.set_credentials,
                 self.certificate, self.key, self.key_password)
        if self.trustfile:
            _use(f"trustfile {self.trustfile}", domain.set_trusted_ca_db, self.trustfile)
        domain.set_peer_authentication(SSLDomain.VERIFY_PEER_NAME if self.verify_host_name
                                       else SSLDomain.VERIFY_PEER)
        return domain


def _use(what, load, *arguments):
    """Proton does not say which file is missing or bad."""
    try:
        load(*arguments)
    except SSLException as problem:
        raise SSLException(f"cannot use the {what}: {problem}") from problem


def open_connection(target, settings=Settings(), timeout=DEFAULT_TIMEOUT):
    """A BlockingConnection that is open, or an exception of Proton that says why not."""
    tls = settings.uses_tls(target)
    options = {"sasl_enabled": settings.uses_sasl(target)}
    if options["sasl_enabled"]:
        options.update(allowed_mechs=settings.mechanisms, user=settings.user or target.user,
                       password=settings.password or target.password)
    try:
        return BlockingConnection(target.url("amqps" if tls else "amqp"), timeout=timeout,
                                  ssl_domain=settings.tls_domain() if tls else None, **options)
    except socket.gaierror as problem:
        raise socket.gaierror(problem.errno, f"{problem.strerror}: {target.host}") from problem
