"""Origins of NaN and infinities in the terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from numscope.analysis.concepts.elements import Element
from numscope.analysis.nan.nonfinite import NonfiniteReport, Origin
from numscope.analysis.nan.operands import MOST_ROWS
from numscope.rules.origin_kind import OriginKind
from numscope.views.operations import result_text, short_site, source_line
from numscope.views.values import short_arguments

_KINDS = {
    OriginKind.MADE: "made of finite inputs",
    OriginKind.GIVEN: "given as an argument",
    OriginKind.UNINITIALISED: "read from memory that numpy.empty left as it was",
    OriginKind.READ: "brought in by an operation that was given no numbers to make it of",
    OriginKind.APPEARED: "in an input that no recorded operation made: a merge, an alignment, a file, unwatched code",
}


def nonfinite_view(report: NonfiniteReport) -> RenderableType:
    """Every origin, the first one first, and the count of the rest."""
    if not report.found:
        text = f"no NaN or infinity began in {report.operations:,} operations"
        return Text(text + _rest(report), style="green")
    parts: list[RenderableType] = [
        part for number, origin in enumerate(report.origins, 1) for part in _origin(number, origin)
    ]
    hidden = report.places - len(report.origins)
    places = f", at {report.places:,} places" if report.places != report.found else ""
    noun = "origin" if report.found == 1 else "origins"
    summary = f"{report.found:,} {noun} of NaN or infinity{places} in {report.operations:,} operations"
    parts.append(
        Text(summary + (f"; {hidden:,} more (--limit)" if hidden else "") + _rest(report), style="bold")
    )
    return Group(*parts)


def _rest(report: NonfiniteReport) -> str:
    allowed = f"; {report.allowed:,} allowed by rule" if report.allowed else ""
    contained = (
        f"; {report.contained:,} stayed inside the operation they arose in" if report.contained else ""
    )
    cut = "" if report.whole else f"; looked for among the first {MOST_ROWS:,} operands with any"
    return allowed + contained + cut


def _origin(number: int, origin: Origin) -> list[RenderableType]:
    operation = origin.operation
    site = origin.site or operation.user_site or operation.site
    counts = [f"{origin.nans:,} NaN"] if origin.nans else []
    counts += [f"{origin.infinities:,} Inf"] if origin.infinities else []
    title = Text(f"{number}. {operation.name} #{operation.id}: ", style="bold")
    title.append(", ".join(counts), style="bold red")
    title.append(f", {_KINDS[origin.kind]}", style="not bold")
    if origin.times > 1:
        title.append(f"; {origin.times:,} times at this line, this is the first", style="not bold")
    lines: list[RenderableType] = [title, Text(f"   {short_site(site)}", style="dim")]
    source = source_line(site)
    if source:
        lines.append(Text(f"   {source}", style="green"))
    if origin.place is not None:
        lines.append(Text(f"   in {origin.place}", style="magenta"))
    if origin.forward is not None:
        there = origin.forward.user_site or origin.forward.site
        name = f"{origin.forward.name} #{origin.forward.id}"
        lines.append(
            Text(f"   backward of {name}  {short_site(there)}: {source_line(there)}", style="magenta")
        )
    lines.append(Text(f"   {operation.name}({short_arguments(operation)}) -> ") + result_text(operation))
    if origin.inner:
        inside = " > ".join(f"{inner.name} #{inner.id}" for inner in origin.inner)
        lines.append(Text(f"   it arose inside, in {inside}", style="dim"))
    lines += [Text("   ") + element_text(element) for element in origin.elements]
    for maker in origin.producers:
        place = short_site(maker.user_site or maker.site)
        lines.append(Text(f"   <- {maker.name} #{maker.id}  {place}", style="cyan"))
    lines += [_effect(origin), Text("")]
    return lines


def element_text(element: Element) -> Text:
    """`[3, 0] = nan from 0, 0`."""
    text = Text(f"[{', '.join(map(str, element.index))}] = ") + Text(element.value, style="red")
    return text + Text(f" from {', '.join(element.inputs)}" if element.inputs else "")


def _effect(origin: Origin) -> Text:
    if not origin.poisoned:
        return Text("   no later operation met it", style="yellow")
    at_least = "" if origin.poisoned_whole else "at least "
    operations = "1 later operation" if origin.poisoned == 1 else f"{origin.poisoned:,} later operations"
    results = "1 result" if origin.poisoned_results == 1 else f"{origin.poisoned_results:,} results"
    text = f"   poisoned {at_least}{operations}, {results}"
    if origin.first_nan is not None:
        nan = origin.first_nan
        text += f"; NaN since {nan.name} #{nan.id}  {short_site(nan.user_site or nan.site)}"
    elif not origin.nans and origin.poisoned_whole:
        text += "; none of it became NaN"
    return Text(text, style="yellow")
