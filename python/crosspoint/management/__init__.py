# SPDX-License-Identifier: Apache-2.0
"""A client of the management node of Crosspoint, and of any router that has one like it.

    from crosspoint.management import Client

    with Client.connect("amqp://127.0.0.1:5672") as router:
        for link in router.query("org.apache.qpid.dispatch.router.link", ["linkName", "linkDir"]):
            print(link["linkName"], link["linkDir"])

What the router refuses is a ManagementError, with a class of its own for the usual status codes.
What happens to the connection is one of Proton's own: Timeout, ConnectionException, LinkDetached.
"""
from .client import Client
from .connection import Settings, Target, open_connection
from .errors import (BadRequestStatus, ForbiddenStatus, InternalServerErrorStatus, ManagementError,
                     NotFoundStatus, NotImplementedStatus, UnauthorizedStatus)

__all__ = [
    "BadRequestStatus", "Client", "ForbiddenStatus", "InternalServerErrorStatus",
    "ManagementError", "NotFoundStatus", "NotImplementedStatus", "Settings", "Target",
    "UnauthorizedStatus", "open_connection",
]
