"""Arrays whose axes are the same, and are named apart: arithmetic matches them by name, and makes all pairs."""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import ONE_NAME
from numscope.analysis.check_up.tables.alignment import ARITHMETIC
from numscope.analysis.concepts.line_names import place_beside
from numscope.trace import Operand, Operation

KIND = "broadcasting"
_REDUCES = ("mean", "sum", "max", "min", "std", "var", "median")
_VALUES, _DIMENSIONS = "values", "dimensions"
_NAMED = ("DataArray", "Dataset")
_LEAST = 4
# The sum of all pairs' products is the product of both sums: nobody needs the pairs. Differences of all pairs are asked
# for on purpose.
_PRODUCTS = ("multiply", "mul", "__mul__")
_TIMES = "datetime64"
# What the parts of a date are called: an axis of one of these is of the dates of another.
_PARTS = ("month", "season", "dayofyear", "hour", "dayofweek", "weekday", "year", "quarter", "week")
# Arithmetic between the pairs and what is taken over all of them: `((a - b) ** 2).mean()`.
_STEPS = 3


def dimensions_by_name(evidence: Evidence) -> Iterator[Finding]:
    """Yield arithmetic that makes all pairs of two axes of the same, over both of which a number is taken."""
    reductions = in_order(evidence, _REDUCES, _has_axes)
    arithmetic = in_order(evidence, ARITHMETIC, _has_axes) if reductions else []
    found: set[int] = set()
    for call, operation in arithmetic:
        names = _apart(operation) if call.id not in found else None
        if names is None:
            continue
        held = {one.hash for one in operation.outputs if one.name == _VALUES}
        for _ in range(_STEPS):
            held |= {
                made.hash
                for _, later in arithmetic
                if later.id > operation.id and any(one.hash in held for one in later.inputs)
                for made in later.outputs
                if made.name == _VALUES and made.shape
            }
        for later, reduction in reductions:
            over = any(one.hash in held for one in reduction.inputs) and reduction.id > operation.id
            left = {name for one in reduction.outputs for name in _axes(one)}
            if not over or left & set(names):
                continue
            found.add(call.id)
            first, second = names
            said = (
                f"makes all pairs of `{first}` and `{second}`, which stand for the same: axes are "
                f"matched by name, and `{last_name(reduction)}` in {place_beside(later.file, later.line, call.file)} "
                "takes all of them"
            )
            yield finding_of(KIND, call, operation.id, 1, said, ONE_NAME)
            break


def _has_axes(call: Call) -> bool:
    """Return whether a call is of a class of arrays whose axes have names."""
    return call.full_name.rpartition(".")[0].endswith(_NAMED)


def _apart(operation: Operation) -> tuple[str, str] | None:
    """Return the names of an axis that both operands have under names of their own.

    It has the same labels there; or of a product none, as many places, and names with a word in common.
    """
    sides = [
        [one for one in operation.operands if one.position == place and one.role in ("input", "argument")]
        for place in (0, 1)
    ]
    axes = [{name: size for one in side for name, size in _axes(one).items()} for side in sides]
    values = [next((one.hash for one in side if one.name == _VALUES), None) for side in sides]
    made = {name for one in operation.outputs for name in _axes(one)}
    if not all(axes) or None in values or values[0] == values[1]:
        return None
    labels = [
        {one.name: one.hash for one in side if one.role == "argument" and one.kind == "array"}
        for side in sides
    ]
    alone = last_name(operation) in _PRODUCTS
    for first, size in axes[0].items():
        for second, other in axes[1].items():
            own = first not in axes[1] and second not in axes[0] and {first, second} <= made
            known = labels[0].get(first)
            same = size == other >= _LEAST and (
                (known is not None and known == labels[1].get(second))
                or (alone and known is None and second not in labels[1] and _share_a_word(first, second))
            )
            if own and (same or _is_part_of_date(sides, (first, second))):
                return first, second
    return None


def _share_a_word(first: str, second: str) -> bool:
    """Return whether two names are of one thing, as `mid_levels` and `interface_levels` are."""
    words = [set(name.lower().split("_")) for name in (first, second)]
    return any(len(word) >= _LEAST for word in words[0] & words[1])


def _is_part_of_date(sides: list[list[Operand]], names: tuple[str, str]) -> bool:
    """Return whether one axis is of dates, and the other of their months, hours or years."""
    dated = [
        any(one.name == name and (one.dtype or "").startswith(_TIMES) for one in side)
        for side, name in zip(sides, names, strict=True)
    ]
    return (dated[0] and names[1] in _PARTS) or (dated[1] and names[0] in _PARTS)


def _axes(operand: Operand) -> dict[str, int]:
    """Return the names of an object's axes and how long they are, as its probe says."""
    text = str(operand.attributes.get(_DIMENSIONS, "")) if operand.kind == "object" else ""
    found = {}
    for axis in text.split(","):
        name, _, size = axis.partition(":")
        if size.strip().isdigit():
            found[name.strip()] = int(size)
    return found
