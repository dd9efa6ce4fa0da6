"""A drawing of a graph in layers, data flowing downwards: where boxes and lines of a small graph are placed.

The method is Sugiyama's: boxes go to ranks by their longest way from a source, long lines get a place in each rank
that they cross, ranks are sorted by the barycentres of their neighbours, and boxes move towards these where there is
room.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

Point = tuple[float, float]

_GAP, _RISE, _LANE = 22.0, 40.0, 10.0
_SWEEPS = 8


@dataclass(frozen=True)
class Placed:
    """The upper left corner of each box, the points of each line, and the size of all."""

    corners: tuple[Point, ...]
    lines: tuple[tuple[Point, ...], ...]
    width: float
    height: float


@dataclass
class _Spot:
    """A box, or where a long line crosses a rank (box: -1)."""

    rank: int
    width: float
    height: float
    centre: float = 0.0


def place(sizes: Sequence[Point], lines: Sequence[tuple[int, int]]) -> Placed:
    """Place boxes of these sizes, in the order of time, with lines between them. A line back in time goes upwards."""
    down = [(min(line), max(line)) for line in lines]
    ranks = _ranks(len(sizes), down)
    spots = [_Spot(rank, *size) for rank, size in zip(ranks, sizes, strict=True)]
    ways = [_way(spots, *line) for line in down]
    neighbours: dict[int, list[int]] = defaultdict(list)
    for way in ways:
        for above, below in pairwise(way):
            neighbours[above].append(below)
            neighbours[below].append(above)
    rows: list[list[int]] = [[] for _ in range(max(ranks, default=-1) + 1)]
    for number, spot in enumerate(spots):
        rows[spot.rank].append(number)
    _sort_rows(rows, spots, neighbours)
    _spread(rows, spots, neighbours)
    tops = _tops(rows, spots)
    points = [_points(way, spots, tops) for way in ways]
    turned = [way[::-1] if line[0] > line[1] else way for way, line in zip(points, lines, strict=True)]
    return _moved(
        [(spot.centre - spot.width / 2, tops[spot.rank]) for spot in spots[: len(sizes)]], turned, sizes
    )


def _ranks(count: int, lines: Sequence[tuple[int, int]]) -> list[int]:
    """Return the longest way from a source to each box; sources stand right above what reads them first."""
    ranks, after, before = [0] * count, defaultdict(list), [0] * count
    for source, target in lines:
        after[source].append(target)
        before[target] += 1
    for source in range(count):
        for target in after[source]:
            ranks[target] = max(ranks[target], ranks[source] + 1)
    for source in range(count):
        if not before[source] and after[source]:
            ranks[source] = min(ranks[target] for target in after[source]) - 1
    return ranks


def _way(spots: list[_Spot], source: int, target: int) -> list[int]:
    """Return the spots that a line passes; those in ranks that it crosses are made."""
    crossed = range(spots[source].rank + 1, spots[target].rank)
    first = len(spots)
    spots += [_Spot(rank, _LANE, 0) for rank in crossed]
    return [source, *range(first, len(spots)), target]


def _sort_rows(rows: list[list[int]], spots: list[_Spot], neighbours: dict[int, list[int]]) -> None:
    position = {number: float(at) for row in rows for at, number in enumerate(row)}
    for sweep in range(_SWEEPS):
        for rank in range(len(rows)) if sweep % 2 == 0 else reversed(range(len(rows))):
            side = rank - 1 if sweep % 2 == 0 else rank + 1
            centres = {
                number: _mean(
                    [position[one] for one in neighbours[number] if spots[one].rank == side], position[number]
                )
                for number in rows[rank]
            }
            rows[rank].sort(key=lambda number: centres[number])
            position.update({number: float(at) for at, number in enumerate(rows[rank])})


def _spread(rows: list[list[int]], spots: list[_Spot], neighbours: dict[int, list[int]]) -> None:
    """Give each spot the horizontal place nearest to its neighbours for which there is room."""
    for row in rows:
        _fit(row, spots, [0.0] * len(row))
    for sweep in range(_SWEEPS):
        for row in rows if sweep % 2 == 0 else reversed(rows):
            _fit(row, spots, [_wanted(number, spots, neighbours) for number in row])


def _wanted(number: int, spots: list[_Spot], neighbours: dict[int, list[int]]) -> float:
    return _mean([spots[one].centre for one in neighbours[number]], spots[number].centre)


def _fit(row: list[int], spots: list[_Spot], wanted: list[float]) -> None:
    """Place the spots of a row in their order: half way between all pushed to the right and all pushed to the left."""
    room = [(spots[left].width + spots[right].width) / 2 + _GAP for left, right in pairwise(row)]
    to_right, to_left = list(wanted), list(wanted)
    for at in range(1, len(row)):
        to_right[at] = max(wanted[at], to_right[at - 1] + room[at - 1])
    for at in range(len(row) - 2, -1, -1):
        to_left[at] = min(wanted[at], to_left[at + 1] - room[at])
    for number, right, left in zip(row, to_right, to_left, strict=True):
        spots[number].centre = (right + left) / 2


def _tops(rows: list[list[int]], spots: list[_Spot]) -> list[float]:
    tops, top = [], 0.0
    for row in rows:
        tops.append(top)
        top += max(spots[number].height for number in row) + _RISE
    return tops


def _points(way: list[int], spots: list[_Spot], tops: list[float]) -> list[Point]:
    """Return the points of a line, from the lower edge of its source to the upper edge of its target."""
    first = spots[way[0]]
    points = [(first.centre, tops[first.rank] + first.height)]
    for number in way[1:-1]:
        points.append((spots[number].centre, tops[spots[number].rank]))
        points.append((spots[number].centre, tops[spots[number].rank + 1] - _RISE))
    return [*points, (spots[way[-1]].centre, tops[spots[way[-1]].rank])]


def _moved(corners: list[Point], lines: list[list[Point]], sizes: Sequence[Point]) -> Placed:
    """Move everything so that nothing lies left of zero."""
    across = [x for x, _ in corners] + [x for line in lines for x, _ in line]
    left = min(across, default=0.0)
    right = max([x + size[0] for (x, _), size in zip(corners, sizes, strict=True)] + across, default=0.0)
    bottom = max((y + size[1] for (_, y), size in zip(corners, sizes, strict=True)), default=0.0)
    return Placed(
        tuple((x - left, y) for x, y in corners),
        tuple(tuple((x - left, y) for x, y in line) for line in lines),
        right - left,
        bottom,
    )


def _mean(numbers: Sequence[float], otherwise: float) -> float:
    return sum(numbers) / len(numbers) if numbers else otherwise
