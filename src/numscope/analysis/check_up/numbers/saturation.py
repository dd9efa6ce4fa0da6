"""Sums in short floating-point types that stop growing: what is added is smaller than the steps of the sum."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import numpy as np

from numscope.analysis.check_up.elementwise import Step, steps
from numscope.analysis.check_up.evidence import MOST_CALLS, Call, Evidence, finding_of
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import WIDE_SUM
from numscope.analysis.concepts.kept_values import value_of
from numscope.trace import Operation

KIND = "saturation"
_SHORT = "dtype in ('float16', 'float32')"
_LEAST_STEPS = 10
# So much of what was added has to be missing from the sum.
_LOST = 0.01
_RUNNING = ("cumsum", "add.accumulate")
_SUMS = ("sum", "add.reduce", "mean")


def saturation(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that add up in float16 or float32 and lose more than a hundredth of it."""
    calls = [call for call in evidence.calls.values() if call.name == "add"]
    found: dict[Call, list[Step]] = {}
    for step in steps(
        evidence, calls, f"{_SHORT} and role in ('output', 'mutated')", "result_mean is not null"
    ):
        if step.result.dtype in ("float16", "float32") and step.first.shape == step.result.shape:
            found.setdefault(step.call, []).append(step)
    for call, line in found.items():
        finding = _judge(call, line)
        if finding is not None:
            yield finding
    yield from _running(evidence)


def _judge(call: Call, line: list[Step]) -> Finding | None:
    """Judge the runs of steps in which each goes on from the sum that the one before left."""
    for _, members in groupby(_numbered_runs(line), key=lambda pair: pair[0]):
        run = [step for _, step in members]
        added = [step.second.mean for step in run if step.second.mean is not None]
        if len(run) < _LEAST_STEPS or len(added) < len(run) or run[0].first.mean is None:
            continue
        wanted, got = float(np.sum(added)), float(run[-1].result.mean or 0) - float(run[0].first.mean)
        # What shrinks step by step converges; a sum goes on being given as much as before.
        late, early = np.abs(added[-len(added) // 4 :]).mean(), np.abs(added[: len(added) // 4]).mean()
        if (
            wanted == 0
            or abs(wanted - got) < _LOST * abs(wanted)
            or late < 0.5 * early
            or not _one_way(added)
        ):
            continue
        dtype = run[0].result.dtype
        problem = (
            f"{len(run):,} times was added to a sum in {dtype}: it should have changed by {wanted:,.6g} and did by "
            f"{got:,.6g}; at {run[-1].result.size or 0:,.6g} its steps are "
            f"{float(np.spacing(np.dtype(dtype).type(run[-1].result.size or 0))):.3g}"
        )
        return finding_of(KIND, call, run[-1].operation, len(run), problem, WIDE_SUM)
    return None


def _numbered_runs(line: list[Step]) -> Iterator[tuple[int, Step]]:
    number = 0
    for before, step in zip([None, *line[:-1]], line, strict=True):
        if before is None or before.result.mean != step.first.mean or before.result.size != step.first.size:
            number += 1
        yield number, step


def _one_way(added: list[float]) -> bool:
    array = np.asarray(added)
    return bool((array >= 0).mean() > 0.95 or (array <= 0).mean() > 0.95)


def _running(evidence: Evidence) -> Iterator[Finding]:
    """Yield running and whole sums in a short type that are not those of their elements."""
    rows = evidence.rows(
        """
        select distinct o.id, o.call from recorded_operations o join operand_layouts on operation = o.id
        where o.call in {calls} and slot in {slots} order by o.id
        """,
        evidence.named("cumsum", "accumulate", "sum", "mean", "reduce"),
        slots=f"role = 'output' and {_SHORT}",
    )
    by_call: dict[int, list[int]] = {}
    for row in rows:
        by_call.setdefault(row["call"], []).append(row["id"])
    for number, ids in by_call.items():
        call = evidence.calls[number]
        for operation in evidence.fetch(ids[:MOST_CALLS]):
            problem = _wrong_sum(call, operation)
            if problem:
                yield finding_of(KIND, call, operation.id, len(ids), problem, WIDE_SUM)
                break


def _wrong_sum(call: Call, operation: Operation) -> str | None:
    name = call.name.removeprefix("ndarray.")
    given, made = operation.inputs[0], next(iter(operation.outputs), None)
    if made is None or name not in (*_RUNNING, *_SUMS) or not given.is_array() or len(given.shape or ()) > 2:
        return None
    if given.item:
        return None  # one of the numbers of a list: the sum is of all of them
    value, result = value_of(given), value_of(made)
    axis = operation.scalars.get("axis", operation.scalars.get("1"))
    if value is None or result is None or np.asarray(value).dtype.kind not in "iuf" or not np.size(value):
        return None
    if not isinstance(axis, int) and axis is not None:
        return None
    wide = np.asarray(value, float)
    true = (
        np.cumsum(wide, axis) if name in _RUNNING else (wide.mean(axis) if name == "mean" else wide.sum(axis))
    )
    scale = np.cumsum(np.abs(wide), axis) if name in _RUNNING else np.abs(wide).sum(axis)
    scale = scale / (wide.size / max(1, np.size(true))) if name == "mean" else scale
    if np.shape(true) != np.shape(result) or not np.isfinite(np.asarray(result, float)).all():
        return None
    off = np.abs(true - np.asarray(result, float)) / np.where(scale > 0, scale, 1)
    worst = int(np.argmax(off))
    if off.flat[worst] < _LOST:
        return None
    return (
        f"{name} of {wide.size:,} numbers in {made.dtype} gave {float(np.asarray(result).flat[worst]):.6g}, and they "
        f"add up to {float(np.asarray(true).flat[worst]):.6g}"
    ).replace("add up to", "average" if name == "mean" else "add up to")
