"""Numbers that are converted twice: degrees made radians of what is in radians already, bytes divided by 255 again."""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import CONVERTED_ONCE
from numscope.analysis.concepts.line_names import place_beside
from numscope.operations.traits import Trait
from numscope.trace import Operation

KIND = "meaning"
_TO_RADIANS, _TO_DEGREES = ("deg2rad", "radians"), ("rad2deg", "degrees")
_DIVIDES = ("divide", "true_divide", "__truediv__", "div")
_BYTES = 255


def converted_twice(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that convert what an earlier line has converted in the same way."""
    for names in (_TO_RADIANS, _TO_DEGREES, _DIVIDES):
        yield from _twice(evidence, names)


def _twice(evidence: Evidence, names: tuple[str, ...]) -> Iterator[Finding]:
    by_bytes = names is _DIVIDES
    made: dict[str, tuple[str, int]] = {}  # where a content was converted
    found: set[int] = set()
    views = ("__getitem__", "reshape", "ravel", "astype", "T", "copy")
    wanted = evidence.named(*names)
    if by_bytes:
        wanted = [call for call in wanted if str(_BYTES) in evidence.trace.sources.line(call.file, call.line)]
    if len(wanted) < 2:
        return
    numbers = {call.id for call in wanted}
    for call, operation in in_order(
        evidence, (*names, *views), lambda one: one.id in numbers or not _is_of(one.name, names)
    ):
        given = {one.hash for one in operation.inputs if one.hash} & made.keys()
        # Zeros stay what they are.
        left = {one.hash for one in operation.outputs if one.hash} - {one.hash for one in operation.inputs}
        converts = call.id in numbers and (not by_bytes or _divides_bytes(operation))
        if not converts:
            handed_on = operation.traits & (Trait.VIEW | Trait.COPIES | Trait.READS_PART)
            if given and handed_on:
                made.update(dict.fromkeys(left, made[next(iter(given))]))
            continue
        if given and call.id not in found:
            found.add(call.id)
            before = place_beside(*made[next(iter(given))], call.file)
            does = f"divides by {_BYTES}" if by_bytes else f"takes `{last_name(operation)}` of"
            said = f"{does} what {before} has converted in the same way already"
            yield finding_of(KIND, call, operation.id, 1, said, CONVERTED_ONCE)
        made.update(dict.fromkeys(left, (call.file, call.line)))


def _is_of(name: str, names: tuple[str, ...]) -> bool:
    return name.rpartition(".")[2] in names


def _divides_bytes(operation: Operation) -> bool:
    last = [one for one in operation.operands if one.role in ("input", "argument")][-1:]
    return any(one.literal == _BYTES for one in last)
