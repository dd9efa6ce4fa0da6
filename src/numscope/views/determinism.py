"""Whether a program does the same each time, in the terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from numscope.analysis.check_determinism.determinism import Determinism
from numscope.views.diff import change_view, consequences_view
from numscope.views.operations import short_site

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
    runs = f"{answer.runs} runs of {answer.operations:,} operations"
    if answer.deterministic:
        return Group(*_same(answer, runs))
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
    hidden = answer.found - len(answer.findings)
    more = f" ({hidden:,} more, --limit)" if hidden > 0 else ""
    lines.append(
        Text(
            f"not deterministic: {answer.found:,} difference{'' if answer.found == 1 else 's'}{more} in {runs}",
            style="bold",
        )
    )
    return Group(*lines)


def _same(answer: Determinism, runs: str) -> list[RenderableType]:
    lines: list[RenderableType] = [Text(f"the same each time: {runs}", style="green")]
    if answer.found:
        first = answer.findings[0].change
        operation = first.second or first.first
        assert operation is not None
        place = short_site(operation.user_site or operation.site)
        lines.append(
            Text(
                f"{answer.found:,} differences reach no result; the first: {operation.name}, {place}",
                style="dim",
            )
        )
    return lines
