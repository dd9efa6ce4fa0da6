"""Costs in the terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from numscope.analysis.profile import Cost, Profile
from numscope.views.paths import short_path
from numscope.views.values import short_size, short_time

_BAR = 12


def profile_view(profile: Profile) -> RenderableType:
    """A row a group, costliest first."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(profile.by, overflow="fold")
    for name in ("calls", "itself", "share", "with inner", "each", "read", "written", "speed"):
        table.add_column(name, justify="right", no_wrap=True)
    for cost in profile.costs:
        name = cost.group if profile.by == "operation" else short_path(cost.group)
        table.add_row(
            Text(name) + (Text(f" ({cost.raised:,} raised)", style="red") if cost.raised else Text("")),
            f"{cost.calls:,}",
            short_time(cost.self_ns),
            _bar(cost.share) + Text(f" {cost.share:6.1%}"),
            short_time(cost.total_ns),
            short_time(cost.total_ns / cost.calls if cost.calls else None),
            short_size(cost.bytes_in),
            short_size(cost.bytes_out),
            _speed(cost),
        )
    hidden = profile.groups - len(profile.costs)
    rest = f"{profile.operations:,} operations, {short_time(profile.self_ns)}"
    return Group(table, Text(rest + (f"; {hidden:,} more rows (--limit)" if hidden else ""), style="dim"))


def _bar(share: float) -> Text:
    return Text("█" * round(share * _BAR), style="cyan")


def _speed(cost: Cost) -> str:
    """Bytes read and written a second, over all the time the operations took."""
    moved = cost.bytes_in + cost.bytes_out
    return f"{moved / cost.total_ns:.2f} GB/s" if cost.total_ns and moved else ""
