"""Costs in the terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from numscope.analysis.top.bandwidth import Bandwidth
from numscope.analysis.top.profile import Cost, Profile
from numscope.views.paths import short_path
from numscope.views.values import short_size, short_time

_BAR = 12


def profile_view(profile: Profile) -> RenderableType:
    """A row a group, costliest first."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(profile.by, overflow="fold")
    shown = ["calls", "itself", "share", "with inner", "each", "read", "written", "speed"]
    shown += ["of memory's"] if profile.bandwidth is not None else []
    more = {
        "temporaries": any(cost.temporaries for cost in profile.costs),
        "copied": any(cost.copies for cost in profile.costs),
    }
    for name in (*shown, *(name for name, wanted in more.items() if wanted)):
        table.add_column(name, justify="right", no_wrap=True)
    for cost in profile.costs:
        name = cost.group if profile.by not in ("site", "file", "function") else short_path(cost.group)
        memory = [_of_memory(cost, profile.bandwidth)] if profile.bandwidth is not None else []
        extra = {
            "temporaries": _made(cost.temporaries, cost.temporary_bytes),
            "copied": _made(cost.copies, cost.copied_bytes),
        }
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
            *memory,
            *(text for kind, text in extra.items() if more[kind]),
        )
    hidden = profile.groups - len(profile.costs)
    rest = f"{profile.operations:,} operations, {short_time(profile.self_ns)}"
    rest += f"; {hidden:,} more rows (--limit)" if hidden else ""
    if profile.bandwidth is not None:
        rest += f"; this machine's memory: {profile.bandwidth.gb_per_s:.1f} GB/s"
    return Group(table, Text(rest, style="dim"))


def _bar(share: float) -> Text:
    return Text("█" * round(share * _BAR), style="cyan")


def _speed(cost: Cost) -> str:
    """Bytes read and written a second, over all the time the operations took."""
    moved = cost.bytes_in + cost.bytes_out
    return f"{moved / cost.total_ns:.2f} GB/s" if cost.total_ns and moved else ""


def _of_memory(cost: Cost, bandwidth: Bandwidth) -> str:
    """The achieved speed as a share of the memory's; above 100 % data came from the cache."""
    moved = cost.bytes_in + cost.bytes_out
    return f"{moved / cost.total_ns / bandwidth.gb_per_s:.0%}" if cost.total_ns and moved else ""


def _made(count: int, size: int) -> str:
    return f"{count:,} ({short_size(size)})" if count else ""
