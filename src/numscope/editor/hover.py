"""What an editor shows where the pointer rests: the calls of a line in Markdown, and how their values are spread."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from numscope.analysis.concepts.histogram import histogram
from numscope.analysis.concepts.listed_calls import Listed
from numscope.errors import NumscopeError
from numscope.trace import Operand
from numscope.views.operations import statistics_text
from numscope.views.sparks import spark
from numscope.views.values import short_operands, short_time

# A hover is asked for with each rest of the pointer: larger arrays are not read for it.
_MOST_BYTES = 20_000_000


def hover_text(calls: Sequence[Listed], trace: str) -> str:
    """Return Markdown with one entry a call: inputs, result, time, statistics, histogram. trace: its name."""
    parts = [_call(call) for call in calls]
    return "\n\n".join([*parts, f"*recorded in {trace}*"])


def _call(listed: Listed) -> str:
    inputs, results = (", ".join(short_operands(group)) for group in (listed.inputs, listed.results))
    unfinished = None if listed.call.unfinished else listed.call.duration_ns
    lines = [f"`{listed.call.name}`({inputs}) → {results or 'nothing'}, {short_time(unfinished)}"]
    for result in listed.results[:1]:
        if result.statistics is not None:
            lines.append(f"    {statistics_text(result.statistics).plain}")
        if bars := _histogram(result):
            lines.append(f"    {bars}")
    return "\n\n".join(lines)


def _histogram(operand: Operand) -> str:
    """Return how many finite values lie in each of equal parts of their range, as bars; empty for few values."""
    if not operand.kept or (operand.data_bytes or 0) > _MOST_BYTES:
        return ""
    try:
        spread = histogram(np.asarray(operand.value()))
    except NumscopeError:
        return ""
    most = max(spread.counts) if spread else 0
    return "".join(spark(count / most) if count else " " for count in spread.counts) if spread else ""
