"""Settings of a library that one program makes and the other does not: a seed, the width of numbers.

They are calls for their effect on the library, and are in no operand of what they change.
"""

from __future__ import annotations

import ast
import re

from numscope.analysis.concepts.syntax import last_name
from numscope.analysis.diff.program_change import ProgramChange, SourceChange
from numscope.analysis.diff.statements import Statement
from numscope.operations.traits import Trait
from numscope.trace import Operation

_OF_DRAWS = re.compile(r"seed|deterministic|rng")
_OF_WIDTH = re.compile(r"x64|dtype|precision|float32|float64|tf32")


def global_setting(program: ProgramChange, parted: Operation, other: Operation | None) -> SourceChange | None:
    """Return the one changed statement that sets how a whole library draws, or how wide its numbers are.

    parted: where values part, which has to draw for the first. other: where the values of the other run part; for the
    second it has to give another dtype.
    """
    names = [_imported(text) for text in program.texts()]
    wanted = []
    if parted.traits & Trait.DRAWS:
        wanted.append(_OF_DRAWS)
    if other is not None and not _dtypes(parted) & _dtypes(other):
        wanted.append(_OF_WIDTH)
    found = [
        change
        for change in program.changes
        for statement, imported in zip((change.first, change.second), names, strict=True)
        if statement is not None and any(pattern.search(_setting(statement, imported)) for pattern in wanted)
    ]
    lines = {(change.file, change.line) for change in found}
    return found[0] if len(lines) == 1 else None


def _dtypes(operation: Operation) -> set[str | None]:
    return {one.dtype for one in operation.outputs if one.is_array()}


def _imported(statements: list[Statement]) -> set[str]:
    """Return the names that a program has of imports."""
    nodes = [one.node for one in statements if isinstance(one.node, (ast.Import, ast.ImportFrom))]
    return {(one.asname or one.name).partition(".")[0] for node in nodes for one in node.names}


def _setting(statement: Statement, imported: set[str]) -> str:
    """Return the text of a statement that calls a function of a module for its effect; else nothing."""
    node = statement.node
    call = node.value if isinstance(node, ast.Expr) else None
    if not isinstance(call, ast.Call):
        return ""
    root: ast.expr = call.func
    while isinstance(root, ast.Attribute):
        root = root.value
    is_module = isinstance(root, ast.Name) and root.id in imported
    return f"{last_name(call.func)} {' '.join(statement.lines)}".lower() if is_module else ""
