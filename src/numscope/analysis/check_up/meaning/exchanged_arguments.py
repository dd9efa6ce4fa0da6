"""Two arguments, or the order of coefficients, the other way round than a function takes them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import HIGHEST_FIRST, IN_THE_ORDER_TAKEN, TIME_FIRST, Y_FIRST
from numscope.analysis.concepts.number_flow import came_from
from numscope.analysis.concepts.program import Program
from numscope.analysis.concepts.syntax import last_name
from numscope.trace import Operation

KIND = "meaning"
_LOWEST_FIRST = "polynomial.polynomial.polyval"
# Where an angle counts from north the one to the east comes first.
_FROM_NORTH = re.compile(r"north|bearing|azimuth|heading|compass|clockwise|course|wind", re.IGNORECASE)
_TIMES = ("t", "time", "times", "tau")
# What hands `args` on to the function that it is given, behind what it gives itself.
_HANDS_ON = (
    *("solve_ivp", "odeint", "quad", "dblquad", "nquad", "minimize", "minimize_scalar", "least_squares"),
    *("root", "root_scalar", "fsolve", "brentq", "bisect", "newton", "leastsq", "differential_evolution"),
)
# Which place the time has in the function that is given.
_TIME_AT = {"solve_ivp": 0, "odeint": 1}


def exchanged_arguments(evidence: Evidence) -> Iterator[Finding]:
    """Yield calls whose arguments have the names, or the origin, of each other."""
    yield from _coefficients(evidence)
    for call, operation in in_order(
        evidence, ["arctan2", "atan2"], lambda call: not _FROM_NORTH.search(call.text)
    ):
        given = _named(call.text, call.line, "arctan2", "atan2")
        if given is not None and (said := _x_first(given)):
            yield finding_of(KIND, call, operation.id, 1, said, Y_FIRST)
            break
    for call, operation in in_order(evidence, _TIME_AT):
        program = evidence.program(call)
        found = _time_elsewhere(program, call)
        if found is not None:
            (file, line), said = program.place(found[0]), found[1]
            yield finding_of(KIND, replace(call, file=file, line=line), operation.id, 1, said, TIME_FIRST)
    for call, operation in in_order(evidence, _HANDS_ON):
        program = evidence.program(call)
        found = _in_other_order(program, call)
        if found is not None:
            (file, line), said = program.place(found[0]), found[1]
            yield finding_of(
                KIND, replace(call, file=file, line=line), operation.id, 1, said, IN_THE_ORDER_TAKEN
            )


def _in_other_order(program: Program, call: Call) -> tuple[int, str] | None:
    """Return the line of `args`, and what is wrong, if they have the names of its parameters in another order."""
    made = _named(program.text, program.line_of(call.file, call.line), call.name.rpartition(".")[2])
    given = (
        next((one.value for one in made.keywords if one.arg == "args"), None) if made is not None else None
    )
    function = _function(program, last_name(made.args[0])) if made is not None and made.args else None
    if given is None or function is None:
        return None
    written = came_from(program.tree, given)[-1]
    if not isinstance(written, ast.Tuple) or not written.elts:
        return None
    names = [last_name(one) if isinstance(one, (ast.Name, ast.Attribute)) else "" for one in written.elts]
    taken = [one.arg for one in function.args.args][-len(names) :]
    unlike = [(one, other) for one, other in zip(names, taken, strict=False) if one != other]
    if not unlike or sorted(names) != sorted(taken):
        return None
    one, other = (f"`{given}` as `{named}`" for given, named in unlike[:2])
    return (
        written.lineno,
        f"hands `{function.name}` {one}, and {other}: {len(unlike)} of {len(names)} are exchanged",
    )


def _coefficients(evidence: Evidence) -> Iterator[Finding]:
    fits = {one.hash for _, fit in in_order(evidence, ["polyfit"]) for one in fit.outputs if _is_numpys(fit)}
    for call, operation in in_order(evidence, ["polyval"]) if fits else ():
        given = [one.hash for one in operation.inputs]
        if operation.name.endswith(_LOWEST_FIRST) and given[1:] and given[1] in fits:
            number = (operation.inputs[1].shape or (0,))[0]
            said = f"takes the lowest power first, and is given {number} numbers of `polyfit`, the highest power first"
            yield finding_of(KIND, call, operation.id, 1, said, HIGHEST_FIRST)
            break


def _is_numpys(fit: Operation) -> bool:
    return "polynomial" not in fit.name


def _named(text: str, line: int, *names: str) -> ast.Call | None:
    return next(iter(sources.calls_in(sources.statement(text, line), *names)), None)


def _x_first(call: ast.Call) -> str | None:
    names = [one.id for one in call.args if isinstance(one, ast.Name)]
    if len(names) != 2 or not re.fullmatch(r"d?x\d?|\w+_x", names[0]):
        return None
    if names[0].replace("x", "y") != names[1]:
        return None
    return f"asks for y first, and is given `{names[0]}` as argument 1, `{names[1]}` as argument 2"


def _time_elsewhere(program: Program, call: Call) -> tuple[int, str] | None:
    """Return the program's line of the given function, and what is wrong, if its time is at the other place of two."""
    name = call.name.rpartition(".")[2]
    made = _named(program.text, program.line_of(call.file, call.line), name)
    if made is None or not made.args or any(one.arg == "tfirst" for one in made.keywords):
        return None
    function = (
        made.args[0] if isinstance(made.args[0], ast.Lambda) else _function(program, last_name(made.args[0]))
    )
    taken = [one.arg for one in function.args.args] if function is not None else []
    names = taken[1:3] if taken[:1] in (["self"], ["cls"]) else taken[:2]
    place = _TIME_AT[name]
    if function is None or len(names) < 2 or names[1 - place] not in _TIMES or names[place] in _TIMES:
        return None
    said = f"`{name}` gives the time as argument {place + 1}, and this function takes `{names[place]}` there"
    return function.lineno, said


def _function(program: Program, name: str | None) -> ast.FunctionDef | None:
    found = (one for one in ast.walk(program.tree) if isinstance(one, ast.FunctionDef) and one.name == name)
    return next(found, None)
