"""Measures that need two values and get one: the line that leaves a single row is to blame, as `test_size=1` does.

A last batch of one is nobody's choice: there the line is to blame that has no result of it.
"""

from __future__ import annotations

from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.producers import maker_of
from numscope.analysis.nan.root import Root
from numscope.operations.lore.formulas import function_name, short_name
from numscope.operations.lore.nonfinite import NEED_TWO
from numscope.trace import Operand, Operation, Site, Trace

_ADVICE = "Leave more rows: a number of rows is no share of them, and a condition may keep too few."
_DEEPEST = 8
_RUNS = """
    select id from operations where name = ? and user_file = ? and user_line = ? and process = ? and depth = 0 limit 2
    """


def single_row(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that left `operation` one row, of which it has no result; None if the data have no more."""
    called = operation.user_site or operation.site
    row = next((one for one in operation.inputs if one.is_array() and one.shape), None)
    if function_name(operation.name) not in NEED_TWO or called is None or row is None or not _is_single(row):
        return None
    reader = operation
    for _ in range(_DEEPEST):
        maker = maker_of(trace, row, reader)
        site = None if maker is None else maker.user_site or maker.site
        if maker is None or site is None:
            return None
        rows = max((one.shape[0] for one in maker.inputs if one.is_array() and one.shape), default=0)
        before = next((one for one in maker.inputs if one.is_array() and one.shape and _is_single(one)), None)
        if before is None and rows > 1:
            if site.in_library or site.place == called.place or not _is_once(trace, maker, site):
                return None
            said = f"leaves 1 of {rows:,} rows ({short_name(maker.name)}); {line_of(called, site)} has no result of one"
            return Root(site, Cause(said, _ADVICE))
        if before is None:
            return None
        row, reader = before, maker
    return None


def _is_single(operand: Operand) -> bool:
    return (
        operand.shape is not None
        and operand.shape[0] == 1
        and len(operand.shape) <= 2
        and operand.dtype != "bool"
    )


def _is_once(trace: Trace, maker: Operation, site: Site) -> bool:
    """Return whether an operation ran once at its line: a loop takes turns, of which the last may be shorter."""
    return bool(trace.ask(_RUNS, [maker.name, site.file, site.line, maker.process]).num_rows == 1)
