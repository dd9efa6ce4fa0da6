"""The program ended with an exception that nobody caught: where, and what the operation that raised it was given."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Evidence
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.operations.lore.compiled import COMMAND, PREFIX
from numscope.trace import Operation

KIND = "exception"
# Somebody ended the program, or who read its output did.
_MEANT = ("KeyboardInterrupt", "BrokenPipeError")
_LARGEST_MATRIX = 1000
_LAST = """
    select id, exception from operations
    where process = ? and user_file = ? and user_line = ? and user_visible order by id desc limit 1
    """


def ended_by(evidence: Evidence) -> Iterator[Finding]:
    """Yield the exception that ended each process, at the program's innermost line."""
    rows = evidence.trace.ask(
        "select id, argv, environment from processes where json_extract(environment, '$.uncaught') is not null"
    ).to_pylist()
    for row in rows:
        known = json.loads(row["environment"])["uncaught"]
        if isinstance(known, dict) and known.get("file") and known.get("type") not in _MEANT:
            yield _finding(evidence, row, known)


def _finding(evidence: Evidence, row: dict[str, Any], known: dict[str, Any]) -> Finding:
    place = str(known["file"]), int(known["line"])
    found = evidence.trace.ask(_LAST, [row["id"], *place]).to_pylist()
    raising = evidence.fetch([found[0]["id"]])[0] if found and found[0]["exception"] else None
    return Finding(
        KIND,
        *place,
        known.get("function"),
        found[0]["id"] if found else 0,
        1,
        f"the program ended here: {_said(str(known['type']), str(known['text']))}",
        _fix(str(known["type"]), raising),
        _look(str(known["type"]), raising, row["argv"] or ()),
    )


def _look(kind: str, raising: Operation | None, argv: Sequence[str]) -> str:
    script = next(iter(argv), "")
    if kind.startswith(PREFIX) and script.endswith(".py"):
        return shlex.join([*COMMAND, os.path.relpath(script), *argv[1:]])
    return f"show T {raising.id}" if raising is not None else "ls T --last"


def _said(kind: str, text: str) -> str:
    if kind.startswith(PREFIX):
        return "Numba can't compile what is called"
    first = text.strip().partition("\n")[0]
    return f"{kind.rpartition('.')[2]}{': ' if first else ''}{first}"


def _fix(kind: str, raising: Operation | None) -> str:
    if kind.startswith(PREFIX):
        return "ask what can't be compiled: changes are tried too"
    if raising is None:
        return "no operation raised it: look at the last ones before, and at this line's names"
    given = [f"{one.dtype}[{','.join(map(str, one.shape or ()))}]" for one in raising.inputs if one.dtype]
    wrong = _singular(raising) if kind.endswith("LinAlgError") else None
    said = f"{raising.name} was given {' and '.join(given)}" if given else f"{raising.name} raised it"
    return f"{said}; {wrong}" if wrong else f"{said}: look at these values"


def _singular(raising: Operation) -> str | None:
    """Return what is wrong with a matrix that has no inverse; None where it has one, or was not kept."""
    matrix = numbers_of(raising.inputs[0]) if raising.inputs else None
    if matrix is None or matrix.ndim != 2 or max(matrix.shape) > _LARGEST_MATRIX:
        return None
    if not np.isfinite(matrix).all():
        return "it holds NaN or infinities"
    rank = int(np.linalg.matrix_rank(matrix))
    if rank == min(matrix.shape):
        return None
    return f"its rank is {rank} of {min(matrix.shape)}{_dependent(matrix)}"


def _dependent(matrix: Any) -> str:
    """Return the first rows or columns that make a matrix singular by themselves: they are zero, or equal."""
    for noun, lines in (("row", matrix), ("column", matrix.T)):
        zero = np.flatnonzero(~lines.any(axis=1))
        if zero.size:
            return f": {noun} {zero[0]} is zero"
        _, first, number = np.unique(lines, axis=0, return_index=True, return_inverse=True)
        again = np.flatnonzero(first[number.ravel()] != np.arange(len(lines)))
        if again.size:
            return f": {noun}s {first[number.ravel()[again[0]]]} and {again[0]} are equal"
    return ""
