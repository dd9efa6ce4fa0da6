"""The order that `argsort` gives, taken for the ranks of the elements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import RANKS
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.line_names import place_beside
from numscope.trace import Operation

KIND = "meaning"
_LEAST = 4
_INDEXING = ("__getitem__", "take", "take_along_axis", "argsort", "index", "index_select", "gather", "iloc")
_CORRELATIONS = ("corrcoef", "pearsonr", "spearmanr", "kendalltau", "linregress", "cov", "polyfit")
_ARITHMETIC = ("add", "subtract", "multiply", "divide", "true_divide")
_COMPARISONS = ("less", "less_equal", "greater", "greater_equal")


def order_for_ranks(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines whose places of the sorted elements stand beside the elements, as if each had its rank."""
    sorts = in_order(evidence, ["argsort"])
    made = {one.hash for _, operation in sorts for one in operation.outputs}
    found: set[int] = set()
    for call, operation in sorts:
        order = numbers_of(operation.outputs[0]) if operation.outputs else None
        if call.id in found or order is None or not _is_order(order):
            continue
        # Sorted again it gives the ranks; of an order that undoes itself it is them.
        if any(one.hash in made for one in operation.inputs) or np.array_equal(order, np.argsort(order)):
            continue
        use = _use(evidence, operation, order)
        if use is None:
            continue
        found.add(call.id)
        file, line = use.user_site.place if use.user_site else (call.file, call.line)
        same = int(np.count_nonzero(order == np.argsort(order)))
        where = place_beside(file, line, call.file)
        problem = (
            f"`argsort` says which of {len(order):,} elements comes first, second, ..., and {where} takes it for "
            f"the rank of each: that is right for {same:,} of them"
        )
        yield finding_of(KIND, call, operation.id, 1, problem, RANKS)


def _is_order(numbers: Any) -> bool:
    return (
        numbers.ndim == 1
        and numbers.size >= _LEAST
        and numbers.dtype.kind in "iu"
        and np.array_equal(np.sort(numbers), np.arange(numbers.size))
    )


def _use(evidence: Evidence, operation: Operation, order: Any) -> Operation | None:
    """Return what takes the order for ranks; None if anything finds elements by it."""
    wave, uses = [operation], []
    for _ in range(3):  # by way of `+ 1`, `100 * order`
        following: list[Operation] = []
        for one in wave:
            hashes = {made.hash for made in one.outputs}
            for reader in evidence.readers(one):
                name = last_name(reader)
                if name in _INDEXING or (name == "__setitem__" and _is_at(reader, hashes, 1)):
                    return None
                if _takes_for_ranks(evidence, reader, hashes, order):
                    uses.append(reader)
                elif name in _ARITHMETIC and not any(made.kind == "scalar" for made in reader.outputs):
                    following.append(reader)
        wave = following
    return uses[0] if uses else None


def _is_at(reader: Operation, hashes: set[str | None], place: int) -> bool:
    return any(one.hash in hashes for one in reader.operands if one.position == place and one.hash)


def _takes_for_ranks(evidence: Evidence, reader: Operation, hashes: set[str | None], order: Any) -> bool:
    """Return whether an operation puts the order beside one number of each element."""
    name = last_name(reader)
    others = [
        numbers_of(one)
        for one in reader.operands
        if one.role in ("input", "argument") and one.hash not in hashes
    ]
    beside = [one for one in others if one is not None and one.shape == order.shape]
    if name in _CORRELATIONS:
        return bool(beside)
    if name == "__setitem__":
        return reader.name.endswith("DataFrame.__setitem__") and _is_at(reader, hashes, 2)
    if name in _ARITHMETIC and any(np.any(np.diff(one, 2)) for one in beside):
        return True  # an even row of numbers may be the places that the elements had
    if name in ("divide", "true_divide"):
        return any(one is not None and one.size == 1 and float(one) in _counts(order) for one in others)
    return name in _COMPARISONS and _chooses(evidence, reader, order)


def _counts(order: Any) -> tuple[float, ...]:
    return order.size - 1.0, float(order.size), order.size + 1.0


def _chooses(evidence: Evidence, comparison: Operation, order: Any) -> bool:
    """Return whether elements of another array are chosen where the order is below a number."""
    return any(
        last_name(reader) == "__getitem__"
        and reader.inputs
        and reader.inputs[0].shape == order.shape
        and not np.array_equal(numbers_of(reader.inputs[0]), order)
        for reader in evidence.readers(comparison)
    )
