"""Means of shares beside the sums of what the shares are of: each row counts alike, however many it stands for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import SHARE_OF_SUMS
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operand, Operation

KIND = "sum"
_DIVIDES = ("__truediv__", "div", "divide", "truediv")
_MEAN, _NAMED = "mean", ("agg", "aggregate")
# By so much a mean of shares has to differ from the share of the sums.
_OFF = 0.05
# Among more columns the two parts of a share are not looked for.
_MOST_COLUMNS = 12


@dataclass(frozen=True)
class _Share:
    """A column of rows that is `factor` times the column `part` divided by the column `whole`."""

    name: str
    part: Operand
    whole: Operand
    factor: float


def means_of_shares(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that take the mean of shares by groups into a table that has the sums of both of their parts.

    The mean is called as the share is; a program that divides the sums as well knows of both.
    """
    made = in_order(evidence, (_MEAN, *_NAMED), lambda call: "GroupBy" in call.full_name)
    groups = [one for _, one in in_order(evidence, ["groupby"])] if made else []
    divided = [one for _, one in in_order(evidence, _DIVIDES)] if groups else []
    later = [one for _, one in in_order(evidence, ["__setitem__"])] if divided else []
    found: set[int] = set()
    for call, mean in made if divided else ():
        group = next((one for one in reversed(groups) if one.id < mean.id), None)
        if group is None or call.id in found:
            continue
        for share in _shares(group, divided):
            compared = _compared(share, mean, later)
            if compared is None or _is_divided(compared[1], divided):
                continue
            found.add(call.id)
            means, shares = compared
            most = int(np.argmax(np.abs(means - shares)))
            said = (
                f"takes the mean of `{share.name}` of the rows of each group, of which each counts alike: "
                f"{means[most]:.4g}; beside it are the sums of `{share.part.name}` and `{share.whole.name}`, with "
                f"{shares[most]:.4g}"
            )
            yield finding_of(KIND, call, mean.id, 1, said, SHARE_OF_SUMS)
            break


def _shares(group: Operation, divided: list[Operation]) -> Iterator[_Share]:
    """Yield the columns of a table that the program made by dividing two of its columns, maybe in percent."""
    columns = [
        (one, numbers.astype(float))
        for one in group.inputs
        if one.name
        and (numbers := numbers_of(one)) is not None
        and numbers.ndim == 1
        and numbers.dtype.kind in "iuf"
    ]
    if not 3 <= len(columns) <= _MOST_COLUMNS:
        return
    for (share, shares), (part, parts), (whole, wholes) in permutations(columns, 3):
        for factor in (1.0, 100.0):
            if (
                np.ptp(wholes)
                and np.allclose(shares * wholes, factor * parts)
                and _is_divided(shares, divided)
            ):
                yield _Share(str(share.name), part, whole, factor)


def _compared(share: _Share, mean: Operation, later: list[Operation]) -> tuple[Any, Any] | None:
    """Return the means of a share, and the shares of the sums, where one table holds both and they differ."""
    if mean.name.endswith(f".{_MEAN}"):
        made = next((one for one in mean.outputs if one.name == "values"), None)
        is_named = any(
            one.attributes.get("name") == share.name for one in mean.outputs if one.kind == "object"
        )
        table = next(
            (
                one
                for one in later
                if one.id > mean.id
                and made is not None
                and any(given.hash == made.hash and given.position == 2 for given in one.inputs)
                and any(given.literal == share.name for given in one.arguments)
            ),
            None,
        )
        columns = [one for one in table.inputs if one.position == 0] if table is not None and is_named else []
    else:
        text = " ".join(f"{one.name}={one.literal}" for one in mean.arguments)
        made = next((one for one in mean.outputs if one.name == share.name), None)
        is_mean = f"'{share.name}': '{_MEAN}'" in text or f"('{share.name}', '{_MEAN}')" in text
        columns = list(mean.outputs) if is_mean else []
    means = None if made is None else numbers_of(made)
    parts, wholes = (_sums(one, columns) for one in (share.part, share.whole))
    if means is None or parts is None or wholes is None or not parts.shape == wholes.shape == means.shape:
        return None
    shares = share.factor * parts / wholes
    is_off = len(means) > 1 and (np.abs(means - shares) > _OFF * np.abs(shares)).any()
    return (means, shares) if is_off and np.isfinite(shares).all() else None


def _sums(column: Operand, among: list[Operand]) -> Any:
    """Return the sums by groups of a column: as much in all, under the same name."""
    total = numbers_of(column)
    sums = next((numbers_of(one) for one in among if one.is_array() and one.name == column.name), None)
    if total is None or sums is None or sums.shape == total.shape:
        return None
    return sums.astype(float) if np.isclose(total.astype(float).sum(), sums.astype(float).sum()) else None


def _is_divided(shares: Any, divided: list[Operation]) -> bool:
    """Return whether the program made these numbers, or so many times them, by a division."""
    made = (numbers_of(one) for operation in divided for one in operation.outputs if one.is_array())
    return any(one is not None and one.shape == shares.shape and _is_multiple(one, shares) for one in made)


def _is_multiple(numbers: Any, shares: Any) -> bool:
    return bool(np.ptp(shares)) and any(
        np.allclose(numbers * factor, shares) for factor in (0.01, 1.0, 100.0)
    )
