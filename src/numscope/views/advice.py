"""Advice in the terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from numscope.analysis.advise import Advice, Finding
from numscope.views.paths import short_path
from numscope.views.values import short_size, short_time


def advice_view(advice: Advice) -> RenderableType:
    """Every finding with its line, cost and fix, costliest first, and the count of the rest."""
    rest = f"{advice.operations:,} operations; the program's own took {short_time(advice.total_ns)}"
    if not advice.found:
        return Text(f"nothing to advise in {rest}", style="green")
    parts: list[RenderableType] = []
    for number, finding in enumerate(advice.findings, 1):
        parts.extend(_finding(number, finding, advice.total_ns))
    hidden = advice.found - len(advice.findings)
    kinds = ", ".join(f"{count} {kind}" for kind, count in advice.by_kind.items())
    more = f"; {hidden:,} more (--limit)" if hidden else ""
    noun = "finding" if advice.found == 1 else "findings"
    parts.append(Text(f"{advice.found:,} {noun} ({kinds}) in {rest}{more}", style="bold"))
    return Group(*parts)


def _finding(number: int, finding: Finding, total_ns: int) -> list[RenderableType]:
    title = Text(f"{number}. {finding.kind}: ", style="bold")
    title.append(short_time(finding.cost_ns), style="bold red")
    share = f" ({finding.cost_ns / total_ns:.1%})" if total_ns else ""
    moved = f", {short_size(finding.cost_bytes)}" if finding.cost_bytes else ""
    times = "1 call" if finding.calls == 1 else f"{finding.calls:,} calls"
    title.append(f"{share}{moved}, {times}", style="not bold")
    place = f"   {short_path(finding.file)}:{finding.line}"
    lines = [title, Text(place + (f" in {finding.function}" if finding.function else ""), style="dim")]
    if finding.source:
        lines.append(Text(f"   {finding.source}", style="green"))
    lines.append(Text(f"   {finding.problem}"))
    lines.append(Text(f"   -> {finding.fix}", style="cyan"))
    seen = ", ".join(f"#{number}" for number in finding.examples)
    lines.append(Text(f"   cost: {finding.cost}; see {seen}", style="dim"))
    return [*lines, Text("")]
