"""Mappings whose keys are of another type than what is looked up in them: the text "5" is not the number 5."""

from __future__ import annotations

import ast
import re

import numpy as np

from numscope.analysis.concepts.callers import statement_at
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.concepts.number_flow import came_from
from numscope.analysis.concepts.program import program_of
from numscope.analysis.concepts.syntax import last_name
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root
from numscope.operations.lore.labels import MAPS
from numscope.trace import Operand, Operation, Trace

# A recorded mapping whose first key is text; long ones are recorded in part.
_TEXT_FIRST = re.compile(r"\{('[^']*'):")
# Numbers that are values of a recorded mapping.
_VALUES = re.compile(r": (-?\d+(?:\.\d+)?)(?=[,}])")
_TURN = "Turn it round: `{value: key for key, value in mapping.items()}`."
_ADVICE = "Make both of one type: `{int(key): value for ...}`, or `.astype(str).map(...)`."


def key_types(trace: Trace, operation: Operation) -> Root | None:
    """Return that `operation` looks numbers up in a mapping that has keys of text, as JSON has; None: it does not."""
    site = operation.user_site
    if site is None or operation.name not in MAPS:
        return None
    numbers = next((one for one in operation.inputs if one.is_array() and one.statistics is not None), None)
    mappings = (one.literal for one in operation.operands if one.role == "argument")
    found = next(filter(None, (_TEXT_FIRST.match(one) for one in mappings if isinstance(one, str))), None)
    if numbers is None or found is None:
        return None
    turned = _turned_round(trace, operation, numbers)
    if turned is not None:
        return turned
    said = f"looks numbers ({numbers.dtype}) up in a mapping whose keys are text, such as {found[1]}"
    return Root(site, Cause(said, _ADVICE))


def _turned_round(trace: Trace, operation: Operation, numbers: Operand) -> Root | None:
    """Return the line that makes a mapping whose values are what is looked up in it, and its keys what is wanted."""
    site, sought = operation.user_site, numbers_of(numbers)
    literals = [one.literal for one in operation.operands if one.role == "argument"]
    values = {float(one) for text in literals if isinstance(text, str) for one in _VALUES.findall(text)}
    if site is None or sought is None or not values or not values <= {float(one) for one in np.ravel(sought)}:
        return None
    program = program_of(trace, site)
    tree, at = program.tree, program.line(site)
    made = {
        source.lineno
        for call in ast.walk(statement_at(tree, at) or ast.Pass())
        if isinstance(call, ast.Call) and last_name(call.func) == operation.name.rpartition(".")[2]
        for one in call.args[:1]
        if isinstance(source := came_from(tree, one)[-1], ast.expr)
    }
    blamed = program.site(made.pop(), site) if len(made) == 1 else site
    said = "makes a mapping the wrong way round: its values are the numbers"
    where = "that it looks up" if blamed.place == site.place else f"that {line_of(site, blamed)} looks up"
    return Root(blamed, Cause(f"{said} {where}", _TURN))
