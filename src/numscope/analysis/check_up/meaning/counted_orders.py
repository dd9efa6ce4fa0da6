"""The order that `argsort` gives, counted from 1 and computed with, as if each element had its rank."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import RANKS
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.line_names import place_beside
from numscope.trace import Operation

KIND = "meaning"
_LEAST = 4
_DEEPEST = 7
_MOST = 30
_PICKS = ("__getitem__", "take", "take_along_axis", "gather", "index_select", "select")
# What finds elements by their places, or makes ranks of them.
_PLACES = (
    *(*_PICKS, "argsort", "index", "iloc", "delete", "bincount"),
    *("scatter", "put_along_axis", "index_put_"),
)
_GATHERS = (
    *("vstack", "stack", "hstack", "concatenate", "array", "asarray", "append", "column_stack", "cat"),
    *("astype", "reshape", "ravel", "flatten", "T", "transpose", "copy", "squeeze"),
    *("to", "float", "unsqueeze"),
)
_PART = re.compile(r"slice\((?!None, None)")
_COUNTED = (1, 2)  # a rank begins at 1, and a gain falls with the logarithm of 1 + rank
_OF_RANKS = ("reciprocal", "log", "log2", "log10", "log1p")
_DIVISIONS = ("divide", "true_divide", "div", "__truediv__")
_SUMS = ("__add__", "__radd__", "add")
_COMPARISONS = ("less", "less_equal", "greater", "greater_equal", "le", "lt", "ge", "gt", "__le__", "__lt__")


@dataclass(frozen=True)
class _Value:
    """What an order became. counted: whether 1 was added, by which operation. hashes: of what it is now."""

    operation: Operation
    counted: Operation | None
    hashes: frozenset[str]


def counted_orders(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that count an order from 1, where the numbers are then divided by or compared as ranks are."""
    found: set[tuple[str, int]] = set()
    sorts = in_order(evidence, ["argsort"])
    made = {one for _, operation in sorts for one in _left(operation)}
    for call, operation in sorts:
        orders = _orders(operation)
        is_again = any(one.hash in made for one in operation.inputs)  # an order sorted again gives the ranks
        if orders is None or is_again or (call.file, call.line) in found:
            continue
        use = _use(evidence, operation)
        if use is None:
            continue
        counted, last = use
        found.add((call.file, call.line))
        place = _blamed(evidence, call, counted, last)
        same = int(np.count_nonzero(orders == np.argsort(orders, axis=-1)))
        where = place_beside(
            *(last.user_site.place if last.user_site else (call.file, call.line)), place.file
        )
        problem = (
            f"`argsort` says which of {orders.shape[-1]:,} elements comes first, second, ..., and {where} takes it, "
            f"counted from 1, for the rank of each: that is right for {same:,} of {orders.size:,}"
        )
        yield finding_of(KIND, place, operation.id, 1, problem, RANKS)


def _blamed(evidence: Evidence, call: Call, counted: Operation, use: Operation) -> Call:
    """Return the line that counts from 1, where it only does that; or else the one that sorts."""
    own = evidence.call_of(counted)
    is_apart = counted.user_site is not None and use.user_site is not None
    if own is None or not is_apart or counted.user_site == use.user_site:
        return call
    return own


def _orders(operation: Operation) -> Any:
    """Return the orders that an operation gave, one a row; None if it is no order that differs from the ranks."""
    made = numbers_of(operation.outputs[0]) if operation.outputs else None
    if made is None or made.dtype.kind not in "iu" or made.ndim not in (1, 2) or made.shape[-1] < _LEAST:
        return None
    for orders in (made, made.T):
        if np.array_equal(
            np.sort(orders, axis=-1), np.broadcast_to(np.arange(orders.shape[-1]), orders.shape)
        ):
            return None if np.array_equal(orders, np.argsort(orders, axis=-1)) else orders
    return None


def _use(evidence: Evidence, sort: Operation) -> tuple[Operation, Operation] | None:
    """Return what counted the order from 1 and what computes with it then; None if anything finds elements by it."""
    wave = [_Value(sort, None, _left(sort))]
    seen, uses = {sort.id}, []
    for _ in range(_DEEPEST):
        following: list[_Value] = []
        for value in wave:
            for reader in evidence.readers(value.operation):
                if _is_place(reader, value.hashes):
                    return None
                if reader.id in seen or len(seen) > _MOST:
                    continue
                seen.add(reader.id)
                counted = reader if _counts(reader) else value.counted
                if value.counted is not None and _takes_for_rank(reader, value.hashes):
                    uses.append((value.counted, reader))
                elif counted is reader or (last_name(reader) in (*_PICKS, *_GATHERS) and not _cuts(reader)):
                    following.append(_Value(reader, counted, _left(reader)))
        wave = following
    return uses[0] if uses else None


def _left(operation: Operation) -> frozenset[str]:
    return frozenset(one.hash for one in operation.outputs if one.hash)


def _is_place(reader: Operation, hashes: frozenset[str]) -> bool:
    """Return whether an operation finds or orders elements by these numbers."""
    name = last_name(reader)
    at = {one.position for one in reader.operands if one.role in ("input", "argument") and one.hash in hashes}
    if name == "argsort":
        return True
    return (name in _PLACES and bool(at - {0})) or (name == "__setitem__" and 1 in at)


def _cuts(reader: Operation) -> bool:
    """Return whether an operation takes the first or the last of an order: those are elements, no one's ranks."""
    keys = [str(one.literal) for one in reader.operands if one.position == 1 and one.literal is not None]
    return any(_PART.search(key) for key in keys)


def _counts(reader: Operation) -> bool:
    return last_name(reader) in _SUMS and any(one.literal in _COUNTED for one in reader.operands)


def _takes_for_rank(reader: Operation, hashes: frozenset[str]) -> bool:
    """Return whether an operation computes with numbers what is computed with ranks alone."""
    name = last_name(reader)
    at = {one.position for one in reader.operands if one.role == "input" and one.hash in hashes}
    if name in _DIVISIONS:
        return 1 in at
    if name in _COMPARISONS:
        return any(isinstance(one.literal, int) for one in reader.operands if one.hash not in hashes)
    return name in _OF_RANKS
