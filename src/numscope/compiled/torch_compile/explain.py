"""The short story of a dump: how many graphs, why they broke, what was compiled again, and what to change."""

from __future__ import annotations

from collections import Counter

from numscope.compiled.torch_compile import advice
from numscope.compiled.torch_compile.records import Compilation, Function, Record


def explain(record: Record) -> list[str]:
    """Return the story, a line an entry."""
    totals = record.totals()
    if not record.functions:
        return ["Nothing was compiled: the program called no function that went through torch.compile."]
    lines = [
        f"{_count(totals['functions'], 'function')}, {_count(totals['compilations'], 'compilation')}, "
        f"{_count(totals['graphs'], 'graph')}, {_count(totals['graph_breaks'], 'graph break')}, "
        f"{_count(totals['recompilations'], 'recompilation')}."
    ]
    for root in record.functions:
        if not root.resume_of:
            lines += ["", *_function(root, record.parts_of(root))]
    return lines


def _function(root: Function, parts: list[Function]) -> list[str]:
    compilations = [each for part in parts for each in part.compilations]
    seconds = sum(each.seconds for each in compilations)
    graphs = sum(len(part.graphs) for part in parts)
    lines = [
        f"{root.name}  {root.filename}:{root.line}",
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
        lines.append(f"    {found.cause}" + (f": {found.explanation}" if found.explanation else ""))
        lines += [f"    -> {text}" for text in advice.for_break(found)]
    return lines


def _recompilations(part: Function) -> list[str]:
    again = [each for each in part.compilations if each.recompile and each.failed_guards]
    if not again:
        return []
    lines = [f"  {part.name} compiled again{_times(len(again))}"]
    for compilation in again:
        failed = compilation.failed_guards[0]
        value = f"; {failed.value}" if failed.value else ""
        lines.append(f"    {compilation.compile_id}: {failed.guard}{value}")
    advised = [text for compilation in again for text in advice.for_guard(compilation.failed_guards[0])]
    return lines + [f"    -> {text}" for text in dict.fromkeys(advised)]


def _failures(part: Function) -> list[str]:
    lines = []
    for compilation in part.compilations:
        why = compilation.error or compilation.skip_reason
        if compilation.compiled or "No ops traced" in why or not why:
            continue
        told = [line.strip() for line in why.splitlines() if line.strip()][:2]
        lines.append(f"  {part.name} runs uncompiled (compilation {compilation.compile_id} failed)")
        lines += [f"    {line}" for line in told]
        lines += [f"    -> {text}" for text in advice.for_error(why)]
    return lines


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _times(number: int) -> str:
    return "" if number == 1 else f" {number} times"
