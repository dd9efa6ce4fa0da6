"""The short story of a dump: how many graphs, why they broke, what was compiled again, and what to change."""

from __future__ import annotations

from collections import Counter

from numscope.compiled.torch_compile import advice
from numscope.compiled.torch_compile.breaks import giving_up
from numscope.compiled.torch_compile.guards import readable_name
from numscope.compiled.torch_compile.records import Break, Compilation, Function, Record
from numscope.compiled.torch_compile.sizes import sizes
from numscope.user_code import is_user_file

# A phase is named where it took this share of the time.
_SHARE = 0.05
_INSIDE = ("backend (AOTAutograd and below)", "Inductor", "compilers of kernels (C++, Triton)")

# How many recompilations of a function are listed one by one.
_SHOWN = 4


def explain(record: Record) -> list[str]:
    """Return the story, a line an entry."""
    totals = record.totals()
    if not record.functions:
        return ["Nothing was compiled: the program called no function that went through torch.compile."]
    failed = f" and {totals['not_compiled']} failed" if totals["not_compiled"] else ""
    lines = [
        f"{_count(totals['functions'], 'function')}, {_count(totals['compilations'], 'compilation')}{failed}, "
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
    callers = root.compilations[0].callers if root.compilations else []
    own = root.through and is_user_file(root.through.partition(", ")[2].rpartition(":")[0])
    through = f"  (through {root.through})" if own else ""
    lines = [
        f"{root.title}  {root.place}{through}",
        *(f"  called at {caller}" for caller in callers[:1]),
        f"  {_count(graphs, 'graph')}, {seconds:.2f} s to compile{_phases(compilations, seconds)}",
    ]
    lines += _caches(compilations)
    lines += _breaks(compilations)
    lines += _restarts(compilations)
    for part in parts:
        lines += _recompilations(part)
        lines += _failures(part)
    return lines


def _phases(compilations: list[Compilation], seconds: float) -> str:
    """Return where the time went, each second once: phases of torch's lie inside one another."""
    phases: Counter[str] = Counter()
    for each in compilations:
        phases.update(each.phases)
    backend, inductor, kernels = (phases[name] for name in _INSIDE)
    # Torch counts the compilers of kernels in processes beside this one.
    parts = {
        "Dynamo": phases["whole compilation"] - backend,
        "AOTAutograd": backend - inductor,
        "Inductor": inductor - min(kernels, inductor),
        "compilers of kernels": min(kernels, inductor),
    }
    thrown = phases["Dynamo, thrown away at restarts"]
    shown = [
        f"{name} {part:.2f} s" for name, part in parts.items() if part > seconds * _SHARE and seconds > 1
    ]
    if thrown > seconds * _SHARE:
        shown.append(f"thrown away at restarts {thrown:.2f} s")
    return f" ({', '.join(shown)})" if shown else ""


def _caches(compilations: list[Compilation]) -> list[str]:
    said = Counter(text for each in compilations for text in each.caches)
    return [f"  {text}{_times(times)}" for text, times in said.items()]


def _restarts(compilations: list[Compilation]) -> list[str]:
    """Return why Dynamo began anew with the function, where no graph break says so already."""
    told = {found.cause for each in compilations for found in each.breaks}
    told |= {giving_up(each.error).cause for each in compilations if each.error}
    reasons = Counter(reason.partition("\n")[0].strip() for each in compilations for reason in each.restarts)
    return [
        f"  Dynamo began anew{_times(times)}: {_in_words(reason)}"
        for reason, times in reasons.items()
        if not any(reason.startswith(cause) for cause in told) and not (told and reason == _AT_A_BREAK)
    ]


# Torch says no more where the graph has to end at a step in a `try`, which is a graph break.
_AT_A_BREAK = "Unknown fail_and_restart_analysis"
# Torch gives the class of the exception in place of a reason.
_OF_CLASSES = {
    "TensorifyScalarRestartAnalysis": "Python floats that no tensor can stand for are constants now"
}


def _in_words(reason: str) -> str:
    return next((words for name, words in _OF_CLASSES.items() if name in reason), readable_name(reason))


def _breaks(compilations: list[Compilation]) -> list[str]:
    counts = Counter((each.place, each.cause) for compilation in compilations for each in compilation.breaks)
    first: dict[tuple[str, str], Break] = {}
    for found in (each for compilation in compilations for each in compilation.breaks):
        first.setdefault((found.place, found.cause), found)
    lines = []
    for key, times in counts.items():
        found = first[key]
        lines.append(f"  graph break{_times(times)} at {found.place}  {found.source}")
        lines += _cause(found)
        lines += [f"    -> {text}" for text in advice.for_break(found)]
    return lines


def _cause(found: Break) -> list[str]:
    return [*_words(found), *_inside(found), *_callers(found)]


def _words(found: Break) -> list[str]:
    return [f"    {found.cause}" + (f": {found.explanation}" if found.explanation else "")]


def _inside(found: Break) -> list[str]:
    return [f"    in {found.inside}"] if found.inside else []


def _callers(found: Break) -> list[str]:
    return [f"    called at {caller}" for caller in found.callers]


def _recompilations(part: Function) -> list[str]:
    again = [each for each in part.recompilations if each.failed_guards]
    if not again:
        return []
    lines = [f"  {part.title} compiled again{_times(len(again))}"]
    for compilation in again[:_SHOWN]:
        failed = compilation.failed_guards[0]
        value = f"; {failed.value}" if failed.value else ""
        lines.append(f"    {compilation.compile_id}: {failed.guard}{value}")
        holds = [str(size) for size in sizes(compilation)]
        lines += [f"      compiled for {' and '.join(holds)}"] if holds else []
    if len(again) > _SHOWN:
        lines.append(f"    and {len(again) - _SHOWN} times more: see index.html")
    guards = [(compilation.failed_guards[0], compilation) for compilation in again]
    if any("___stack" in line for line in lines):
        lines.append(
            f"    (___stack0 and the like are values that line {part.line} computed before the graph break)"
        )
    advised = [text for each, compilation in guards for text in advice.for_guard(each, compilation)]
    return lines + [f"    -> {text}" for text in dict.fromkeys(advised)]


def _failures(part: Function) -> list[str]:
    lines = []
    for compilation in part.compilations:
        why = compilation.error or compilation.skip_reason
        if compilation.compiled or "No ops traced" in why or not why:
            continue
        found = giving_up(why, compilation.callers)
        lines.append(f"  {_outcome(part, compilation)}")
        at = [f"    at {found.place}  {found.source}"] if found.line else []
        lines += [*_words(found), *at, *_inside(found), *_callers(found)]
        lines += [f"    the guard that failed: {each.guard}" for each in compilation.failed_guards[:1]]
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
