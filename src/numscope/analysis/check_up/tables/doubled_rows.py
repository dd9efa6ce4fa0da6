"""Merges that give a row several partners, after which the row's own numbers are added up: they count several times."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.meaning.mean_weights import weighs_a_mean
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.line_names import place_beside
from numscope.analysis.concepts.tables import table_of
from numscope.trace import Operand, Operation

KIND = "repetition"
MERGES = ("merge", "join")
_MEANS = ("mean", "nanmean", "average")
_TOTALS = ("sum", "nansum", *_MEANS)
# These are told by name what to take: `agg({"takings": "sum"})`.
_NAMED = ("agg", "aggregate")
TOTALS = (*_TOTALS, *_NAMED)
# Here rows that are not of the first table are meant.
_OTHERS = ("outer", "right", "cross")
# `validate=` of these says that several partners are meant.
_SEVERAL = ("one_to_many", "1:m", "many_to_many", "m:m")
# From so many partners on, a row on average, the second table is a list for each row, which is meant: a price for
# each sale. A few doubled rows among many that are not are what nobody looked for, nor are several partners of the
# rows of both tables.
_MEANT = 2
FIX = (
    "take totals before the merge, or bring the second table to one row each first, `groupby(key).agg(...)`; "
    '`validate="one_to_one"` raises in place of doubling'
)


def doubled_rows(evidence: Evidence) -> Iterator[Finding]:
    """Yield merges after which the total of a column counts rows of the first table more than once."""
    merges = in_order(evidence, MERGES)
    doubled = {
        column.hash: (call, merge, column, before)
        for call, merge in merges
        for column, before in _doubled(merge)
    }
    found: set[int] = set()
    for total, operation in in_order(evidence, TOTALS) if doubled else ():
        given = table_of(operation, 0)
        for one in sorted(given.hashes & doubled.keys()) if given is not None else ():
            call, merge, column, before = doubled[one]
            name = total_of(operation, column.name)
            if call.id in found or merge.id > operation.id or name is None:
                continue
            if name in _MEANS and _is_repeated_alike(column, before):
                continue
            if not is_of_first(evidence, merge, operation) or weighs_a_mean(evidence, column, operation):
                continue
            found.add(call.id)
            rows = before.shape[0] if before.shape else 0
            where = place_beside(total.file, total.line, call.file)
            problem = (
                f"{rows:,} rows became {(column.shape or (0,))[0]:,}, since some have several partners: the "
                f"{name} of `{column.name}` in {where} counts these more than once"
            )
            yield finding_of(KIND, call, merge.id, 1, problem, FIX)


def total_of(operation: Operation, column: str | None) -> str | None:
    """Return the name of the total that an operation takes of a column; None if it takes another one, or none."""
    name = last_name(operation)
    if name not in _NAMED:
        return name
    asked = [total for one in operation.arguments for total in _asked(one, column)]
    return next((total for total in asked if total in _TOTALS), None)


def _asked(argument: Operand, column: str | None) -> list[object]:
    """Return what is asked of a column: by `"sum"`, `["sum", "max"]`, `{column: "sum"}` or `(column, "sum")`."""
    if argument.kind == "string":
        return [argument.literal]
    try:
        asked = ast.literal_eval(str(argument.literal)) if argument.kind == "literal" else None
    except (ValueError, SyntaxError):  # functions among them
        return []
    if isinstance(asked, tuple):
        asked = dict([asked]) if len(asked) == 2 else None
    if isinstance(asked, dict):
        asked = asked.get(column)
    return asked if isinstance(asked, list) else [asked]


def _doubled(merge: Operation) -> Iterator[tuple[Operand, Operand]]:
    """Yield the columns that got longer, with what they were before."""
    if takes_several(merge):
        return
    first, made = table_of(merge, 0), table_of(merge, 0, ("output",))
    if first is None or made is None or made.rows <= first.rows:
        return
    named = {one.name: one for one in first.arrays}
    found: list[tuple[Operand, Operand]] = []
    matched = 1  # rows with a partner: as many as the most unlike numbers of a column
    for column in made.arrays:
        before = named.get(column.name) or named.get((column.name or "").removesuffix("_x"))
        one, other = (numbers_of(operand) if operand else None for operand in (before, column))
        if before is None or one is None or other is None:
            continue
        if np.isin(other[~np.isnan(other)] if other.dtype.kind == "f" else other, one).all():
            found.append((column, before))
            matched = max(matched, len(np.unique(other)))
    if made.rows < _MEANT * matched or is_many_to_many(merge):
        yield from found


def takes_several(merge: Operation) -> bool:
    """Return whether a merge says that rows may have several partners."""
    return any(
        (one.name == "how" and one.literal in _OTHERS) or (one.name == "validate" and one.literal in _SEVERAL)
        for one in merge.operands
    )


def is_many_to_many(merge: Operation) -> bool:
    """Return whether rows of both tables have several partners: of each the merge gives more rows than it has.

    Not of a table merged with itself, which makes pairs.
    """
    first, second, made = table_of(merge, 0), table_of(merge, 1), table_of(merge, 0, ("output",))
    if first is None or second is None or made is None or first.hashes & second.hashes:
        return False
    named = {one.name for one in second.arrays}
    known = [numbers_of(one) for one in made.arrays if one.name in named]
    matched = [int(np.isfinite(one).sum()) for one in known if one is not None and one.dtype.kind in "fiub"]
    return made.rows > first.rows and max(matched, default=0) > second.rows


def _is_repeated_alike(column: Operand, before: Operand) -> bool:
    """Return whether each row got as many partners, so that a mean is what it was."""
    after, first = numbers_of(column), numbers_of(before)
    times = after.size // first.size
    return times * first.size == after.size and np.array_equal(
        np.sort(after), np.sort(np.repeat(first, times))
    )


def is_of_first(evidence: Evidence, merge: Operation, total: Operation) -> bool:
    """Return whether a total is of all rows, or of groups by a column of the first table."""
    if "GroupBy" not in total.name:
        return True
    own = {one.strip() for one in _labels(merge).split(",")}
    return any(
        operand.literal in own
        for _, operation in in_order(evidence, ["groupby"])
        if merge.id < operation.id < total.id
        for operand in operation.operands
        if operand.kind == "string"
    )


def _labels(merge: Operation) -> str:
    first = next((one for one in merge.operands if one.position == 0 and one.kind == "object"), None)
    return str(first.attributes.get("labels", "")) if first is not None else ""
