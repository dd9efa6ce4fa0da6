"""The same program as a project: constants, functions and classes of one file, in modules of a package.

What is named first should not depend on how a program is spread over files. Lines keep their text and marks.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable
from dataclasses import dataclass

PACKAGE = "project"
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_LEAST = 2  # definitions that make two modules
_OF_A_MODULE = frozenset(("__doc__", "__file__", "__name__"))


@dataclass(frozen=True)
class _Block:
    """A statement of the top level. lines: with decorators, and comments above. given: the names that it binds."""

    node: ast.stmt
    lines: tuple[str, ...]

    @property
    def given(self) -> set[str]:
        return _bound(self.node)

    @property
    def needed(self) -> set[str]:
        loaded = {one.id for one in ast.walk(self.node) if isinstance(one, ast.Name)}
        return loaded - set(dir(builtins))


def split(name: str, text: str) -> dict[str, str]:
    """Return a program's files: `name` with what is left, and modules; `name` alone if nothing can be moved."""
    blocks = _blocks(text)
    imports = [one for one in blocks if isinstance(one.node, (ast.Import, ast.ImportFrom))]
    imported = {given for one in imports for given in one.given}
    constants = _constants(blocks, imported)
    definitions = _movable(blocks, imported, {given for one in constants for given in one.given})
    if not definitions:
        return {name: text}
    moved = {id(one) for one in (*constants, *definitions)}
    parts = {"settings": constants, **_halves(definitions)}
    head = _import_lines(imports)
    files, names = {f"{PACKAGE}/__init__.py": ""}, dict[str, list[str]]()
    for part, members in parts.items():
        if members:
            files[f"{PACKAGE}/{part}.py"] = "\n".join([*head, *_from(names), *_texts(members)]) + "\n"
            names[part] = sorted(given for one in members for given in one.given)
    left = [one for one in blocks if id(one) not in moved]
    last = max((place for place, one in enumerate(left) if one in imports), default=-1)
    if last < 0:  # behind the docstring
        last = 0 if left and isinstance(left[0].node, ast.Expr) else -1
    main = [*_texts(left[: last + 1]), *_from(names), *_texts(left[last + 1 :])]
    return {name: "\n".join(main) + "\n", **files}


def _blocks(text: str) -> list[_Block]:
    lines = text.splitlines()
    blocks, end = [], 0
    for node in ast.parse(text).body:
        last = node.end_lineno or node.lineno
        if last > end:  # of `a = 1; b = 2` the first takes the line
            blocks.append(_Block(node, tuple(lines[end:last])))
            end = last
    return blocks


def _bound(node: ast.stmt) -> set[str]:
    if isinstance(node, _DEFINITIONS):
        return {node.name}
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return {(one.asname or one.name).partition(".")[0] for one in node.names}
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}


def _constants(blocks: list[_Block], imported: set[str]) -> list[_Block]:
    """Return assignments to names in capitals that need nothing but modules and each other."""
    found: list[_Block] = []
    known = set(imported)
    for one in blocks:
        plain = isinstance(one.node, (ast.Assign, ast.AnnAssign)) and all(
            name.isupper() for name in one.given
        )
        if plain and one.given and one.needed - one.given <= known and not one.given & known:
            found.append(one)
            known |= one.given
    return found


def _movable(blocks: list[_Block], imported: set[str], constants: set[str]) -> list[_Block]:
    """Return the functions and classes that need no variable of the script."""
    found = [one for one in blocks if isinstance(one.node, _DEFINITIONS)]
    others = {
        given for one in blocks if one not in found for given in one.given
    } - imported - constants | _OF_A_MODULE
    rebound = {
        name
        for one in blocks
        for node in ast.walk(one.node)
        if isinstance(node, ast.Global)
        for name in node.names
    }
    while True:
        given = {name for one in found for name in one.given}
        left = {name for one in blocks if isinstance(one.node, _DEFINITIONS) for name in one.given} - given
        stays = [one for one in found if _free(one.node) & (others | left | rebound)]
        if not stays:
            return found
        found = [one for one in found if one not in stays]


def _free(node: ast.stmt) -> set[str]:
    """Return the names that a definition reads and that are not its own, about: parameters and its variables are."""
    own = {one.arg for one in ast.walk(node) if isinstance(one, ast.arg)}
    own |= {one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
    return {
        one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load)
    } - own


def _halves(definitions: list[_Block]) -> dict[str, list[_Block]]:
    """Return the definitions in two modules of which the second uses the first; in one if they use each other."""
    middle = len(definitions) // 2
    first, second = definitions[:middle], definitions[middle:]
    given = {name for one in second for name in one.given}
    if len(definitions) < _LEAST or any(one.needed & given for one in first):
        return {"parts": definitions}
    return {"tools": first, "parts": second}


def _import_lines(imports: Iterable[_Block]) -> list[str]:
    return [ast.unparse(one.node) for one in imports]


def _from(names: dict[str, list[str]]) -> list[str]:
    return [f"from {PACKAGE}.{part} import {', '.join(given)}" for part, given in names.items()]


def _texts(blocks: Iterable[_Block]) -> list[str]:
    return [line for one in blocks for line in one.lines]
