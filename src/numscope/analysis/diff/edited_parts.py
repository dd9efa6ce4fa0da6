"""Which parts of a statement differ from those of another, where names for a part of one of them stand for that part.

`field[0] = ambient` after `ambient = 20.0` says the same as `field[0] = 20.0`: a program's text is often split so.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher

from numscope.analysis.diff.statements import Statement, names_read, plain, said

# Names that stand for names may go in a circle.
_DEEPEST = 8


@dataclass(frozen=True)
class Edit:
    """A part of two statements that differs. first, second: the lines of the files where it stands."""

    first: int
    second: int


@dataclass(frozen=True)
class Names:
    """What names of two programs stand for. renamed: old to new; first, second: those of one program only."""

    renamed: Mapping[str, str]
    first: Mapping[str, ast.expr]
    second: Mapping[str, ast.expr]


def names_of_parts(statements: Iterable[Statement], others: Iterable[Statement]) -> dict[str, ast.expr]:
    """Return the expressions that have a name in one program only, by name: it is given once, by a plain assignment."""
    given = Counter(name for one in statements for name in one.binds)
    known = {name for other in others for name in (*other.binds, *names_read(other))}
    found = {}
    for one in statements:
        node = one.node
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            if given[name] == 1 and name not in known:
                found[name] = node.value
    return found


def edits(one: Statement, other: Statement, names: Names) -> list[Edit]:
    """Return the parts that differ, in their order; none if both statements say the same."""
    return list(_Comparison(names).differing(one.node, other.node, Edit(one.line, other.line)))


class _Comparison:
    def __init__(self, names: Names) -> None:
        self._names = names

    def differing(self, one: object, other: object, at: Edit) -> Iterator[Edit]:
        """Yield where two parts differ; `at` is where those that hold them stand."""
        if isinstance(one, list) and isinstance(other, list):
            yield from self._lists(one, other, at)
            return
        one, other = _whole(one, self._names.first), _whole(other, self._names.second)
        at = Edit(getattr(one, "lineno", at.first), getattr(other, "lineno", at.second))
        if isinstance(one, ast.AST) and type(one) is type(other):
            for name, value in said(one):
                yield from self.differing(value, getattr(other, name, None), at)
        elif isinstance(one, str) and isinstance(other, str):
            if other not in (one, self._names.renamed.get(one)):
                yield at
        elif one != other or isinstance(one, bool) != isinstance(other, bool):
            yield at

    def _lists(self, one: list[object], other: list[object], at: Edit) -> Iterator[Edit]:
        if len(one) == len(other):
            for mine, theirs in zip(one, other, strict=True):
                yield from self.differing(mine, theirs, at)
            return
        mine, theirs = ([_text(part) for part in parts] for parts in (one, other))
        for kind, i, j, k, m in SequenceMatcher(None, mine, theirs, autojunk=False).get_opcodes():
            if kind != "equal":
                first, second = one[i] if i < j else None, other[k] if k < m else None
                yield Edit(getattr(first, "lineno", at.first), getattr(second, "lineno", at.second))


def _whole(part: object, names: Mapping[str, ast.expr]) -> object:
    """Return the expression that a name stands for, if it does."""
    part = plain(part)
    for _ in range(_DEEPEST):
        if not (isinstance(part, ast.Name) and part.id in names):
            break
        part = names[part.id]
    return part


def _text(part: object) -> str:
    return ast.dump(part) if isinstance(part, ast.AST) else repr(part)
