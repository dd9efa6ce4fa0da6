"""Read what Numba's type inference found so far, line by line."""

from __future__ import annotations

from typing import Any

from numscope.compiled.numba.explaining.failure import Attempt, Inference, Problem
from numscope.compiled.numba.explaining.wording import without_colour
from numscope.probes.numba.adapter.compiler import core


def snapshot(inferer: Any, errors: list[Any], attempts: list[Attempt]) -> Inference:
    """The types `inferer` has found, and `errors` as problems with the attempts they speak of."""
    func_ir = inferer.func_ir
    found = Inference(func_ir.func_id.func_qualname, func_ir.loc.filename, func_ir.func_id.firstlineno)
    for block in func_ir.blocks.values():
        for statement in block.body:
            _note(inferer, statement, found)
    found.returns.sort(key=lambda pair: pair[0])
    found.problems = [problem(error, attempts) for error in errors]
    return found


def problem(error: Any, attempts: list[Attempt]) -> Problem:
    """One typing error as a `Problem`; the attempt is the latest whose text the error carries."""
    message = str(getattr(error, "msg", error)).strip()
    said = _in_one_line(message)
    texts = [(attempt, _in_one_line(attempt.text)) for attempt in reversed(attempts)]
    attempt = next((a for a, text in texts if said.startswith(text[:_TOLD_BY])), None)
    if attempt is None:
        attempt = next((a for a, text in texts if text[:_TOLD_BY] in said), None)
    return Problem(getattr(getattr(error, "loc", None), "line", None), message, attempt)


# Numba indents what it quotes; the first words hold the types.
_TOLD_BY = 400


def _in_one_line(text: str) -> str:
    return " ".join(without_colour(text).split())


def base_name(name: str) -> str:
    """A variable's name in the source: the IR's `x.2` is the second version of `x`."""
    return name.partition(".")[0]


def type_of(inferer: Any, name: str) -> Any:
    """The type found for the IR variable `name`, or None."""
    if name not in inferer.typevars:
        return None
    variable = inferer.typevars[name]
    return variable.getone() if variable.defined else None


def _note(inferer: Any, statement: Any, found: Inference) -> None:
    ir = core("ir")

    line = statement.loc.line
    target = statement.target.name if isinstance(statement, ir.Assign) else None
    if target is not None and not target.startswith("$") and not _is_phi(statement):
        value = statement.value
        source = value.name if isinstance(value, ir.Var) else None
        known = type_of(inferer, source) if source else None
        given = known if known is not None else type_of(inferer, target)
        found.definitions.setdefault(line, {})[base_name(target)] = given
    for variable in statement.list_vars():
        if not variable.name.startswith("$") and variable.name != target:
            found.uses.setdefault(line, {})[base_name(variable.name)] = type_of(inferer, variable.name)
    if isinstance(statement, ir.Return):
        found.returns.append((line, _returned(inferer, statement)))


def _is_phi(statement: Any) -> bool:
    return getattr(statement.value, "op", None) == "phi"


def _returned(inferer: Any, statement: Any) -> Any:
    """The type of what is returned, seen through the cast Numba puts before a return."""
    name = statement.value.name
    for block in inferer.func_ir.blocks.values():
        assignment = block.find_variable_assignment(name)
        if assignment is not None and getattr(assignment.value, "op", None) == "cast":
            name = assignment.value.value.name
            break
    return type_of(inferer, name)
