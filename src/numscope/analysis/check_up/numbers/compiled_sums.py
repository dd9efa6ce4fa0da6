"""Running totals in float32 or float16 in compiled functions, which get too large for what is added to them.

A trace has what such a function was given and what it left; its text says in which type it adds up.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from numscope.analysis.check_up.evidence import MOST_CALLS, Call, Evidence, finding_of, operand_at
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import WIDE_SUM
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.program import Program
from numscope.analysis.concepts.syntax import last_name
from numscope.trace import Operand, Operation

KIND = "saturation"
_SHORT = ("float32", "float16")
# So much of what was added has to be missing from the sum, or be in it too much.
_LOST, _MOST_LOST = 0.01, 0.9


@dataclass(frozen=True)
class _Adding:
    """A function that adds up. totals: where each begins, with the parameter whose elements are added to it."""

    parameters: list[str]
    totals: list[tuple[int, str]]


def compiled_sums(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that begin a total in a short type in compiled functions, whose loops then add up wrongly."""
    adding: dict[Program, dict[str, _Adding]] = {}
    for call in evidence.calls.values():
        program = evidence.program(call)
        if program not in adding:
            adding[program] = _adding(program.tree)
        # Of a function that is not compiled no call is recorded, but what it calls.
        one = adding[program].get(call.full_name.rpartition(".")[2])
        found = _first_wrong(evidence, call, one) if one is not None else None
        if found is not None:
            start, operation, problem = found
            file, line = program.place(start)
            place = replace(call, file=file, line=line)
            yield finding_of(KIND, place, operation, 1, problem, WIDE_SUM)


def _first_wrong(evidence: Evidence, call: Call, function: _Adding) -> tuple[int, int, str] | None:
    """Return (line where the total begins, operation, what is wrong with it) of the first call that adds up wrongly."""
    for _, ids in evidence.operations([call]):
        for operation in evidence.fetch(ids[:MOST_CALLS]):
            for start, name in function.totals:
                given = operand_at(operation, function.parameters.index(name), name)
                problem = _problem(given, operation) if given is not None else None
                if problem is not None:
                    return start, operation.id, problem
    return None


def _problem(given: Operand, operation: Operation) -> str | None:
    """Return what is wrong with a total of all that was given; None if it is right, or not left as a result."""
    known, count = given.statistics, int(np.prod(given.shape or ()))
    # Of numbers of both signs the total may be near 0, and any rounding a large part of it.
    if known is None or given.dtype not in _SHORT or known.nonfinite or known.minimum * known.maximum < 0:
        return None
    wanted = known.mean * count
    for got in map(_largest, operation.outputs):
        is_short = got is not None and float(np.dtype(given.dtype).type(got)) == got
        if got is not None and is_short and _LOST < abs(got / wanted - 1) < _MOST_LOST:
            step = float(np.spacing(np.dtype(given.dtype).type(got)))
            return (
                f"adds up {count:,} numbers of {known.mean:.4g} on average in {given.dtype}: they come to "
                f"{wanted:,.6g}, and the total to {got:,.6g}, where its steps are {abs(step):g}"
            )
    return None


def _largest(made: Operand) -> float | None:
    """Return the number of a result that is farthest from 0: of totals so far the last."""
    numbers = numbers_of(made)
    if numbers is None or numbers.dtype.kind not in "fiu" or not numbers.size:
        return None
    return float(numbers.flat[int(np.argmax(np.abs(numbers)))])


def _adding(tree: ast.Module) -> dict[str, _Adding]:
    """Return the functions with a decorator that have such totals, by name."""
    functions = (one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef) and one.decorator_list)
    return {
        one.name: _Adding([each.arg for each in one.args.args], totals)
        for one in functions
        if (totals := list(_totals(one)))
    }


def _totals(function: ast.FunctionDef) -> Iterator[tuple[int, str]]:
    """Yield (line, parameter) of names that begin outside of loops as a short zero, and to which loops add elements."""
    loops = [node for node in function.body if isinstance(node, (ast.For, ast.While))]
    inside = [inner for loop in loops for inner in ast.walk(loop)]
    anew = {name for node in inside if isinstance(node, ast.Assign) for name in map(_name, node.targets)}
    starts = {
        name: node.lineno
        for node in function.body
        if isinstance(node, ast.Assign) and _is_short(node.value)
        for name in map(_name, node.targets)
        if name and name not in anew
    }
    names = {one.arg for one in function.args.args}
    for node in inside:
        if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add):
            start = starts.get(_name(node.target))
            added = last_name(node.value.value) if isinstance(node.value, ast.Subscript) else ""
            if start is not None and added in names:
                yield start, added


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _is_short(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and last_name(value.func) in _SHORT
