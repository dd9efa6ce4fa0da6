"""Iterations that grow from step to step until they overflow: the number that scales their steps is to blame."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from numscope.analysis.concepts.constants import Constant, Constants
from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.concepts.program import Program, program_of
from numscope.analysis.concepts.syntax import last_name
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.modules import places_of
from numscope.analysis.nan.root import Root
from numscope.analysis.nan.roots.growth import (
    EARLIER,
    LAST_STEPS,
    at_call,
    earlier_runs,
    growth,
    growth_of_steps,
)
from numscope.analysis.nan.roots.leaps import leap
from numscope.operations.lore.step_sizes import FITTING, STEP_SIZES
from numscope.operations.traits import Trait
from numscope.trace import Operation, Site, Trace

_ADVICE = "Take smaller steps, or scale the data first."
_OVERFLOW = 1 << 1
_OPTIMISER = "select 1 from attributes where name = 'phase' and text = 'optimizer' limit 1"


@dataclass(frozen=True)
class Scale:
    """What scales the steps: a number in the source, and how the source shows its use at `line`."""

    constant: Constant
    shown: str
    line: int


def step_size(trace: Trace, operation: Operation) -> Root | None:
    """Return the number behind an iteration that ran away in `operation`; None if it is none, or not one number."""
    site = operation.user_site or operation.site
    if site is None:
        return None
    program = program_of(trace, site)
    if operation.traits & Trait.STANDS:
        return _of_library(trace, operation, site)
    factor = None if _within_one_step(trace, operation) else growth(trace, operation)
    factor = factor or growth_of_steps(trace, operation) or leap(trace, operation)
    if factor is None:
        return None
    lines = _lines_of_step(trace, operation, site)
    scale = _scale_of_updates(program.tree, lines) or scale_in_calls(program.tree)
    if scale is None:
        return None
    grow = f"results grow {factor:.3g}-fold a step until"
    return _root(program, site, scale, lambda made: f"{grow} {line_of(site, made)} overflows")


def _root(program: Program, site: Site, scale: Scale, happens: Callable[[Site], str]) -> Root:
    """Return the line of the number. happens: what it does to the line at `site`, as seen from there."""
    made = program.site(scale.constant.line, site)
    said = f"makes steps that are too large: {happens(made)}"
    if scale.constant.line != scale.line:
        said += f"; it scales them in {line_of(program.site(scale.line, site), made)}, `{scale.shown}`"
    return Root(made, Cause(said, _ADVICE))


def _of_library(trace: Trace, operation: Operation, site: Site) -> Root | None:
    """Return the named number by which a library scales its steps, if it overflowed while it fitted."""
    name = operation.name.rpartition(".")[2]
    if name not in FITTING or not _overflowed_inside(trace, operation):
        return None
    program = program_of(trace, site)
    scale = scale_in_calls(program.tree)
    if scale is None or not scale.constant.name:
        return None
    return _root(
        program, site, scale, lambda made: f"the numbers overflow in `{name}` ({line_of(site, made)})"
    )


def _overflowed_inside(trace: Trace, operation: Operation) -> bool:
    """Return whether any operation inside a library's call overflowed."""
    found = trace.ask(
        f"""
        select 1 from operations where process = ? and thread = ? and id >= ? and floating_point & {_OVERFLOW} <> 0
            and id < coalesce(
                (select min(id) from operations where process = ? and thread = ? and id > ? and depth = 0),
                1::bigint << 62)
        limit 1
        """,
        [operation.process, operation.thread, operation.id] * 2,
    )
    return bool(found.num_rows)


def _within_one_step(trace: Trace, operation: Operation) -> bool:
    """Return whether the results grew within one step of a training, as the state of a recurrent layer: by its weights.

    False of a program without an optimiser that is known: it has no steps.
    """
    runs = [*earlier_runs(trace, operation)[-LAST_STEPS:], operation.id]
    steps = {place.step for place in places_of(trace, runs).values()}
    return len(steps) == 1 and bool(trace.ask(_OPTIMISER).num_rows)


def _lines_of_step(trace: Trace, operation: Operation, site: Site) -> list[int]:
    """Return the lines of the program that ran in the step in which the iteration ran away."""
    rows = trace.ask(
        f"""
        with before as (select id from operations where {EARLIER} order by id desc limit 3)
        select distinct user_file as file, user_line as line from operations
        where process = ? and user_line is not null and id <= ? and id >= (select min(id) from before)
        """,
        [*at_call(operation), operation.process, operation.id],
    )
    program = program_of(trace, site)
    return sorted(program.line(replace(site, **row)) for row in rows.to_pylist())


def _scale_of_updates(tree: ast.Module, lines: Iterable[int]) -> Scale | None:
    """Return the number that scales what the statements of these lines add to what they update."""
    constants = Constants(tree)
    scales = [
        Scale(constant, ast.unparse(statement), statement.lineno)
        for statement in _statements_at(tree, tuple(lines))
        for factor in _factors(statement)
        if (constant := constants.behind(factor)) is not None and constant.name and abs(constant.value) != 1
    ]
    # Of several numbers that which scales most updates; of a product's the first, as `dt * force` is mostly written.
    votes = Counter(scale.constant for scale in scales)
    return max(scales, key=lambda scale: votes[scale.constant], default=None)


def scale_in_calls(tree: ast.Module) -> Scale | None:
    """Return the one number that the program gives to a library as the size of steps."""
    constants = Constants(tree)
    found = {
        Scale(constant, f"{keyword.arg}={ast.unparse(keyword.value)}", keyword.value.lineno)
        for keyword in _keywords(tree)
        if (constant := constants.behind(keyword.value)) is not None
    }
    return found.pop() if len(found) == 1 else None


@lru_cache(maxsize=16)
def _keywords(tree: ast.Module) -> tuple[ast.keyword, ...]:
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return tuple(keyword for call in calls for keyword in call.keywords if keyword.arg in STEP_SIZES)


def _statements_at(tree: ast.Module, lines: tuple[int, ...]) -> list[ast.Assign | ast.AugAssign]:
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, (ast.Assign, ast.AugAssign))
        and any(node.lineno <= line <= (node.end_lineno or node.lineno) for line in lines)
    ]


def _factors(statement: ast.Assign | ast.AugAssign) -> Iterator[ast.expr]:
    """Yield the factors of what a statement adds to the value that it updates: of `w -= rate * g` both."""
    if isinstance(statement, ast.AugAssign):
        if isinstance(statement.op, (ast.Add, ast.Sub)):
            yield from _multiplied(statement.value)
        return
    value, name = statement.value, last_name(_plain(statement.targets[0]))
    while isinstance(value, ast.BinOp) and isinstance(value.op, (ast.Add, ast.Sub)):
        if any(
            isinstance(one, (ast.Name, ast.Attribute)) and last_name(one) == name for one in ast.walk(value)
        ):
            yield from _multiplied(value.right)
        value = value.left


def _plain(target: ast.expr) -> ast.expr:
    while isinstance(target, (ast.Subscript, ast.Starred)):
        target = target.value
    return target


def _multiplied(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mult, ast.MatMult, ast.Div)):
        yield from _multiplied(node.left)
        if not isinstance(node.op, ast.Div):
            yield from _multiplied(node.right)
    else:
        yield node
