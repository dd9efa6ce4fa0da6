"""Which line computes with gradients in one program and without them in the other, though its values are the same.

A target under `no_grad` and one without have equal numbers, and so has a value that was detached: what differs is
through which of them the first backward pass goes. Or with what it begins: `loss / 4`, or `loss` with a penalty, where
the other program goes back from the loss itself.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from numscope.analysis.concepts.syntax import parsed
from numscope.analysis.diff.causes.makers import last_maker
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
# Between two losses: a factor, a share, a penalty.
_MOST_STEPS = 4
_NODE = re.compile(r"(\w+?)Backward\d*$")


@dataclass(frozen=True)
class _Pass:
    """A backward pass: the kinds of step that it goes back through, and the steps that ran before it, by kind.

    loss: that it begins with. began: the operation that makes the gradient to begin with.
    """

    began: Operation
    loss: frozenset[str]
    kinds: frozenset[str]
    steps: tuple[tuple[int, str], ...]


def other_gradients(first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of the second program where gradients are recorded and were not in the first, or the reverse.

    None unless both begin with the same loss, and the first backward pass of one run goes through a kind of step that
    the other takes as well, with the same results, but does not go back through. Or unless one begins with what a step
    made of the loss of the other: then it is the line of this step, or that which goes back without it.
    """
    passes = _first_pass(first), _first_pass(second)
    if passes[0] is None or passes[1] is None:
        return None
    if not passes[0].loss & passes[1].loss:
        return _other_beginning((first, passes[0]), (second, passes[1]))
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
    began = trace.operations[steps[-1]["id"]]
    loss = frozenset(one.hash for one in began.inputs if one.hash is not None)
    return _Pass(began, loss, frozenset(kinds), tuple((row["id"], _kind(row["name"])) for row in steps))


def _other_beginning(old: tuple[Trace, _Pass], new: tuple[Trace, _Pass]) -> SourceChange | None:
    """Return the line of a step between two losses, one of which is made of the other.

    Of a step that the second program lost it is the line of the first, or, if that does more than this step, the line
    of the second that does the rest: it makes the loss, or goes back.
    """
    gained = _step_between(*new, old[1].loss)
    if gained is not None:
        return _change(old[1].began, gained)
    lost = _step_between(*old, new[1].loss)
    if lost is None or lost.user_site is None:
        return None
    made = [
        last_maker(trace, loss, one.began.id) for trace, one in (old, new) for loss in sorted(new[1].loss)
    ]
    for before, after in ((old[1].began, new[1].began), (made[0], made[-1])):
        if before is not None and after is not None and _line(before) == _line(lost):
            return _change(lost, after)
    return SourceChange(None, None, *lost.user_site.place, (lost.user_site.source.strip(), ""))


def _line(operation: Operation) -> tuple[str, int] | None:
    return None if operation.user_site is None else operation.user_site.place


def _step_between(trace: Trace, begun: _Pass, loss: frozenset[str]) -> Operation | None:
    """Return the step that reads another loss, and of whose result, or of what steps made of that, a pass begins."""
    waiting, before = sorted(begun.loss), begun.began.id
    for _ in range(_MOST_STEPS):
        maker = last_maker(trace, waiting.pop(0), before) if waiting else None
        if maker is None:
            return None
        read = [one.hash for one in maker.inputs if one.hash is not None]
        if loss & set(read):
            return maker
        waiting += read
    return None


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
