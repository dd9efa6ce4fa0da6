"""Numbers that are sorted as text: "10" comes before "9"."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from math import prod
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, first_faults
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.callers import statement_at
from numscope.analysis.concepts.kept_values import value_of
from numscope.analysis.concepts.syntax import expressions_of, last_name, parsed
from numscope.analysis.concepts.value_sources import value_sources
from numscope.trace import Operation

KIND = "meaning"
_ORDERS = ("sort", "argsort", "max", "min", "amax", "amin", "searchsorted", "lexsort")
_ENDS = ("max", "min")
# Numbers that name things, as "0042", are texts.
_READS = re.compile("read_|from_csv|loadtxt|genfromtxt")
_NUMBER = re.compile(r"[+-]?(?:0|[1-9]\d*)(?:\.\d+)?")
_LEAST = 3


def numbers_as_text(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that put texts into order which are all numbers, and whose order as numbers is another."""
    found = evidence.operations(
        evidence.named(*_ORDERS),
        "role = 'input' and kind = 'array' and regexp_matches(dtype, '^[<>|=]?[US]')",
    )
    yield from first_faults(evidence, KIND, found, _problem, _FIX)
    ends = first_faults(evidence, KIND, evidence.operations(evidence.named(*_ENDS)), _end_of_text, _READ)
    yield from (_where_it_was_read(evidence, one) for one in ends)


_READ = "make the column numbers where it is read: `pd.to_numeric(column, errors='coerce')`"
_FIX = "turn the texts into numbers where they are read: `a.astype(float)`"


def _problem(operation: Operation) -> str | None:
    texts: Any = value_of(operation.inputs[0]) if operation.inputs else None
    if not isinstance(texts, np.ndarray) or texts.ndim != 1 or len(texts) < _LEAST:
        return None
    try:
        numbers = texts.astype(float)
    except ValueError:
        return None
    if not np.isfinite(numbers).all():
        return None
    by_text, by_number = numbers[np.argsort(texts, kind="stable")], np.sort(numbers)
    if (by_text == by_number).all():
        return None
    wrong = int(np.flatnonzero(np.diff(by_text) < 0)[0])
    return f"{len(texts):,} numbers are put into order as text: {by_text[wrong]:g} comes before {by_text[wrong + 1]:g}"


def _end_of_text(operation: Operation) -> str | None:
    """Return what is wrong with the largest or smallest of a column that is a number, as text."""
    given = next((one for one in operation.operands if one.role != "output" and one.shape), None)
    made = operation.outputs[0] if operation.outputs else None
    if made is None or made.kind != "string" or given is None or prod(given.shape or ()) < _LEAST:
        return None
    if not _NUMBER.fullmatch(str(made.literal)):
        return None
    which = "largest" if operation.name.endswith("max") else "smallest"
    return f"takes the {which} of texts: its result is the text '{made.literal}', and as text '9' is more than '10'"


def _where_it_was_read(evidence: Evidence, found: Finding) -> Finding:
    """Return a finding at the one line that read the column from a file, if the text tells."""
    tree = parsed(evidence.trace.sources.text(found.file) or "")
    flow = value_sources(tree)
    behind = (node for start in expressions_of(statement_at(tree, found.line)) for node in flow.behind(start))
    lines = {
        node.lineno for node in behind if isinstance(node, ast.Call) and _READS.match(last_name(node.func))
    }
    if len(lines) != 1 or found.line in lines:
        return found
    problem = f"reads a column as text, of which line {found.line} {found.problem}"
    return replace(found, line=lines.pop(), problem=problem)
