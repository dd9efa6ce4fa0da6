"""What names stand for that the files of one program import from each other."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePath

from numscope.analysis.concepts.callers import FUNCTIONS

_SCOPES = (*FUNCTIONS, ast.ClassDef, ast.Lambda)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_INIT = "__init__"
_LONGEST = 8  # a name that passes through more files is not followed


@dataclass
class _Module:
    """One file. names: what it defines itself at its top level. aliases: what it imports, by the name it has here.

    An alias leads to a file, or to a name of a file. stars: files of which it imports everything.
    """

    file: str
    tree: ast.Module
    names: set[str]
    aliases: dict[str, tuple[str, str | None]] = field(default_factory=dict)
    stars: list[str] = field(default_factory=list)

    @property
    def needed(self) -> list[str]:
        """The files that it imports."""
        return [*self.stars, *(file for file, _ in self.aliases.values())]


class Imports:
    """The modules of a program by file, with what they import from each other. trees: theirs; they are changed."""

    def __init__(self, trees: Mapping[str, ast.Module]) -> None:
        self._files = {_parts(file): file for file in trees}
        self._modules = {file: _Module(file, tree, _defined(tree)) for file, tree in trees.items()}
        for one in self._modules.values():
            for node in ast.walk(one.tree):
                if isinstance(node, (ast.Import, ast.ImportFrom)):
                    self._note(one, node)

    def order(self) -> list[str]:
        """Return the files, each behind those that it imports."""
        found: dict[str, None] = {}
        for file in self._modules:
            self._put(file, found, set())
        return list(found)

    def resolve(self) -> None:
        """Give each name of a module in its tree one form that it has in all trees, and take these imports out."""
        known: dict[str, set[str]] = {}
        for one in self._modules.values():
            for name in one.names:
                known.setdefault(name, set()).add(one.file)
        shared = {name: files for name, files in known.items() if len(files) > 1}
        for one in self._modules.values():
            _Renamer(self, one.file, shared).visit(one.tree)

    def meant(self, file: str, dotted: str, depth: int = _LONGEST) -> tuple[str, str | None] | None:
        """Return the file, and the name in it, that a name of `file` stands for; None if it is none of the program's.

        The name is None where a module is meant.
        """
        one = self._modules[file]
        if dotted in one.names:
            return file, dotted
        if depth == 0:
            return None
        if dotted in one.aliases:
            target, name = one.aliases[dotted]
            return (target, None) if name is None else self.meant(target, name, depth - 1)
        owner, _, last = dotted.rpartition(".")
        if owner:
            module = self.meant(file, owner, depth - 1)
            return None if module is None or module[1] is not None else self.meant(module[0], last, depth - 1)
        through = (self.meant(star, dotted, depth - 1) for star in one.stars)
        return next((found for found in through if found is not None), None)

    def is_own(self, file: str, node: ast.Import | ast.ImportFrom) -> bool:
        """Return whether an import takes nothing but what is the program's own."""
        if isinstance(node, ast.ImportFrom):
            return self._found(file, node.module, node.level) is not None or all(
                self._below(file, node, alias.name) is not None for alias in node.names
            )
        return all(self._found(file, alias.name) is not None for alias in node.names)

    def _note(self, one: _Module, node: ast.Import | ast.ImportFrom) -> None:
        if isinstance(node, ast.Import):
            for alias in node.names:
                target = self._found(one.file, alias.name)
                if target is not None:
                    one.aliases[alias.asname or alias.name] = (target, None)
            return
        package = self._found(one.file, node.module, node.level)
        for alias in node.names:
            below = self._below(one.file, node, alias.name)
            if alias.name == "*":
                one.stars += [package] if package is not None else []
            elif below is not None:
                one.aliases[alias.asname or alias.name] = (below, None)
            elif package is not None:
                one.aliases[alias.asname or alias.name] = (package, alias.name)

    def _below(self, file: str, node: ast.ImportFrom, name: str) -> str | None:
        """Return the file of the module that is a name in a package."""
        return self._found(file, f"{node.module}.{name}" if node.module else name, node.level)

    def _found(self, file: str, dotted: str | None, level: int = 0) -> str | None:
        """Return the file of a module; the nearest to `file` of several with this name."""
        wanted = tuple(dotted.split(".")) if dotted else ()
        here = PurePath(file).parent.parts
        if level:
            base = (*here[: len(here) - level + 1], *wanted)
            return self._files.get(base)
        found = [parts for parts in self._files if wanted and parts[-len(wanted) :] == wanted]
        nearest = max(found, key=lambda parts: (_shared(parts, here), -len(parts)), default=None)
        return None if nearest is None else self._files[nearest]

    def _put(self, file: str, found: dict[str, None], begun: set[str]) -> None:
        if file in found or file in begun:
            return
        begun.add(file)
        for needed in self._modules[file].needed:
            self._put(needed, found, begun)
        found[file] = None


class _Renamer(ast.NodeTransformer):
    """Puts what is meant in the place of names, and takes imports of the program's own modules out."""

    def __init__(self, imports: Imports, file: str, shared: Mapping[str, set[str]]) -> None:
        self._imports, self._file, self._shared = imports, file, shared
        self._local: list[set[str]] = []

    def generic_visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            if not self._local:
                node.name = self._form((self._file, node.name))
            self._local.append(_bound_in(node))
            super().generic_visit(node)
            self._local.pop()
        else:
            super().generic_visit(node)
        if isinstance(body := getattr(node, "body", None), list) and not body:
            node.body = [ast.Pass(lineno=getattr(node, "lineno", 1), col_offset=0)]  # type: ignore[attr-defined]
        return node

    def visit_Import(self, node: ast.Import) -> ast.Import | None:
        return None if self._imports.is_own(self._file, node) else node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.ImportFrom | None:
        return None if self._imports.is_own(self._file, node) else node

    def visit_Name(self, node: ast.Name) -> ast.Name:
        found = None if self._is_local(node.id) else self._imports.meant(self._file, node.id)
        if found is not None and found[1] is not None:
            node.id = self._form((found[0], found[1]))
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        dotted = _dotted(node)
        if dotted and not self._is_local(dotted.partition(".")[0]):
            found = self._imports.meant(self._file, dotted)
            if found is not None and found[1] is not None:
                return ast.copy_location(ast.Name(self._form((found[0], found[1])), node.ctx), node)
        self.generic_visit(node)
        return node

    def _is_local(self, name: str) -> bool:
        return any(name in names for names in self._local)

    def _form(self, of: tuple[str, str]) -> str:
        file, name = of
        if name not in self._shared:
            return name
        parts, others = _parts(file), [_parts(one) for one in self._shared[name] if one != file]
        count = next(
            (n for n in range(1, len(parts)) if all(one[-n:] != parts[-n:] for one in others)), len(parts)
        )
        return ".".join((*parts[-count:], name))


def _parts(file: str) -> tuple[str, ...]:
    """Return the names of folders and module of a file; of a package those of its folder."""
    path = PurePath(file)
    return path.parent.parts if path.stem == _INIT else (*path.parent.parts, path.stem)


def _shared(parts: tuple[str, ...], others: tuple[str, ...]) -> int:
    pairs = zip(parts, others, strict=False)
    return next(
        (count for count, (one, other) in enumerate(pairs) if one != other), min(len(parts), len(others))
    )


def _dotted(node: ast.expr) -> str:
    """Return a name with dots; empty if an expression is none."""
    if isinstance(node, ast.Name):
        return node.id
    owner = _dotted(node.value) if isinstance(node, ast.Attribute) else ""
    return f"{owner}.{node.attr}" if owner and isinstance(node, ast.Attribute) else ""


def _defined(tree: ast.Module) -> set[str]:
    """Return the names of a module that it does not import."""
    return {name for node in _own_nodes(tree) for name in _bound_by(node)}


def _bound_in(scope: ast.AST) -> set[str]:
    """Return the names that a function or class binds in itself."""
    nodes = list(_own_nodes(scope))
    outer = {name for one in nodes if isinstance(one, (ast.Global, ast.Nonlocal)) for name in one.names}
    arguments = getattr(scope, "args", None)
    given = {one.arg for one in ast.walk(arguments) if isinstance(one, ast.arg)} if arguments else set()
    return given | {name for node in nodes for name in _bound_by(node)} - outer


def _bound_by(node: ast.AST) -> Iterator[str]:
    if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
        yield node.name
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id


def _own_nodes(scope: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a scope, but for those of the scopes in it."""
    for node in ast.iter_child_nodes(scope):
        yield node
        if not isinstance(node, (*_SCOPES, *_COMPREHENSIONS)):
            yield from _own_nodes(node)
