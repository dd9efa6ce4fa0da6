"""Windows around each row where only earlier rows may count: the rows after it are what is to be foretold."""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import PAST_ONLY
from numscope.analysis.concepts.line_names import place_beside
from numscope.analysis.nan.upstream import upstream
from numscope.trace import Operation

KIND = "data"
_DEEPEST = 4


def centred_windows(evidence: Evidence) -> Iterator[Finding]:
    """Yield windows that reach beyond their row, over a series of which later rows are moved back to be foretold."""
    windows = [
        (call, one, given)
        for call, one in in_order(evidence, ["rolling"])
        if any(operand.name == "center" and operand.literal is True for operand in one.operands)
        if (given := {operand.hash for operand in one.inputs if operand.hash})
    ]
    if not windows:
        return
    found: set[int] = set()
    for later, shift in in_order(evidence, ["shift"]):
        if not _moves_back(shift):
            continue
        before = _contents_behind(evidence, shift)
        for call, operation, given in windows:
            if call.id not in found and given & before:
                found.add(call.id)
                yield finding_of(KIND, call, operation.id, 1, _said(call, later), PAST_ONLY)


def _said(call: Call, later: Call) -> str:
    where = place_beside(later.file, later.line, call.file)
    return (
        f"takes windows around each row, half of them of later rows, and {where} moves later rows of the same "
        "series back to be foretold: what is to be known from the past has seen them"
    )


def _moves_back(shift: Operation) -> bool:
    given = [
        one.literal for one in shift.operands if one.role == "argument" and one.name in (None, "periods")
    ]
    return any(isinstance(one, int) and not isinstance(one, bool) and one < 0 for one in given)


def _contents_behind(evidence: Evidence, shift: Operation) -> set[str]:
    own = {one.hash for one in shift.inputs if one.hash}
    behind = upstream(evidence.trace, shift, lambda operand: operand.is_array(), _DEEPEST)
    return own | {one.hash for maker, _ in behind for one in maker.inputs if one.hash}
