"""Times that became whole numbers of one unit, and are divided as if these were of a finer one.

pandas 3 reads times in microseconds, of which `astype("int64") / 1e9` are no seconds; before it were nanoseconds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from numscope.analysis.check_up.evidence import MOST_CALLS, Call, Evidence, finding_of
from numscope.analysis.check_up.finding import Finding
from numscope.trace import Operation

KIND = "meaning"
_COUNTS = ("astype", "view")
_DIVIDES = (
    "divide",
    "true_divide",
    "floor_divide",
    "__truediv__",
    "__floordiv__",
    "div",
    "truediv",
    "floordiv",
)
_TIMES = re.compile(r"(?:datetime64|timedelta64)\[(s|ms|us|ns)\]")
_A_SECOND = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}
_SAID = {"s": "seconds", "ms": "milliseconds", "us": "microseconds", "ns": "nanoseconds"}
_FIX = "leave the unit to the library: `(t - t0) / pd.Timedelta(seconds=1)`, `t.astype('datetime64[s]').astype(int)`"


def time_units(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that divide such numbers by more than the second has of them."""
    slots = "role = 'input' and kind = 'array' and regexp_matches(dtype, '^(datetime|timedelta)64')"
    told: set[Call] = set()
    for _, ids in evidence.with_operand(evidence.named(*_COUNTS), slots):
        for operation in evidence.fetch(ids[:MOST_CALLS]):
            unit = _unit(operation)
            for reader in evidence.readers(operation) if unit else ():
                call, number = evidence.call_of(reader), _divisor(reader)
                if (
                    call is None
                    or call in told
                    or number not in _A_SECOND.values()
                    or number <= _A_SECOND[unit]
                ):
                    continue
                told.add(call)
                problem = (
                    f"divides by {number:,} what are {_SAID[unit]} ({operation.inputs[0].dtype} as numbers): "
                    f"a second has {_A_SECOND[unit]:,} of them"
                )
                yield finding_of(KIND, call, reader.id, len(ids), problem, _FIX)


def _unit(operation: Operation) -> str:
    """Return the unit of times of which an operation made whole numbers; empty if it did not."""
    times = [one for one in operation.inputs if one.dtype and _TIMES.fullmatch(one.dtype)]
    if not times or not any(one.dtype == "int64" for one in operation.outputs):
        return ""
    found = _TIMES.fullmatch(times[0].dtype or "")
    return "" if found is None else found[1]


def _divisor(operation: Operation) -> int:
    """Return the whole number by which an operation divides; 0 if there is none."""
    if operation.name.rpartition(".")[2] not in _DIVIDES:
        return 0
    numbers = [
        one.literal for one in operation.operands if one.kind in ("int", "float") and one.role != "output"
    ]
    number = numbers[-1] if numbers else 0
    return int(number) if isinstance(number, (int, float)) and number == int(number) else 0
