"""Gradients that are not finite although the function is: the forward line whose slope is infinite is to blame."""

from __future__ import annotations

import ast

from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.concepts.program import program_of
from numscope.analysis.concepts.syntax import last_name
from numscope.analysis.concepts.value_sources import value_sources
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root
from numscope.analysis.nan.roots.traced_calls import calls_inside, first_call
from numscope.operations.lore.gradients import (
    ADDS_EXPONENTIALS,
    COMPILES,
    DIFFERENTIATES,
    LIBRARIES,
    NEVER_NEGATIVE,
    POWERS,
    STEEP,
    STEEPEST,
)
from numscope.operations.traits import Trait
from numscope.trace import Operation, Site, Trace

_ADVICE = (
    "Replace the inputs at which it has no slope before you call it (a `where` around its result comes too late), "
    "or add a small number to them."
)
_FINITE = "Take a large negative number in place of -inf, such as -1e30: its exponential is 0 too."


def steep_slope(trace: Trace, operation: Operation) -> Root | None:
    """Return the forward line behind a gradient that `operation` computed; None if no line, or several, can be.

    A compiled function that differentiates another counts: its lines are recorded while it is compiled. Of several
    lines those come first whose function is not given what can't be negative, as an absolute value.
    """
    called = operation.user_site or operation.site
    if called is None or not _is_of(operation.name, DIFFERENTIATES | COMPILES):
        return None
    compiled = _is_of(operation.name, COMPILES)
    inside = calls_inside(trace, first_call(trace, operation) if compiled else operation)
    for inner in [one for one in inside if compiled and _is_of(one.name, COMPILES)]:
        inside += calls_inside(
            trace, first_call(trace, inner)
        )  # its lines showed where it was compiled alone
    if (
        compiled
        and not any(_is_of(one.name, DIFFERENTIATES) for one in inside)
        and not _differentiates(trace, called)
    ):
        return None
    if compiled and any(one.traits & Trait.SHADOW for one in inside):
        return None  # what was computed inside is recorded, and shows where it began
    steep = _steep_lines(inside, called)
    open_to_all = [(name, site) for name, site in steep if not _is_never_negative(trace, name, site)]
    from_zeros = [(name, site) for name, site in steep if _starts_as_zeros(trace, name, site)]
    choices = [(names, lines) for names in (STEEPEST, STEEP) for lines in (steep, open_to_all)]
    for names, lines in (*choices, (STEEP, from_zeros)):
        sites = {site.place: (name, site) for name, site in lines if name in names}
        if len(sites) == 1:
            ((name, site),) = sites.values()
            return Root(site, Cause(_said(name, line_of(called, site), compiled), _ADVICE))
    return _of_nothing_but_infinities(trace, inside, called)


def _of_nothing_but_infinities(trace: Trace, inside: list[Operation], called: Site) -> Root | None:
    """Return the first line that adds up exponentials, if some of these may be of -inf by the program's text."""
    for inner in inside:
        site, name = inner.user_site or inner.site, inner.name.rpartition(".")[2]
        if name not in ADDS_EXPONENTIALS or site is None or site.in_library or site.place == called.place:
            continue
        program = program_of(trace, site)
        flow = value_sources(program.tree)
        sources = (
            source for one in _given(flow.tree, name, program.line(site)) for source in flow.behind(one)
        )
        if any(isinstance(one, ast.Attribute) and one.attr == "inf" for one in sources):
            said = f"has no slope where all that `{name}` adds up is -inf ({line_of(called, site)})"
            return Root(site, Cause(said, _FINITE))
    return None


def _said(name: str, called: str, compiled: bool) -> str:
    if compiled:
        return f"may have an infinite slope: {name} has no finite gradient at some inputs ({called})"
    return f"has an infinite slope: {name} has no finite gradient at one of its inputs ({called})"


def _is_of(name: str, functions: frozenset[str]) -> bool:
    """Return whether one of these functions of a library runs a function of the program: jax.grad.__main__.loss."""
    parts = name.split(".")
    return parts[0] in LIBRARIES and len(parts) > 2 and parts[1] in functions


def _differentiates(trace: Trace, called: Site) -> bool:
    """Return whether what is called at a line may be the gradient of a function, by the text."""
    program = program_of(trace, called)
    flow, at = value_sources(program.tree), program.line(called)
    functions = [
        node.func for node in ast.walk(flow.tree) if isinstance(node, ast.Call) and node.lineno == at
    ]
    sources = (source for one in functions for source in flow.behind(one))
    return any(isinstance(one, ast.Call) and last_name(one.func) in DIFFERENTIATES for one in sources)


def _steep_lines(inside: list[Operation], called: Site) -> list[tuple[str, Site]]:
    """Return the functions with infinite slopes among these calls, with their lines."""
    found = []
    for inner in inside:
        site = inner.user_site or inner.site
        name = inner.name.rpartition(".")[2]
        if site is None or site.in_library or site.place == called.place or name not in STEEP:
            continue
        if not _is_whole_power(inner) and not _is_of_constants(inner):
            found.append((name, site))
    return found


def _is_of_constants(operation: Operation) -> bool:
    """Return whether all that an operation was given are arrays with values: none depends on what is differentiated."""
    given = operation.inputs
    return bool(given) and all(one.is_array() and one.hash is not None for one in given)


def _is_whole_power(operation: Operation) -> bool:
    """Return whether an operation raises to a whole number above 0, as `x**2`, which has a slope everywhere."""
    given = [
        one.literal for one in operation.operands if one.role in ("input", "argument") and one.position == 1
    ]
    is_power = operation.name.rpartition(".")[2] in POWERS
    return is_power and any(isinstance(one, int) and one > 0 for one in given)


def _is_never_negative(trace: Trace, name: str, site: Site) -> bool:
    """Return whether every call of a function at a line is given what can't be negative, by its text."""
    program = program_of(trace, site)
    given = _given(program.tree, name, program.line(site))
    return bool(given) and all(
        isinstance(one, ast.Call) and last_name(one.func) in NEVER_NEGATIVE for one in given
    )


def _starts_as_zeros(trace: Trace, name: str, site: Site) -> bool:
    """Return whether a call of a function at a line may be given zeros, as the state in which a simulation begins."""
    program = program_of(trace, site)
    flow = value_sources(program.tree)
    sources = (source for one in _given(flow.tree, name, program.line(site)) for source in flow.behind(one))
    return any(
        isinstance(one, ast.Call) and last_name(one.func) in ("zeros", "zeros_like") for one in sources
    )


def _given(tree: ast.Module, name: str, line: int) -> list[ast.expr]:
    """Return the first argument of each call of a function at a line."""
    return [
        node.args[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and node.lineno == line and node.args
        if last_name(node.func) == name
    ]
