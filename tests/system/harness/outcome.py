# SPDX-License-Identifier: Apache-2.0
"""What became of a delivery, as plain values that outlive Proton's objects."""
from typing import Any, NamedTuple, Optional

from proton import Condition, Delivery

ACCEPTED = Delivery.ACCEPTED
REJECTED = Delivery.REJECTED
RELEASED = Delivery.RELEASED
MODIFIED = Delivery.MODIFIED
RECEIVED = Delivery.RECEIVED


class Outcome(NamedTuple):
    """state: one of the five above, 0 for none, or the number of another state, see `data`."""
    state: int
    settled: bool
    condition: Optional[str] = None
    description: Optional[str] = None
    info: Any = None
    annotations: Any = None
    failed: bool = False
    undeliverable: bool = False
    section_number: int = 0
    section_offset: int = 0
    data: Any = None


def remote_outcome(delivery):
    remote, state = delivery.remote, delivery.remote_state
    error = remote.condition
    known = state in (ACCEPTED, REJECTED, RELEASED, MODIFIED, RECEIVED)
    return Outcome(state, delivery.settled,
                   error.name if error else None, error.description if error else None,
                   error.info if error else None, remote.annotations, remote.failed,
                   remote.undeliverable, remote.section_number, remote.section_offset,
                   None if known or not state else remote.data)


def update(delivery, state, condition=None, description=None, info=None, **fields):
    """Sets the local state; the fields are those of proton.Disposition."""
    if condition is not None:
        delivery.local.condition = Condition(condition, description, info)
    for name, value in fields.items():
        setattr(delivery.local, name, value)
    delivery.update(state)
