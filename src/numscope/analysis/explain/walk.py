"""The steps of a recorded program, in the order in which they ran."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from numscope.analysis.concepts.listed_calls import Listed, listed
from numscope.analysis.concepts.user_calls import page_of_calls
from numscope.analysis.explain.grid import Grid, grid_of
from numscope.analysis.explain.indices import index_text
from numscope.analysis.explain.picture import Picture, picture_of
from numscope.analysis.explain.source import Source, read_source
from numscope.trace import Operand, Operation, Site, Trace
from numscope.trace.operation import AFTER

# Operands of one operation that are drawn.
_MOST_OPERANDS = 6


@dataclass(frozen=True)
class Argument:
    """A Python value that was given: its name where it has one, and its text."""

    name: str | None
    text: str


@dataclass(frozen=True)
class Step:
    """One operation: where it was called, what went in, what came out, how the one came from the other.

    file: number of its source in `Walk.sources`. lines: first and last of its statement. assigned: the variable that
    the statement assigns, where this operation's result is what it gets.
    """

    id: int
    name: str
    how: str
    file: int
    line: int
    lines: tuple[int, int]
    function: str | None
    inputs: tuple[Grid, ...]
    outputs: tuple[Grid, ...]
    arguments: tuple[Argument, ...]
    picture: Picture
    assigned: str | None
    exception: str | None


@dataclass(frozen=True)
class Walk:
    """The program's steps and sources. of: how many steps there are in all; these are the first of them."""

    sources: tuple[Source, ...]
    steps: tuple[Step, ...]
    of: int


def walk(trace: Trace, limit: int) -> Walk:
    """The first `limit` steps of `trace`: what the program called from its own lines."""
    page = page_of_calls(trace, "own", [], limit)
    rows = _seen_through(trace, listed(trace, page.calls))
    sources: dict[str, tuple[int, Source]] = {}
    names = _Names()
    steps = []
    for number, row in enumerate(rows):
        site = row.call.site
        assert site is not None, "a call of the user's own lines stands in one"
        at, source = sources.setdefault(
            site.file, (len(sources), read_source(site.file, trace.sources.text(site.file)))
        )
        first, last, assigned = source.statement(site.line)
        following = rows[number + 1].call.site if number + 1 < len(rows) else None
        ends = following is None or following.file != site.file or not first <= following.line <= last
        place = _Place(at, site, (first, last), assigned if ends else None)
        steps.append(_step(row, place, names))
    return Walk(tuple(source for _, source in sources.values()), tuple(steps), page.counts.own)


def _seen_through(trace: Trace, rows: Sequence[Listed]) -> list[Listed]:
    """Of calls into a library that came down to one operation, draw that."""
    single = {row.call.operation for row in rows if row.operation is None and row.call.outermost == 1}
    operations = {operation.id: operation for operation in trace.operations.fetch(sorted(single))}
    return [replace(row, operation=operations.get(row.call.operation, row.operation)) for row in rows]


@dataclass(frozen=True)
class _Place:
    """Where a step stands: number of its source, site, lines of its statement, the variable that this assigns."""

    file: int
    site: Site
    lines: tuple[int, int]
    assigned: str | None


class _Names:
    """Which variable an array was assigned to, by where it lies and how it is laid out."""

    def __init__(self) -> None:
        self._names: dict[tuple[object, ...], str] = {}

    def of(self, operand: Operand) -> str | None:
        return self._names.get(_identity(operand)) if operand.address else None

    def made(self, operand: Operand) -> None:
        """A new array has come to be: whatever lay there before has died."""
        for identity in [identity for identity in self._names if identity[0] == operand.address]:
            del self._names[identity]

    def assign(self, operand: Operand, name: str) -> None:
        for identity in [identity for identity, known in self._names.items() if known == name]:
            del self._names[identity]
        if operand.address:
            self._names[_identity(operand)] = name


def _identity(operand: Operand) -> tuple[object, ...]:
    return operand.address, operand.shape, operand.strides, operand.dtype


def _step(row: Listed, place: _Place, names: _Names) -> Step:
    operation = row.operation
    if operation is None or row.opaque:
        return _library_step(row, place, names)
    given = [operand for operand in operation.operands if operand.role not in AFTER]
    drawn = [operand for operand in given if _is_drawn(operand)]
    inputs = tuple(grid_of(operand, names.of(operand)) for operand in drawn[:_MOST_OPERANDS])
    picture = picture_of(operation)
    results = [operand for operand in (*operation.outputs, *operation.mutated) if operand.is_array()]
    in_place = operation.how == "in place" or bool(operation.mutated)
    if not in_place and picture.buffer is None:
        for operand in results:
            names.made(operand)
    if place.assigned is not None and len(results) == 1 and operation.outputs:
        names.assign(results[0], place.assigned)
    return Step(
        id=operation.id,
        name=operation.name,
        how=operation.how,
        file=place.file,
        line=place.site.line,
        lines=place.lines,
        function=place.site.function,
        inputs=inputs,
        outputs=tuple(grid_of(operand, names.of(operand)) for operand in results[:_MOST_OPERANDS]),
        arguments=tuple(
            Argument(operand.name, _text(operation, operand))
            for operand in given
            if not _is_drawn(operand) and not operand.item
        ),
        picture=picture,
        assigned=place.assigned,
        exception=operation.exception,
    )


def _library_step(row: Listed, place: _Place, names: _Names) -> Step:
    """A call into a library, or on objects that hold arrays: the arrays that went in and came out."""
    inside = f" > {row.call.inside:,} operations" if row.operation is None else ""
    return Step(
        id=row.call.operation,
        name=f"{row.call.name}{inside}",
        how="call",
        file=place.file,
        line=place.site.line,
        lines=place.lines,
        function=place.site.function,
        inputs=tuple(grid_of(operand, names.of(operand)) for operand in row.inputs),
        outputs=tuple(grid_of(operand, names.of(operand)) for operand in row.results),
        arguments=(),
        picture=Picture("other"),
        assigned=place.assigned,
        exception=row.operation.exception if row.operation is not None else None,
    )


def _text(operation: Operation, operand: Operand) -> str:
    text = operand.describe().removeprefix(f"{operand.name}=")
    is_index = operand.position == 1 and operation.name.endswith(("__getitem__", "__setitem__"))
    return f"[{index_text(text)}]" if is_index and operand.kind in ("literal", "int", "none") else text


def _is_drawn(operand: Operand) -> bool:
    return operand.is_array() and operand.role != "out"
