"""Origins of NaN and infinities in the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.text import Text

from numscope.analysis.concepts.elements import Element
from numscope.analysis.nan.ends import end_text
from numscope.analysis.nan.nonfinite import NonfiniteReport, Origin
from numscope.analysis.nan.operands import MOST_ROWS
from numscope.operations.traits import Trait
from numscope.rules.origin_kind import OriginKind
from numscope.trace import Operation, Site
from numscope.views.operations import result_text, short_site, source_line
from numscope.views.values import short_arguments

_KINDS = {
    OriginKind.MADE: "made here",
    OriginKind.GIVEN: "given as an argument",
    OriginKind.UNINITIALISED: "read from memory that numpy.empty left as it was",
    OriginKind.READ: "in its results, and not made by arithmetic",
    OriginKind.APPEARED: "in an input that no recorded operation made: a merge, an alignment, a file, unwatched code",
}


# Of the elements that went bad, and of what flowed into an origin, where not all details are wanted.
_FEW = 3


def nonfinite_view(report: NonfiniteReport, details: bool = False) -> RenderableType:
    """Return every origin, the worst first, and the count of the rest.

    details: all that is known of each; else a few lines of the first, so that one screen holds the answer.
    """
    if not report.found:
        text = f"no NaN or infinity reached a result in {report.operations:,} operations"
        return Text(text + _rest(report), style="green")
    parts: list[RenderableType] = [
        part for number, origin in enumerate(report.origins, 1) for part in _origin(number, origin, details)
    ]
    hidden = report.places - len(report.origins)
    lines = "1 line" if report.places == 1 else f"{report.places:,} lines"
    places = f", at {lines}" if report.places != report.found else ""
    noun = "origin" if report.found == 1 else "origins"
    summary = f"{report.found:,} {noun} of NaN or infinity{places} in {report.operations:,} operations"
    more = (f"; {hidden:,} more (--limit)" if hidden else "") + _rest(report)
    folded = "" if details else "; --details says more of each"
    parts.append(Text(f"{summary}{more}{folded}", style="bold"))
    return Group(*parts)


def _rest(report: NonfiniteReport) -> str:
    handled = f"; {report.handled:,} dropped, replaced or masked (--strict)" if report.handled else ""
    imported = f"; {report.imported:,} made while importing" if report.imported else ""
    allowed = f"; {report.allowed:,} allowed by rule" if report.allowed else ""
    contained = (
        f"; {report.contained:,} stayed inside the operation they arose in" if report.contained else ""
    )
    cut = "" if report.whole else f"; looked for among the first {MOST_ROWS:,} operands with any"
    return handled + imported + allowed + contained + cut


def _origin(number: int, origin: Origin, details: bool) -> list[RenderableType]:
    said = _details(origin, None if details else _FEW) if details or number == 1 else []
    return [*_verdict(number, origin), *said, Text("")]


def _verdict(number: int, origin: Origin) -> list[RenderableType]:
    """Which line, why, what became of it, and what to do: the first lines say it all."""
    site = _blamed(origin)
    place, why = _place_and_cause(origin)
    title = Text(f"{number}. {place} ", style="bold")
    title.append(why, style="bold red")
    lines: list[RenderableType] = [title]
    if source := source_line(site):
        lines.append(Text(f"   {source}", style="green"))
    if origin.occurrences is not None:
        lines.append(Text(f"   {_times(origin)}"))
    lines.append(Text(f"   {_became(origin)}", style="yellow"))
    if origin.cause and origin.cause.advice:
        lines.append(Text(f"   What helps: {origin.cause.advice}"))
    return lines


def origin_sentence(origin: Origin) -> str:
    """Return the line to blame and why in one sentence: `train.py:10 divides by zero: n is 0`."""
    return " ".join(_place_and_cause(origin))


def _place_and_cause(origin: Origin) -> tuple[str, str]:
    place = short_site(_blamed(origin)) or origin.operation.name
    return place, origin.cause.sentence if origin.cause else _KINDS[origin.kind]


def _blamed(origin: Origin) -> Site | None:
    return origin.site or origin.operation.user_site or origin.operation.site


def _times(origin: Origin) -> str:
    times = origin.occurrences
    if times is None:
        return ""
    seen = "the first time" if times.first == 1 else f"the first is number {times.first:,}"
    bad = "each of" if times.bad == times.calls else f"{times.bad:,} of"
    return f"in {bad} {times.calls:,} calls at {_where(origin)}; {seen} (#{origin.operation.id})"


def _where(origin: Origin) -> str:
    called = origin.operation.user_site or origin.operation.site
    return short_site(called) if called is not None and called != origin.site else "this line"


def _became(origin: Origin) -> str:
    text, ended = _counts(origin), end_text(origin)
    if origin.end is not None and ended:
        there = origin.end.user_site or origin.end.site
        text += f"; {ended} at {short_site(there)}: {source_line(there)}"
    return text if origin.end is not None else f"{text}; {_effect(origin)}"


def _counts(origin: Origin) -> str:
    counts = [f"{origin.nans:,} NaN"] if origin.nans else []
    counts += [f"{origin.infinities:,} Inf"] if origin.infinities else []
    return ", ".join(counts)


def _on_rank(operation: Operation) -> str:
    return "" if operation.rank is None else f" on rank {operation.rank}"


def _details(origin: Origin, most: int | None) -> list[RenderableType]:
    """Return what shows that a verdict is right; most: so many elements, and so many of what flowed into them."""
    operation = origin.operation
    lines: list[RenderableType] = [
        Text(
            f"   {operation.name} #{operation.id}{_on_rank(operation)}: {_counts(origin)}, {_KINDS[origin.kind]}",
            style="dim",
        )
    ]
    if operation.task is not None:
        lines.append(Text(f"   in task {operation.task.key}{_asked(origin.asker)}", style="magenta"))
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
        if origin.inner[-1].traits & Trait.SHADOW:
            called = short_site(operation.user_site or operation.site)
            copied = any(one.attributes.get("inside") == "shadow" for one in origin.inner)
            shadow = "; seen in a shadow: a copy that ran beside it" if copied else ""
            lines.append(Text(f"   called at {called}{shadow}", style="dim"))
            layer = origin.inner[-1].attributes.get("layer")
            if layer:
                lines.append(Text(f"   in {layer}", style="magenta"))
    lines += [Text("   ") + element_text(element) for element in origin.elements[:most]]
    lines += _from(origin, most)
    lines.append(Text(f"   {_effect(origin)}", style="yellow"))
    return lines


def _from(origin: Origin, most: int | None) -> Iterator[Text]:
    """Yield what flowed into an origin: the operations that made it, then further lines that set what it reads.

    most: of the operations, each at a line of its own; None: all.
    """
    blamed = _blamed(origin)
    shown = {None if blamed is None else blamed.place}
    for maker in origin.producers[:most]:
        site = maker.user_site or maker.site
        place = None if site is None else site.place
        if place not in shown or most is None:
            source = f": {source_line(site)}" if place not in shown else ""
            yield Text(f"   <- {maker.name} #{maker.id}  {short_site(site)}{source}", style="cyan")
            shown.add(place)
    for site in origin.earlier:
        if site.place not in shown:
            yield Text(f"   <- {short_site(site)}: {source_line(site)}", style="cyan")


def _asked(asker: Operation | None) -> str:
    if asker is None:
        return ""
    place = asker.user_site or asker.site
    return f", asked for by {asker.name} #{asker.id}  {short_site(place)}: {source_line(place)}"


def element_text(element: Element) -> Text:
    """`[3, 0] = nan from 0, 0`."""
    text = Text(f"[{', '.join(map(str, element.index))}] = ") + Text(element.value, style="red")
    return text + Text(f" from {', '.join(element.inputs)}" if element.inputs else "")


def _effect(origin: Origin) -> str:
    if not origin.poisoned:
        return "no later operation used these values"
    at_least = "" if origin.poisoned_whole else "at least "
    operations = "1 later operation" if origin.poisoned == 1 else f"{origin.poisoned:,} later operations"
    results = "1 result is" if origin.poisoned_results == 1 else f"{origin.poisoned_results:,} results are"
    text = f"{at_least}{operations} used these values, {results} not finite"
    if origin.first_nan is not None:
        nan = origin.first_nan
        text += f"; NaN since {nan.name} #{nan.id}  {short_site(nan.user_site or nan.site)}"
    elif not origin.nans and origin.poisoned_whole:
        text += "; no result became NaN"
    return text
