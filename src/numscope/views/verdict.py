"""The short answer to a comparison, in the terminal: the verdict, the cause, and where the values part."""

from __future__ import annotations

import math

from rich.console import RenderableType
from rich.text import Text

from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.array_difference import ArrayDifference
from numscope.analysis.concepts.line_names import place_beside
from numscope.analysis.diff.comparison import Diff
from numscope.analysis.diff.program_change import ProgramChange, SourceChange
from numscope.analysis.diff.regrouping import Regrouping
from numscope.analysis.diff.trying.tried import Tried
from numscope.analysis.diff.verdict import Results, Verdict
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation
from numscope.views.fitted_table import WholeName
from numscope.views.given_otherwise import given_view
from numscope.views.operations import short_site, source_line
from numscope.views.paths import short_path
from numscope.views.values import short_operand

_WIDEST = 76
_MOST_OTHERS = 6
_MOST_NAMES = 4


def verdict_view(diff: Diff) -> list[RenderableType]:
    """Return the lines of the answer: what it ends in first, then why."""
    found = diff.verdict
    if diff.equal:
        return _equal(diff)
    headline = _headline(found) if diff.first_count and diff.second_count else _of_plain_python(diff)
    lines: list[RenderableType] = [Text(headline, style="bold red")]
    if diff.given is not None:
        lines += given_view(diff.given)
    if found.cause is not None:
        lines += [
            WholeName(Text(f"{_changed(found.cause)} was changed:", style="bold")),
            *_texts(found.cause),
        ]
    if found.fault is not None:
        lines.append(Text(_by_itself(found.fault, found.cause)))
    if diff.tried is not None:
        lines.append(Text(_tried(diff.tried)))
    lines += [*_parting(found), *_handed(found)]
    lines += _others(found.others, found.cause, diff.tried is not None)
    if found.program.rewritten:
        lines.append(Text(f"{_rewritten(found.program)} (--details)", style="dim"))
    lines += regrouped_view(diff)
    return [*lines, Text("")]


def _by_itself(fault: Finding, cause: SourceChange | None) -> str:
    """Return what is wrong in the second run alone, with its place if that is not the cause's."""
    beside = cause is not None and (fault.file, fault.line) == (cause.file, cause.line)
    place = "" if beside else f" at {short_path(fault.file)}:{fault.line}"
    return f"   by itself the second run shows{place}: {fault.problem}"


def _tried(tried: Tried) -> str:
    """Return what running the program with some of its changes has shown."""
    times = f"{tried.runs} runs with some of the {tried.changes:,} changed places, {tried.seconds:.0f} s"
    if tried.mend is not None:
        before, after = tried.mend
        how = f"with `{after}` in place of `{before}`" if before else f"with `{after}` beside it"
        return f"tried in {tried.runs} runs, {tried.seconds:.0f} s: {how} the program ends as the first"
    if tried.left == 1:
        return f"tried in {times}: with it the program ends as the second, without it as the first"
    left = (
        "left when the runs were used up" if tried.used_up else "that make a program that runs only together"
    )
    return f"tried in {times}: it is one of {tried.left:,} places {left}"


def regrouped_view(diff: Diff) -> list[Text]:
    """Return a line for the functions that were split, joined, moved or renamed with all that they compute."""
    renamed = set(diff.verdict.program.renamed.items())
    said = [_regrouped(one) for one in diff.regrouped if (one.before[0], one.after[0]) not in renamed]
    if not said:
        return []
    more = f", {len(said) - _MOST_NAMES} more" if len(said) > _MOST_NAMES else ""
    operations = sum(one.operations for one in diff.regrouped)
    counted = "1 operation" if operations == 1 else f"{operations:,} operations"
    return [Text(f"{'; '.join(said[:_MOST_NAMES])}{more}: {counted}, with equal values")]


def _regrouped(one: Regrouping) -> str:
    before, after = (
        ", ".join(f"`{_function(name)}`" for name in names[:_MOST_NAMES]) for names in (one.before, one.after)
    )
    if one.remains:
        return f"{after} {'was' if len(one.after) == 1 else 'were'} taken out of {before}"
    if len(one.before) == 1:
        return f"{before} was split into {after}" if len(one.after) > 1 else f"{before} went into {after}"
    return f"{before} were {'joined in' if len(one.after) == 1 else 'regrouped as'} {after}"


def _function(name: str) -> str:
    return "the module" if name == "<module>" else name


def _equal(diff: Diff) -> list[RenderableType]:
    found = diff.verdict
    if not diff.first_count and not diff.second_count:
        return [
            Text("nothing to compare: neither run recorded an operation of NumPy or another known library")
        ]
    size = f" (up to {found.rounding:.2g} of their size)" if found.rounding else ""
    rounded = f", {found.rounded:,} of them but for roundings{size}" if found.rounded else ""
    agree = "what the runs print agrees" if found.printed else "the results agree"
    same = "no difference" if not diff.found and not diff.within_tolerance else f"{agree}{rounded}"
    lines = [Text(f"{same}: {counts(diff)}", style="green")]
    if found.cause is not None and not found.program.rewritten and not diff.regrouped:
        lines += [
            Text(f"{_changed(found.cause)} was changed, and no result with it:"),
            *_texts(found.cause),
        ]
    if found.program.changes and found.program.rewritten:
        lines.append(Text(_rewritten(found.program)))
    lines += [*_handed(found), *regrouped_view(diff)]
    if found.program.renamed:
        lines.append(Text(_renamed(found.program.renamed)))
    if diff.found:
        differ = (
            "1 difference on the way reaches"
            if diff.found == 1
            else f"{diff.found:,} differences on the way reach"
        )
        lines.append(Text(f"{differ} no result (--details)", style="dim"))
    return list(lines)


def _handed(found: Verdict) -> list[Text]:
    if found.handed is None:
        return []
    place = f"{short_path(found.handed.file)}:{found.handed.line}"
    return [Text(f"{place} uses numbers in plain Python: what it computes with them is not compared")]


def _changed(change: SourceChange) -> str:
    return f"{short_path(change.file)}:{change.line}"


def counts(diff: Diff) -> str:
    """Return how many operations were compared."""
    return f"{diff.first_count:,} and {diff.second_count:,} operations, {diff.paired:,} of them pairs"


def _headline(found: Verdict) -> str:
    results = found.results
    if results is None and found.said is not None:
        return f"The runs print other numbers: {' -> '.join(found.said)}"
    if results is None:
        return "The runs differ."
    operation = results.second or results.first
    assert operation is not None
    what = "the last is a number" if operation.traits & Trait.SCALAR else f"the last is of {operation.name}"
    return f"The results differ; {what}: {_both(results)}"


def _of_plain_python(diff: Diff) -> str:
    run = "second" if diff.first_count else "first"
    return f"The {run} program computes in plain Python: none of its values is recorded to be compared."


def _both(results: Results) -> str:
    one, other = results.operands
    if one is None or other is None:
        return "only in the first run" if other is None else "only in the second run"
    texts = _short(one), _short(other)
    change = f"{texts[0]} -> {texts[1]}" if texts[0] != texts[1] else texts[0]
    return change + _digits(results.difference)


def _short(operand: Operand) -> str:
    """Return one number as it is, an array by its shape."""
    if operand.is_array() and operand.shape == () and operand.statistics is not None:
        return f"{operand.statistics.mean:.6g}"
    if isinstance(operand.literal, float):
        return f"{operand.literal:.6g}"
    return short_operand(operand)


def _digits(difference: ArrayDifference | None) -> str:
    if difference is None or difference.max_relative is None or difference.distance is None:
        return ""
    if difference.distance == 0:
        return ""
    digits = max(0, math.floor(-math.log10(difference.distance)))
    return f", {digits} digit{'s agree' if digits != 1 else ' agrees'}" if digits else ", no digit agrees"


def _texts(change: SourceChange) -> list[Text]:
    signs = (("- ", "red", change.text[0]), ("+ ", "green", change.text[1]))
    return [Text(f"   {sign}{_cut(text)}", style=style) for sign, style, text in signs if text]


def _cut(text: str) -> str:
    return text if len(text) <= _WIDEST - 5 else text[: _WIDEST - 6] + "…"


def _parting(found: Verdict) -> list[RenderableType]:
    if found.parted is None:
        return []
    run = "first" if found.removed else "second"
    parted = found.parted
    made = f"the first value that only the {run} run has is made"
    lines: list[RenderableType] = []
    if found.cause is not None and _place(parted) == _changed(found.cause):
        lines.append(Text(f"{made} there:", style="bold"))
    else:
        lines.append(WholeName(Text(f"{made} at {_place(parted)}:", style="bold")))
        lines.append(Text(f"   {_cut(source_line(parted.user_site or parted.site))}", style="green"))
    given = ", ".join(short_operand(operand) for operand in parted.outputs[:2]) or "in place"
    lines.append(Text(f"   {parted.name} #{parted.id} -> {given}", style="dim"))
    if found.agreed is not None:
        lines.append(WholeName(Text(f"   up to {_place(found.agreed)} the values agree", style="dim")))
    return lines


def _place(operation: Operation) -> str:
    return short_site(operation.user_site or operation.site)


def _others(changes: tuple[SourceChange, ...], cause: SourceChange | None, tried: bool) -> list[Text]:
    if not changes:
        return []
    beside = changes[0].file if cause is None else cause.file
    lines = ", ".join(
        str(change.line) if change.file == beside else place_beside(change.file, change.line, beside)
        for change in changes[:_MOST_OTHERS]
    )
    more = ", ..." if len(changes) > _MOST_OTHERS else ""
    noun = "1 more statement" if len(changes) == 1 else f"{len(changes)} more statements"
    also = Text(f"also changed: {noun} (lines {lines}{more})", style="dim")
    return [also] if tried else [also, Text("to be sure, add --try: it runs the program to tell which")]


def _rewritten(program: ProgramChange) -> str:
    return (
        f"the source was rewritten: {len(program.computing):,} statements of {program.statements:,} changed"
    )


def _renamed(names: dict[str, str]) -> str:
    shown = ", ".join(f"{old} -> {new}" for old, new in list(names.items())[:_MOST_NAMES])
    return f"renamed: {shown}" + (", ..." if len(names) > _MOST_NAMES else "")
