"""Origins of NaN and infinities in the terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from numscope.analysis.nonfinite import NonfiniteReport, Origin
from numscope.views.operations import result_text, short_site, source_line
from numscope.views.values import short_arguments

_KINDS = {
    "made": "made of finite inputs",
    "given": "given as an argument",
    "read": "brought in by an operation that was given no numbers to make it of",
    "appeared": "in an input that no recorded operation made: a merge, an alignment, a file, unwatched code",
}


def nonfinite_view(report: NonfiniteReport) -> RenderableType:
    """Every origin, the first one first, and the count of the rest."""
    if not report.found:
        text = f"no NaN or infinity began in {report.operations:,} operations"
        return Text(text + _rest(report), style="green")
    parts: list[RenderableType] = [
        part for number, origin in enumerate(report.origins, 1) for part in _origin(number, origin)
    ]
    hidden = report.found - len(report.origins)
    summary = f"{report.found:,} origins of NaN or infinity in {report.operations:,} operations"
    parts.append(
        Text(summary + (f"; {hidden:,} more (--limit)" if hidden else "") + _rest(report), style="bold")
    )
    return Group(*parts)


def _rest(report: NonfiniteReport) -> str:
    allowed = f"; {report.allowed:,} allowed by rule" if report.allowed else ""
    return allowed + (
        f"; {report.contained:,} stayed inside the operation they arose in" if report.contained else ""
    )


def _origin(number: int, origin: Origin) -> list[RenderableType]:
    operation = origin.operation
    site = operation.user_site or operation.site
    counts = [f"{origin.nans:,} NaN"] if origin.nans else []
    counts += [f"{origin.infinities:,} Inf"] if origin.infinities else []
    title = Text(f"{number}. {operation.name} #{operation.id}: ", style="bold")
    title.append(", ".join(counts), style="bold red")
    title.append(f", {_KINDS[origin.kind]}", style="not bold")
    lines: list[RenderableType] = [title, Text(f"   {short_site(site)}", style="dim")]
    source = source_line(site)
    if source:
        lines.append(Text(f"   {source}", style="green"))
    lines.append(Text(f"   {operation.name}({short_arguments(operation)}) -> ") + result_text(operation))
    if origin.inner:
        inside = " > ".join(f"{inner.name} #{inner.id}" for inner in origin.inner)
        lines.append(Text(f"   it arose inside, in {inside}", style="dim"))
    for element in origin.elements:
        index = ", ".join(map(str, element.index))
        text = Text(f"   [{index}] = ") + Text(element.value, style="red")
        lines.append(text + Text(f" from {', '.join(element.inputs)}" if element.inputs else ""))
    for maker in origin.producers:
        place = short_site(maker.user_site or maker.site)
        lines.append(Text(f"   <- {maker.name} #{maker.id}  {place}", style="cyan"))
    at_least = "" if origin.poisoned_whole else "at least "
    effect = f"poisoned {at_least}{origin.poisoned:,} later operations, {origin.poisoned_results:,} results"
    lines.append(Text(f"   {effect}" if origin.poisoned else "   no later operation met it", style="yellow"))
    lines.append(Text(""))
    return lines
