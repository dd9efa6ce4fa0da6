"""Slices that were to blank a part, pass the end and leave nothing: `keep[start : start + 24 * days] = False`.

Where the length of the slice is a number that the program writes, as one of several settings, its line is to blame.
"""

from __future__ import annotations

import ast
import re

from numscope.analysis.concepts.callers import statement_at
from numscope.analysis.concepts.chosen_numbers import chosen_numbers
from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.concepts.program import program_of
from numscope.analysis.concepts.value_sources import value_sources
from numscope.analysis.nan.arithmetic import explain
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.producers import maker_of
from numscope.analysis.nan.root import Root, at_line_of
from numscope.analysis.nan.roots.put_to_zero import OF_ZEROS
from numscope.operations.lore.formulas import function_name
from numscope.trace import Operand, Operation, Site, Trace

_ADVICE = "Check the unit of the slice's length, and count what it leaves."
_SETS = "__setitem__"
_SLICE = re.compile(r"slice\((?:None|\d+), (\d+), (?:None|1)\)")
_DEEPEST = 4


def blanked(trace: Trace, operation: Operation) -> Root | None:
    """Return the line by which a slice that passes the end left nothing but the zeros that `operation` divides by."""
    called = operation.user_site or operation.site
    found = None if called is None else explain(operation, called.source)
    if called is None or found is None or not OF_ZEROS.search(found.sentence):
        return None
    reader, zeros = operation, next(filter(_is_zero, operation.inputs[-1:]), None)
    for _ in range(_DEEPEST):
        maker = None if zeros is None else maker_of(trace, zeros, reader)
        if maker is None:
            return None
        if function_name(maker.name) == _SETS:
            return _root(trace, operation, maker)
        reader, zeros = maker, next(filter(_is_zero, maker.inputs), None)
    return None


def _is_zero(operand: Operand) -> bool:
    known = operand.statistics
    return known is not None and not known.nonfinite and known.minimum == known.maximum == 0


def _root(trace: Trace, operation: Operation, maker: Operation) -> Root | None:
    made, before = maker.user_site, next((one for one in maker.inputs if one.is_array()), None)
    length = 0 if before is None or not before.shape else before.shape[0]
    texts = [str(one.literal) for one in maker.arguments if one.kind == "literal"]
    ends = [end for text in texts for end in map(int, _SLICE.findall(text)) if length < end]
    if made is None or made.in_library or before is None or _is_zero(before) or len(ends) != 1:
        return None
    line, written = _number(trace, made, ends[0])
    place = f" ({line_of(made, line)})" if line.place != made.place else ""
    said = (
        f"{written}the slice{place} ends at {ends[0]:,}, beyond the {length:,} there are, and leaves nothing"
    )
    return Root(line, Cause(f"{said}{at_line_of(operation, line)}", _ADVICE))


def _number(trace: Trace, site: Site, end: int) -> tuple[Site, str]:
    """Return the line of the number that gives the slice at `site` its length, and what is said of it; else `site`."""
    program = program_of(trace, site)
    flow = value_sources(program.tree)
    for node in ast.walk(statement_at(flow.tree, program.line(site)) or ast.Pass()):
        if isinstance(node, ast.Slice) and node.upper is not None:
            of_start = set() if node.lower is None else {ast.unparse(one) for one in ast.walk(node.lower)}
            chosen = chosen_numbers(flow, node.upper, end)
            lengths = {name: number for name, number in chosen.items() if name not in of_start}
            if len(lengths) == 1:
                ((name, number),) = lengths.items()
                return program.site(number.lineno, site), f"gives {number.value!r} for `{name}`: "
    return site, "blanks all: "
