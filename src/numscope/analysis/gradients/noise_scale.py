"""The gradient noise scale: how large a batch is worth its cost, from gradients of parts of a batch.

McCandlish et al., "An Empirical Model of Large-Batch Training" (2018), appendix A.1: the lengths of gradients at two
batch sizes give both the trace of the covariance of one row's gradient and the length of the true one. Here the small
batch is a part (a micro-batch of an accumulated step, or a rank's share), the large one their sum. A factor that all
parts have in common (loss divided by the number of parts, a GradScaler's scale) changes nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from statistics import fmean, stdev
from typing import Any

from numscope.operations.lore.gradients import ADDS_GRADIENT, LEAVES_GRADIENT, SUMS_OVER_RANKS
from numscope.trace.reader import Trace

# The mean squared length must be known to half of itself: else the scale could be anything.
_SURE = 2.0
_FEWEST_STEPS = 3

_NODES = f"""
    with nodes as (
        select o.id, o.process, o.user_file, o.user_line, coalesce(a.integer, 0) as step
        from operations o left join attributes a on a.operation = o.id and a.place is null and a.name = 'step'
        where o.name = '{LEAVES_GRADIENT}'
    ), added as (
        select o.parent, any_value(p.address) filter (role = 'output') as grad,
            any_value(p.mean) filter (role = 'output') as mean,
            any_value(p.deviation) filter (role = 'output') as deviation,
            bool_or(role = 'input' and p.name = 'self' and (p.mean <> 0 or p.deviation <> 0)) as carried
        from operations o join operands p on p.operation = o.id
        where o.parent in (select id from nodes) and o.name = '{ADDS_GRADIENT}' and p.kind = 'array'
        group by o.parent
    )
    select nodes.*, p.shape, p.mean, p.deviation, added.mean as sum_mean, added.deviation as sum_deviation,
        grad, coalesce(carried, false) as carried
    from nodes join operands p on p.operation = nodes.id and p.role = 'input' and p.kind = 'array'
        left join added on added.parent = nodes.id
    order by process, step, nodes.id
"""
_REDUCED = f"""
    select coalesce(a.integer, 0) as step, c.process, c.group_size as size, p.role, p.shape, p.mean, p.deviation
    from collectives c join operands p on p.operation = c.operation
        join attributes phase on phase.operation = c.operation and phase.name = 'phase'
        left join attributes a on a.operation = c.operation and a.place is null and a.name = 'step'
    where c.name = '{SUMS_OVER_RANKS}' and phase.text = 'backward'
        and p.kind = 'array' and p.role in ('input', 'output')
    order by step, c.process, p.role
"""
_ROWS = """
    with given as (
        select operation, arg_min(shape[1], item) as rows from module_operands
        where role = 'given' and kind = 'array' and len(shape) > 0 group by operation
    ), calls as (
        select module, rows from module_calls c join given on operation = c.id where training and not c.met
    )
    select rows, count(*) as calls from calls
    where len(module) = (select min(len(module)) from calls) group by rows
"""


@dataclass(frozen=True)
class NoiseScale:
    """scale: the noise scale, in parts of a batch; None if it can't be known, for the reason that `unknown` says.

    parts: how many parts each step has, `of` which kind. rows: of one part, if known. steps: how many were used.
    """

    scale: float | None = None
    rows: int | None = None
    parts: int = 0
    of: str = ""
    steps: int = 0
    unknown: str = ""

    def __str__(self) -> str:
        if self.scale is None:
            return f"gradient noise scale: not known; {self.unknown}"
        part = f"{self.of} of {self.rows:,} rows" if self.rows else self.of
        size = (
            f"{self.scale * self.rows:.3g} rows" if self.rows else f"{self.scale:.3g} of a {self.of}'s rows"
        )
        return (
            f"gradient noise scale: {size}, from {self.parts} parts ({part}) in each of {self.steps} steps; "
            "batches far larger than this gain little"
        )


@dataclass(frozen=True)
class _Step:
    """small: mean squared length of the parts' gradients; large: that of their mean; parts: how many there are."""

    small: float
    large: float
    parts: int

    @property
    def true(self) -> float:
        """The squared length of the true gradient."""
        return (self.parts * self.large - self.small) / (self.parts - 1)

    @property
    def noise(self) -> float:
        """The trace of the covariance of a part's gradient."""
        return (self.small - self.large) / (1 - 1 / self.parts)


class _UnknownError(Exception):
    """Its text says why no noise scale can be told."""


def noise_scale(trace: Trace) -> NoiseScale:
    """Return the noise scale of the trace's gradients, or why it is not known."""
    try:
        nodes = trace.ask(_NODES).to_pylist()
        reduced = trace.ask(_REDUCED).to_pylist()
        if reduced:
            return _scale(trace, list(_steps_of_ranks(reduced, nodes)), "rank's share")
        return _scale(trace, list(_accumulated_steps(nodes)), "micro-batch")
    except _UnknownError as reason:
        return NoiseScale(unknown=str(reason))


def _scale(trace: Trace, steps: Sequence[_Step], of: str) -> NoiseScale:
    finite = [step for step in steps if math.isfinite(step.small) and math.isfinite(step.large)]
    if len(finite) < _FEWEST_STEPS:
        raise _UnknownError(
            f"there are {len(finite)} steps with finite gradients, and {_FEWEST_STEPS} are needed."
        )
    if len({step.parts for step in finite}) > 1:
        raise _UnknownError("the steps have different numbers of parts.")
    true = [step.true for step in finite]
    if fmean(true) <= _SURE * stdev(true) / math.sqrt(len(true)):
        raise _UnknownError(
            f"the gradients of parts differ so much that {len(finite)} steps do not tell the length of the mean one."
        )
    (parts,) = {step.parts for step in finite}
    scale = max(fmean(step.noise for step in finite), 0.0) / fmean(true)
    return NoiseScale(scale, _rows_of_a_part(trace, len(steps) * parts), parts, of, len(finite))


def _accumulated_steps(nodes: Sequence[dict[str, Any]]) -> Iterator[_Step]:
    """Yield the steps that add up the gradients of several backward passes of one line."""
    if len({node["process"] for node in nodes}) > 1:
        raise _UnknownError(
            "gradients of several processes are not averaged in the backward pass, as DDP does."
        )
    for number, group in groupby(nodes, itemgetter("step")):
        parts = _parts(list(group))
        if len(parts) < 2:
            raise _UnknownError(
                f"step {number} has the gradient of one backward pass in one process. Accumulate over several, "
                "or train with DistributedDataParallel."
            )
        sums = [_square(node["shape"], node["sum_mean"], node["sum_deviation"]) for node in parts[-1]]
        small = fmean(
            sum(_square(one["shape"], one["mean"], one["deviation"]) for one in part) for part in parts
        )
        yield _Step(small, sum(sums) / len(parts) ** 2, len(parts))


def _parts(nodes: Sequence[dict[str, Any]]) -> list[Sequence[dict[str, Any]]]:
    """Return the nodes of each backward pass of a step."""
    if len({(node["user_file"], node["user_line"]) for node in nodes}) > 1:
        raise _UnknownError(
            "the backward passes of a step stand at several lines: these are not parts of one batch."
        )
    # The first pass of a step may leave the gradient itself; what comes later is added to what lies there.
    count = len({node["grad"] for node in nodes if node["grad"] is not None}) or len(nodes)
    parts = [nodes[start : start + count] for start in range(0, len(nodes), count)]
    shapes = [sorted(map(tuple, map(itemgetter("shape"), part))) for part in parts]
    if any(one != shapes[0] for one in shapes) or any(
        node["grad"] is None for part in parts[1:] for node in part
    ):
        raise _UnknownError("not each backward pass of a step has gradients of the same parameters.")
    if any(node["carried"] for node in parts[0]):
        raise _UnknownError("steps begin with gradients that are not zero.")
    return parts


def _steps_of_ranks(reduced: Iterable[dict[str, Any]], nodes: Iterable[dict[str, Any]]) -> Iterator[_Step]:
    """Yield the steps whose gradients DistributedDataParallel averages."""
    elements: dict[tuple[int, int], int] = {}
    for node in nodes:
        key = (node["process"], node["step"])
        elements[key] = elements.get(key, 0) + math.prod(node["shape"])
    for number, group in groupby(reduced, itemgetter("step")):
        rows = list(group)
        size = rows[0]["size"]
        squares: dict[tuple[int, str], float] = {}
        counts: dict[tuple[int, str], int] = {}
        for row in rows:
            key = row["process"], row["role"]
            squares[key] = squares.get(key, 0.0) + _square(row["shape"], row["mean"], row["deviation"])
            counts[key] = counts.get(key, 0) + math.prod(row["shape"])
        given = [square for (_, role), square in squares.items() if role == "input"]
        left = [square for (_, role), square in squares.items() if role == "output"]
        if len(given) < size:
            raise _UnknownError(f"of step {number} the trace has {len(given)} of {size} ranks.")
        if any(count != elements.get((process, number)) for (process, _), count in counts.items()):
            raise _UnknownError("ranks do not average exactly the gradients of one backward pass a step.")
        if size < 2:
            raise _UnknownError("there is one rank.")
        yield _Step(fmean(given), left[0] / size**2, size)


def _square(shape: Sequence[int], mean: float | None, deviation: float | None) -> float:
    if mean is None or deviation is None:
        return math.nan
    return math.prod(shape) * (mean * mean + deviation * deviation)


def _rows_of_a_part(trace: Trace, parts: int) -> int | None:
    """Return the length of the first axis of what each part's one call of the model was given."""
    sizes = [row["rows"] for row in trace.ask(_ROWS).to_pylist() if row["calls"] == parts]
    return sizes[0] if len(sizes) == 1 else None
