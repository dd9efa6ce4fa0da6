"""Which call gave a function the values with which an operation in it parts: `scaler.fit(everything)`.

A function that only computes with its parameters, as the first program does with other values, is right: what it
was given was chosen where it is called.
"""

from __future__ import annotations

import ast
import builtins

from numscope.analysis.concepts.callers import FUNCTIONS, function_around, only_call, parameters, statement_at
from numscope.analysis.concepts.program import program_of
from numscope.analysis.diff.divergence import Divergence
from numscope.analysis.diff.program_change import SourceChange
from numscope.analysis.diff.step_names import step_of
from numscope.operations.traits import Trait
from numscope.trace import Operation, Trace
from numscope.trace.operation import AFTER

# Functions that hand on what they were given, so many levels up.
_HIGHEST = 4
_BEFORE = """
    select user_file as file, user_line as line from operations where id < ? and depth = 0 and user_visible
    order by id desc limit 1
"""


def given_by_caller(parted: Operation, found: Divergence, first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of the second program that calls the function in which its values part.

    None unless the first program takes the same step on other values that both have, the line computes with nothing
    but parameters of its function, and one line calls that.
    """
    site = parted.user_site or parted.site
    before = same_step(parted, found, first)
    if site is None or before is None or _line_before(parted, second) == site.place:
        return None
    program = program_of(second, site)
    line = _choosing_line(program.tree, program.line(site))
    if line is None:
        return None
    text = before.user_site.source.strip() if before.user_site is not None else ""
    made = program.site(line, site)
    return SourceChange(None, None, *made.place, (text, made.source))


def _line_before(parted: Operation, second: Trace) -> tuple[str, int] | None:
    """Return the line of the operation before: of a line that computes in several steps, an earlier may be wrong."""
    found = second.ask(_BEFORE, [parted.id]).to_pylist()
    return (found[0]["file"], found[0]["line"]) if found else None


def same_step(parted: Operation, found: Divergence, first: Trace) -> Operation | None:
    """Return the operation of the first run that is the same step with other values."""
    unlike = found.unlike
    if unlike is not None and unlike.chosen and unlike.second == parted.id:
        return first.operations[unlike.first]
    if not found.sides[0].origins or parted.traits & Trait.ELEMENTWISE:
        return None
    other = first.operations[found.sides[0].origins[0]]
    same = step_of(other.name) == step_of(parted.name) and _settings(other) == _settings(parted)
    # With one array less it is another step: `np.gradient(heights)` for `np.gradient(heights, distances)`.
    alike = same and len(_read(other)) == len(_read(parted))
    return other if alike and _read(other) and _read(other) != _read(parted) else None


def _read(operation: Operation) -> list[str]:
    return [one.hash for one in operation.operands if one.hash is not None and one.role not in AFTER]


def _settings(operation: Operation) -> list[str]:
    plain = [one for one in operation.operands if one.role == "argument" and one.hash is None]
    return [repr(one.literal) for one in plain if one.kind != "object"]


def _choosing_line(tree: ast.Module, line: int) -> int | None:
    """Return the line that calls the function around `line`, or that which calls the caller, and so on.

    A function that hands on a parameter under its own name chose nothing.
    """
    names = _names_at(tree, line)
    for _ in range(_HIGHEST):
        function = function_around(tree, line)
        if function is None or not names or not names <= set(parameters(function)):
            return None
        call = only_call(tree, function)
        if call is None:
            return None
        line = call.lineno
        caller = function_around(tree, line)
        given = {one.id for one in _given(call) if isinstance(one, ast.Name)}
        others = [one for one in _given(call) if not isinstance(one, (ast.Name, ast.Constant))]
        handed_on = caller is not None and names <= given & set(parameters(caller)) and not others
        if not handed_on:
            return line
    return None


def _names_at(tree: ast.Module, line: int) -> set[str]:
    """Return the names that the innermost statement at a line reads, but for functions, modules and `self`'s.

    Empty if it reads an attribute of an object of the program's, which is no parameter.
    """
    statement = statement_at(tree, line)
    if statement is None:
        return set()
    known = _global_names(tree)
    if isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
        return set()
    own = [
        node
        for node in ast.walk(statement)
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Load)
        and isinstance(node.value, ast.Name)
        and node.value.id in ("self", "cls")
    ]
    names = {
        node.id
        for node in ast.walk(statement)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in known
    }
    return set() if own else names - {"self", "cls"}


def _global_names(tree: ast.Module) -> set[str]:
    """Return the names of a file's imports, functions and classes, and of the built-in functions."""
    found = set(dir(builtins))
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            found |= {(one.asname or one.name).partition(".")[0] for one in node.names}
        elif isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            found.add(node.name)
    return found


def _given(call: ast.Call) -> list[ast.expr]:
    return [*call.args, *(keyword.value for keyword in call.keywords)]
