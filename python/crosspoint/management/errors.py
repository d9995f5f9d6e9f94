# SPDX-License-Identifier: Apache-2.0
"""Status codes of replies, and the exceptions that refusals become."""
from http import HTTPStatus

OK = 200
CREATED = 201
NO_CONTENT = 204


def title(status):
    """The usual words for a status code."""
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Unknown"


class ManagementError(Exception):
    """The router did not do what was asked. `status` is its code, or None if it sent none."""

    def __init__(self, description, status=None):
        super().__init__(description)
        self.status = status

    @property
    def description(self):
        return self.args[0]


class BadRequestStatus(ManagementError):
    """400: the request makes no sense to the router."""


class UnauthorizedStatus(ManagementError):
    """401: the router wants to know who asks."""


class ForbiddenStatus(ManagementError):
    """403: not for this user, or not for this type."""


class NotFoundStatus(ManagementError):
    """404: there is no such entity or attribute."""


class InternalServerErrorStatus(ManagementError):
    """500: the request was understood, and putting it into effect failed."""


class NotImplementedStatus(ManagementError):
    """501: the type has no such operation."""


BY_STATUS = {400: BadRequestStatus, 401: UnauthorizedStatus, 403: ForbiddenStatus,
             404: NotFoundStatus, 500: InternalServerErrorStatus, 501: NotImplementedStatus}


def check_status(status, description, expected):
    """Raises what fits, unless the status is the expected one."""
    if status == expected:
        return
    if isinstance(status, int) and 200 <= status < 300:
        raise ValueError(f"Response was {int(status)}({title(status)}) but expected "
                         f"{expected}({title(expected)}): {description}")
    raise BY_STATUS.get(status, ManagementError)(description or title(status), status)
