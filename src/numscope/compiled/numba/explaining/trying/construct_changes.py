"""Changes of constructs that compiled code lacks into those that it has: operands named first, rows one by one."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator, Sequence

from numscope.compiled.numba.explaining.case import Case
from numscope.compiled.numba.explaining.edits import Edit
from numscope.compiled.numba.explaining.source import Source
from numscope.compiled.numba.explaining.trying.change import Change
from numscope.compiled.numba.explaining.trying.places import definition, module_name, replaced

_CHOOSING = (ast.IfExp, ast.BoolOp)
_OWN_VARIABLES = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_WITH_EFFECTS = (ast.Call, ast.NamedExpr, ast.Yield, ast.YieldFrom)


def other_constructs(case: Case, line: int | None) -> Iterator[Change]:
    """Yield the function with one construct in the place of another, likely ones first."""
    inside = definition(case, line if line is not None else case.function_line())
    if inside is None:
        return
    taken = {node.id for node in ast.walk(inside) if isinstance(node, ast.Name)}
    for node in ast.walk(inside):
        if isinstance(node, _SIMPLE) and node.value is not None:
            yield from _choices_first(case.source, node, node.value, taken)
        elif isinstance(node, ast.Try) and _only_raises_again(node):
            yield _without_handlers(case.source, node)
        elif isinstance(node, ast.ListComp):
            yield _over_a_list(case.source, node)
        elif isinstance(node, ast.Call):
            yield from _squeezed(case, node)
    yield from _rows_one_by_one(case, inside)
    whole = definition(case, case.function_line())
    if whole is not None:
        yield from _nonlocals_as_items(case.source, whole)
        for node in ast.walk(whole):
            if isinstance(node, ast.If):
                yield from _own_names(case.source, whole, node)


def _own_names(source: Source, inside: ast.FunctionDef, choice: ast.If) -> Iterator[Change]:
    """Yield the function with another name, in one of two ways, for what functions made in both close over.

    Numba makes a constant of such a variable, which has to be set once. The way that ran shows whether it helps.
    """
    ways = [ast.Module(statements, []) for statements in (choice.body, choice.orelse)]
    shared = {name for name in _assigned(ways[0]) if all(name in _closed_over(way) for way in ways)}
    within = {id(node) for way in ways for node in ast.walk(way)}
    names = [node for node in ast.walk(inside) if isinstance(node, ast.Name)]
    outside = {node.id for node in names if id(node) not in within}
    for name in sorted(shared & _assigned(ways[1]) - outside):
        taken = {node.id for node in names}
        other = next(free for number in itertools.count(2) if (free := f"{name}_{number}") not in taken)
        said = f"Give `{name}` another name in one of the two ways: the functions made there take it for a constant."
        for way in reversed(ways):
            yield Change(said, _renamed(source, way, name, other), source.path)


def _renamed(source: Source, way: ast.Module, name: str, other: str) -> tuple[Edit, ...]:
    """Return the edits that put a new name in the place of one."""
    places = [node for node in ast.walk(way) if isinstance(node, ast.Name) and node.id == name]
    edits = []
    for line in sorted({one.lineno for one in places}):
        parts = [(one, other) for one in places if one.lineno == line]
        edits.append(_with_other_parts(source, ast.Pass(lineno=line, end_lineno=line), parts))
    return tuple(edits)


def _assigned(way: ast.Module) -> set[str]:
    """Return the names that statements set, each as a whole."""
    return {
        target.id
        for statement in way.body
        if isinstance(statement, ast.Assign)
        for target in statement.targets
        if isinstance(target, ast.Name)
    }


def _closed_over(way: ast.Module) -> set[str]:
    """Return the names that functions made in the statements read and do not have as arguments."""
    found: set[str] = set()
    for made in ast.walk(way):
        if isinstance(made, (ast.FunctionDef, ast.Lambda)):
            names = {node.id for node in ast.walk(made) if isinstance(node, ast.Name)}
            found |= names - {argument.arg for argument in made.args.args}
    return found


def _nonlocals_as_items(source: Source, whole: ast.FunctionDef) -> Iterator[Change]:
    """Yield the function with each variable that an inner one sets as the only item of a list, which both see."""
    for declared in (node for node in ast.walk(whole) if isinstance(node, ast.Nonlocal)):
        uses = [n for n in ast.walk(whole) if isinstance(n, ast.Name) and n.id in declared.names]
        firsts = [
            node
            for node in whole.body
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and node.targets[0] in uses
        ][:1]
        if len(declared.names) != 1 or not firsts or firsts[0].lineno != min(use.lineno for use in uses):
            continue
        name, first = declared.names[0], firsts[0]
        others = [use for use in uses if use.lineno != first.lineno]
        edits = [replaced(source, first.value, f"[{source.text(first.value)}]")]
        for line in sorted({use.lineno for use in others}):
            parts = [(use, f"{name}[0]") for use in others if use.lineno == line]
            edits.append(_with_other_parts(source, ast.Pass(lineno=line, end_lineno=line), parts))
        indent = source.indent(declared.lineno)
        edits.append(Edit(declared.lineno, declared.lineno, (f"{indent}pass",)))
        said = f"Keep `{name}` in a list of one item, which the inner function may set as often as it likes."
        yield Change(said, tuple(edits), source.path)


def _squeezed(case: Case, call: ast.Call) -> Iterator[Change]:
    """Yield index 0 on the axes of length 1 in place of `squeeze`, where the shape is that of an argument."""
    source = case.source
    if not isinstance(call.func, ast.Attribute) or call.func.attr != "squeeze" or call.keywords:
        return
    operands = [call.func.value] if not call.args else call.args[:1]
    given = case.failure.arguments.get(source.text(operands[0]))
    shape = getattr(given.value, "shape", ()) if given is not None else ()
    if shape:
        text = f"{source.text(operands[0])}[{', '.join('0' if size == 1 else ':' for size in shape)}]"
        yield Change(
            f"Take index 0 on the axes of length 1: `{text}`.",
            (replaced(source, call, text),),
            source.path,
            means_other=True,
        )


def _over_a_list(source: Source, node: ast.ListComp) -> Change:
    """Return a comprehension over a list of the items, whose number is known before."""
    items = node.generators[0].iter
    edit = replaced(source, items, f"list({source.text(items)})")
    return Change("Make a list of the items that the comprehension goes over.", (edit,), source.path)


def _choices_first(source: Source, statement: ast.stmt, value: ast.expr, taken: set[str]) -> Iterator[Change]:
    """Yield the statement behind others that name its conditional operands.

    Numba does not read a branch inside of a call of many arguments or a dict of many items. Only where nothing else
    in the statement has effects, so that these keep their order.
    """
    found = sorted(_outermost_choices(value), key=lambda one: (one.lineno, one.col_offset))
    within = {id(node) for one in found for node in ast.walk(one)}
    effects = (node for node in ast.walk(value) if isinstance(node, _WITH_EFFECTS) and node is not value)
    if not found or any(id(node) not in within for node in effects):
        return
    if any(one.lineno != one.end_lineno for one in found):
        return
    free = (name for number in itertools.count(1) if (name := f"chosen_{number}") not in taken)
    named = list(zip(found, free, strict=False))
    edit = _with_other_parts(source, statement, named)
    above = [f"{source.indent(statement.lineno)}{name} = {source.text(one)}" for one, name in named]
    first = Edit(statement.lineno, statement.lineno - 1, tuple(above))
    yield Change("Give the conditional operands names first.", (first, edit), source.path)


def _with_other_parts(source: Source, statement: ast.stmt, parts: Sequence[tuple[ast.expr, str]]) -> Edit:
    """Return the edit that puts texts in the place of parts of a statement, each of which stands on one line."""
    first, last = statement.lineno, statement.end_lineno or statement.lineno
    lines = [line.encode() for line in source.lines[first - 1 : last]]  # columns count bytes
    for one, text in sorted(parts, key=lambda part: (part[0].lineno, part[0].col_offset), reverse=True):
        line = lines[one.lineno - first]
        lines[one.lineno - first] = line[: one.col_offset] + text.encode() + line[one.end_col_offset :]
    return Edit(first, last, tuple(line.decode() for line in lines))


def _outermost_choices(node: ast.AST) -> Iterator[ast.expr]:
    """Yield the conditional operands below an expression, none of which is part of another."""
    for below in ast.iter_child_nodes(node):
        if isinstance(below, _CHOOSING):
            yield below
        elif not isinstance(below, _OWN_VARIABLES):
            yield from _outermost_choices(below)


def _only_raises_again(node: ast.stmt) -> bool:
    """Tell whether a `try` does what its body does: each of its handlers ends as it was entered."""
    return (
        isinstance(node, ast.Try)
        and bool(node.handlers)
        and not node.finalbody
        and all(len(one.body) == 1 and _raises_again(one.body[0]) for one in node.handlers)
    )


def _raises_again(node: ast.stmt) -> bool:
    if isinstance(node, ast.Raise):
        return node.exc is None
    inner = node.body if isinstance(node, ast.Try) else []
    return _only_raises_again(node) and len(inner) == 1 and _raises_again(inner[0])


def _without_handlers(source: Source, node: ast.Try) -> Change:
    """Return the body of a `try`, and what stands in its `else`, as statements of their own."""
    indent = source.indent(node.lineno)
    lines = []
    for statement in (*node.body, *node.orelse):
        deeper = len(source.indent(statement.lineno)) - len(indent)
        for text in source.lines[statement.lineno - 1 : statement.end_lineno]:
            lines.append(text[deeper:] if text.startswith(indent + " " * deeper) else text)
    edit = Edit(node.lineno, node.end_lineno or node.lineno, tuple(lines))
    said = "Leave the handlers out: they only raise again what they caught."
    return Change(said, (edit,), source.path)


def _rows_one_by_one(case: Case, inside: ast.FunctionDef) -> Iterator[Change]:
    """Yield the function with all that works along an axis of a matrix applied to its rows, or columns, in turn."""
    edits = []
    for statement in ast.walk(inside):
        if not isinstance(statement, _SIMPLE) or statement.value is None:
            continue
        calls = (node for node in ast.walk(statement.value) if isinstance(node, ast.Call))
        found = [(call, text) for call in calls if (text := _of_each_row(case.source, call))]
        inner = {id(node) for call, _ in found for node in ast.walk(call) if node is not call}
        outer = [(call, text) for call, text in found if id(call) not in inner]
        if outer:
            edits.append(_with_other_parts(case.source, statement, outer))
    if edits:
        imports = module_name(case.source, "numpy", "np")[1]
        yield Change("Take the rows, or columns, one by one.", (*imports, *edits), case.source.path)


def _of_each_row(source: Source, call: ast.Call) -> str:
    """Return a call with `axis` as an array of what the function gives for each row; "": it is no such call."""
    if not isinstance(call.func, ast.Attribute) or call.func.attr not in _OF_ONE_DIMENSION:
        return ""
    module = module_name(source, "numpy", "np")[0]
    owner = [] if source.text(call.func.value) == module else [call.func.value]
    operands = [source.text(one) for one in (*owner, *call.args)]
    axis = next((source.text(given.value) for given in call.keywords if given.arg == "axis"), "")
    if not axis and len(operands) == _WITH_AXIS and call.func.attr not in _WITH_SECOND_OPERAND:
        axis = operands.pop()
    if not operands or axis not in _ROWS or call.lineno != call.end_lineno:
        return ""
    rest = [f"{one.arg}={source.text(one.value)}" for one in call.keywords if one.arg != "axis"]
    each = f"{module}.{call.func.attr}({', '.join(['row', *operands[1:], *rest])})"
    matrix = operands[0] if operands[0].isidentifier() else f"({operands[0]})"
    return f"{module}.array([{each} for row in {matrix}{_ROWS[axis]}])"


_SIMPLE = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Return, ast.Expr)
_ROWS = {"0": ".T", "1": "", "-1": ""}
_OF_ONE_DIMENSION = (
    *("all", "any", "argmax", "argmin", "count_nonzero", "max", "mean", "median", "min", "nanmax", "nanmean"),
    *("nanmedian", "nanmin", "nanstd", "nanvar", "percentile", "prod", "ptp", "quantile", "std", "var"),
)
_WITH_SECOND_OPERAND = ("percentile", "quantile")
_WITH_AXIS = 2
