"""Which operation's data flowed into which: who made an array, who changed it, who read it.

Operations are replayed in their order over a picture of memory. An address alone proves nothing (it is used again as
soon as an array dies), and neither does content alone (there are many arrays of zeros): an edge needs both, the memory
that an earlier operation wrote, and the content that it left there. Where one left just that array, hashes are
compared; where several wrote parts of it, what they left is put together again and compared, for which the values must
have been kept. What does not agree, or can't be compared, becomes a gap, with the reason.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from numscope.analysis.concepts.memory import Memory, Place, Region, Trail, Unwritten, place_of
from numscope.errors import NumscopeError
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation
from numscope.trace.operation import AFTER


@dataclass(frozen=True)
class Edge:
    """Data of operation `source` flowed into operation `target`, as its operand at `place`.

    kind: `result`; `converted` when the target does nothing but give it another type; `part` when several operations
    wrote what is there; `scalar` for NumPy scalars, which have no memory: the last one of equal value is taken, and
    `certain` is False.
    """

    source: int
    target: int
    place: int
    kind: str = "result"
    certain: bool = True


@dataclass(frozen=True)
class Gap:
    """Where the data of operation `target`'s operand at `place` came from is not known, and why."""

    target: int
    place: int
    reason: str


UNSEEN = "no recorded operation made it"
CHANGED = "it was changed, or made anew, by something that was not recorded"
UNPROVEN = "its content is not known well enough to prove where it came from"
# So many places are kept for the next operations.
_MOST_PLACES = 50_000
# Types that torch gives to Python's numbers.
_OF_NUMBERS = ("int64", "float64", "complex128", "bool")


@dataclass(frozen=True)
class Lineage:
    """The data flow between operations."""

    edges: tuple[Edge, ...]
    gaps: tuple[Gap, ...]


def lineage(operations: Iterable[Operation]) -> Lineage:
    """The data flow between `operations`, which come in the order of their ids; processes are kept apart.

    Give operations of depth 0 for the flow between what the program did; inner ones pass on what their outer one did.
    """
    replays: dict[int, _Replay] = {}
    for operation in operations:
        replays.setdefault(operation.process, _Replay()).run(operation)
    parts = list(replays.values())
    return Lineage(
        tuple(edge for part in parts for edge in part.edges),
        tuple(gap for part in parts for gap in part.gaps),
    )


class _Replay:
    """Replays the operations of one process."""

    def __init__(self) -> None:
        self.edges: list[Edge] = []
        self.gaps: list[Gap] = []
        self._memory = Memory()
        self._scalars: dict[str, int] = {}
        self._places: dict[tuple[Any, ...], Place | None] = {}

    def run(self, operation: Operation) -> None:
        """Find where the operation's inputs came from, then note what it left."""
        # What is wholly overwritten did not flow in; with where= some of it stays.
        partial = any(operand.name == "where" for operand in operation.operands)
        before: list[tuple[Operand, Place | None]] = []
        after: list[tuple[Operand, Place | None]] = []
        for number, operand in enumerate(operation.operands):
            place = self._place_of(operand)
            if operand.role in AFTER:
                after.append((operand, place))
                continue
            before.append((operand, place))
            # A part of an object that is no input, such as an index, does not flow into results.
            beside = operand.role == "argument" and operand.item and operand.name
            if not beside and (operand.role != "out" or partial):
                self._read(operation, number, operand, place)
        for operand, place in after:
            self._write(operation, operand, place, before)

    def _place_of(self, operand: Operand) -> Place | None:
        """Return where the operand lies. A loop has the same places again and again, and their bounds are kept."""
        if operand.kind != "array":
            return None
        lies = operand.address, operand.shape, operand.strides, operand.data_bytes
        if lies not in self._places:
            if len(self._places) >= _MOST_PLACES:
                self._places.clear()
            self._places[lies] = place_of(operand)
        return self._places[lies]

    def _read(self, operation: Operation, number: int, operand: Operand, place: Place | None) -> None:
        target = operation.id
        if operand.kind == "scalar":
            source = self._scalars.get(operand.hash or "")
            if source is not None:
                self.edges.append(Edge(source, target, number, "scalar", certain=False))
            return
        if place is None or operand.converted:
            return
        if operand.hash is None:
            self.gaps.append(Gap(target, number, UNPROVEN))
            return
        region = self._memory.holding(place)
        sources, reason = _trace_back(region, place, operand) if region is not None else ((), UNSEEN)
        kind = _kind(operation, operand) if len(sources) == 1 and reason is None else "part"
        self.edges.extend(Edge(source, target, number, kind) for source in sources)
        is_number = _may_be_number(operand) and (
            region is None or (reason != UNPROVEN and operand.dtype in _OF_NUMBERS)
        )
        if reason is not None and not is_number:
            self.gaps.append(Gap(target, number, reason))
        if region is None or reason == CHANGED:
            region = self._memory.claim(place)
        if reason is not None or len(sources) > 1:
            # The next reader of the same need not put it together again.
            region.add(Trail(sources, place, operand, reason == CHANGED, bool(sources), reason is not None))

    def _write(
        self,
        operation: Operation,
        operand: Operand,
        place: Place | None,
        before: list[tuple[Operand, Place | None]],
    ) -> None:
        if operand.kind == "scalar":
            if operand.hash is not None:
                self._scalars[operand.hash] = operation.id
            return
        if place is None:
            return
        shared = [(other, there) for other, there in before if there is not None and there.shares(place)]
        target = operand.role == "mutated" or any(
            there == place and (other.role == "out" or other.hash != operand.hash) for other, there in shared
        )
        region = self._memory.holding(place)
        if region is None or not (shared or target):
            region = self._memory.claim(place)
        # A view only shows what is there already.
        region.add(Trail((operation.id,), place, operand, writes=target or not shared))


def _may_be_number(operand: Operand) -> bool:
    """Return whether torch or JAX may have made it of one of Python's numbers, on the way, in memory used before."""
    return operand.shape == () and operand.type is not None


def _kind(operation: Operation, operand: Operand) -> str:
    """Return `converted` if all that an operation does is to copy its operand into another type."""
    types = [one.dtype for one in operation.operands if one.role in AFTER and one.is_array()]
    is_copy = operation.traits & Trait.COPIES and operand.dtype is not None and len(types) == 1
    return "converted" if is_copy and types[0] != operand.dtype else "result"


def _trace_back(region: Region, place: Place, operand: Operand) -> tuple[tuple[int, ...], str | None]:
    """The operations whose data `operand` is, as far as is known, and why not if it is not.

    Goes back in time until something is found that was laid out alike, or until each element's last writer is known.
    """
    unwritten = Unwritten(place)
    sources: list[int] = []
    used: list[Trail] = []
    whole = False
    for trail in region.newest_first():
        if trail.summary and used:
            continue  # written over in part: the single trails say who wrote the rest
        alike = trail.place == place and trail.operand.dtype == operand.dtype
        if alike and not used:
            same = trail.operand.hash == operand.hash
            return (trail.sources, UNSEEN if trail.unknown else None) if same else ((), CHANGED)
        if alike or (trail.writes and unwritten.take(trail.place)):
            used.append(trail)
            sources.extend(source for source in trail.sources if source not in sources)
            whole = alike or not unwritten
            if whole:
                break
    if not used:
        return (), UNSEEN
    proof = _shows(used, place, operand)
    if not proof:
        return (), UNPROVEN if proof is None else CHANGED
    known = whole and not any(trail.unknown for trail in used)
    return tuple(reversed(sources)), None if known else UNSEEN


def _shows(used: list[Trail], place: Place, operand: Operand) -> bool | None:
    """Whether what `used` left in memory, the newest first, is what `operand` shows; None if values were not kept."""
    bounds = [trail.place.bounds for trail in used] + [place.bounds]
    low, high = min(start for start, _ in bounds), max(end for _, end in bounds)
    memory, written = np.zeros(high - low, np.uint8), np.zeros(high - low, np.bool_)
    for trail in reversed(used):
        left = _kept(trail.operand, trail.place)
        if left is None:
            return None
        _bytes_at(trail.place, memory, low)[...] = _bytes_of(left)
        _bytes_at(trail.place, written, low)[...] = True
    seen = _kept(operand, place)
    if seen is None:
        return None
    agrees = _bytes_at(place, memory, low) == _bytes_of(seen)
    return bool((agrees | ~_bytes_at(place, written, low)).all())


def _kept(operand: Operand, place: Place) -> Any:
    """Return the value that lay at `place`; None if it was not kept, or in another type (bfloat16 as float32)."""
    value = _value(operand)
    return value if value is not None and value.itemsize == place.item_bytes else None


def _bytes_at(place: Place, memory: Any, low: int) -> Any:
    """The bytes of the array at `place`, with one dimension more, as a view of `memory`, which begins at `low`."""
    shape, strides = (*place.shape, place.item_bytes), (*place.strides, 1)
    return np.ndarray(shape, memory.dtype, memory, place.address - low, strides)


def _bytes_of(array: Any) -> Any:
    data = np.frombuffer(array.tobytes(), np.uint8)
    return data.reshape(*array.shape, array.itemsize)


def _value(operand: Operand) -> Any:
    try:
        value = operand.value()
    except NumscopeError:
        return None
    return value if isinstance(value, np.ndarray) else None
