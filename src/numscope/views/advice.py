"""Advice in the terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from numscope.analysis.advise import Advice, Finding
from numscope.trace import Operation
from numscope.views.operations import short_site
from numscope.views.paths import short_path
from numscope.views.values import short_size, short_time


def advice_view(advice: Advice) -> RenderableType:
    """Every finding with its line, cost and fix, costliest first, and the count of the rest."""
    rest = f"{advice.operations:,} operations; the program's own took {short_time(advice.total_ns)}"
    parts: list[RenderableType] = [] if advice.nonfinite is None else [_nonfinite(advice.nonfinite)]
    if not advice.found:
        return Group(*parts, Text(f"nothing to advise in {rest}", style="green"))
    hidden = advice.found - len(advice.findings)
    kinds = ", ".join(f"{count} {kind}" for kind, count in advice.by_kind.items())
    more = f"; {hidden:,} more (--limit)" if hidden else ""
    noun = "finding" if advice.found == 1 else "findings"
    parts += [Text(f"{advice.found:,} {noun} ({kinds}) in {rest}{more}", style="bold"), Text("")]
    for number, finding in enumerate(advice.findings, 1):
        parts.extend(_finding(number, finding, advice.total_ns))
    return Group(*parts)


def _nonfinite(operation: Operation) -> Text:
    place = short_site(operation.user_site or operation.site)
    return Text(
        f"{place} makes NaN or infinities ({operation.name}): see numscope nan first", style="bold red"
    )


def _finding(number: int, finding: Finding, total_ns: int) -> list[RenderableType]:
    title = Text(f"{number}. {finding.kind}: ", style="bold")
    title.append(short_time(finding.cost_ns), style="bold red")
    share = f" ({finding.cost_ns / total_ns:.1%})" if total_ns >= finding.cost_ns and total_ns else ""
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
