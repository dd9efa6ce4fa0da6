"""How a part of one program is written at a place of the other, whose names are other ones."""

from __future__ import annotations

import ast
import builtins
import copy
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping

from numscope.analysis.concepts.callers import FUNCTIONS
from numscope.analysis.diff.trying.fragments import Fragments, Part, Place, plain_name

# Expressions of so many nodes that are the same but for their names tell what the names of one are in the other.
_FEWEST_TELLING = 5
_OWN = ("self", "cls")


class Rendering:
    """Writes parts of the first program at places of the second. renamed: names that have another name there."""

    def __init__(self, first: Fragments, second: Fragments, renamed: Mapping[str, str]) -> None:
        self._second = second
        self._meanings = _meanings(first, second)
        for old, new in renamed.items():
            self._meanings[old].insert(0, new)
        self._constants = _constants(first)
        self._imports = [_imports(program) for program in (first, second)]
        classes = [place.node for place in second.places if isinstance(place.node, ast.ClassDef)]
        self._classes = [_attributes(one) for one in classes]
        self._globals = {file: _bound(tree.body) for file, tree in second.trees.items()}

    def written(
        self,
        node: ast.expr | ast.stmt,
        at: Part | Place,
        hole: ast.AST | None = None,
        filling: ast.expr | None = None,
    ) -> str | None:
        """Return the text of a node of the first program at a place of the second; None if a name has no meaning there.

        hole: a part of the node, in the place of which stands `filling`.
        """
        known = self._known(at)
        own = {
            one.id
            for one in ast.walk(node)
            if isinstance(one, ast.Name) and not isinstance(one.ctx, ast.Load)
        }
        own |= {one.arg for one in ast.walk(node) if isinstance(one, ast.arg)}
        writer = _Writer(self, known, own, hole, filling)
        try:
            return ast.unparse(ast.fix_missing_locations(writer.visit(_copied(node, hole))))
        except LookupError:
            return None

    def name(self, name: str, known: Iterable[str]) -> ast.expr:
        """Return what a name of the first program is at a place that has `known` names. Raises LookupError."""
        here = list(known)
        if name in self._imports[0]:
            module = self._imports[0][name]
            alias = next((one for one, other in self._imports[1].items() if other == module), None)
            if alias is None:
                raise LookupError(name)
            return ast.Name(alias, ast.Load())
        same = [one for one in here if plain_name(one.rpartition(".")[2]) == plain_name(name)]
        for one in (*self._meanings[name], *([name] if name in here else []), *same):
            if one in here:
                return ast.parse(one, mode="eval").body
        if name in self._constants:
            return copy.deepcopy(self._constants[name])
        if hasattr(builtins, name):
            return ast.Name(name, ast.Load())
        raise LookupError(name)

    def is_given(self, node: ast.expr) -> bool:
        """Return whether a node of the second program is an imported name, or that of an object of its own."""
        return isinstance(node, ast.Name) and (node.id in self._imports[1] or node.id in _OWN)

    def is_readable(self, node: ast.AST, at: Place) -> bool:
        """Return whether a statement of the second program can stand at another place of it."""
        known = {*self._known(at), *self._imports[1], *dir(builtins)}
        known |= set(_OWN) if any(isinstance(one, ast.ClassDef) for one in at.within) else set()
        return all(one.id in known for one in ast.walk(node) if isinstance(one, ast.Name))

    def _known(self, at: Part | Place) -> list[str]:
        """Return the names that a place of the second program can read, the nearest first."""
        found: list[str] = []
        for scope in reversed(at.within):
            if isinstance(scope, FUNCTIONS):
                arguments = scope.args
                named = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
                own = [one.arg for one in named if one.arg not in _OWN]
                found += [*own, *_bound(scope.body)]
                found += [f"{name}.{field}" for name in own for field in self._fields(name, scope)]
            elif isinstance(scope, ast.ClassDef):
                found += [f"self.{name}" for name in _attributes(scope)]
        return [*found, *self._globals.get(at.file, ())]

    def _fields(self, name: str, scope: ast.AST) -> list[str]:
        """Return the attributes of an object of which a function reads one: those of the class that has it."""
        read = {
            one.attr
            for one in ast.walk(scope)
            if isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name) and one.value.id == name
        }
        return [field for fields in self._classes if read & set(fields) for field in fields]


class _Writer(ast.NodeTransformer):
    def __init__(
        self,
        names: Rendering,
        known: list[str],
        own: set[str],
        hole: ast.AST | None,
        filling: ast.expr | None,
    ) -> None:
        self._names, self._known, self._own = names, known, own
        self._hole, self._filling = hole, filling

    def visit(self, node: ast.AST) -> ast.AST:
        if self._hole is not None and getattr(node, "is_hole", False):
            assert self._filling is not None
            return copy.deepcopy(self._filling)
        found: ast.AST = super().visit(node)
        return found

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if isinstance(node.ctx, ast.Load):
            return node if node.id in self._own else self._names.name(node.id, self._known)
        try:
            found = self._names.name(node.id, self._known)
        except LookupError:
            return node
        found.ctx = ast.Store()  # type: ignore[attr-defined]
        return found

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if isinstance(node.value, ast.Name) and node.value.id in _OWN:
            return (
                self.visit(ast.Name(node.attr, node.ctx)) if f"self.{node.attr}" not in self._known else node
            )
        return self.generic_visit(node)


def _copied(node: ast.AST, hole: ast.AST | None) -> ast.AST:
    if hole is None:
        return copy.deepcopy(node)
    hole.is_hole = True  # type: ignore[attr-defined]
    try:
        return copy.deepcopy(node)
    finally:
        del hole.is_hole  # type: ignore[attr-defined]


def _meanings(first: Fragments, second: Fragments) -> defaultdict[str, list[str]]:
    """Return the names of the second program for those of the first, by expressions that are alike but for names."""
    shapes: dict[str, Part] = {}
    for part in first.parts:
        if part.size >= _FEWEST_TELLING:
            shapes.setdefault(_shape(part.node), part)
    votes: Counter[tuple[str, str]] = Counter()
    for part in second.parts:
        other = shapes.get(_shape(part.node)) if part.size >= _FEWEST_TELLING else None
        if other is not None:
            pairs = zip(_names(other.node), _names(part.node), strict=True)
            votes.update((one.rpartition(".")[2], new) for one, new in pairs)
    found: defaultdict[str, list[str]] = defaultdict(list)
    for (old, new), _ in votes.most_common():
        found[old].append(new)
    return found


def _shape(node: ast.AST) -> str:
    return ast.unparse(_Nameless().visit(copy.deepcopy(node)))


class _Nameless(ast.NodeTransformer):
    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.Name("_", node.ctx)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if isinstance(node.value, ast.Name) and node.value.id in _OWN:
            return ast.Name("_", node.ctx)
        return ast.Attribute(self.visit(node.value), node.attr, node.ctx)


def _names(node: ast.AST) -> Iterator[str]:
    """Yield the names of an expression in their order, `self.x` as one."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in _OWN:
        yield f"self.{node.attr}"
    elif isinstance(node, ast.Name):
        yield node.id
    else:
        for child in ast.iter_child_nodes(node):
            yield from _names(child)


def _constants(program: Fragments) -> dict[str, ast.expr]:
    """Return the numbers and texts that have a name, given once."""
    given: Counter[str] = Counter()
    found: dict[str, ast.expr] = {}
    for place in program.places:
        node = place.node
        for one in ast.walk(node) if not hasattr(node, "body") else ():
            if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store):
                given[one.id] += 1
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            target, values = node.targets[0], node.value
            targets = target.elts if isinstance(target, ast.Tuple) else [target]
            parts = (
                values.elts if isinstance(values, ast.Tuple) and isinstance(target, ast.Tuple) else [values]
            )
            for name, value in zip(targets, parts, strict=False):
                if isinstance(name, ast.Name) and isinstance(value, ast.Constant):
                    found[name.id] = value
    return {name: value for name, value in found.items() if given[name] == 1}


def _imports(program: Fragments) -> dict[str, str]:
    """Return what the names stand for that a program imports."""
    found = {}
    for node in (node for tree in program.trees.values() for node in ast.walk(tree)):
        if isinstance(node, ast.Import):
            found.update({one.asname or one.name.partition(".")[0]: one.name for one in node.names})
        elif isinstance(node, ast.ImportFrom):
            found.update({one.asname or one.name: f"{node.module}.{one.name}" for one in node.names})
    return found


def _bound(body: Iterable[ast.stmt]) -> list[str]:
    """Return the names that statements give, not those of functions inside of them."""
    found: dict[str, None] = {}
    rest: list[ast.AST] = list(body)
    while rest:
        node = rest.pop(0)
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            found[node.name] = None
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found[node.id] = None
        rest[:0] = list(ast.iter_child_nodes(node))
    return list(found)


def _attributes(scope: ast.ClassDef) -> list[str]:
    """Return the attributes that an object of a class has."""
    found = dict.fromkeys(_bound(scope.body))
    for node in ast.walk(scope):
        is_own = (
            isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in _OWN
        )
        if is_own and isinstance(node.ctx, ast.Store):  # type: ignore[attr-defined]
            found[node.attr] = None  # type: ignore[attr-defined]
    return list(found)
