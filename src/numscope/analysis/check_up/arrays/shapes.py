"""The program ended where shapes do not fit: the lengths that clash, and what makes them fit."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Evidence
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.caught import is_caught
from numscope.analysis.explain.clash import Clash, Fix
from numscope.analysis.explain.picture import clash_of
from numscope.trace import Operation

KIND = "shape"
_ORDINALS = ("the first", "the second")
_BY_OPERATOR = ("operator", "in place")
_Pair = tuple[ast.expr, ast.expr]
_LAST = """
    select id from operations where exception is not null and id in (
        select max(id) from operations where user_visible group by process, thread)
    """


def shapes(evidence: Evidence) -> Iterator[Finding]:
    """Yield what ended a thread of the program: its last operation raised, since the shapes of its operands clash."""
    ids = evidence.trace.ask(_LAST)["id"].to_pylist()
    for operation in evidence.trace.operations.fetch(ids):
        clash, site = clash_of(operation), operation.user_site or operation.site
        if clash is None or site is None or is_caught(evidence.trace.sources.text(site.file) or "", site):
            continue
        line = evidence.trace.sources.line(site.file, site.line) or ""
        pair = _operands(line) if operation.how in _BY_OPERATOR else None
        yield Finding(
            KIND,
            site.file,
            site.line,
            site.function,
            operation.id,
            1,
            _problem(operation, clash),
            _fix(clash, pair),
            "explain T",
            written=sources.line_with(line, pair[clash.fix.operand], _mended(clash.fix, pair))
            if pair is not None and clash.fix is not None
            else "",
        )


def _problem(operation: Operation, clash: Clash) -> str:
    arrays = [operand.shape or () for operand in operation.inputs if operand.kind == "array"]
    pairs = zip(arrays, clash.axes, strict=True)
    lengths = [shape[axes[0]] for shape, axes in pairs if axes]
    texts = " and ".join(map(str, arrays))
    clashing = " and ".join(map(str, dict.fromkeys(lengths)))
    return f"the program ended here: the shapes {texts} do not fit, {clashing} meet on one axis"


def _fix(clash: Clash, pair: _Pair | None) -> str:
    if clash.fix is None:
        return "Neither a new axis nor a transposition makes them fit: look where these lengths come from."
    place = f"`{clash.fix.text}` behind {_ORDINALS[clash.fix.operand]} operand"
    if pair is not None:
        place = f"`{_mended(clash.fix, pair)}`"
    return f"If that is meant, write {place}: its shape becomes {clash.fix.shape}, the result {clash.fix.result}."


def _mended(fix: Fix, pair: _Pair) -> str:
    """Return what to write for the operand that does not fit."""
    name = ast.unparse(pair[fix.operand])
    return name.removesuffix(".T") if fix.text == ".T" and name.endswith(".T") else f"{name}{fix.text}"


def _operands(line: str) -> _Pair | None:
    """Return both operands, where the line has one operator between two simple expressions."""
    try:
        tree = ast.parse(line.strip())
    except SyntaxError:
        return None
    found = [node for node in ast.walk(tree) if isinstance(node, (ast.BinOp, ast.AugAssign))]
    if len(found) != 1:
        return None
    node = found[0]
    pair = (node.left, node.right) if isinstance(node, ast.BinOp) else (node.target, node.value)
    simple = all(isinstance(one, (ast.Name, ast.Attribute, ast.Subscript, ast.Call)) for one in pair)
    return pair if simple else None
