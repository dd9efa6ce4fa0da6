"""Errors of the program's own `@overload`s: parameters that differ, and types that none of them takes."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from types import FunctionType

from numscope.compiled.numba.explaining.case import Case
from numscope.compiled.numba.explaining.edits import Edit
from numscope.compiled.numba.explaining.explanation import Diagnosis
from numscope.compiled.numba.explaining.source import Source, definition_of
from numscope.compiled.numba.explaining.trying.rebuilding import names_seen
from numscope.compiled.numba.explaining.written import as_written
from numscope.compiled.numba.type_names import in_words
from numscope.probes.numba.adapter.compiler import written_overload
from numscope.user_code import is_user_file

_PAGE = "extending/high-level.html#implementing-functions"


def other_parameters(case: Case) -> Diagnosis | None:
    """An overload that returns a function with other parameters than its own."""
    if "Typing and implementation arguments differ" not in case.error_text:
        return None
    advice = "Give both the same parameters: the same names, in the same order, with the same defaults."
    overload = next(_overloads(case), None)
    source = Source.of(overload.__code__.co_filename) if overload else case.source
    outer = _definition(source, overload)
    inner = _returned(outer) if outer else None
    if overload is None or outer is None or inner is None:
        return Diagnosis(
            "overload-parameters",
            "The function that `@overload` returns has other parameters than the function that it overloads.",
            advice,
            _PAGE,
        )
    wanted = _of_overloaded(case) or ast.unparse(outer.args)
    return Diagnosis(
        "overload-parameters",
        f"`{outer.name}({ast.unparse(outer.args)})` in line {outer.lineno} is an `@overload` and returns a function "
        f"with other parameters: `({ast.unparse(inner.args)})`.",
        advice,
        _PAGE,
        edits=tuple(edit for one in (outer, inner) for edit in _with_parameters(source, one, wanted)),
        file=source.path,
    )


def no_type(case: Case) -> Diagnosis | None:
    """A call for whose types no overload of the program's has an implementation."""
    attempt, overloads = case.attempt, list(_overloads(case))
    if attempt is None or not overloads or any(one.strip() != "No match." for one in attempt.reasons):
        return None
    given = ", ".join(in_words(type_) for type_ in attempt.arguments)
    places = ", ".join(
        f"`{one.__name__}` ({os.path.basename(one.__code__.co_filename)}:{one.__code__.co_firstlineno})"
        for one in overloads
    )
    return Diagnosis(
        "overload-type",
        f"`{as_written(case) or attempt.name}` has no compiled version for {given}: {places} returned no "
        "implementation for these types.",
        "Return an implementation for these types as well.",
        _PAGE,
    )


def _overloads(case: Case) -> Iterator[FunctionType]:
    """Yield the program's own overloads of what the failing call calls."""
    for template in getattr(case.attempt.function_type, "templates", ()) if case.attempt else ():
        function = written_overload(template)
        if isinstance(function, FunctionType) and is_user_file(function.__code__.co_filename):
            yield function


def _definition(source: Source, function: FunctionType | None) -> ast.FunctionDef | None:
    try:
        return definition_of(source.tree, function) if function else None
    except LookupError:
        return None


def _returned(outer: ast.FunctionDef) -> ast.FunctionDef | ast.Lambda | None:
    """Return the one function that an overload returns; None: there is none, or several."""
    inner = [
        node
        for node in ast.walk(outer)
        if isinstance(node, (ast.FunctionDef, ast.Lambda)) and node is not outer
    ]
    return inner[0] if len(inner) == 1 else None


def _of_overloaded(case: Case) -> str:
    """Return the parameters of the function that is overloaded, as its source has them; "": it is not the program's."""
    seen = names_seen(case.failure.function) if isinstance(case.failure.function, FunctionType) else {}
    function = seen.get(case.attempt.name) if case.attempt else None
    if not isinstance(function, FunctionType):
        return ""
    definition = _definition(Source.of(function.__code__.co_filename), function)
    return ast.unparse(definition.args) if definition else ""


def _with_parameters(source: Source, node: ast.FunctionDef | ast.Lambda, wanted: str) -> Iterator[Edit]:
    """Yield the edits that give a function other parameters, whose names its body then uses."""
    old, new = _plain(node.args), _plain(_parsed(wanted))
    if old is None or new is None or len(old) != len(new) or ast.unparse(node.args) == wanted or not old:
        return
    parts: tuple[ast.arg | ast.expr, ...] = (*node.args.args, *node.args.defaults)
    first, last = parts[0], parts[-1]
    if first.lineno != last.end_lineno:
        return
    names = {before: after for before, after in zip(old, new, strict=True) if before != after}
    spans = [(first.lineno, first.col_offset, last.end_col_offset or 0, wanted)]
    body = node.body if isinstance(node.body, list) else [node.body]
    for used in (one for statement in body for one in ast.walk(statement)):
        if isinstance(used, ast.Name) and used.id in names:
            spans.append((used.lineno, used.col_offset, used.end_col_offset or 0, names[used.id]))
    for number in sorted({span[0] for span in spans}):
        text = source.line(number).encode()
        for _, start, end, replacement in sorted((one for one in spans if one[0] == number), reverse=True):
            text = text[:start] + replacement.encode() + text[end:]
        yield Edit(number, number, (text.decode(),))


def _plain(arguments: ast.arguments) -> list[str] | None:
    """Return the names of parameters that are all positional; None: others are among them."""
    if arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.posonlyargs:
        return None
    return [one.arg for one in arguments.args]


def _parsed(parameters: str) -> ast.arguments:
    (function,) = ast.parse(f"def f({parameters}): pass").body
    assert isinstance(function, ast.FunctionDef)
    return function.args


RULES = (other_parameters, no_type)
