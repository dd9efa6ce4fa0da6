"""Sums over several months or years whose first period is cut: each ends with the end of the first month or year.

`resample("12ME")` ends its first period with the first month: pandas closes periods by `ME`, `QE`, `YE` on the right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import FROM_THE_FIRST_MONTH
from numscope.analysis.concepts.kept_values import value_of
from numscope.analysis.concepts.line_names import place_beside
from numscope.trace import Operand, Operation

KIND = "sum"
_SUM = "sum"
_READS = ("mean", "median", "std", "var", "min", "idxmin", "argmin")
_ENDS = re.compile(r"(\d+)(M|ME|Q|QE|Y|YE|A)$")
_MONTHS = {"M": 1, "Q": 3, "Y": 12, "A": 12}
_UNITS = {"M": "month", "Q": "quarter", "Y": "year", "A": "year"}


def uneven_periods(evidence: Evidence) -> Iterator[Finding]:
    """Yield the sums over so many months whose times are whole periods from a first of a month, and which are cut."""
    resamples = in_order(evidence, ["resample"])
    sums = in_order(evidence, [_SUM], lambda call: "Resample" in call.full_name) if resamples else []
    reads = in_order(evidence, _READS) if sums else []
    found: set[int] = set()
    for call, total in sums:
        _, resample = next((one for one in reversed(resamples) if one[1].id < total.id), (None, None))
        made = {one.hash for one in total.outputs if one.name == "values" and one.hash}
        periods = None if resample is None or call.id in found else _cut(resample)
        read = next(
            (
                one
                for one in reads
                if one[1].id > total.id and any(given.hash in made for given in one[1].inputs)
            ),
            None,
        )
        sums_made = max((one.shape[0] for one in total.outputs if one.hash in made and one.shape), default=0)
        if periods is None or read is None or sums_made <= periods[1]:
            continue
        found.add(call.id)
        rule, whole = periods
        unit = _UNITS[rule.lstrip("0123456789")[0]]
        said = (
            f"gives {sums_made} sums by {rule} of times that are {whole:,} whole periods from the first to the last: "
            f"the first of them ends with the first {unit}; `{last_name(read[1])}` in "
            f"{place_beside(read[0].file, read[0].line, call.file)} takes them as alike"
        )
        yield finding_of(KIND, call, total.id, 1, said, FROM_THE_FIRST_MONTH)


def _cut(resample: Operation) -> tuple[str, int] | None:
    """Return the rule and how many whole periods the times are; None if the first one is not cut."""
    names = {one.name for one in resample.arguments}
    rule = next((str(one.literal) for one in resample.arguments if one.kind == "string"), "")
    match = _ENDS.fullmatch(rule)
    times = next((value_of(one) for one in resample.operands if _is_times(one)), None)
    if match is None or times is None or names & {"closed", "origin", "offset", "label"} or not len(times):
        return None
    count, months = int(match[1]), int(match[1]) * _MONTHS[match[2][0]]
    ordered = np.sort(np.asarray(times).astype("datetime64[D]"))
    first, beyond = ordered[0], ordered[-1] + 1
    start, end = first.astype("datetime64[M]"), beyond.astype("datetime64[M]")
    begins_and_ends_with_months = first == start.astype("datetime64[D]") and beyond == end.astype(
        "datetime64[D]"
    )
    span = int((end - start).astype(int))
    if count < 2 or not begins_and_ends_with_months or span % months or span < 2 * months:
        return None
    return rule, span // months


def _is_times(operand: Operand) -> bool:
    is_axis = operand.kind == "array" and len(operand.shape or ()) == 1 and operand.position == 0
    return is_axis and (operand.dtype or "").startswith("datetime")
