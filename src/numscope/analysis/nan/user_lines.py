"""What the trace knows of one statement of the program: its text, and what the operations inside it showed."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import PurePath

from numscope.analysis.concepts.missing import missing_codes
from numscope.analysis.concepts.syntax import parsed
from numscope.operations.lore.user_line import Lookup, UserLine, Values
from numscope.operations.traits import Trait, allocates
from numscope.trace import Operand, Operation, Site, Trace, ValueNotKeptError

# Operations inside one statement that are looked at, before and behind the one in question.
MOST = 2000
_INTEGERS = ("int64", "int32")


def user_line(trace: Trace, operation: Operation) -> UserLine:
    """Return what is known of the statement in which the operation ran."""
    site = operation.user_site or operation.site
    operations = _beside(trace, operation, site) if site else [operation]
    slots = [(inner, slot) for inner in operations for slot in inner.operands if slot.is_array()]
    return UserLine(
        source=statement_at(trace, site) if site else "",
        packages=frozenset(name for inner in operations if (name := _package(inner.site))),
        result=_result(_of_call(operation)) or _result(slots),
        lookups=tuple(_lookups(slots)),
        constants=tuple(_constants(slots)),
        zeros=any(_has_zero_row(slot) for _, slot in slots),
        floating_point=frozenset(flag for inner in operations for flag in inner.floating_point),
        called=_called(operation),
        raised=frozenset(operation.floating_point),
    )


def _called(operation: Operation) -> str:
    """Return the class of the object that was called or fitted: `interp1d` of `scipy.interpolate.interp1d.__call__`."""
    parts = operation.name.split(".")
    return parts[-2] if parts[-1] in ("__call__", "fit") and len(parts) > 1 else ""


def _beside(trace: Trace, operation: Operation, site: Site) -> list[Operation]:
    """Return the operations of the same run through the user's line, in their order."""
    bounds = [operation.id - MOST, operation.id + MOST, operation.process]
    rows = trace.ask(
        "select id, user_file, user_line, file, line from operations "
        "where id between ? and ? and process = ? order by id",
        bounds,
    ).to_pylist()
    run: list[int] = []
    for row in rows:
        same = (row["user_file"] or row["file"], row["user_line"] or row["line"]) == site.place
        if same:
            run.append(row["id"])
        elif run and run[-1] >= operation.id:
            break
        elif row["id"] < operation.id and row["user_file"] is not None:
            run = []
    return trace.operations.fetch(run)


@lru_cache(maxsize=32)
def _statements(text: str) -> tuple[tuple[int, int, str], ...]:
    """Return the simple statements of a file's text: first line, last line, text."""
    tree = parsed(text)
    simple = [node for node in ast.walk(tree) if isinstance(node, ast.stmt) and not hasattr(node, "body")]
    return tuple(
        (node.lineno, node.end_lineno or node.lineno, ast.get_source_segment(text, node) or "")
        for node in simple
    )


def statement_at(trace: Trace, site: Site) -> str:
    """Return the text of the statement at `site`; the line alone if it is none that can be read."""
    for first, last, text in _statements(trace.sources.text(site.file) or ""):
        if first <= site.line <= last:
            return text
    return site.source


def _package(site: Site | None) -> str:
    """Return the name of the package that a library's call site lies in."""
    if site is None or not site.in_library:
        return ""
    parts = PurePath(site.file).parts
    for folder in ("site-packages", "dist-packages"):
        if folder in parts[:-1]:
            return parts[len(parts) - parts[::-1].index(folder)]
    return ""


def _of_call(operation: Operation) -> list[tuple[Operation, Operand]]:
    """Return the arrays that a library's public call gives: inside it others may have NaN, and hand none on."""
    if not operation.traits & Trait.STANDS or any(slot.kind == "object" for slot in operation.outputs):
        return []  # an object may hold what it was made of
    return [(operation, slot) for slot in operation.outputs]


def _result(slots: Iterable[tuple[Operation, Operand]]) -> Values | None:
    found = None
    for operation, slot in slots:
        known = slot.statistics
        unwritten = slot.role == "output" and allocates(operation.traits)
        if known is not None and (known.nans or missing_codes(slot)) and slot.shape and not unwritten:
            found = slot
    if found is None or found.statistics is None or found.shape is None:
        return None
    return Values(found.statistics.nans or missing_codes(found), found.shape, _leading(found))


def _leading(slot: Operand) -> int | None:
    try:
        array = slot.value()
    except ValueNotKeptError:
        return None
    flat = array.reshape(-1).tolist()  # type: ignore[union-attr]
    return next((number for number, value in enumerate(flat) if value == value), len(flat))


def _lookups(slots: Iterable[tuple[Operation, Operand]]) -> Iterator[Lookup]:
    for operation, slot in slots:
        known = slot.statistics
        if known is None or known.minimum != -1 or slot.dtype not in _INTEGERS or len(slot.shape or ()) != 1:
            continue
        try:
            positions = slot.value().tolist()  # type: ignore[union-attr]
        except ValueNotKeptError:
            continue
        function = operation.site.function if operation.site and operation.site.function else ""
        yield Lookup(positions.count(-1), len(positions), function)


def _constants(slots: Iterable[tuple[Operation, Operand]]) -> Iterator[int]:
    """Yield the lengths of inputs whose elements are all the same number."""
    for _, slot in slots:
        known = slot.statistics
        if slot.role != "input" or known is None or known.nans or len(slot.shape or ()) != 1:
            continue
        length = (slot.shape or (0,))[0]
        if length > 1 and known.minimum == known.maximum and slot.dtype != "bool":
            yield length


def _has_zero_row(slot: Operand) -> bool:
    """Return whether an input is a vector of zeros, or has a row of zeros."""
    known, shape = slot.statistics, slot.shape or ()
    if slot.role != "input" or known is None or not 1 <= len(shape) <= 2 or not 1 < shape[-1] <= known.zeros:
        return False
    try:
        array = slot.value()
    except ValueNotKeptError:
        return known.zeros == math.prod(shape)
    return any(not any(row) for row in array.reshape(-1, shape[-1]).tolist())  # type: ignore[union-attr]
