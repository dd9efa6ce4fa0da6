"""Calls of a training in an order in which one of them does nothing."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from numscope.analysis.check_up.evidence import Evidence
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.training.accumulation import ROOTS
from numscope.analysis.concepts.syntax import parsed
from numscope.user_code import is_user_file

KIND = "gradient"
_LOOK = "gradients T"
_LEAST_STEPS = 2
# Backward passes of a step: who leaves out a few steps, of losses that are not finite, loses nothing.
_LEAST_PASSES = 1.9
_EVENTS = {
    "backward": "backward",
    "step": "step",
    "zero_grad": "zero",
    "clip_grad_norm_": "clip",
    "clip_grad_value_": "clip",
}


_TURNS = (ast.For, ast.While, ast.FunctionDef, ast.AsyncFunctionDef)


class _Event(NamedTuple):
    """A call in a loop, or in a function that makes a step. sure: it is made in each turn."""

    kind: str
    line: int
    sure: bool


def call_order(evidence: Evidence) -> Iterator[Finding]:
    """Yield gradients that are set to zero before they are used, or added up, and clipped before they are there."""
    steps = evidence.ledger.steps
    if len(steps) < _LEAST_STEPS:
        return
    places = {(step.file, step.line) for step in steps}
    for file in {step.file for step in steps if step.file and is_user_file(step.file)}:
        text = evidence.trace.sources.text(file) or ""
        for loop in ast.walk(parsed(text)):
            if isinstance(loop, _TURNS):
                events = list(_events(loop.body, True))
                stepped = [one for one in events if one.kind == "step" and (file, one.line) in places]
                made = [one.kind for one in events].count("backward")
                if stepped and made == 1:
                    yield from _dropped(evidence, file, events, stepped[0])
                    yield from _zeroed(file, events, stepped[0], steps[0].operation, len(steps))
                    yield from _clipped(file, events, steps[0].operation, len(steps))


def _zeroed(file: str, events: list[_Event], step: _Event, operation: int, count: int) -> Iterator[Finding]:
    after = False
    for one in events:
        if one.kind == "backward":
            after = True
        elif one is step:
            return
        elif after and one.kind == "zero" and one.sure:
            problem = (
                f"gradients are set to zero after the backward pass and before the step in line {step.line}: each of "
                f"{count:,} steps uses zeros"
            )
            fix = "call `zero_grad()` before the backward pass, or after the step"
            yield Finding(KIND, file, one.line, None, operation, count, problem, fix, _LOOK)
            return


def _dropped(evidence: Evidence, file: str, events: list[_Event], step: _Event) -> Iterator[Finding]:
    """Yield gradients that each turn sets to zero, though only some turns make the step: the others are lost."""
    zeros = [one for one in events if one.kind == "zero"]
    kinds = [one.kind for one in events]
    if step.sure or kinds.count("step") != 1 or len(zeros) != 1 or not zeros[0].sure:
        return
    line = next(one.line for one in events if one.kind == "backward")
    passes = sum((row["file"], row["line"]) == (file, line) for row in evidence.trace.ask(ROOTS).to_pylist())
    steps = [one for one in evidence.ledger.steps if (one.file, one.line) == (file, step.line)]
    if len(steps) < _LEAST_STEPS or passes < _LEAST_PASSES * len(steps):
        return
    problem = (
        f"gradients are set to zero before each of {passes:,} backward passes, and line {step.line} makes "
        f"{len(steps):,} steps: each uses the gradient of the last pass alone, of {passes / len(steps):.3g} on average"
    )
    fix = "set them to zero where the step is made: `zero_grad()` behind `step()`, under its condition"
    yield Finding(
        KIND, file, zeros[0].line, None, steps[0].operation, passes - len(steps), problem, fix, _LOOK
    )


def _clipped(file: str, events: list[_Event], operation: int, count: int) -> Iterator[Finding]:
    emptied = False
    for one in events:
        if one.kind == "backward":
            return
        emptied = emptied or (one.kind == "zero" and one.sure)
        # Under a condition it may be for what turns before have added up, unless that is gone.
        if one.kind == "clip" and (one.sure or emptied):
            problem = (
                f"gradients are clipped before the backward pass has computed them, in each of {count:,} steps: "
                "the limit changes nothing"
            )
            fix = "clip between `backward()` and `step()`"
            yield Finding(KIND, file, one.line, None, operation, count, problem, fix, _LOOK)
            return


def _events(body: list[ast.stmt], sure: bool) -> Iterator[_Event]:
    """Yield the calls of a body in the order of its text; those of an inner loop are that one's."""
    for statement in body:
        if isinstance(statement, (ast.For, ast.While, ast.FunctionDef, ast.ClassDef)):
            continue
        if isinstance(statement, (ast.If, ast.Try)):
            inner = [*statement.body, *statement.orelse]
            yield from _events(inner, False)
        elif isinstance(statement, ast.With):
            yield from _events(statement.body, sure)
        else:
            for node in ast.walk(statement):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                    kind = _EVENTS.get(node.func.attr)
                    if kind:
                        yield _Event(kind, node.lineno, sure)
