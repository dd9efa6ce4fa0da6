"""What several ranks did together, in the terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.text import Text

from numscope.analysis.ranks.clocks import Clock
from numscope.analysis.ranks.finding import Finding, named
from numscope.analysis.ranks.ranks import RanksReport
from numscope.analysis.ranks.time_use import TimeUse
from numscope.views.fitted_table import FittedTable
from numscope.views.paths import short_path
from numscope.views.values import short_time

# Rows of the table of times; of more ranks those that compute most and least.
_MOST = 16
_PLACE = re.compile(r"(/\S+):(\d+)")


def ranks_view(report: RanksReport, limit: int = 10) -> RenderableType:
    """The verdicts first, then what each rank did with its time."""
    parts: list[RenderableType] = []
    for number, finding in enumerate(report.findings[:limit], 1):
        parts += [*_finding(number, finding), Text("")]
    if hidden := len(report.findings) - limit:
        parts += [Text(f"{hidden:,} more findings (--limit)", style="dim")] if hidden > 0 else []
    if not report.findings:
        parts.append(Text(_nothing(report), style="green"))
    if report.missing:
        parts.append(Text(f"not recorded: {named(report.missing)}", style="yellow"))
    if report.times:
        parts.append(_times(report))
    parts += [Text(_clock(clock), style="dim") for clock in report.clocks]
    if report.unaligned:
        hosts = ", ".join(report.unaligned)
        parts.append(
            Text(f"clocks not aligned: {hosts} (too few collectives); times may be wrong", style="yellow")
        )
    return Group(*parts)


def _nothing(report: RanksReport) -> str:
    count = sum(group.collectives for group in report.groups)
    noun = "rank" if len(report.ranks) == 1 else "ranks"
    return f"nothing is wrong between {len(report.ranks)} {noun} in {count:,} collectives"


def _finding(number: int, finding: Finding) -> Iterator[RenderableType]:
    yield Text(f"{number}. ", style="bold").append(_short(finding.text), style="bold red")
    for sentence in finding.evidence:
        yield Text(f"   {_short(sentence)}")
    if finding.advice:
        yield Text(f"   What helps: {finding.advice}")


def _short(text: str) -> str:
    return _PLACE.sub(lambda place: f"{short_path(place[1])}:{place[2]}", text)


def _times(report: RanksReport) -> FittedTable:
    table = FittedTable(least=("last in", "other", "operations", "communicating"))
    table.add_column("rank", right=True)
    table.add_column("host")
    for name in ("operations", "time", "computing", "waiting", "communicating", "other", "last in"):
        table.add_column(name, right=True)
    by_rank = {member.rank: member for member in report.ranks}
    last = {late.rank: late for group in report.groups[:1] for late in group.late}
    for use in _shown(report.times):
        late = last.get(use.rank)
        table.add_row(
            f"{use.rank}",
            Text(by_rank[use.rank].host or ""),
            f"{by_rank[use.rank].operations:,}",
            short_time(use.whole),
            *(_share(part, use.whole) for part in (use.computing, use.waiting, use.communicating, use.idle)),
            f"{late.last:,} of {late.meetings:,}" if late else "",
        )
    return table


def _shown(times: tuple[TimeUse, ...]) -> list[TimeUse]:
    if len(times) <= _MOST:
        return list(times)
    by_work = sorted(times, key=lambda use: use.computing)
    return sorted((*by_work[: _MOST // 2], *by_work[-_MOST // 2 :]), key=lambda use: use.rank)


def _clock(clock: Clock) -> str:
    """Return how a host's clock goes, beyond what the error may be."""
    ahead = "ahead of" if clock.offset_ns >= 0 else "behind"
    return (
        f"clock of {clock.host}: {short_time(abs(clock.offset_ns))} {ahead} that of {clock.against}, drifting by "
        f"{clock.drift * 1e6:+.1f} microseconds a second; taken into account, with an error of "
        f"{short_time(clock.error_ns)} ({clock.collectives:,} collectives)"
    )


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.0%}" if whole else ""
