"""Operations behind numbers that plain Python computed, by the program's text: what Python does is not recorded.

`np.arcsin(delay / rate)` is given a number that no operation made; the lines from which `delay` comes ran operations.
"""

from __future__ import annotations

import re

from numscope.analysis.concepts.constants import numbers_written
from numscope.analysis.concepts.operand_expressions import expressions
from numscope.analysis.concepts.program import program_of
from numscope.analysis.concepts.value_sources import value_sources
from numscope.trace import Operand, Operation, Trace
from numscope.trace.operation import AFTER

_FRACTION = re.compile(r"-?\d+\.\d+(?:e[+-]?\d+)?")
_AT_LINES = """
    select id from operations
    where (user_file, user_line) in (select unnest(?::varchar[]), unnest(?::integer[])) and id < ?
        and depth = 0 order by id
"""
_MADE = """
    select 1 from operand_contents where operation < ? and role = 'output' and (real = ? or mean = ? and deviation = 0)
    limit 1
"""


def behind_python(trace: Trace, reader: Operation) -> list[int]:
    """Return the operations before `reader`, as ids, at the lines from which numbers come that Python computed for it.

    Empty if it was given no such number, or if its line does not tell which expression stands for it.
    """
    site = reader.user_site or reader.site
    if site is None:
        return []
    program = program_of(trace, site)
    known = set(numbers_written(program.tree))
    given = [
        one for one in reader.operands if one.role not in AFTER and _is_computed(one, known, reader, trace)
    ]
    if not given:
        return []
    at, flow = program.line(site), value_sources(program.tree)
    written = expressions(reader, program.tree, at)
    keys = [one.name or "" if one.position is None else one.position for one in given]
    lines = {node.lineno for key in keys if key in written for node in flow.behind(written[key])}
    made = [program.site(line, site) for line in sorted(lines - {at})]
    found = trace.ask(_AT_LINES, [[one.file for one in made], [one.line for one in made], reader.id])
    return list(found["id"].to_pylist())


def _is_computed(operand: Operand, written: set[float], reader: Operation, trace: Trace) -> bool:
    """Return whether an operand holds a fraction that no line writes and no operation made."""
    if operand.kind == "float":
        numbers = {float(operand.literal)}  # type: ignore[arg-type]
    elif operand.kind == "literal":
        numbers = set(map(float, _FRACTION.findall(str(operand.literal))))
    else:
        return False
    new = [number for number in numbers - written if -number not in written and not number.is_integer()]
    return any(not trace.ask(_MADE, [reader.id, number, number]).num_rows for number in new)
