"""The sentence that says why NaN or infinities began: "divides by zero: `visits` is 0 in 256 of 5,000 elements".

`cause_of` is the one entry. Sentences about single libraries (`reindex`: 1 label of 5 is not in the index) come first;
where none applies, arithmetic says what happened.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from numscope.rules.origin_kind import OriginKind
from numscope.trace import Operation


@dataclass(frozen=True)
class Evidence:
    """What is known of an origin.

    operation: the one at the user's line. maker: the innermost operation inside it that made the values, or itself.
    kind: how they began. nans, infinities: how many in the results (of `appeared`: in the input). source: the text of
    the user's line; empty if it can't be read.
    """

    operation: Operation
    maker: Operation
    kind: OriginKind
    nans: int
    infinities: int
    source: str


@dataclass(frozen=True)
class Cause:
    """Why they began. sentence: starts with a verb, after the place ("divides by zero: ..."). advice: what to do."""

    sentence: str
    advice: str = ""


# What libraries' lore says, asked in this order before arithmetic: each returns None if it has nothing to say.
LORE: tuple[Callable[[Evidence], Cause | None], ...] = ()


def cause_of(evidence: Evidence) -> Cause:
    """Return why the values began, in the words of the library if its lore knows the line, else of arithmetic."""
    for lore in LORE:
        found = lore(evidence)
        if found is not None:
            return found
    return Cause(_KINDS[evidence.kind])


_KINDS = {
    OriginKind.MADE: "makes them of finite numbers",
    OriginKind.GIVEN: "is given them",
    OriginKind.UNINITIALISED: "reads memory that nobody has written",
    OriginKind.READ: "brings them in",
    OriginKind.APPEARED: "has them in an input that no recorded operation made",
}
