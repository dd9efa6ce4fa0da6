"""The lines at which a training was set up, from the program's text: where its optimiser was made, who calls `eval`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TypeGuard

from numscope.analysis.check_up.sources import calls_in, function_around, names_in, statement
from numscope.analysis.concepts.syntax import last_name, parsed
from numscope.analysis.concepts.training_ledger import Step
from numscope.trace import Trace
from numscope.user_code import is_user_file

Place = tuple[str, int]


def construction(trace: Trace, step: Step) -> Place | None:
    """Return where the optimiser of a step was made; where it stepped if that is not in the program's own files."""
    found = [
        (path, line, names)
        for path, text in _texts(trace)
        for line, names in _constructions(text, step.name)
        if path == step.file or step.file is None or not is_user_file(step.file) or len(text) < _LONG
    ]
    used = _names_on(trace, step)
    named = [line for path, line, names in found if path == step.file and names & used]
    if named and step.file:
        # Several functions of a file may each make an `optimizer`.
        return step.file, max((line for line in named if line <= step.line), default=named[0])
    if found:
        return found[-1][:2]
    return (step.file, step.line) if step.file else None


_LONG = 1_000_000


def constructions(trace: Trace) -> list[Place]:
    """Return the lines that make something of a model's `parameters()`, as optimisers are made."""
    return [
        (path, node.lineno)
        for path, text in _texts(trace)
        for node in ast.walk(parsed(text))
        if isinstance(node, ast.Call)
        and any(
            isinstance(one, ast.Call) and _called(one) == "parameters"
            for given in node.args[:1]
            for one in ast.walk(given)
        )
        and (_called(node) or "")[:1].isupper()
    ]


def given_names(trace: Trace, step: Step) -> set[str]:
    """Return the variables and attributes that the constructions of a step's optimiser are given."""
    return {
        name
        for _, text in _texts(trace)
        for node in ast.walk(parsed(text))
        if isinstance(node, ast.Call) and _called(node) == step.name
        for name in _last_names(node)
    }


def called_names(trace: Trace, place: Place) -> set[str]:
    """Return the variables and attributes that a line calls."""
    text = next((text for path, text in _texts(trace) if path == place[0]), "")
    return {
        name
        for node in ast.walk(parsed(text))
        if isinstance(node, ast.Call) and node.lineno == place[1] and (name := _called(node))
    }


def _last_names(call: ast.Call) -> set[str]:
    names = {one.id for one in ast.walk(call) if isinstance(one, ast.Name)}
    return names | {one.attr for one in ast.walk(call) if isinstance(one, ast.Attribute)}


def method_lines(trace: Trace, method: str, arguments: int | None = 0) -> list[Place]:
    """Return the lines of the program's files that call a method of this name. arguments: how many; None: any."""
    return [
        (path, node.lineno)
        for path, text in _texts(trace)
        for node in ast.walk(parsed(text))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == method
        and (arguments is None or len(node.args) == arguments)
    ]


def called_without_gradients(trace: Trace, place: Place) -> Place | None:
    """Return the line in a region without gradients that calls the function of a line outside of any such region.

    None: the line is in one itself, or no region of its file calls it.
    """
    text = next((text for path, text in _texts(trace) if path == place[0]), "")
    regions = [node for node in ast.walk(parsed(text)) if _is_without_gradients(node)]
    if any(node.lineno <= place[1] <= (node.end_lineno or 0) for node in regions):
        return None
    around = function_around(text, place[1])
    if not isinstance(around, ast.FunctionDef):
        return None
    found = [
        call.lineno
        for node in regions
        for call in ast.walk(node)
        if isinstance(call, ast.Call) and _called(call) == around.name
    ]
    return (place[0], min(found)) if found else None


_WITHOUT_GRADIENTS = ("no_grad", "inference_mode")


def _is_without_gradients(node: ast.AST) -> TypeGuard[ast.With | ast.FunctionDef]:
    if isinstance(node, ast.With):
        given: list[ast.expr] = [item.context_expr for item in node.items]
    elif isinstance(node, ast.FunctionDef):
        given = node.decorator_list
    else:
        return False
    named = [one.func if isinstance(one, ast.Call) else one for one in given]
    return any(getattr(one, "attr", getattr(one, "id", "")) in _WITHOUT_GRADIENTS for one in named)


def same_object(trace: Trace, place: Place) -> tuple[int, str, str] | None:
    """Return (line, name, other) where a line loads one name's state into another that was bound to the same object.

    `slow = network` above `slow.load_state_dict(network.state_dict())`.
    """
    text = next((text for path, text in _texts(trace) if path == place[0]), "")
    loads = [
        node
        for node in ast.walk(parsed(text))
        if isinstance(node, ast.Call) and node.lineno == place[1] and _called(node) == "load_state_dict"
    ]
    names = {name for node in loads for name in names_in(node)}
    for node in ast.walk(parsed(text)):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name) and node.value.id in names:
            bound = [one.id for one in node.targets if isinstance(one, ast.Name) and one.id in names]
            if bound:
                return node.lineno, bound[0], node.value.id
    return None


def kept_state(trace: Trace, place: Place) -> Place | None:
    """Return the line that keeps what a line loads: `best = model.state_dict()`, without a copy."""
    text = trace.sources.text(place[0]) or ""
    loaded = {
        last_name(given)
        for load in calls_in(parsed(text), "load_state_dict")
        if load.lineno == place[1]
        for given in load.args[:1]
    }
    kept = [
        node.lineno
        for node in ast.walk(parsed(text))
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Call)
        and _called(node.value) == "state_dict"
        and loaded & {last_name(target) for target in node.targets} - {""}
    ]
    return (place[0], kept[0]) if len(kept) == 1 else None


def keeping_line(trace: Trace, made: Place) -> int | None:
    """Return the line that keeps a layer in an object where a line made it under a name: `self.parts = list(parts)`."""
    text = trace.sources.text(made[0]) or ""
    around, making = function_around(text, made[1]), statement(text, made[1])
    if around is None or not isinstance(making, ast.Assign):
        return None
    names = {target.id for target in making.targets if isinstance(target, ast.Name)}
    return next(
        (
            node.lineno
            for node in ast.walk(around)
            if isinstance(node, ast.Assign)
            and node.lineno > making.lineno
            and names & names_in(node.value)
            and _is_collection(node.value)
            and any(isinstance(target, ast.Attribute) for target in node.targets)
        ),
        None,
    )


def _is_collection(value: ast.expr) -> bool:
    """Return whether an expression gives a name's own object, or a list or dict of what is in it."""
    plain = (ast.Name, ast.List, ast.Tuple, ast.Dict, ast.ListComp, ast.DictComp)
    return isinstance(value, plain) or (
        isinstance(value, ast.Call) and _called(value) in ("list", "tuple", "dict")
    )


def other_steps(trace: Trace, step: Step) -> list[Place]:
    """Return the lines that call `step()` of something else than the optimiser: a scheduler."""
    used = _names_on(trace, step)
    return [
        place
        for place in method_lines(trace, "step", None)
        if place != (step.file, step.line) and not used & _names_at(trace, place)
    ]


def _texts(trace: Trace) -> Iterator[tuple[str, str]]:
    for path in trace.sources.files():
        text = trace.sources.text(path) if is_user_file(path) else None
        if text:
            yield path, text


def _constructions(text: str, name: str) -> Iterator[tuple[int, set[str]]]:
    """Yield (line, the names that are bound) of the statements that call a class."""
    for node in ast.walk(parsed(text)):
        if isinstance(node, (ast.Assign, ast.AnnAssign, ast.Return, ast.Expr)) and node.value is not None:
            calls = [
                one for one in ast.walk(node.value) if isinstance(one, ast.Call) and _called(one) == name
            ]
            if calls:
                targets = node.targets if isinstance(node, ast.Assign) else []
                yield calls[0].lineno, {name for target in targets for name in names_in(target)}


def _called(call: ast.Call) -> str | None:
    function = call.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else None


def _names_on(trace: Trace, step: Step) -> set[str]:
    return _names_at(trace, (step.file, step.line)) if step.file else set()


def _names_at(trace: Trace, place: Place) -> set[str]:
    text = trace.sources.line(*place)
    return names_in(parsed(text.strip()))
