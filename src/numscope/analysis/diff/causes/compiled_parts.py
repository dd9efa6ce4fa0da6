"""Lines inside compiled functions of a rewritten program: each call is one operation, so only their texts tell more.

The call was given what the first run has and made something else: the line that calls it is right.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from numscope.analysis.concepts.callers import FUNCTIONS, Function, with_called
from numscope.analysis.concepts.program import Program, program_of
from numscope.analysis.concepts.syntax import last_name
from numscope.analysis.diff.causes.loop_bounds import other_bounds
from numscope.analysis.diff.causes.makers import last_maker
from numscope.analysis.diff.printed_results import PrintedNumber
from numscope.analysis.diff.program_change import SourceChange
from numscope.operations.lore.compiled import COMPILED
from numscope.trace import Operation, Trace

_NARROW = frozenset(("float16", "float32", "half", "single"))
_OF_COMPILERS = " or ".join("starts_with(name, ?)" for _ in COMPILED)
_COMPILED_CALLS = f"select distinct name from calls where {_OF_COMPILERS}"
_COMPILED_OPERATIONS = (
    f"select id from operations where depth = 0 and ({_OF_COMPILERS}) order by id desc limit 200"
)
_NUMBER = re.compile(r"-?\d+\.\d+(?:e[+-]?\d+)?")


def compiled_part(parted: Operation, first: Trace, second: Trace) -> SourceChange | None:
    """Return the line inside a compiled function that differs from what the first program has.

    parted: where values part; that function gave them, or what they are made of.

    A loop with one turn more or less, or numbers of fewer digits than the first program's functions name. None if
    there is no such line, or more than one. The first program's functions may be compiled or not. Where partial sums
    are the first run's, only what reads the result parts.
    """
    given = [one.hash for one in parted.inputs if one.hash is not None and one.shape]
    made = [
        parted,
        *(one for content in given if (one := last_maker(second, content, parted.id)) is not None),
    ]
    called = next((one for one in made if one.name.startswith(COMPILED)), None)
    if called is None:
        return None
    programs = program_of(first), program_of(second, called.user_site or called.site)
    after = _functions(programs[1], {called.name.rpartition(".")[2]})
    before = _functions(programs[0], _compiled(first)) or [
        one for one in ast.walk(programs[0].tree) if isinstance(one, FUNCTIONS)
    ]
    line = other_bounds(before, after)
    line = _only_narrow(before, after) if line is None else line
    if line is None:
        return None
    place = programs[1].place(line)
    return SourceChange(None, None, *place, ("", second.sources.line(*place).strip()))


def compiled_maker(printed: Sequence[PrintedNumber], second: Trace) -> Operation | None:
    """Return the last call of a compiled function that gave, in a tuple, one of the numbers that were printed."""
    ids = second.ask(_COMPILED_OPERATIONS, list(COMPILED))["id"].to_pylist()
    for operation in reversed(second.operations.fetch(ids)):
        texts = [str(one.literal) for one in operation.outputs if one.kind == "literal"]
        numbers = [float(found) for text in texts for found in _NUMBER.findall(text)]
        if any(one.says(number) for one in printed for number in numbers):
            return operation
    return None


def _compiled(trace: Trace) -> set[str]:
    """Return the names of the compiled functions that a run called."""
    found = trace.ask(_COMPILED_CALLS, list(COMPILED))["name"].to_pylist()
    return {name.rpartition(".")[2] for name in found}


def _functions(program: Program, names: set[str]) -> list[Function]:
    """Return these functions and those that they call."""
    wanted = {called for name in names for called in with_called(program.tree, name)}
    return [one for one in ast.walk(program.tree) if isinstance(one, FUNCTIONS) and one.name in wanted]


def _only_narrow(before: list[Function], after: list[Function]) -> int | None:
    """Return the only line that names a type of few digits, if the other functions name none."""
    old, new = ({line for one in functions for line in _narrow_lines(one)} for functions in (before, after))
    return new.pop() if len(new) == 1 and not old else None


def _narrow_lines(function: Function) -> set[int]:
    named = (one for node in function.body for one in ast.walk(node))
    return {
        one.lineno
        for one in named
        if isinstance(one, (ast.Name, ast.Attribute)) and last_name(one) in _NARROW
    }
