"""Lists of one array several times, `[np.zeros(3)] * 4`, of which each part is then written: all are the same."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Evidence, finding_of, is_trait
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import ONE_EACH
from numscope.analysis.concepts.syntax import parsed
from numscope.operations.traits import Trait

KIND = "shared-memory"


def repeated_arrays(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lists whose parts a line writes, which are one array."""
    found: set[tuple[str, int]] = set()
    for call in evidence.calls.values():
        if call.how != "in place" and not is_trait(call, Trait.WRITES_PART):
            continue
        name = _written(sources.statement(call.text, call.line))
        made = None if name is None else _repeated(call.text, name, call.line)
        if made is None or (call.file, made.lineno) in found:
            continue
        ids = next((ids for _, ids in evidence.operations([call])), [])
        if len(ids) < 2:
            continue
        found.add((call.file, made.lineno))
        problem = (
            f"`{ast.unparse(made.value)}` is a list of one array, not of several: each of {len(ids):,} writes in line "
            f"{call.line} changes all parts of `{name}`"
        )
        yield finding_of(KIND, replace(call, line=made.lineno), ids[0], len(ids), problem, ONE_EACH)


def _written(node: ast.stmt | None) -> str | None:
    """Return the list of which a statement writes into a part: `rows` of `rows[i][j] += 1` or `rows[i] += a`."""
    if isinstance(node, ast.AugAssign):
        target: ast.expr = node.target
    elif (
        isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Subscript)
    ):
        target = node.targets[0].value  # `rows[i] = a` puts another array there
    else:
        return None
    return sources.root_name(target) if isinstance(target, ast.Subscript) else None


def _repeated(text: str, name: str, line: int) -> ast.Assign | None:
    for node in ast.walk(parsed(text)):
        if not isinstance(node, ast.Assign) or node.lineno >= line or not isinstance(node.value, ast.BinOp):
            continue
        value = node.value
        parts = value.left.elts if isinstance(value.left, ast.List) else []
        named = [one.id for one in node.targets if isinstance(one, ast.Name)]
        if named == [name] and isinstance(value.op, ast.Mult) and [type(one) for one in parts] == [ast.Call]:
            return node
    return None
