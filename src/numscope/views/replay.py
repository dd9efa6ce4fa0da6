"""What came of replaying operations, in the terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from numscope.analysis.replay.answers import OutputDifference, Replay, Replayed
from numscope.views.fitted_table import FittedTable


def replay_view(replay: Replay) -> RenderableType:
    """The counts, the names of operations that changed, the first findings, and what could not be replayed."""
    parts: list[RenderableType] = [_surroundings(replay), _counts(replay)]
    if replay.changed:
        parts.append(_changed(replay))
    for found in replay.findings:
        parts.extend(_finding(found))
    hidden = replay.differs + replay.close - len(replay.findings)
    if replay.findings and hidden > 0:
        parts.append(Text(f"{hidden:,} more differ (--limit)", style="dim"))
    for reason in replay.reasons:
        parts.append(
            Text(f"{reason.operations:,} not replayed or not checked: {reason.text}", style="yellow")
            + Text(f"  (first: #{reason.first})", style="dim")
        )
    return Group(*parts)


def _surroundings(replay: Replay) -> Text:
    parts = []
    for name, title in (("numpy", "NumPy"), ("python", "Python")):
        before, now = replay.recorded.get(name), replay.now.get(name)
        parts.append(f"{title} {before}" if before == now else f"{title} {before} -> {now}")
    return Text(", ".join(parts), style="dim" if replay.recorded == replay.now else "yellow")


def _counts(replay: Replay) -> Text:
    if not replay.operations:
        return Text("there is no operation to replay")
    text = Text(f"{replay.operations:,} operations replayed: ", style="bold")
    text.append(f"{replay.identical:,} identical bit for bit", style="green")
    for count, words, style in (
        (replay.threads, "equal within rounding: another number of threads", "green"),
        (replay.close, "equal within the tolerance", "green" if replay.what_if else "yellow"),
        (replay.differs, "different", "bold red"),
        (replay.unchecked, "with nothing to compare", "yellow"),
        (replay.cannot, "that can't be replayed", "yellow"),
    ):
        if count:
            text.append(f", {count:,} {words}", style=style)
    return text


def _changed(replay: Replay) -> FittedTable:
    table = FittedTable(least=("max ULP",))
    table.add_column("operation")
    for name in ("different", "in the last bits", "max ULP"):
        table.add_column(name, right=True)
    for change in replay.changed:
        distance = "" if change.ulp is None else f"{change.ulp:.3g}"
        table.add_row(Text(change.name), f"{change.differs:,}", f"{change.close:,}", distance)
    return table


def _finding(found: Replayed) -> list[RenderableType]:
    style = "bold red" if found.status == "differs" else "yellow"
    lines: list[RenderableType] = [Text(f"#{found.id} {found.name}: {found.status}", style=style)]
    for output in found.outputs:
        lines.append(Text(f"   {output.what}: {_difference(output)}"))
    return lines


def _difference(output: OutputDifference) -> str:
    difference = output.difference
    if difference is None:
        return output.now
    if difference.shapes[0] != difference.shapes[1] or difference.dtypes[0] != difference.dtypes[1]:
        sides = [
            f"{dtype}{list(shape)}" for dtype, shape in zip(difference.dtypes, difference.shapes, strict=True)
        ]
        if sides[0] != sides[1]:
            return " -> ".join(sides)
    parts = []
    if difference.max_absolute is not None:
        parts.append(f"max abs {difference.max_absolute:.4g}")
    if difference.max_relative is not None:
        parts.append(f"max rel {difference.max_relative:.4g}")
    if difference.ulp is not None:
        parts.append(f"{difference.ulp:.4g} ULP")
    if difference.relation:
        parts.append(difference.relation)
    if difference.first_index is not None and difference.values is not None:
        parts.append(f"at {list(difference.first_index)}: {' -> '.join(difference.values)}")
    return ", ".join(parts) or "equal values, other bits"
