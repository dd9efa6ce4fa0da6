"""Values, sizes and times in few words."""

from __future__ import annotations

import re
from collections.abc import Iterable

import numpy as np

from numscope.analysis.concepts.described_objects import Described, with_parts
from numscope.errors import NumscopeError
from numscope.recording.sizes import format_time
from numscope.trace import Operand, Operation
from numscope.trace.operation import AFTER


def short_time(nanoseconds: float | None) -> str:
    """`12.3 ms`; that of an operation that never ended is None."""
    return "unfinished" if nanoseconds is None else format_time(nanoseconds)


def short_size(size: float) -> str:
    """`512 B`, `1.5 kB`, `3.2 GB`: powers of 1000."""
    for unit, factor in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if size >= factor:
            return f"{size / factor:.3g} {unit}"
    return f"{size:.0f} B"


def fact_text(name: str, value: object) -> str:
    """Return a fact of a library's object in few words: `memory` is a number of bytes."""
    return short_size(value) if name == "memory" and isinstance(value, int) else str(value)


def short_operand(operand: Operand) -> str:
    """`float64[3,4]`, `2.5`, `axis=0`: what stands in a list of operations."""
    text = operand.describe()
    if operand.kind == "object" and operand.type:
        text = text.replace(f"<{operand.type}>", f"<{operand.type.rpartition('.')[2]}>")
    if operand.is_array():
        text = (
            f"{operand.dtype}[{','.join(map(str, operand.shape or ()))}]"
            if operand.shape
            else f"{operand.dtype}"
        )
        text = f"{operand.name}={text}" if operand.name and operand.position is None else text
    return text if len(text) <= 60 else text[:57] + "..."


def short_operands(operands: Iterable[Operand]) -> list[str]:
    """Return what stands in a list for each of these, a library's object in one: `Series float64[12]`."""
    return [
        short_described(one) if one.is_described else short_operand(one.operand)
        for one in with_parts(operands)
    ]


def short_described(described: Described) -> str:
    """`Series float64[12]`, `DataFrame 12 x 3`, `SeriesGroupBy float64[12]`: a library's object with what it holds."""
    owner, facts = described.operand, described.operand.attributes
    kind = (owner.type or "object").rpartition(".")[2].lstrip("_")
    name = f"{owner.name}=" if owner.name and owner.position is None else ""
    arrays = [part for part in described.parts if part.is_array() and part.role != "argument"]
    if {"rows", "columns"} <= facts.keys():
        return f"{name}{kind} {facts['rows']} x {facts['columns']}"
    if arrays:
        return f"{name}{kind} {short_operand(arrays[0])}"
    return f"{name}{kind} {facts['dtype']}" if "dtype" in facts else f"{name}{kind}"


def short_arguments(operation: Operation) -> str:
    """What `operation` was given, arrays of a list inside the list."""
    whole = [operand for operand in operation.operands if operand.role not in AFTER]
    described = {id(one.operand): one for one in with_parts(whole) if one.is_described}
    hidden = {id(part) for one in described.values() for part in one.parts}
    given = [operand for operand in whole if id(operand) not in hidden]
    inside = {f"${operand.item}": short_operand(operand) for operand in given if operand.item}
    parts = []
    for operand in given:
        if operand.item and any(_holds_items(other) for other in given):
            continue
        text = short_described(described[id(operand)]) if id(operand) in described else short_operand(operand)
        if inside and _holds_items(operand):
            text = re.sub(r"\$\d+", lambda match: inside.get(match.group(), match.group()), text)
        parts.append(text)
    return ", ".join(parts)


def _holds_items(operand: Operand) -> bool:
    return operand.kind == "literal" and isinstance(operand.literal, str) and "$1" in operand.literal


def value_text(operand: Operand, threshold: int = 40) -> str:
    """The operand's value as NumPy prints it, shortened; or why it is not there."""
    try:
        value = operand.value()
    except NumscopeError as error:
        return str(error)
    if not isinstance(value, np.ndarray):
        return repr(value) if operand.kind == "string" else str(value)
    return str(np.array2string(value, threshold=threshold, edgeitems=3, precision=6, max_line_width=100))
