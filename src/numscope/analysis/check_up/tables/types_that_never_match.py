"""Comparisons that nothing fits: of numbers with texts of digits, of keys of another type, and with NaN."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from numscope.analysis.check_up.evidence import Evidence, first_faults, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import SAME_TYPE
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operand, Operation

KIND = "equality"
_EQUAL, _UNLIKE = ("__eq__", "eq", "equal"), ("__ne__", "ne", "not_equal")
_COLUMNS = "Series"
_TEXTS, _NUMBERS = "texts", "numbers"
_TEXT_TYPES = ("str", "string", "object")
_QUOTED = re.compile(r"^[\[({]\s*(?:'|\")(-?\d+(?:\.\d+)?)(?:'|\")")
_UNQUOTED = re.compile(r"^[\[({]\s*(-?\d+(?:\.\d+)?)\s*[,:\])}]")
_DIGITS = re.compile(r"-?\d+(?:\.\d+)?")


def types_that_never_match(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that look for something of another type, and find it nowhere."""
    calls = evidence.named(*_EQUAL, *_UNLIKE, "isin", "map")
    found = evidence.operations([one for one in calls if _COLUMNS in one.full_name])
    yield from first_faults(evidence, KIND, found, _problem, SAME_TYPE)


def _problem(operation: Operation) -> str | None:
    name = last_name(operation)
    looked_for = next(
        (one for one in operation.operands if one.position == 1 and one.role in ("input", "argument")), None
    )
    if looked_for is None or not operation.outputs:
        return None
    if name in (*_EQUAL, *_UNLIKE) and _is_nan(looked_for):
        missing = sum(one.statistics.nans for one in operation.inputs if one.statistics is not None)
        all_of_them = "equal to nothing" if name in _EQUAL else "unlike everything"
        return (
            f"compares with NaN, which is {all_of_them}, itself included: {missing:,} NaN are not found"
            if missing
            else None
        )
    column, kind, example = _kind_of_column(operation), *_kind_of(looked_for)
    if column is None or kind is None or column == kind or not _finds_nothing(operation, name):
        return None
    return f"looks for {kind}, such as {example}, in a column of {column}, and finds none of them"


def _is_nan(operand: Operand) -> bool:
    return operand.kind == "float" and isinstance(operand.literal, float) and math.isnan(operand.literal)


def _kind_of_column(operation: Operation) -> str | None:
    """Return whether a column holds numbers or texts; None if that is not known."""
    given = [one for one in operation.operands if one.position == 0 and one.role in ("input", "argument")]
    for one in given:
        if one.is_array() and one.name == "values":
            return _NUMBERS if re.match(r"u?int|float", one.dtype or "") else None
    types = [str(one.attributes.get("dtype", "")) for one in given if one.kind == "object"]
    return _TEXTS if types and types[0] in _TEXT_TYPES[:2] else None


def _kind_of(operand: Operand) -> tuple[str | None, str]:
    """Return whether what is looked for are texts of digits or numbers, with the first of them."""
    text = str(operand.literal)
    if operand.kind == "string" and _DIGITS.fullmatch(text.strip()):
        return _TEXTS, repr(text)
    if operand.kind in ("int", "float"):
        return _NUMBERS, text
    if operand.kind == "literal":
        if (quoted := _QUOTED.match(text)) is not None:
            return _TEXTS, repr(quoted[1])
        if (unquoted := _UNQUOTED.match(text)) is not None:
            return _NUMBERS, unquoted[1]
    return None, ""


def _finds_nothing(operation: Operation, name: str) -> bool:
    made = next((one for one in operation.outputs if one.is_array()), None)
    numbers = numbers_of(made) if made is not None else None
    if made is None or numbers is None or not numbers.size:
        return False
    if name == "map":
        return made.statistics is not None and made.statistics.nans == numbers.size
    return bool((numbers == (name in _UNLIKE)).all())
