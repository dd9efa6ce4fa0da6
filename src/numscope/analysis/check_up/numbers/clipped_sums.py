"""Running sums that are cut off at the largest number of float16: what is added there from then on is lost."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import WIDE_SUM
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.line_names import place_beside
from numscope.analysis.concepts.program import Program
from numscope.trace import Operand, Operation

KIND = "saturation"
_CUTS = ("minimum", "clip", "clamp", "clamp_max", "clamp_")
_ADDS = ("add", "add_", "__iadd__")
_LARGEST = float(np.finfo(np.float16).max)
_LEAST_STEPS = 4
_SAMPLE = 24
_NAMES = ("float16", "half")
_NUMBER = "role in ('input', 'argument') and kind in ('int', 'float', 'scalar')"


def clipped_sums(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that choose float16 for a sum which is cut off at the largest number of that type."""
    for call, ids in evidence.with_operand(evidence.named(*_CUTS), _NUMBER, _LEAST_STEPS):
        places = sorted({int(one) for one in np.linspace(0, len(ids) - 1, min(len(ids), _SAMPLE))})
        looked = evidence.fetch([ids[one] for one in places])
        cut = [one for one in looked if _sum(evidence, one)]
        # What is cut off once stays at the limit in a sum; where each number is new, only some reach it.
        if len(cut) < _LEAST_STEPS or cut != looked[-len(cut) :]:
            continue
        sums = numbers_of(cut[-1].inputs[0])
        place = _said_at(evidence, call)
        where = place_beside(call.file, call.line, place.file)
        problem = (
            f"{where} cuts a running sum off at {_LARGEST:,.0f}, the largest number of float16, in the last "
            f"{len(cut) * len(ids) // len(looked):,} of {len(ids):,} steps: {int((sums > _LARGEST).sum()):,} of "
            f"{sums.size:,} sums lose what is added"
        )
        yield finding_of(KIND, place, cut[0].id, len(ids), problem, WIDE_SUM)


def _sum(evidence: Evidence, cut: Operation) -> bool:
    """Return whether an operation cuts off a sum, one summand of which was cut off before."""
    given = next((one for one in cut.inputs if one.is_array() and one.shape), None)
    if given is None or not any(_number(one) == _LARGEST for one in cut.operands if one is not given):
        return False
    if given.statistics is None or not given.statistics.maximum or given.statistics.maximum <= _LARGEST:
        return False
    maker = evidence.maker(given, cut.id)
    return maker is not None and last_name(maker) in _ADDS and any(_is_cut_off(one) for one in maker.inputs)


def _number(operand: Operand) -> float | None:
    if isinstance(operand.literal, (int, float)):
        return float(operand.literal)
    known = operand.statistics
    return known.maximum if operand.shape == () and known is not None else None


def _is_cut_off(operand: Operand) -> bool:
    return operand.statistics is not None and operand.statistics.maximum == _LARGEST


def _said_at(evidence: Evidence, call: Call) -> Call:
    """Return the only line of the program that names float16; where there are none or several, that of the call."""
    program = evidence.program(call)
    lines = _naming(program)
    if len(lines) != 1:
        return call
    file, line = program.place(lines.pop())
    return replace(call, file=file, line=line, function=None)


def _naming(program: Program) -> set[int]:
    return {
        node.lineno
        for node in ast.walk(program.tree)
        if (isinstance(node, ast.Attribute) and node.attr in _NAMES)
        or (isinstance(node, ast.Constant) and node.value in _NAMES)
    }
