# SPDX-License-Identifier: Apache-2.0
"""Plain values that the planner gives."""

import os
from typing import List, NamedTuple, Optional


class Fault(NamedTuple):
    """One thing wrong with a file or an argument, and where."""

    file: str
    place: str
    reason: str

    def __str__(self) -> str:
        where = ":".join(part for part in (self.file, self.place) if part)
        return f"{where}: {self.reason}" if where else self.reason


class Error(Exception):
    """Why there is no answer.

    file, place, reason   of the first fault: the file as it was named (empty where none is involved), the place in it
                          ("line 17", "/tensors/3/size") or the argument ("producers[3]"), and a sentence
    faults                all faults, as a list of Fault
    kind                  "bad_input", "timed_out", "cancelled", "infeasible", "unsupported", "too_large" or "external"
    """

    def __init__(self, kind: str, faults) -> None:
        self.kind = kind
        self.faults: List[Fault] = [Fault(*fault) for fault in faults]
        super().__init__("\n".join(str(fault) for fault in self.faults))

    def __reduce__(self):
        return type(self), (self.kind, [tuple(fault) for fault in self.faults])

    @property
    def file(self) -> str:
        return self.faults[0].file

    @property
    def place(self) -> str:
        return self.faults[0].place

    @property
    def reason(self) -> str:
        return self.faults[0].reason


def file_name(given, argument: str) -> bytes:
    """The bytes by which the system knows a file: of a str, bytes, or os.PathLike."""
    try:
        name = os.fsencode(given)
    except TypeError:
        raise Error("bad_input", [("", argument, f"must be the name of a file, not {type(given).__name__}")]) from None
    except UnicodeEncodeError as fault:
        raise Error("bad_input", [("", argument, f"cannot be the name of a file: {fault.reason}")]) from None
    if b"\0" in name:
        raise Error("bad_input", [("", argument, "cannot be the name of a file: it has a null character")])
    return name


def restored(name: str, *state):
    """What pickle makes a Graph or a Plan of."""
    from . import _core

    return getattr(_core, name)._restored(*state)


class InputWarning(UserWarning):
    """Something had to be assumed of a file or of arrays."""


class PlanFault(NamedTuple):
    """One way in which a plan is wrong.

    kind            "overlap", "broken_group", "misplaced_view", "not_in_place", "misaligned", "out_of_range" or
                    "wrong_footprint"
    first, second   indices of the tensors; None where there is none
    reason          a sentence that names them
    """

    kind: str
    first: Optional[int]
    second: Optional[int]
    reason: str


class Strategy(NamedTuple):
    """One way to plan, by its id.

    standard    one of the ten that the SOMAS paper compares
    improves    whether it improves its plan as it runs, so that it obeys `time_limit` and `iterations`
    limits      for which graphs it works; empty: for all
    """

    id: str
    title: str
    description: str
    source: str
    standard: bool
    improves: bool
    limits: str
