"""The short story of a dump: how many graphs, why they broke, what was compiled again, and what to change."""

from __future__ import annotations

from collections import Counter

from numscope.compiled.torch_compile import advice
from numscope.compiled.torch_compile.breaks import giving_up
from numscope.compiled.torch_compile.records import Break, Compilation, Function, Record

# How many recompilations of a function are listed one by one.
_SHOWN = 4


def explain(record: Record) -> list[str]:
    """Return the story, a line an entry."""
    totals = record.totals()
    if not record.functions:
        return ["Nothing was compiled: the program called no function that went through torch.compile."]
    lines = [
        f"{_count(totals['functions'], 'function')}, {_count(totals['compilations'], 'compilation')}, "
        f"{counted(record)}."
    ]
    for root in record.functions:
        if not root.resume_of:
            lines += ["", *_function(root, record.parts_of(root))]
    return lines


def counted(record: Record) -> str:
    """Return the counts in one phrase: `2 graphs, 1 graph break, 0 recompilations`."""
    totals = record.totals()
    names = {"graphs": "graph", "graph_breaks": "graph break", "recompilations": "recompilation"}
    return ", ".join(_count(totals[key], noun) for key, noun in names.items())


def _function(root: Function, parts: list[Function]) -> list[str]:
    compilations = [each for part in parts for each in part.compilations]
    seconds = sum(each.seconds for each in compilations)
    graphs = sum(len(part.graphs) for part in parts)
    lines = [
        f"{root.title}  {root.filename}:{root.line}",
        f"  {_count(graphs, 'graph')}, {seconds:.2f} s to compile",
    ]
    lines += _breaks(compilations)
    for part in parts:
        lines += _recompilations(part)
        lines += _failures(part)
    return lines


def _breaks(compilations: list[Compilation]) -> list[str]:
    counts = Counter((each.place, each.cause) for compilation in compilations for each in compilation.breaks)
    first = {(each.place, each.cause): each for compilation in compilations for each in compilation.breaks}
    lines = []
    for key, times in counts.items():
        found = first[key]
        lines.append(f"  graph break{_times(times)} at {found.place}  {found.source}")
        lines += _cause(found)
        lines += [f"    -> {text}" for text in advice.for_break(found)]
    return lines


def _cause(found: Break) -> list[str]:
    lines = [f"    {found.cause}" + (f": {found.explanation}" if found.explanation else "")]
    return lines + ([f"    in {found.inside}"] if found.inside else [])


def _recompilations(part: Function) -> list[str]:
    again = [each for each in part.compilations if each.recompile and each.failed_guards]
    if not again:
        return []
    lines = [f"  {part.title} compiled again{_times(len(again))}"]
    for compilation in again[:_SHOWN]:
        failed = compilation.failed_guards[0]
        value = f"; {failed.value}" if failed.value else ""
        lines.append(f"    {compilation.compile_id}: {failed.guard}{value}")
    if len(again) > _SHOWN:
        lines.append(f"    and {len(again) - _SHOWN} times more: see index.html")
    guards = [compilation.failed_guards[0] for compilation in again]
    if any("___stack" in each.guard for each in guards):
        lines.append(
            f"    (___stack0 and the like are values that line {part.line} computed before the graph break)"
        )
    advised = [text for each in guards for text in advice.for_guard(each)]
    return lines + [f"    -> {text}" for text in dict.fromkeys(advised)]


def _failures(part: Function) -> list[str]:
    lines = []
    for compilation in part.compilations:
        why = compilation.error or compilation.skip_reason
        if compilation.compiled or "No ops traced" in why or not why:
            continue
        found = giving_up(why)
        lines += [f"  {_outcome(part, compilation)}", *_cause(found)]
        if found.line:
            lines.append(f"    at {found.place}  {found.source}")
        if found.whole_frame and not compilation.raised:
            lines.append(f"    the whole function, because {found.whole_frame}")
        lines += [f"    -> {text}" for text in advice.for_break(found)]
    return lines


def _outcome(part: Function, compilation: Compilation) -> str:
    if compilation.raised:
        kind = compilation.error.partition(":")[0]
        return f"{part.title} was not compiled, and the program got {kind} (compilation {compilation.compile_id})"
    if any(each.compiled for each in part.compilations):
        return (
            f"{part.title} runs uncompiled where none of its compilations fits "
            f"(compilation {compilation.compile_id} failed)"
        )
    return f"{part.title} runs uncompiled (compilation {compilation.compile_id} failed)"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _times(number: int) -> str:
    return "" if number == 1 else f" {number} times"
