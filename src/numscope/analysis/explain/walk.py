"""The steps of a recorded program, in the order in which they ran."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from numscope.analysis.explain.grid import Grid, grid_of
from numscope.analysis.explain.indices import index_text
from numscope.analysis.explain.picture import Picture, picture_of
from numscope.analysis.explain.source import Source, read_source
from numscope.analysis.ls.listing import Selection, selected_operations
from numscope.trace import Operand, Operation, Site, Trace
from numscope.trace.operation import AFTER
from numscope.user_code import is_user_file

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
    """The first `limit` steps of `trace`: operations that the program called from its own lines."""
    sources: dict[str, tuple[int, Source]] = {}
    operations: list[tuple[Operation, Site]] = []
    of = 0
    for operation, site in _own(trace):
        of += 1
        if len(operations) < limit:
            operations.append((operation, site))
            if site.file not in sources:
                sources[site.file] = (len(sources), read_source(site.file, trace.sources.text(site.file)))
    names = _Names()
    steps = []
    for number, (operation, site) in enumerate(operations):
        at, source = sources[site.file]
        first, last, assigned = source.statement(site.line)
        following = operations[number + 1][1] if number + 1 < len(operations) else None
        ends = following is None or following.file != site.file or not first <= following.line <= last
        steps.append(_step(operation, site, at, (first, last), assigned if ends else None, names))
    return Walk(tuple(source for _, source in sources.values()), tuple(steps), of)


def _own(trace: Trace) -> Iterator[tuple[Operation, Site]]:
    for operation in selected_operations(trace, Selection()):
        site = operation.user_site or operation.site
        if site is not None and _is_own(site.file):
            yield operation, site


def _is_own(file: str) -> bool:
    typed = file.startswith("<") and not file.startswith("<frozen")  # at a prompt, or given with -c
    return typed or is_user_file(file)


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


def _step(
    operation: Operation, site: Site, file: int, lines: tuple[int, int], assigned: str | None, names: _Names
) -> Step:
    given = [operand for operand in operation.operands if operand.role not in AFTER]
    drawn = [operand for operand in given if _is_drawn(operand)]
    inputs = tuple(grid_of(operand, names.of(operand)) for operand in drawn[:_MOST_OPERANDS])
    picture = picture_of(operation)
    results = [operand for operand in (*operation.outputs, *operation.mutated) if operand.is_array()]
    in_place = operation.how == "in place" or bool(operation.mutated)
    if not in_place and picture.buffer is None:
        for operand in results:
            names.made(operand)
    if assigned is not None and len(results) == 1 and operation.outputs:
        names.assign(results[0], assigned)
    return Step(
        id=operation.id,
        name=operation.name,
        how=operation.how,
        file=file,
        line=site.line,
        lines=lines,
        function=site.function,
        inputs=inputs,
        outputs=tuple(grid_of(operand, names.of(operand)) for operand in results[:_MOST_OPERANDS]),
        arguments=tuple(
            Argument(operand.name, _text(operation, operand))
            for operand in given
            if not _is_drawn(operand) and not operand.item
        ),
        picture=picture,
        assigned=assigned,
        exception=operation.exception,
    )


def _text(operation: Operation, operand: Operand) -> str:
    text = operand.describe().removeprefix(f"{operand.name}=")
    is_index = operand.position == 1 and operation.name.endswith(("__getitem__", "__setitem__"))
    return f"[{index_text(text)}]" if is_index and operand.kind in ("literal", "int", "none") else text


def _is_drawn(operand: Operand) -> bool:
    return operand.is_array() and operand.role != "out"
