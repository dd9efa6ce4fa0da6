"""Rows of one person or thing that are alike, and are parted at random: the model knows those of the tested ones.

That the nearest row is mostly one of the same thing is what a model gains by rows of a thing on both sides. Source:
S. Saeb et al., "The need to approximate the use-case in clinical machine learning", GigaScience 6 (2017).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import WHOLE_GROUPS
from numscope.analysis.check_up.samples.random_splits import RandomSplit, random_splits
from numscope.analysis.concepts.kept_values import value_of

KIND = "data"
# A thing has so many rows on average; fewer things are classes rather than things.
_ROWS_EACH, _LEAST_THINGS, _LEAST_COLUMNS = 3, 12, 2
# Of so many rows the nearest other one is of the same thing, and so many times as many as by chance.
_NEAREST, _MORE = 0.5, 4
_MOST_ROWS, _MOST_LOOKED_AT = 20_000, 300
_STACKS = ("concatenate", "vstack", "concat")


def rows_of_one_thing(evidence: Evidence) -> Iterator[Finding]:
    """Yield the splits at random of rows of things, whose nearest rows are those of the same thing."""
    found: set[int] = set()
    for split in random_splits(evidence):
        rows = len(split.answers)
        if split.call.id in found or rows > _MOST_ROWS or len(split.samples) < _LEAST_COLUMNS:
            continue
        for things in _groupings(evidence, split):
            share = _share(split, things)
            if share is None:
                continue
            found.add(split.call.id)
            said = (
                f"parts {rows:,} rows at random, which are of {int(things.max()) + 1:,} things alone, each with one "
                f"answer: of {share:.0%} of the rows the most similar one is of the same thing, and may stand on the "
                "other side"
            )
            yield finding_of(KIND, split.call, split.operation.id, 1, said, WHOLE_GROUPS)
            break


def _groupings(evidence: Evidence, split: RandomSplit) -> Iterator[Any]:
    """Yield of which thing each row is: by arrays of whole numbers or texts, and by how rows were put together."""
    rows = len(split.answers)
    for values in _names(evidence, rows):
        _, which = np.unique(values, return_inverse=True)
        if _are_things(which, split.answers):
            yield which
    for sizes in _stacked(evidence, rows):
        which = np.repeat(np.arange(len(sizes)), sizes)
        if len(which) == rows and _are_things(which, split.answers):
            yield which


def _names(evidence: Evidence, rows: int) -> Iterator[Any]:
    """Yield the arrays of whole numbers or texts that have so many rows."""
    found = evidence.rows(
        """
        select min(operation) as operation from recorded_operations o join operand_layouts on operation = o.id
        where o.call in {calls} and slot in {slots} and content is not null group by content order by 1 limit 50
        """,
        evidence.calls.values(),
        slots=f"kind = 'array' and len(shape) = 1 and shape[1] = {rows} and regexp_matches(dtype, '^(int|<U)')",
    )
    seen: set[str | None] = set()
    for operation in evidence.fetch([row["operation"] for row in found]):
        for one in operation.operands:
            if one.kind == "array" and one.shape == (rows,) and (one.dtype or "").startswith(("int", "<U")):
                values = value_of(one) if one.hash not in seen else None
                seen.add(one.hash)
                if values is not None:
                    yield values


def _stacked(evidence: Evidence, rows: int) -> Iterator[list[int]]:
    """Yield how many rows each thing has where rows are repeated, cut out of an array of three axes, or joined."""
    for _, operation in in_order(evidence, ["repeat", "reshape", *_STACKS]):
        made = next((one.shape for one in operation.outputs if one.shape and one.shape[0] == rows), None)
        given = [one.shape for one in operation.inputs if one.shape]
        if made is None or not given or not given[0][0]:
            continue
        if operation.name.endswith(_STACKS):
            yield [shape[0] for shape in given]
        elif rows % given[0][0] == 0 and (
            operation.name.endswith("repeat") or len(given[0]) == len(made) + 1
        ):
            yield [rows // given[0][0]] * given[0][0]


def _are_things(which: Any, answers: Any) -> bool:
    """Return whether there are many things of several rows each, of which each has one answer."""
    number = int(which.max()) + 1
    if not _LEAST_THINGS <= number <= len(which) / _ROWS_EACH or len(np.unique(answers)) >= number:
        return False
    pairs = np.unique(np.column_stack([which, np.unique(answers, return_inverse=True)[1]]), axis=0)
    return len(pairs) == number


def _share(split: RandomSplit, things: Any) -> float | None:
    """Return of which share of the rows the most similar other one is of the same thing; None if that says nothing."""
    columns = [one for one in split.samples if np.isfinite(one).all() and _varies_within(one, things)]
    if len(columns) < _LEAST_COLUMNS:
        return None
    scaled = np.column_stack([(one - one.mean()) / one.std() for one in columns])
    looked_at = np.linspace(0, len(scaled) - 1, min(len(scaled), _MOST_LOOKED_AT)).astype(int)
    hits, chances = 0, 0.0
    for row in looked_at:
        distances = ((scaled - scaled[row]) ** 2).sum(axis=1)
        distances[row] = np.inf
        own = things == things[row]
        hits += int(own[np.argmin(distances)])
        same_answer = int((split.answers == split.answers[row]).sum()) - 1
        chances += (int(own.sum()) - 1) / max(1, same_answer)
    share, chance = hits / len(looked_at), chances / len(looked_at)
    return share if share >= max(_NEAREST, _MORE * chance) else None


def _varies_within(column: Any, things: Any) -> bool:
    """Return whether a column differs between rows of a thing: a number of the thing says nothing of its rows."""
    first = np.zeros(int(things.max()) + 1)
    first[things] = column
    return bool((first[things] != column).any())
