"""What came of replaying operations."""

from __future__ import annotations

from dataclasses import dataclass

from numscope.analysis.concepts.array_difference import ArrayDifference


@dataclass(frozen=True)
class OutputDifference:
    """How one result differs. what: `output 0`, `mutated 0`, `exception`. now: what came out, where it is no array."""

    what: str
    difference: ArrayDifference | None
    now: str


@dataclass(frozen=True)
class Replayed:
    """One operation that gave something else. status: `close` (within the tolerance) or `differs`."""

    id: int
    name: str
    status: str
    outputs: tuple[OutputDifference, ...]


@dataclass(frozen=True)
class Changed:
    """How many operations of one name gave something else, and the largest distance in roundings (ULP)."""

    name: str
    differs: int
    close: int
    ulp: float | None


@dataclass(frozen=True)
class Reason:
    """Why operations could not be replayed, or not be checked: how many, the first of them."""

    text: str
    operations: int
    first: int


@dataclass(frozen=True)
class Replay:
    """What came of it. Counts are of operations; `operations` is their sum.

    identical: bit for bit. threads: within the tolerance, and the result depends on the number of threads, which is
    another than the program's, or the program's is not known. close: within the tolerance, for another reason.
    differs: beyond it, or another exception. unchecked: ran, but there was nothing to compare with. cannot: not
    called. recorded, now: versions of NumPy and Python.
    """

    operations: int
    identical: int
    threads: int
    close: int
    differs: int
    unchecked: int
    cannot: int
    changed: tuple[Changed, ...]
    findings: tuple[Replayed, ...]
    reasons: tuple[Reason, ...]
    recorded: dict[str, str]
    now: dict[str, str]
    what_if: bool

    @property
    def found(self) -> bool:
        """Whether there is something to look at: any bit, or with another library or other inputs, beyond tolerance."""
        return bool(self.differs or (self.close and not self.what_if))
