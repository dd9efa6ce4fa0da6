"""A program into which a fault is planted: its text, what its expressions held, and what reads what."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from benchmarks.planting.promised.watched import Facts, place

_BLOCKS = ("body", "orelse", "finalbody")


@dataclass(frozen=True)
class Program:
    """A program. facts: what expressions held, by `place`; an expression without any was not evaluated."""

    text: str
    facts: Mapping[str, Facts] = field(default_factory=dict)

    @cached_property
    def tree(self) -> ast.Module:
        """Return its syntax tree."""
        return ast.parse(self.text)

    @cached_property
    def statements(self) -> list[ast.stmt]:
        """Return all statements that hold no other ones, in the order of the text."""
        found = [one for one in ast.walk(self.tree) if isinstance(one, ast.stmt) and not hasattr(one, "body")]
        return sorted(found, key=lambda one: one.lineno)

    def of(self, node: ast.AST) -> Facts:
        """Return what an expression held; nothing if it was not evaluated."""
        return self.facts.get(place(node), {}) if isinstance(node, ast.expr) else {}

    def source(self, node: ast.AST) -> str:
        """Return the text of a node."""
        return ast.get_source_segment(self.text, node) or ""

    def expressions(self, *kinds: type[ast.AST]) -> Iterator[tuple[ast.stmt, ast.expr]]:
        """Yield each evaluated expression of these kinds, with the statement in which it stands."""
        for statement in self.statements:
            for node in ast.walk(statement):
                if isinstance(node, kinds) and isinstance(node, ast.expr) and self.of(node):
                    yield statement, node

    def scope(self, statement: ast.stmt) -> ast.AST:
        """Return the innermost function in which a statement stands, or the module."""
        inside: ast.AST = self.tree
        for node in ast.walk(self.tree):
            if isinstance(node, ast.FunctionDef) and node.lineno <= statement.lineno <= (
                node.end_lineno or 0
            ):
                inside = node
        return inside

    def reads_after(self, statement: ast.stmt, name: str) -> list[ast.Name]:
        """Return where the same function reads a name after a statement, as it was evaluated."""
        inside = self.scope(statement)
        return [
            node
            for node in ast.walk(inside)
            if isinstance(node, ast.Name)
            and node.id == name
            and isinstance(node.ctx, ast.Load)
            and node.lineno > (statement.end_lineno or 0)
            and self.of(node)
        ]

    def computes_with(self, statement: ast.stmt, name: str, functions: tuple[str, ...]) -> bool:
        """Return whether a name is an operand, or goes into a function of these names, after a statement."""
        reads = self.reads_after(statement, name)
        for node in ast.walk(self.scope(statement)):
            if isinstance(node, ast.BinOp) and (node.left in reads or node.right in reads):
                return True
            if isinstance(node, ast.Call):
                called = (
                    node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                )
                given = [*node.args, *(word.value for word in node.keywords)]
                owner = node.func.value if isinstance(node.func, ast.Attribute) else None
                if called in functions and (owner in reads or any(one in reads for one in given)):
                    return True
        return False

    def assigned(self) -> Iterator[tuple[ast.stmt, str, Facts]]:
        """Yield each assignment to a plain name that is read afterwards, with the name and what it held there."""
        for statement in self.statements:
            if not isinstance(statement, ast.Assign):
                continue
            for target in statement.targets:
                names = target.elts if isinstance(target, ast.Tuple) else [target]
                for name in names:
                    if isinstance(name, ast.Name) and (reads := self.reads_after(statement, name.id)):
                        yield statement, name.id, self.of(min(reads, key=lambda one: one.lineno))


@dataclass(frozen=True)
class Plant:
    """One fault. node: what is replaced by `text`; with `behind` the text is statements of their own behind that one.

    bound: the names that hold other numbers by it. imports: a statement that the program needs for it.
    """

    node: ast.AST
    text: str
    bound: tuple[str, ...] = ()
    behind: bool = False
    imports: str = ""


Planter = Callable[[Program], Iterator[Plant]]


@dataclass(frozen=True)
class Planted:
    """A program with a fault. lines: of the statement that is planted. effects: of what reads what it made."""

    text: str
    lines: range
    effects: frozenset[int]


def planted(program: Program, plant: Plant) -> Planted:
    """Return the program with the fault in it.

    Raises SyntaxError if that is no program.
    """
    lines = program.text.encode().splitlines(keepends=True)
    node = plant.node
    assert isinstance(node, (ast.stmt, ast.expr))
    end_line, end_column = node.end_lineno or node.lineno, node.end_col_offset or 0
    if plant.behind:
        indent = lines[node.lineno - 1][: node.col_offset]
        new = b"".join(indent + line.encode() + b"\n" for line in plant.text.splitlines())
        if not lines[end_line - 1].endswith(b"\n"):
            lines[end_line - 1] += b"\n"
        lines.insert(end_line, new)
        where = range(end_line + 1, end_line + 1 + len(plant.text.splitlines()))
    else:
        head = lines[node.lineno - 1][: node.col_offset]
        tail = lines[end_line - 1][end_column:]
        lines[node.lineno - 1 : end_line] = [head + plant.text.encode() + tail]
        statement = next(
            one
            for one in program.statements
            if one.lineno <= node.lineno and end_line <= (one.end_lineno or 0)
        )
        less = end_line - node.lineno - plant.text.count("\n")
        where = range(statement.lineno, (statement.end_lineno or 0) + 1 - less)
    if plant.imports:
        # On the line of an import that is there, so that lines keep their numbers.
        first = next(one for one in program.tree.body if isinstance(one, ast.Import) or _imports_late(one))
        lines[first.lineno - 1] = plant.imports.encode() + b"; " + lines[first.lineno - 1]
    text = b"".join(lines).decode()
    return Planted(text, where, frozenset(_reading(ast.parse(text), set(plant.bound), where)))


def _imports_late(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.ImportFrom) and statement.module != "__future__"


def _reading(tree: ast.Module, names: set[str], lines: range) -> set[int]:
    """Return the lines of the statements that read what a name holds, or what is computed of it, and so on."""
    statements = [one for one in ast.walk(tree) if isinstance(one, ast.stmt)]
    functions = {one.name: one for one in statements if isinstance(one, ast.FunctionDef)}
    known, found = set(names), set[int]()
    while True:
        before = len(known), len(found)
        for statement in statements:
            own = _own(statement)
            read = {
                node.id for node in own if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
            } & known
            if isinstance(statement, (ast.FunctionDef, ast.ClassDef)) or not (
                read or statement.lineno in lines
            ):
                continue
            found.update(line for node in own for line in range(node.lineno, (node.end_lineno or 0) + 1))
            known.update(
                node.id for node in own if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
            )
            for node in own:
                if (
                    isinstance(node, ast.Subscript)
                    and isinstance(node.ctx, ast.Store)
                    and isinstance(node.value, ast.Name)
                ):
                    known.add(node.value.id)
                if isinstance(node, ast.Call):
                    called = (
                        node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
                    )
                    given = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)} & known
                    if called in functions and given:
                        known.update(one.arg for one in functions[called].args.args if one.arg != "self")
                        if isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name):
                            known.add(node.func.value.id)
        if before == (len(known), len(found)):
            return found


def _own(statement: ast.stmt) -> list[ast.expr]:
    """Return the expressions of a statement, without those of the statements inside of it."""
    found: list[ast.expr] = []
    left: list[ast.AST] = [statement]
    while left:
        for child in ast.iter_child_nodes(left.pop()):
            if isinstance(child, ast.stmt):
                continue
            left.append(child)
            if isinstance(child, ast.expr):
                found.append(child)
    return found
