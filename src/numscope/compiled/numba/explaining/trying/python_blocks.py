"""Changes that leave a part of a compiled function to Python: `objmode` blocks, and plain functions called in them.

They are made for growing parts: the failing statement, what it shares variables of unknown type with, the block that
it stands in, the statement around that, and so on to the whole function.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from types import FunctionType

from numscope.compiled.numba.explaining.case import Case
from numscope.compiled.numba.explaining.edits import Edit
from numscope.compiled.numba.explaining.source import Source, first_line
from numscope.compiled.numba.explaining.trying.change import Change
from numscope.compiled.numba.explaining.trying.places import definition, module_name, replaced
from numscope.compiled.numba.explaining.trying.python_types import Seen
from numscope.compiled.numba.explaining.trying.rebuilding import FROM_LAMBDA, LAMBDA, lambdas_of

_INLINE = (
    "Run this part as Python inside the compiled function (`objmode`). It works, and each pass costs "
    "microseconds: keep it out of inner loops."
)
_CALLED = (
    "Compute this in a plain Python function, called in an `objmode` block. It works, and each call costs "
    "microseconds: keep it out of inner loops."
)
_WHOLE = (
    "Nothing of this function can stay compiled as it is written. Leave the decorator out, or run it as Python "
    "(`objmode`) where compiled code has to call it."
)
_RESULT = "result"
# `objmode` refuses these inside of a block.
_LEAVING = (ast.Return, ast.Raise, ast.Assert)
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_NEVER = (ast.Yield, ast.YieldFrom, ast.Await, ast.Nonlocal, ast.Global)


@dataclass(frozen=True)
class Part:
    """Neighbouring statements of one block; whether nothing of the function comes after them, or before either."""

    statements: tuple[ast.stmt, ...]
    is_end: bool
    is_whole: bool = False

    @property
    def nodes(self) -> list[ast.AST]:
        """Every node inside."""
        return [node for statement in self.statements for node in ast.walk(statement)]

    @property
    def own(self) -> list[ast.AST]:
        """Every node inside but those of the bodies of functions and classes that it defines."""
        found: list[ast.AST] = []
        waiting: list[ast.AST] = list(self.statements)
        while waiting:
            node = waiting.pop()
            found.append(node)
            if not isinstance(node, _SCOPES):
                waiting += ast.iter_child_nodes(node)
        return found

    @property
    def loaded(self) -> set[str]:
        """The variables that are read inside."""
        return {n.id for n in self.nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}

    @property
    def read_first(self) -> set[str]:
        """The variables whose value from before is read inside, as far as the order of the text tells."""
        changed = {id(n.target) for n in self.nodes if isinstance(n, ast.AugAssign)}
        names = sorted(
            (n for n in self.nodes if isinstance(n, ast.Name)),
            key=lambda n: (n.lineno, isinstance(n.ctx, ast.Store) and not self._is_target(n), n.col_offset),
        )
        first: dict[str, bool] = {}
        for node in names:
            first.setdefault(node.id, isinstance(node.ctx, ast.Load) or id(node) in changed)
        return {name for name, is_read in first.items() if is_read}

    def _is_target(self, name: ast.Name) -> bool:
        """Tell whether a loop's head gives a variable its value."""
        loops = (n for n in self.nodes if isinstance(n, (ast.For, ast.comprehension)))
        return any(name is node for loop in loops for node in ast.walk(loop.target))

    @property
    def stored(self) -> set[str]:
        """The variables that get a value inside, and the functions that are defined there."""
        names = {n.id for n in self.own if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        return names | {n.name for n in self.own if isinstance(n, (ast.FunctionDef, ast.ClassDef))}


def parts_in_python(case: Case, line: int | None, seen: Seen) -> Iterator[Change]:
    """Yield growing parts around the failing line as Python, each inside a block first and then as a function."""
    if case.failure.name == LAMBDA:
        yield from _lambda_in_python(case, seen)
        return
    around = definition(case, line if line is not None else case.function_line())
    whole = definition(case, case.function_line())
    # Of a function inside of the failing one the parts of both.
    for inside in dict.fromkeys([around, whole]):
        if inside is None:
            continue
        for part in _parts(inside, line or 0, seen):
            yield from _as_block(case, inside, part, seen)
            yield from _as_function(case, inside, part, seen)


def _lambda_in_python(case: Case, seen: Seen) -> Iterator[Change]:
    """Yield a function in the place of a lambda, which gives its expression to Python."""
    function = case.failure.function
    found = lambdas_of(case.source.tree, function) if isinstance(function, FunctionType) else []
    above = _statement_around(case, found[0]) if found else None
    if above is None or found[0].args.defaults or found[0].args.vararg:
        return
    text = case.source.text(found[0].body)
    result = seen.returned(found[0].lineno, found[0].end_lineno or found[0].lineno)
    if not result or "\n" in text:
        return
    name, imports = module_name(case.source, "numba", "numba")
    parameters = ", ".join(one.arg for one in found[0].args.args)
    kinds = {one.arg: seen.type_behind(one.arg, None)[:5] for one in found[0].args.args}
    copied = {one: _KINDS[kind] for one, kind in kinds.items() if kind in _KINDS}
    given = ", ".join(f"{copied[one]}({one}_items)" if one in copied else one for one in kinds)
    lines = [
        f"def in_python({parameters}):",
        f"    return {text}",
        "",
        "",
        f"def {FROM_LAMBDA}({parameters}):",
        *(f"    {one}_items = {name}.typed.List({one})" for one in copied),
        f"    with {name}.objmode({_annotations({_RESULT: result})}):",
        f"        {_RESULT} = in_python({given})",
        f"    return {_RESULT}",
        "",
        "",
    ]
    indent = case.source.indent(above.lineno)
    written = tuple(f"{indent}{one}" if one else "" for one in lines)
    edits = (
        *imports,
        Edit(above.lineno, above.lineno - 1, written),
        replaced(case.source, found[0], FROM_LAMBDA),
    )
    yield Change(_WHOLE, edits, case.source.path, last_resort=True)


def _statement_around(case: Case, node: ast.Lambda) -> ast.stmt | None:
    """Return the innermost statement that a lambda is part of."""
    around = [
        one
        for one in case.source.walk(ast.stmt)
        if one.lineno <= node.lineno and (node.end_lineno or 0) <= (one.end_lineno or 0)
    ]
    return max(around, key=lambda one: (one.lineno, one.col_offset), default=None)


def _parts(inside: ast.FunctionDef, line: int, seen: Seen) -> Iterator[Part]:
    """Yield the parts around a line, the smallest first."""
    # An error without a line, or at the `def`, is one of the whole function.
    for block, number in reversed(_path(inside.body, line) or [(inside.body, len(inside.body) - 1)]):
        outermost = block is inside.body
        first, last = _closed(block, number, seen)
        for start, stop in ((number, number), (first, last), (first, len(block) - 1), (0, len(block) - 1)):
            while start < number and _is_docstring(block[start]):
                start += 1
            is_end = outermost and stop == len(block) - 1
            is_whole = is_end and (start == 0 or all(_is_docstring(one) for one in block[:start]))
            yield Part(tuple(block[start : stop + 1]), is_end, is_whole)


def _path(block: list[ast.stmt], line: int) -> list[tuple[list[ast.stmt], int]]:
    """Return the blocks around a line with the number of the statement in each, the outermost first."""
    for number, statement in enumerate(block):
        if statement.lineno <= line <= (statement.end_lineno or line):
            inner = [getattr(statement, name, []) for name in ("body", "orelse", "finalbody")]
            inner += [handler.body for handler in getattr(statement, "handlers", [])]
            below = [
                _path(body, line) for body in inner if body and not isinstance(statement, ast.FunctionDef)
            ]
            return [(block, number), *next((path for path in below if path), [])]
    return []


def _closed(block: list[ast.stmt], number: int, seen: Seen) -> tuple[int, int]:
    """Return the first and last statement that share a variable with one whose type can't cross a border."""
    first = last = number
    for _ in block:
        inside = Part(tuple(block[first : last + 1]), False)
        shared = (inside.stored | inside.loaded) & seen.unknown
        sharing = [at for at, one in enumerate(block) if _mentions(one, shared)]
        if not sharing or (min(sharing) >= first and max(sharing) <= last):
            break
        first, last = min(first, *sharing), max(last, *sharing)
    return first, last


def _mentions(statement: ast.stmt, names: set[str]) -> bool:
    return any(isinstance(node, ast.Name) and node.id in names for node in ast.walk(statement))


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _as_block(case: Case, inside: ast.FunctionDef, part: Part, seen: Seen) -> Iterator[Change]:
    """Yield the part in a block; a `return` at its end goes behind it."""
    last = part.statements[-1]
    leaving = [node for node in part.own if isinstance(node, _LEAVING)]
    returned = last if isinstance(last, ast.Return) and leaving == [last] else None
    # A list or set of Python's can't enter a block.
    if (leaving and returned is None) or not _may_move(part) or _copied(inside, part, seen):
        return
    types = _left_behind(inside, part, seen)
    first, end = _lines(part)
    result = seen.returned(first, end)
    gives = returned is not None and returned.value is not None
    if types is None or (gives and not result):
        return
    name, imports = module_name(case.source, "numba", "numba")
    indent = case.source.indent(first)
    stop = (returned.lineno - 1) if returned is not None else end
    body = [f"    {text}" if text.strip() else text for text in case.source.lines[first - 1 : stop]]
    after: list[str] = []
    if returned is not None and returned.value is not None:
        types = {_RESULT: result}
        body.append(f"{indent}    {_RESULT} = {case.source.text(returned.value)}")
        after = [f"{indent}return {_RESULT}"]
    if not body:
        return
    lines = (f"{indent}with {name}.objmode({_annotations(types)}):", *body, *after)
    yield Change(
        _WHOLE if part.is_whole else _INLINE,
        (*imports, Edit(first, end, lines)),
        case.source.path,
        last_resort=True,
    )


def _as_function(case: Case, inside: ast.FunctionDef, part: Part, seen: Seen) -> Iterator[Change]:
    """Yield the part as a plain function above this one, which may raise, and return where nothing comes after it."""
    returns = [node for node in part.own if isinstance(node, ast.Return) and node.value is not None]
    # The type of the result has to hold for each `return`, and only those that ran have one.
    unknown = len(returns) > 1 and not all(node.lineno in seen.ran for node in returns)
    if not _may_move(part) or (returns and not part.is_end) or _returns_early(part) or unknown:
        return
    types = _left_behind(inside, part, seen)
    first, end = _lines(part)
    result = seen.returned(first, end)
    if types is None or (returns and not result):
        return
    if returns:
        types = {_RESULT: result}
    name, imports = module_name(case.source, "numba", "numba")
    indent, helper = case.source.indent(first), f"{inside.name}_in_python"
    top = first_line(inside)
    outer = case.source.indent(top)
    parameters, copied = _arguments(inside, part), _copied(inside, part, seen)
    given = ", ".join(f"{copied[one]}({one}_items)" if one in copied else one for one in parameters)
    plain = _dedented(case.source, _without_block(case.source, part))
    moved = [outer + "    " + text if text.strip() else "" for text in plain]
    left = ", ".join(types)
    tail = [f"{outer}    return {left}"] if types and not returns else []
    above = (f"{outer}def {helper}({', '.join(parameters)}):", *moved, *tail, *([""] if outer else ["", ""]))
    called = f"{left} = {helper}({given})" if types else f"{helper}({given})"
    block = [f"{indent}{one}_items = {name}.typed.List({one})" for one in copied]
    block += [f"{indent}with {name}.objmode({_annotations(types)}):", f"{indent}    {called}"]
    block += [f"{indent}return {_RESULT}"] if returns else []
    edits = (*imports, Edit(top, top - 1, above), Edit(first, end, tuple(block)))
    yield Change(_WHOLE if part.is_whole else _CALLED, edits, case.source.path, last_resort=True)


def _without_block(source: Source, part: Part) -> Part:
    """Return what stands inside of an `objmode` block, if a part is one: all of its helper is Python anyway."""
    block = part.statements[0]
    call = block.items[0].context_expr if isinstance(block, ast.With) else None
    alone = len(part.statements) == 1 and isinstance(call, ast.Call)
    if (
        alone
        and isinstance(block, ast.With)
        and isinstance(call, ast.Call)
        and "objmode" in source.text(call.func)
    ):
        return Part(tuple(block.body), part.is_end)
    return part


def _dedented(source: Source, part: Part) -> list[str]:
    first, end = _lines(part)
    indent = len(source.indent(first))
    return [text[indent:] for text in source.lines[first - 1 : end]]


def _returns_early(part: Part) -> bool:
    """Tell whether a `return` without a value would end the function that the part is moved into, and not this one."""
    bare = any(isinstance(node, ast.Return) and node.value is None for node in part.own)
    return bare and not part.is_end


def _may_move(part: Part) -> bool:
    """Tell whether the part is whole: no `yield` in it, and no `break` of a loop around it."""
    own = {id(n) for loop in part.own if isinstance(loop, (ast.For, ast.While)) for n in ast.walk(loop)}
    leaving = [n for n in part.own if isinstance(n, (ast.Break, ast.Continue)) and id(n) not in own]
    return not leaving and not any(isinstance(node, _NEVER) for node in part.own)


def _left_behind(inside: ast.FunctionDef, part: Part, seen: Seen) -> dict[str, str] | None:
    """Return the types of the variables that the part stores and others read; None: one can't be written."""
    within = {id(node) for node in part.nodes}
    read = {
        node.id
        for node in ast.walk(inside)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and id(node) not in within
    }
    first, last = _lines(part)
    if any(
        isinstance(node, (ast.For, ast.While)) and node.lineno < first and last <= (node.end_lineno or 0)
        for node in ast.walk(inside)
    ):
        read |= part.read_first  # in the next turn of a loop around it
    left = sorted(part.stored & read)
    types = {name: seen.type_behind(name, part.statements[-1].end_lineno) for name in left}
    return types if all(types.values()) else None


def _arguments(inside: ast.FunctionDef, part: Part) -> list[str]:
    """Return the variables of the function that the part reads and had a value before."""
    before = {node.arg for node in ast.walk(inside.args) if isinstance(node, ast.arg)}
    first = part.statements[0].lineno
    around_loop = any(
        isinstance(node, (ast.For, ast.While)) and node.lineno < first <= (node.end_lineno or 0)
        for node in ast.walk(inside)
    )
    for node in ast.walk(inside):
        if (
            isinstance(node, ast.Name)
            and isinstance(node.ctx, ast.Store)
            and (node.lineno < first or around_loop)
        ):
            before.add(node.id)
    changed = [n.target for n in part.nodes if isinstance(n, ast.AugAssign)]
    read = [
        n for n in part.nodes if isinstance(n, ast.Name) and (isinstance(n.ctx, ast.Load) or n in changed)
    ]
    return list(dict.fromkeys(node.id for node in read if node.id in before))


def _copied(inside: ast.FunctionDef, part: Part, seen: Seen) -> dict[str, str]:
    """Return the variables that the part reads and are lists or sets, which no block takes, with what makes them."""
    types = {name: seen.type_behind(name, None) for name in _arguments(inside, part)}
    return {name: _KINDS[type_[:5]] for name, type_ in types.items() if type_[:5] in _KINDS}


_KINDS = {"List(": "list", "Set(i": "set", "Set(f": "set"}


def _lines(part: Part) -> tuple[int, int]:
    decorated = [one.lineno for one in getattr(part.statements[0], "decorator_list", [])]
    last = part.statements[-1]
    return min([part.statements[0].lineno, *decorated]), last.end_lineno or last.lineno


def _annotations(types: dict[str, str]) -> str:
    return ", ".join(f'{name}="{type_}"' for name, type_ in types.items())


def declared_types(case: Case, line: int | None, seen: Seen) -> Iterator[Change]:
    """Yield an `objmode` block that is there with the types that its variables have in Python."""
    inside = definition(case, line) or definition(case, case.function_line())
    for block in ast.walk(inside) if inside else ():
        call = block.items[0].context_expr if isinstance(block, ast.With) else None
        if inside is None or not isinstance(block, ast.With) or not isinstance(call, ast.Call):
            continue
        if "objmode" not in case.source.text(call.func):
            continue
        part = Part(tuple(block.body), False)
        types = _left_behind(inside, part, seen)
        if types:
            text = f"{case.source.text(call.func)}({_annotations(types)})"
            edit = Edit(*case.source.replaced(call, text))
            yield Change("Declare the types that leave the `objmode` block.", (edit,), case.source.path)
