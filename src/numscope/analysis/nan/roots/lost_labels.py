"""Later lines that lose what belongs to the data: masks of masked arrays, and rows whose labels differ in precision."""

from __future__ import annotations

from itertools import zip_longest

from numscope.analysis.concepts.missing import nans_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.own_operations import own_behind
from numscope.analysis.nan.root import Root
from numscope.operations.lore.formulas import short_name
from numscope.operations.lore.labels import ALIGNS, ALIGNS_BY_LABEL, FORGETS_MASKS, KEEPS_MASKS, MASKED
from numscope.trace import Operand, Operation, Trace

_MOST = 50
_NOTHING = "^$"


def loses_labels(operation: Operation) -> bool:
    """Return whether an operation aligns by label, and left missing values where it found none."""
    aligns = not operation.floating_point and operation.name.startswith(ALIGNS_BY_LABEL)
    return aligns and any(map(nans_of, (*operation.outputs, *operation.mutated)))


def lost_masks(trace: Trace, operation: Operation) -> Root | None:
    """Return the first later line that reads masked arrays with NaN by a function that leaves their masks behind."""
    for later in own_behind(trace, operation, FORGETS_MASKS, _NOTHING, _MOST):
        masked = [
            one for one in later.inputs if one.type == MASKED and one.statistics and one.statistics.nans
        ]
        if masked and later.user_site is not None:
            name = short_name(later.name)
            said = f"loses the masks of {len(masked)} masked arrays: `{name}` joins their data, NaN included"
            return Root(later.user_site, Cause(said, KEEPS_MASKS.format(name)))
    return None


def lost_rows(trace: Trace, operation: Operation) -> Root | None:
    """Return the first later line that aligns two objects by label and loses most of what both hold."""
    later_ones = () if operation.floating_point else own_behind(trace, operation, (), ALIGNS, _MOST)
    for later in later_ones:
        arrays = [one for one in later.inputs if one.is_array() and one.shape]
        result = next((one for one in later.outputs if one.is_array()), None)
        site = later.user_site
        if len(arrays) != 2 or result is None or site is None:
            continue
        lost = _lost(arrays, result)
        if lost is not None:
            kept, length = lost
            said = f"aligns both sides by label and keeps {kept} of {length} on an axis{_precision(later)}"
            advice = (
                "Give both the same coordinates (`reindex_like(other, method='nearest')`), or join exactly."
            )
            return Root(site, Cause(said, advice))
    return None


def _lost(arrays: list[Operand], result: Operand) -> tuple[int, int] | None:
    """Return how many of how many a result has left of the axis on which it lost most than half; None: of none."""
    lengths = zip_longest(*(reversed(one.shape or ()) for one in (*arrays, result)))
    for first, second, kept in lengths:
        if first is not None and first == second and kept is not None and 2 * kept < first:
            return kept, first
    return None


def _precision(operation: Operation) -> str:
    """Return what is said of coordinates of several types."""
    types: dict[str, set[str]] = {}
    for one in operation.operands:
        if one.role == "argument" and one.name and one.dtype and one.is_array():
            types.setdefault(one.name, set()).add(one.dtype)
    unlike = next(((name, sorted(kinds)) for name, kinds in types.items() if len(kinds) > 1), None)
    return "" if unlike is None else f": `{unlike[0]}` is {' and '.join(unlike[1])}"
