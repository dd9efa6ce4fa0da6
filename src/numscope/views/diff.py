"""What changed between two runs, in the terminal."""

from __future__ import annotations

import re

from rich.console import Group, RenderableType
from rich.text import Text

from numscope.analysis.concepts.array_difference import ArrayDifference
from numscope.analysis.diff.comparison import Change, Consequences, Diff
from numscope.analysis.diff.judging import OperandDifference
from numscope.trace import Operation
from numscope.trace.operation import AFTER
from numscope.views.fitted_table import WholeName
from numscope.views.operations import short_site, source_line
from numscope.views.values import short_arguments
from numscope.views.verdict import counts, verdict_view

_KINDS = {
    "result": "same inputs, another result",
    "argument": "called with another argument",
    "input": "other data came in",
    "exception": "raised in one run only, or something else",
    "random": "a random draw from a generator in another state",
    "uninitialised": "read memory that numpy.empty left as it was",
    "swapped": "same operands in another order",
    "replaced": "another operation at its place",
    "other path": "called from another function",
    "consequence": "a consequence",
    "removed": "only in the first run",
    "inserted": "only in the second run",
    "moved": "in both, at another place in the order",
}

_MOST_FACTS = 6
# What results depend on: shown before paths, policies and the like.
_COMPUTES = re.compile("thread|blas|core|version|library|numpy|python$|seed", re.IGNORECASE)
# What stands above them already, as what the program was given otherwise.
_GIVEN = re.compile("arguments$|variable ")


def diff_view(diff: Diff, details: bool = False) -> RenderableType:
    """Show the verdict, what differs in the surroundings, then the changes and what follows from them.

    details: the operations of runs whose results agree, and of rewritten programs, too.
    """
    lines: list[RenderableType] = [*verdict_view(diff)]
    lines.extend(environment_view(diff, details))
    if (diff.equal or diff.verdict.program.rewritten) and not details:
        return Group(*lines)
    if not diff.related:
        lines.append(Text("the operations share too little to be laid side by side", style="bold red"))
        return Group(*lines)
    for number, change in enumerate(diff.changes, 1):
        lines.extend(change_view(number, change))
    tolerated = f"; {diff.within_tolerance:,} differ within the tolerance" if diff.within_tolerance else ""
    hidden = diff.found - len(diff.changes)
    more = f" ({hidden:,} more, --limit)" if hidden else ""
    lines.extend(consequences_view(diff.consequences))
    noun = "change" if diff.found == 1 else "changes"
    lines.append(Text(f"{diff.found:,} {noun}{more}; {counts(diff)}{tolerated}", style="bold"))
    return Group(*lines)


def environment_view(diff: Diff, details: bool = False) -> list[RenderableType]:
    """Show what differs in the surroundings, and how much it changed if the programs are the same."""
    told = diff.given is not None and not details and not diff.equal
    named = [fact for fact in diff.environment if not (told and _GIVEN.match(fact.name))]
    facts = sorted(named, key=lambda fact: not _COMPUTES.search(fact.name))
    shown = facts if details else facts[:_MOST_FACTS]
    lines: list[RenderableType] = []
    program = diff.verdict.program
    if facts and program.known and not program.changes:
        lines.append(Text(f"The source is the same, the surroundings are not{_effect(diff)}:"))
    lines += [Text(f"{fact.name}: {fact.first} -> {fact.second}", style="yellow") for fact in shown]
    if len(shown) < len(facts):
        lines.append(Text(f"{len(facts) - len(shown):,} more surroundings differ (--details)", style="dim"))
    return lines


def _effect(diff: Diff) -> str:
    """Return how much the results differ, as a share of their size."""
    results = diff.verdict.results
    sizes = [diff.verdict.rounding]
    if results is not None and results.difference is not None:
        sizes.append(results.difference.distance or 0.0)
    if not diff.equal and not max(sizes):
        return ""
    largest = f"by {max(sizes):.2g} of their size" if max(sizes) else "by nothing"
    return f" (results differ {largest})"


def consequences_view(found: Consequences) -> list[RenderableType]:
    """What followed from the changes: how many operations by kind, and the last of them."""
    if not found.total:
        return []
    kinds = (
        (found.values, "with other values"),
        (found.layout, "with other shapes or dtypes"),
        (found.exception, "that raised in one run only"),
        (found.ended, "with the same result after all"),
        (found.unreached, "never reached"),
    )
    listed = ", ".join(f"{count:,} {name}" for count, name in kinds if count)
    lines: list[RenderableType] = [Text(f"{_counted(found.total, 'operation')} followed from that: {listed}")]
    if found.last is not None:
        operation = found.last.second
        assert operation is not None
        lines.append(
            WholeName(
                Text(f"   the last: {operation.name} #{operation.id}  {_place(operation)}", style="dim")
            )
        )
        for operand in found.last.operands:
            if operand.role in AFTER:
                lines.extend(_operand(operand))
    return [*lines, Text("")]


def change_view(number: int, change: Change, reason: str = "") -> list[RenderableType]:
    """One change: the operation, its line, what went in, and what differs. reason: why, if that is known."""
    operation = change.second or change.first
    assert operation is not None
    ids = " -> ".join(f"#{one.id}" for one in (change.first, change.second) if one is not None)
    names = list(dict.fromkeys(one.name for one in (change.first, change.second) if one is not None))
    title = Text(f"{number}. {' -> '.join(names)} {ids}: ", style="bold").append(
        _KINDS[change.kind], style="bold red"
    )
    if change.kind == "other path":
        functions = [(one.user_site or one.site) for one in (change.first, change.second) if one is not None]
        named = [(site.function if site else None) or "?" for site in functions]
        title.append(f": {' -> '.join(named)}, {_counted(change.times, 'operation')}")
    elif change.times > 1:
        title.append(f", {change.times:,} times at this line; this is the first")
    lines: list[RenderableType] = [title, WholeName(Text(f"   {_place(operation)}", style="dim"))]
    if reason:
        lines.insert(1, Text(f"   {reason}", style="yellow"))
    source = source_line(operation.user_site or operation.site)
    if source:
        lines.append(Text(f"   {source}", style="green"))
    lines.append(Text(f"   {operation.name}({short_arguments(operation)})"))
    for one, label in ((change.first, "first"), (change.second, "second")):
        if change.kind == "exception" and one is not None:
            lines.append(Text(f"   {label} run: {one.exception or 'no exception'}", style="red"))
    for operand in change.operands:
        lines.extend(_operand(operand))
    lines.append(Text(""))
    return lines


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}" + ("" if count == 1 else "s")


def _place(operation: Operation) -> str:
    return short_site(operation.user_site or operation.site)


def _operand(operand: OperandDifference) -> list[RenderableType]:
    head = Text(f"   {operand.role} {operand.place}: ")
    number = _number(operand.difference)
    if number:
        return [head.append(number, style="red")]
    if operand.first != operand.second:
        head.append(f"{operand.first} -> {operand.second}", style="red")
    found = operand.difference
    if found is None:
        if operand.first == operand.second:
            head.append("other content; the values were not kept", style="red")
        return [head]
    if found.equal:
        return [head + Text("differs within the tolerance", style="dim")]
    head.append(" " + (found.relation or ""), style="bold magenta")
    lines: list[RenderableType] = [head]
    if found.values is not None and found.first_index is not None:
        index = ", ".join(map(str, found.first_index))
        lines.append(Text(f"      [{index}] {found.values[0]} -> {found.values[1]}"))
    numbers = _numbers(found)
    if numbers:
        lines.append(Text(f"      {numbers}", style="dim"))
    return lines


def _number(found: ArrayDifference | None) -> str:
    """Return how a single number changed, in one line; empty for an array."""
    if found is None or found.equal or found.shapes != ((), ()) or found.values is None:
        return ""
    return f"{found.values[0]} -> {found.values[1]} {found.relation or ''}".rstrip()


def _numbers(found: ArrayDifference) -> str:
    parts = [f"{found.share:.3%} of the elements"] if found.share is not None else []
    parts += [f"max abs {found.max_absolute:.4g}"] if found.max_absolute is not None else []
    parts += [f"max rel {found.max_relative:.4g}"] if found.max_relative is not None else []
    parts += [f"{found.ulp:.4g} ULP"] if found.ulp is not None else []
    parts += [f"cosine {found.cosine:.9g}"] if found.cosine is not None else []
    return ", ".join(parts)
