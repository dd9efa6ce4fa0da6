"""What of a run differs from its baseline: one paragraph a line."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.text import Text

from numscope.analysis.baseline.comparison import Comparison, Difference


def baseline_view(comparison: Comparison, baseline: str, limit: int) -> RenderableType:
    """Return the lines that differ, the first that ran first, and the count of the rest."""
    near = f"; {comparison.near:,} differ within the tolerance" if comparison.near else ""
    found = comparison.differences
    if not found:
        return Text(f"{comparison.lines:,} results are those of {baseline}{near}", style="green")
    parts = [part for number, one in enumerate(found[:limit], 1) for part in _difference(number, one)]
    hidden = f"; {len(found) - limit:,} more (--limit)" if len(found) > limit else ""
    noun = "result differs" if len(found) == 1 else "results differ"
    summary = f"{len(found):,} of {comparison.lines:,} {noun} from {baseline}{near}{hidden}"
    return Group(*parts, Text(summary, style="bold"))


def difference_text(one: Difference) -> str:
    """Return a difference in one sentence, without its place."""
    if one.new is None and one.old is not None:
        return f"{one.old.operation} of the baseline did not run"
    if one.old is None and one.new is not None:
        return f"{one.new.operation} is not in the baseline"
    operation = one.new.operation if one.new else ""
    return f"{operation}: " + "; ".join(f"{name} {old} -> {new}" for name, old, new in one.facts)


def _difference(number: int, one: Difference) -> Iterator[Text]:
    line = one.new or one.old
    if line is None:
        return
    place = f"{line.file}:{line.line}" if line.line else f"{line.file}, before"
    title = Text(f"{number}. {place}  ", style="bold")
    title.append(line.operation if one.facts else difference_text(one), style="bold red")
    yield title
    yield Text(f"   {line.source}", style="green")
    for name, old, new in one.facts:
        yield Text(f"   {name:<9} {old} -> {new}")
