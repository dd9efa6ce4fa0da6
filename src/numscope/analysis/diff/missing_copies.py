"""Arrays that a rewritten program changes in place where the first changes a copy, or makes a new one.

What another name still stands for is changed with it, and is read later: that line is right.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from numscope.analysis.concepts.callers import Function, function_around, parameters
from numscope.analysis.concepts.syntax import last_name, parsed
from numscope.analysis.diff.program_change import SourceChange
from numscope.trace import Operation, Trace

_COPIES = frozenset(("copy", "deepcopy", "array", "clone", "tolist"))
_RAN = """
    select 1 from operations join operand_layouts on operation = id
    where user_file = ? and user_line between ? and ? and role = 'mutated' and id <= ? limit 1
"""


@dataclass(frozen=True)
class _Write:
    """A statement that writes in place into what a name stands for. giver: the last expression given to the name."""

    node: ast.AugAssign | ast.Assign
    name: str
    function: Function | None
    giver: ast.Assign | None

    @property
    def is_parameter(self) -> bool:
        """Whether the name is its function's parameter, and given nothing else before."""
        return self.giver is None and self.function is not None and self.name in parameters(self.function)

    @property
    def is_alias(self) -> bool:
        """Whether the name stands for what another name or attribute does."""
        return self.giver is not None and isinstance(self.giver.value, (ast.Name, ast.Attribute))

    @property
    def is_copy(self) -> bool:
        """Whether the name was given a copy."""
        value = None if self.giver is None else self.giver.value
        return isinstance(value, ast.Call) and last_name(value.func) in _COPIES


def missing_copy(parted: Operation, first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of the second program by which it changes what it should have copied.

    parted: where values part. None unless there is one such line and it ran before.
    """
    site = parted.user_site or parted.site
    if site is None:
        return None
    tree = parsed(second.sources.text(site.file) or "")
    old = [parsed(first.sources.text(file) or "") for file in first.sources.files()]
    found = [
        (write, line)
        for write in _writes(tree)
        if (write.is_alias or write.is_parameter) and (line := _to_blame(write, old)) is not None
    ]
    lines = {line for _, line in found}
    if len(lines) != 1:
        return None
    write, line = found[0]
    where = [site.file, write.node.lineno, write.node.end_lineno or write.node.lineno, parted.id]
    if not second.ask(_RAN, where).num_rows:
        return None
    return SourceChange(None, None, site.file, line, ("", second.sources.line(site.file, line).strip()))


def _to_blame(write: _Write, old: list[ast.Module]) -> int | None:
    like = [one for text in old for one in _writes(text) if _code(one.node) == _code(write.node)]
    if not like:
        return write.node.lineno if any(_anew(text, write) for text in old) else None
    if not all(one.is_copy for one in like):
        return None
    # What a function was given is its caller's: the function should have copied it.
    return write.node.lineno if write.giver is None else write.giver.lineno


def _writes(tree: ast.Module) -> Iterator[_Write]:
    for node in ast.walk(tree):
        target = _target(node)
        base = target.value if isinstance(target, ast.Subscript) else target
        if isinstance(node, (ast.AugAssign, ast.Assign)) and isinstance(base, ast.Name):
            function = function_around(tree, node.lineno)
            givers = [
                one
                for one in ast.walk(function or tree)
                if isinstance(one, ast.Assign)
                and one.lineno < node.lineno
                and any(isinstance(part, ast.Name) and part.id == base.id for part in one.targets)
            ]
            giver = max(givers, key=lambda one: one.lineno, default=None)
            yield _Write(node, base.id, function, giver)


def _target(node: ast.AST) -> ast.expr | None:
    """Return what a statement writes into in place, if it does."""
    if isinstance(node, ast.AugAssign):
        return node.target
    if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Subscript):
        return node.targets[0]
    return None


def _anew(tree: ast.Module, write: _Write) -> bool:
    """Return whether a program makes a new array by what the other writes in place: `x = x / 2` for `x /= 2`."""
    if not isinstance(write.node, ast.AugAssign) or isinstance(write.node.target, ast.Subscript):
        return False
    wanted = type(write.node.op).__name__, _code(write.node.value)
    return any(
        isinstance(one, ast.BinOp) and (type(one.op).__name__, _code(one.right)) == wanted
        for one in ast.walk(tree)
    )


def _code(node: ast.AST) -> str:
    """Return what a part of a program says, whatever the names in it are."""
    words = [
        type(one).__name__ + (repr(one.value) if isinstance(one, ast.Constant) else "")
        for one in ast.walk(node)
        if not isinstance(one, ast.expr_context)
    ]
    calls = [last_name(one.func) for one in ast.walk(node) if isinstance(one, ast.Call)]
    return " ".join([*words, *calls])
