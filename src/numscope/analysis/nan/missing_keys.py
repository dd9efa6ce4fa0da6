"""Keys that are missing themselves: where they went missing is to blame, not the line that looks them up."""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.concepts.missing import nans_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.own_operations import own_before
from numscope.analysis.nan.root import Root
from numscope.operations.lore.labels import LOOKUPS
from numscope.operations.lore.missing import READERS
from numscope.operations.lore.user_line import counted
from numscope.trace import Operand, Operation, Trace

_MOST = 50
_NULLS = "nulls"
_ADVICE = "Where text such as NA is a name, read it so: `keep_default_na=False`; else fill these keys first."


def missing_keys(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that read the keys as missing which `operation` looked up in vain; None: it was given others.

    Only of columns of text, which a table has no NaN in but for what stands for missing, such as NA.
    """
    site = operation.user_site
    if operation.floating_point or site is None or operation.name.rpartition(".")[2] not in LOOKUPS:
        return None
    lost = {nans_of(one) for one in operation.outputs if one.is_array()}
    given = (key for one in operation.operands if one.role == "argument" for key in _missing(one))
    keys = {(name, count) for name, count in given if count and count in lost}
    for reader in reversed(own_before(trace, operation, READERS, _MOST)):
        made = reader.user_site
        found = next((key for one in reader.outputs for key in _missing(one) if key in keys), None)
        if found is not None and made is not None and made.place != site.place:
            name, count = found
            said = f"reads {counted(count, 'value')} of `{name}` as missing, which line {site.line} finds no entry for"
            return Root(made, Cause(said, _ADVICE))
    return None


def _missing(operand: Operand) -> Iterator[tuple[str, int]]:
    """Yield the name of each column that an object holds without numbers, and how many of its values are missing."""
    known = operand.attributes
    if isinstance(count := known.get(_NULLS), int):
        yield str(known.get("name")), count
    for key, value in known.items():
        name, _, what = key.rpartition(": ")
        if what == _NULLS and isinstance(value, int):
            yield name, value
