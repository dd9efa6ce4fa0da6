"""Calls for their effect alone (`optimizer.zero_grad()`), and which of them stand in one loop."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from numscope.trace import Trace


@dataclass(frozen=True)
class Effect:
    """A method that a program calls for its effect. mates: those called in the same loop or function beside it."""

    name: str
    file: str
    line: int
    mates: frozenset[str]


def moved_effect(first: Trace, second: Trace) -> tuple[Effect, Effect | None] | None:
    """Return the call whose company changed most: beside which others it stood in a loop, and where it is now.

    A call that the second program lacks stands alone. None if all calls stand beside the same others.
    """
    before, after = _effects(first), _effects(second)
    lost: dict[str, int] = {}
    for name, effect in before.items():
        there = after.get(name)
        lost[name] = (
            len(effect.mates) + 1 if there is None else len((effect.mates & after.keys()) - there.mates)
        )
    worst = max(lost, key=lambda name: lost[name], default=None)
    if worst is None or not lost[worst]:
        return None
    return before[worst], after.get(worst)


def _effects(trace: Trace) -> Mapping[str, Effect]:
    """Return a program's calls for effect, each where it stands deepest."""
    found: dict[str, Effect] = {}
    for file in trace.sources.files():
        for block in _blocks(trace.sources.text(file) or ""):
            calls = dict(_calls(block))
            for name, line in calls.items():
                mates = frozenset(calls) - {name}
                if name not in found or len(mates) > len(found[name].mates):
                    found[name] = Effect(name, file, line, mates)
    return found


def _blocks(text: str) -> Iterator[list[ast.stmt]]:
    """Yield the bodies of loops, functions and the program."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return
    for node in ast.walk(tree):
        if isinstance(node, (ast.For, ast.While, ast.FunctionDef, ast.Module)):
            yield node.body


def _calls(block: list[ast.stmt]) -> Iterator[tuple[str, int]]:
    """Yield the methods that statements of a block call without use of a result, and their lines."""
    for node in block:
        call = node.value if isinstance(node, ast.Expr) else None
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
            yield call.func.attr, node.lineno
