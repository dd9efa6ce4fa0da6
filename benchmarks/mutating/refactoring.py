"""Several changes of a program at once that keep its results, and where each of its statements came from."""

from __future__ import annotations

import ast
import copy
import random
from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.mutating import restructuring, rewording
from benchmarks.mutating.syntax import lines, statements

Change = Callable[[ast.Module, random.Random], bool]

WORDING: tuple[Change, ...] = (
    rewording.rename,
    rewording.swap_factors,
    rewording.functions_as_methods,
    rewording.name_arguments,
    rewording.place_arguments,
    rewording.name_a_part,
    rewording.make_a_function,
    rewording.inline,
    rewording.constants_above,
    rewording.as_f_strings,
    rewording.write_types,
)
STRUCTURE: tuple[Change, ...] = (
    restructuring.reorder,
    restructuring.comprehension_as_loop,
    restructuring.loop_as_comprehension,
    restructuring.add_in_place,
    restructuring.take_out_function,
    restructuring.take_out_function,
)
WHOLE: tuple[Change, ...] = (restructuring.wrap_in_main, restructuring.wrap_in_class)


@dataclass(frozen=True)
class Refactored:
    """A program that was rewritten. changes: how. origins: lines of the old text, by the first line of a statement."""

    text: str
    changes: tuple[str, ...]
    origins: dict[int, tuple[int, int]]


def chosen(choose: random.Random) -> list[Change]:
    """Return changes to apply, in this order: those of wording, then of structure, then of the whole."""
    some = choose.sample(WORDING, k=choose.randint(3, 6)) + choose.sample(STRUCTURE, k=choose.randint(1, 3))
    return some + ([choose.choice(WHOLE)] if choose.random() < 0.6 else [])


def refactored(text: str, seed: int, keeps: Callable[[str], bool]) -> Refactored | None:
    """Return a program with several changes; None if none can be made. keeps: whether a text has the same results.

    If all at once do not keep them, they are made one by one, and those are left out that do not.
    """
    wanted = chosen(random.Random(seed))
    start = _with_origins(text)
    whole = _changed(start, wanted, seed)
    if whole is None:
        return None
    tree, made = whole
    if not keeps(ast.unparse(tree)):
        tree, made = start, []
        for one in wanted:
            found = _changed(tree, [one], seed)
            if found is not None and keeps(ast.unparse(found[0])):
                tree, made = found[0], [*made, one]
    if not made:
        return None
    new = ast.unparse(tree)
    return Refactored(new, tuple(one.__name__ for one in made), _origins(tree, new))


def _with_origins(text: str) -> ast.Module:
    tree = ast.parse(text)
    for one in statements(tree):
        one.origin = lines(one)
    return tree


def _changed(tree: ast.Module, changes: list[Change], seed: int) -> tuple[ast.Module, list[Change]] | None:
    """Return a copy with changes, and those that changed something; None if it is no program."""
    tree, made = copy.deepcopy(tree), []
    for one in changes:
        if one(tree, random.Random(f"{seed} {one.__name__} {len(made)}")):
            made.append(one)
    ast.fix_missing_locations(tree)
    try:
        compile(ast.unparse(tree), "program", "exec")
    except SyntaxError:
        return None
    return (tree, made) if made else None


def _origins(tree: ast.Module, text: str) -> dict[int, tuple[int, int]]:
    """Return where statements of a text came from: those of its tree and of the text stand in the same order."""
    found = {}
    for old, new in zip(statements(tree), statements(ast.parse(text)), strict=True):
        if getattr(old, "origin", None) is not None:
            found[new.lineno] = old.origin
    return found
