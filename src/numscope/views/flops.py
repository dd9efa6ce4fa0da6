"""Floating-point operations in the terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from numscope.analysis.top.flops import FlopCost, FlopProfile
from numscope.views.fitted_table import FittedTable
from numscope.views.paths import short_path
from numscope.views.summary import not_counted, short_flops
from numscope.views.values import short_time

_NAMED = 5


def flops_view(profile: FlopProfile) -> RenderableType:
    """A row a group, most operations first; below it what was not counted."""
    table = FittedTable(least=("bound by", "of peak", "GFLOP/s", "calls", "share"))
    table.add_column(profile.by)
    names = ("calls", "FLOPs", "share", "time", "GFLOP/s", "of peak", "bound by")
    for name in names:
        table.add_column(name, right=True)
    for cost in profile.costs:
        group = short_path(cost.group) if profile.by == "site" else cost.group
        table.add_row(Text(group), *map(Text, _cells(cost)))
    lines = [_total(profile), _without(profile), not_counted(profile.unknown)]
    return Group(table, *(Text(line, style="dim") for line in lines if line))


def _cells(cost: FlopCost) -> list[str]:
    bound = {True: "compute", False: "memory", None: ""}[cost.compute_bound]
    of_peak = "" if cost.of_peak is None else f"{cost.of_peak:.0%}"
    return [
        f"{cost.calls:,}",
        short_flops(cost.flops),
        f"{cost.share:.1%}",
        short_time(cost.duration_ns),
        f"{cost.gflops_per_s:.1f}",
        of_peak,
        bound if cost.flops else "",
    ]


def _total(profile: FlopProfile) -> str:
    text = f"{short_flops(profile.flops) or 0} floating-point operations in {short_time(profile.wall_ns)}"
    if profile.peak is not None and profile.of_peak is not None:
        text += (
            f", {profile.of_peak:.1%} of this machine's {profile.peak.gflops_per_s:.0f} GFLOP/s "
            f"(float32 products on {profile.peak.cores} cores)"
        )
    hidden = profile.groups - len(profile.costs)
    return text + (f"; {hidden:,} more rows (--limit)" if hidden else "")


def _without(profile: FlopProfile) -> str:
    if not profile.without:
        return ""
    calls, time = (sum(getattr(one, name) for one in profile.without) for name in ("calls", "self_ns"))
    named = ", ".join(f"{one.name} ({short_time(one.self_ns)})" for one in profile.without[:_NAMED])
    more = f" and {len(profile.without) - _NAMED} more (--json)" if len(profile.without) > _NAMED else ""
    return f"Not counted, no formula: {calls:,} operations that took {short_time(time)}: {named}{more}"
