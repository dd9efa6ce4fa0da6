"""Costs in the terminal."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Group, RenderableType
from rich.text import Text

from numscope.analysis.concepts.compiled_lines import CompiledLine
from numscope.analysis.top.bandwidth import Bandwidth
from numscope.analysis.top.profile import CALL, Cost, Profile
from numscope.views.fitted_table import FittedTable
from numscope.views.operations import counts_text
from numscope.views.paths import short_path
from numscope.views.values import short_size, short_time

_BAR = 12
# What is left out first where the terminal is narrow.
_LEAST = (
    *("% of peak bandwidth", "speed", "one call", "copied", "temporaries", "written", "read", ""),
    *("total", "each", "calls", "share"),
)


def profile_view(profile: Profile) -> RenderableType:
    """A row a group, costliest first."""
    table = FittedTable(least=_LEAST)
    table.add_column(profile.by)
    columns = _columns(profile)
    for name in columns:
        table.add_column(name, right=bool(name))
    for cost in profile.costs:
        table.add_row(_group(profile.by, cost), *(cell(cost) for cell in columns.values()))
    hidden = profile.groups - len(profile.costs)
    rest = f"{profile.operations:,} operations, {short_time(profile.self_ns)}"
    if profile.counts is not None:
        rest = f"{counts_text(profile.counts)}, {short_time(profile.self_ns)}; --by operation adds up those inside"
    rest += f"; {hidden:,} more rows (--limit)" if hidden else ""
    if profile.ranks > 1:
        rest += f"; {profile.ranks} ranks added up (--rank, --by process)"
    if profile.bandwidth is not None:
        rest += f"; this machine's memory: {profile.bandwidth.gb_per_s:.1f} GB/s"
    return Group(table, Text(rest, style="dim"), *_compiled(profile))


def _compiled(profile: Profile) -> list[RenderableType]:
    """The lines inside compiled functions, whose time is part of that of the calls above, and what they allocate."""
    if not profile.compiled:
        return []
    columns: dict[str, Callable[[CompiledLine], str | Text]] = {}
    if any(line.ns for line in profile.compiled):
        columns |= {
            "time": lambda line: short_time(line.ns),
            "": lambda line: _bar(line.share),
            "share": lambda line: f"{line.share:.1%}",
        }
    if any(line.allocations for line in profile.compiled):
        columns["allocated"] = lambda line: _made(line.allocations, line.allocated)
    table = FittedTable(least=("", "share"))
    table.add_column("line inside compiled functions")
    for name in columns:
        table.add_column(name, right=bool(name))
    for line in profile.compiled:
        place = f"{short_path(line.file)}:{line.line} in {line.function}  {line.source}"
        table.add_row(place, *(cell(line) for cell in columns.values()))
    return [Text(), table]


def _columns(profile: Profile) -> dict[str, Callable[[Cost], str | Text]]:
    """Return what each column shows. By call there is nothing inside to tell apart, and the line fits a terminal."""
    by_call = profile.by == CALL
    columns: dict[str, Callable[[Cost], str | Text]] = {
        "calls": lambda cost: f"{cost.calls:,}",
        "time" if by_call else "self": lambda cost: short_time(cost.self_ns),
        "": lambda cost: _bar(cost.share),
        "share": lambda cost: f"{cost.share:.1%}",
        "total": lambda cost: short_time(cost.total_ns),
        "each": lambda cost: short_time(cost.total_ns / cost.calls if cost.calls else None),
        "one call": lambda cost: Text(
            short_time(cost.longest_ns) if cost.by_one_call else "", style="yellow"
        ),
        "read": lambda cost: short_size(cost.bytes_in),
        "written": lambda cost: short_size(cost.bytes_out),
        "speed": _speed,
        "% of peak bandwidth": lambda cost: _of_memory(cost, profile.bandwidth),
        "temporaries": lambda cost: _made(cost.temporaries, cost.temporary_bytes),
        "copied": lambda cost: _made(cost.copies, cost.copied_bytes),
    }
    left_out = {
        **dict.fromkeys(("", "total"), by_call),
        "one call": not any(cost.by_one_call for cost in profile.costs),
        **dict.fromkeys(("read", "written", "speed"), by_call),
        "% of peak bandwidth": profile.bandwidth is None,
        "temporaries": not any(cost.temporaries for cost in profile.costs),
        "copied": not any(cost.copies for cost in profile.costs),
    }
    return {name: cell for name, cell in columns.items() if not left_out.get(name)}


def _group(by: str, cost: Cost) -> Text:
    text = Text(_name(by, cost.group), no_wrap=by == CALL)
    if cost.place is not None:
        text = Text(f"{short_path(cost.place)} ", style="dim", no_wrap=True).append(
            cost.group, style="not dim"
        )
    if cost.raised:
        text.append(f" ({cost.raised:,} raised)", style="red")
    return text


def _name(by: str, group: str) -> str:
    if by == "function":
        function, _, file = group.partition(" in ")
        return f"{function} in {short_path(file)}"
    return short_path(group) if by in ("site", "file") else group


def _bar(share: float) -> Text:
    return Text("█" * round(share * _BAR), style="cyan")


def _speed(cost: Cost) -> str:
    """Bytes read and written a second, over all the time the operations took."""
    moved = cost.bytes_in + cost.bytes_out
    return f"{moved / cost.total_ns:.2f} GB/s" if cost.total_ns and moved else ""


def _of_memory(cost: Cost, bandwidth: Bandwidth | None) -> str:
    """The achieved speed as a share of the memory's; above 100 % data came from the cache."""
    moved = cost.bytes_in + cost.bytes_out
    if bandwidth is None:
        return ""
    return f"{moved / cost.total_ns / bandwidth.gb_per_s:.0%}" if cost.total_ns and moved else ""


def _made(count: int, size: int) -> str:
    return f"{count:,} ({short_size(size)})" if count else ""
