"""Whether a program does the same each time, in the terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from numscope.analysis.check_determinism.determinism import Determinism
from numscope.views.diff import change_view, consequences_view

_REASONS = {
    "random": "a random draw: seed the generator",
    "uninitialised": "memory of numpy.empty was read before it was written",
    "set order": "it goes away when both runs have one hash seed: something depends on the order of a set",
    "threads": "the order in which threads end their work",
    "outside": "a value that no recorded operation made: the time, a file, Python's own random numbers ...",
    "kernel": "same inputs, another result: threads inside a library, or a generator or a state that is not seen",
}


def determinism_view(answer: Determinism) -> RenderableType:
    """What differs and why, the first thing first; or that nothing does."""
    lines: list[RenderableType] = []
    for number, finding in enumerate(answer.findings, 1):
        lines.extend(change_view(number, finding.change, _REASONS[finding.reason]))
    lines.extend(consequences_view(answer.consequences))
    lines.extend(
        Text(f"without a seed: {place}", style="yellow") for place in answer.unseeded if answer.found
    )
    if answer.output_line is not None:
        lines.append(Text(f"what the runs print differs from line {answer.output_line} on", style="red"))
    if len(set(answer.codes)) > 1:
        lines.append(Text(f"exit codes differ: {', '.join(map(str, answer.codes))}", style="red"))
    runs = f"{answer.runs} runs of {answer.operations:,} operations"
    if answer.deterministic:
        lines.append(Text(f"the same each time: {runs}", style="green"))
        return Group(*lines)
    hidden = answer.found - len(answer.findings)
    more = f" ({hidden:,} more, --limit)" if hidden > 0 else ""
    lines.append(
        Text(
            f"not deterministic: {answer.found:,} difference{'' if answer.found == 1 else 's'}{more} in {runs}",
            style="bold",
        )
    )
    return Group(*lines)
