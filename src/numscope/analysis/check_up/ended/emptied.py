"""Reductions of arrays without an element, and the line that left none."""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.check_up.ended.ending import Ending, Reason
from numscope.trace import Operation

_SAID = (
    "zero-size array",
    "empty sequence",
    "on empty",
    "of empty",
    "at least one array",
    "need at least one",
)
# Results without an element; the newest operations are asked only, since the array is about to be used.
_EMPTY = "id in (select operation from operands where role = 'output' and list_contains(shape, 0))"


def reasons(ending: Ending) -> Iterator[Reason | None]:
    """Yield where the array lost its elements."""
    empty = next((one for one in ending.given if 0 in one.shape or one.length == 0), None)
    if empty is None or not any(said in ending.text for said in _SAID):
        return
    maker = next(filter(_emptied, ending.earlier(_EMPTY)), None) if empty.shape else None
    site = maker.user_site if maker is not None else None
    where = ""
    if maker is not None and site is not None:
        chosen = "keeps" if maker.name.endswith("__getitem__") else "returns"
        where = f": line {site.line} {chosen} nothing: {site.source}"
    shape = f" (shape {empty.shape})" if empty.shape else ""
    fix = f"test `{empty.code}.size` first" if empty.shape else f"test `len({empty.code})` first"
    fix += (
        ", or say what the result of nothing is: `initial=`"
        if ending.called in ("max", "min", "reduce")
        else ""
    )
    yield Reason(f"{empty.name if empty.written else 'what is given'} has no element{shape}{where}", fix)


def _emptied(operation: Operation) -> bool:
    """Whether an operation made an empty array of one that was not, on a line of the user's."""
    arrays = [one for one in operation.inputs if one.kind == "array"]
    return operation.user_site is not None and bool(arrays) and 0 not in (arrays[0].shape or ())
