"""A program that still runs: its rates, what takes its time, its last operations, the NaN it has made."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, replace
from typing import Any

import pyarrow.compute as pc

from numscope.operations.traits import expects_nonfinite
from numscope.trace.follower import News

RECENT = 500
_RATE_WINDOW_S = 5.0


@dataclass(frozen=True)
class Ended:
    """One operation that has ended. sequence: its number within its process. Times in ns."""

    process: int
    sequence: int
    name: str
    site: str
    time_ns: int
    duration_ns: int
    exception: str | None
    made_nonfinite: bool


@dataclass(frozen=True)
class Hot:
    """What the operations of one name, called at one place, have taken so far. Times in ns."""

    name: str
    site: str
    calls: int
    self_ns: int
    total_ns: int
    nonfinite: int


@dataclass
class Running:
    """Adds up news. rate: operations a second over the last seconds; seen: recorded and left out."""

    recorded: int = 0
    left_out: int = 0
    processes: tuple[int, ...] = ()
    ended: bool = False
    hot: dict[tuple[str, str], Hot] = field(default_factory=dict)
    recent: deque[Ended] = field(default_factory=lambda: deque(maxlen=RECENT))
    last_nonfinite: Ended | None = None
    nonfinite: int = 0
    _looks: deque[tuple[float, int]] = field(default_factory=deque)
    _first_took_s: float = 0.0

    def add(self, news: News, now: float) -> None:
        """Add what a look at the time `now`, in s, has found."""
        if news.ended:
            self.ended, self.processes = True, ()
            return
        self.left_out, self.processes = news.left_out, news.processes
        if news.operations is not None:
            self.recorded += news.operations.num_rows
            operations = _without_expected(news.operations)
            self._add_costs(operations)
            self._add_recent(operations)
            if not self._looks:
                self._first_took_s = _took_s(operations)
        self._looks.append((now, self.recorded))
        while len(self._looks) > 2 and now - self._looks[1][0] > _RATE_WINDOW_S:
            self._looks.popleft()

    @property
    def rate(self) -> float:
        """Operations recorded a second, over the last few seconds; at the first look, over all of them."""
        if self.ended:
            return 0.0
        if len(self._looks) < 2:
            return self.recorded / self._first_took_s if self._first_took_s else 0.0
        (first, before), (last, after) = self._looks[0], self._looks[-1]
        return (after - before) / (last - first) if last > first else 0.0

    def hottest(self, filter_: str = "", limit: int = 50) -> list[Hot]:
        """What takes most time itself; filter_: text in the operation's name or place."""
        wanted = [hot for hot in self.hot.values() if filter_ in hot.name or filter_ in hot.site]
        return sorted(wanted, key=lambda hot: hot.self_ns, reverse=True)[:limit]

    def latest(self, filter_: str = "", limit: int = 200) -> list[Ended]:
        """The last user-visible operations, newest first; filter_: text in the operation's name or place."""
        wanted = [ended for ended in reversed(self.recent) if filter_ in ended.name or filter_ in ended.site]
        return wanted[:limit]

    def _add_costs(self, operations: Any) -> None:
        keys = ["name", "user_file", "user_line"]
        sums = operations.append_column("nonfinite", pc.cast(operations["made_nonfinite"], "int64"))
        sums = sums.group_by(keys).aggregate(
            [("sequence", "count"), ("self_ns", "sum"), ("duration_ns", "sum"), ("nonfinite", "sum")]
        )
        for row in sums.to_pylist():
            site = _site(row)
            before = self.hot.get((row["name"], site)) or Hot(row["name"], site, 0, 0, 0, 0)
            self.hot[row["name"], site] = replace(
                before,
                calls=before.calls + row["sequence_count"],
                self_ns=before.self_ns + row["self_ns_sum"],
                total_ns=before.total_ns + row["duration_ns_sum"],
                nonfinite=before.nonfinite + row["nonfinite_sum"],
            )

    def _add_recent(self, operations: Any) -> None:
        outermost = operations.filter(operations["user_visible"])
        self.recent.extend(
            _ended(row) for row in outermost.slice(max(0, outermost.num_rows - RECENT)).to_pylist()
        )
        bad = operations.filter(operations["made_nonfinite"])
        if bad.num_rows:
            self.nonfinite += bad.num_rows
            self.last_nonfinite = _ended(bad.slice(bad.num_rows - 1).to_pylist()[0])


def _took_s(operations: Any) -> float:
    """Return the seconds from the start of the first operation to the end of the last."""
    if not operations.num_rows:
        return 0.0
    ends = pc.add(operations["time_ns"], pc.fill_null(operations["duration_ns"], 0))
    return float(pc.max(ends).as_py() - pc.min(operations["time_ns"]).as_py()) / 1e9


def _without_expected(operations: Any) -> Any:
    """The operations, those unmarked that leave NaN on purpose, or whatever the memory held."""
    all_traits = operations["traits"]
    marked = operations["made_nonfinite"]
    for traits in pc.unique(all_traits.filter(marked)).to_pylist():
        if expects_nonfinite(traits):
            marked = pc.and_(marked, pc.not_equal(all_traits, traits))
    place = operations.schema.get_field_index("made_nonfinite")
    return operations.set_column(place, "made_nonfinite", marked)


def _ended(row: dict[str, Any]) -> Ended:
    names = ("process", "sequence", "name", "time_ns", "duration_ns", "exception", "made_nonfinite")
    return Ended(site=_site(row), **{name: row[name] for name in names})


def _site(row: dict[str, Any]) -> str:
    return "" if row["user_file"] is None else f"{row['user_file']}:{row['user_line']}"
