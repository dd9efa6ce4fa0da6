"""Where digits were lost, in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from numscope.analysis.precision.answers import Accuracy, Loss, Precision
from numscope.views.fitted_table import FittedTable
from numscope.views.paths import short_path

_BAR = 16
_SHORT = 5  # rows of the table below findings
# Units in the last place that need a word, where beside the largest element it is so many times less.
_LARGE, _FAR = 100, 10


def precision_view(precision: Precision) -> RenderableType:
    """The lines that lose digits with what to write instead, then each kind of operation's own accuracy."""
    parts: list[RenderableType] = []
    if not precision.operations:
        parts.append(Text("there is no operation that gives floating-point numbers"))
    elif not precision.found:
        parts.append(Text(f"no line loses digits in {_operations(precision)}", style="green"))
    else:
        parts += [_verdict(precision), Text("")]
    for number, loss in enumerate(precision.losses, 1):
        parts.extend(_loss(number, loss))
    if precision.accuracy:
        shown = precision.accuracy[:_SHORT] if precision.found else precision.accuracy
        parts.append(_accuracy(shown))
        parts.extend(_explained(shown))
    for reason in precision.reasons:
        parts.append(
            Text(f"{reason.operations:,} not measured: {reason.text}", style="yellow")
            + Text(f"  (first: #{reason.first})", style="dim")
        )
    return Group(*parts)


def _verdict(precision: Precision) -> Text:
    hidden = precision.found - len(precision.losses)
    more = f"; {hidden:,} more (--limit)" if hidden else ""
    lines = "1 line loses digits" if precision.found == 1 else f"{precision.found:,} lines lose digits"
    return Text(f"{lines}, in {_operations(precision)}{more}", style="bold")


def _operations(precision: Precision) -> str:
    return f"{precision.measured:,} of {precision.operations:,} floating-point operations measured"


def _loss(number: int, loss: Loss) -> list[RenderableType]:
    title = Text(f"{number}. {loss.kind}: ", style="bold red")
    if loss.spoiled:
        title.append(
            f"{loss.spoiled:,} elements became infinite, NaN or zero that need not have", style="not bold"
        )
    else:
        kept = max(0.0, loss.of - loss.digits)
        bar = "█" * round(_BAR * kept / loss.of) + "░" * (_BAR - round(_BAR * kept / loss.of))
        title.append(f"{loss.digits:.1f} of {loss.of:.1f} digits lost ", style="not bold")
        title.append(bar, style="cyan")
    lines: list[RenderableType] = [title, Text(f"   {short_path(loss.line)}", style="dim")]
    if loss.source:
        lines.append(Text(f"   {loss.source}", style="green"))
    times = f", {loss.operations:,} times" if loss.operations > 1 else ""
    facts = f"   {loss.name} #{loss.operation} in {loss.dtype}{times}"
    if not loss.spoiled:
        facts += f"; its own error {loss.ulp:.3g} ULP"
    if loss.condition is not None:
        facts += f", condition {loss.condition:.2g}"
    lines += [Text(facts), Text(f"   instead: {loss.advice}", style="yellow"), Text("")]
    return lines


def _accuracy(accuracy: Sequence[Accuracy]) -> FittedTable:
    table = FittedTable(least=("worst", "operations", "type"))
    table.add_column("each by itself")
    for name in ("type", "operations", "max ULP", "of largest", "worst"):
        table.add_column(name, right=True)
    for one in accuracy:
        ulps = (f"{one.ulp:.3g}", f"{one.normwise_ulp:.3g}")
        table.add_row(Text(one.name), one.dtype, f"{one.operations:,}", *ulps, f"#{one.worst}")
    return table


def _explained(accuracy: Sequence[Accuracy]) -> list[Text]:
    """Say what a large number in the table means, if there is one."""
    large = [one for one in accuracy if one.ulp >= _LARGE and one.normwise_ulp < one.ulp / _FAR]
    if not large:
        return []
    worst = large[0]
    return [
        Text(
            f"Max ULP is of single elements: {worst.ulp:.3g} where terms of {worst.name} cancel to nearly zero. "
            f"In ULP of the array's largest element it is off by {worst.normwise_ulp:.3g}.",
            style="dim",
        )
    ]
