"""Which line computes with gradients in one program and without them in the other, though its values are the same.

A target under `no_grad` and one without have equal numbers, and so has a value that was detached: what differs is
through which of them the first backward pass goes.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from numscope.analysis.concepts.syntax import parsed
from numscope.analysis.diff.program_change import SourceChange
from numscope.operations.lore.gradients import WITHOUT_GRADIENTS
from numscope.operations.traits import Trait, has_sql
from numscope.trace import Operation, Trace

# The nodes of the first backward pass: those up to the first operation of another line.
_NODES = f"""
    with nodes as (select id, name, user_file, user_line from operations where {has_sql("traits", Trait.GRAPH_NODE)}),
        began as (select * from nodes order by id limit 1),
        ended as (select min(o.id) id from operations o, began b where o.id > b.id
            and (o.user_file, o.user_line) is distinct from (b.user_file, b.user_line))
    select n.id, n.name from nodes n, ended e where e.id is null or n.id < e.id order by n.id
"""
_FORWARD = """
    select id, name from operations where id < ? and depth = 0 and user_line is not null order by id limit 100000
"""
_NODE = re.compile(r"(\w+?)Backward\d*$")


@dataclass(frozen=True)
class _Pass:
    """A backward pass: the kinds of step that it goes back through, and the steps that ran before it, by kind.

    loss: that it begins with.
    """

    loss: frozenset[str]
    kinds: frozenset[str]
    steps: tuple[tuple[int, str], ...]


def other_gradients(first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of the second program where gradients are recorded and were not in the first, or the reverse.

    None unless both begin with the same loss, and the first backward pass of one run goes through a kind of step that
    the other takes as well, with the same results, but does not go back through.
    """
    passes = _first_pass(first), _first_pass(second)
    if passes[0] is None or passes[1] is None or not passes[0].loss & passes[1].loss:
        return None
    gained = _step_of(passes[1], passes[0], second, first)
    if gained is not None:
        return _change(gained[1], gained[0])
    lost = _step_of(passes[0], passes[1], first, second)
    return None if lost is None else _change(*lost, _cut_at(lost[1], second))


def _first_pass(trace: Trace) -> _Pass | None:
    nodes = trace.ask(_NODES).to_pylist()
    if not nodes:
        return None
    kinds = (found[1].lower() for row in nodes if (found := _NODE.search(row["name"])))
    steps = trace.ask(_FORWARD, [nodes[0]["id"]]).to_pylist()
    if not steps:
        return None
    # Just before, the gradient to begin with is made in the likeness of the loss.
    loss = (one.hash for one in trace.operations[steps[-1]["id"]].inputs if one.hash is not None)
    return _Pass(frozenset(loss), frozenset(kinds), tuple((row["id"], _kind(row["name"])) for row in steps))


def _kind(name: str) -> str:
    """Return the name of an operation as nodes of backward graphs are called: `smooth_l1_loss`, `SmoothL1Loss`."""
    return name.rpartition(":")[2].replace("_", "").lower()


def _step_of(mine: _Pass, theirs: _Pass, run: Trace, other: Trace) -> tuple[Operation, Operation] | None:
    """Return the first step that only this run goes back through, and the same step of the other run."""
    alone = mine.kinds - theirs.kinds
    made: dict[tuple[str, tuple[str, ...]], Operation] = {}
    for step in _fetched(theirs, alone, other):
        made.setdefault((step.name, _results(step)), step)
    for step in _fetched(mine, alone, run):
        same = made.get((step.name, _results(step)))
        if same is not None and _results(step):
            return step, same
    return None


def _fetched(one: _Pass, kinds: frozenset[str], trace: Trace) -> list[Operation]:
    """Return the last step of each of these kinds before the pass: those before may not lead to its loss."""
    last = {kind: number for number, kind in one.steps if kind in kinds}
    return trace.operations.fetch(sorted(last.values()))


def _results(step: Operation) -> tuple[str, ...]:
    return tuple(one.hash for one in step.outputs if one.hash is not None)


def _cut_at(step: Operation, second: Trace) -> int | None:
    """Return the line that turns gradients off around a step."""
    site = step.user_site or step.site
    if site is None:
        return None
    lines = second.sources.lines(site.file)
    heads = _heads_around(second.sources.text(site.file) or "", site.line)
    return next((line for line in heads if re.search(WITHOUT_GRADIENTS, lines[line - 1])), None)


def _heads_around(text: str, line: int) -> Iterator[int]:
    """Yield the lines of the `with` blocks around a line, and those of its functions' decorators."""
    for node in ast.walk(parsed(text)):
        around = getattr(node, "lineno", line + 1) <= line <= (getattr(node, "end_lineno", None) or 0)
        if around and isinstance(node, ast.With):
            yield node.lineno
        elif around and isinstance(node, ast.FunctionDef):
            yield from (one.lineno for one in node.decorator_list)


def _change(old: Operation, new: Operation, line: int | None = None) -> SourceChange | None:
    before, after = old.user_site, new.user_site
    if before is None or after is None:
        return None
    return SourceChange(
        None, None, after.file, line or after.line, (before.source.strip(), after.source.strip())
    )
