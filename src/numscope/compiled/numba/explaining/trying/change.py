"""A change of the user's program that may make a failing function compile."""

from __future__ import annotations

from dataclasses import dataclass

from numscope.compiled.numba.explaining.edits import Edit


@dataclass(frozen=True)
class Change:
    """A sentence in the imperative, and the edits of one file that carry it out.

    ran: whether a line that it replaces runs on the recorded arguments; without that, agreement says nothing.
    last_resort: whether it leaves a part to Python, so that any other change is better.
    by_rule: whether the rule that named the cause made it.
    means_other: whether it may say something else than the program did: only agreement speaks for it.
    arguments: expressions of `value` by the number of the parameter, for changes of what the call passes.
    """

    sentence: str
    edits: tuple[Edit, ...]
    file: str
    arguments: tuple[tuple[int, str], ...] = ()
    ran: bool = True
    last_resort: bool = False
    by_rule: bool = False
    means_other: bool = False
