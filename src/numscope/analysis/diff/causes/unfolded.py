"""What a line says once each name in it stands for what gives it: where two programs say something else there.

`optimizer.step()` says the same in both, and the class of the optimizer is chosen in a function far above; a column's
mean is put together on one line and taken on the next.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from numscope.analysis.concepts.program import program_of
from numscope.analysis.concepts.syntax import last_name
from numscope.analysis.diff.inner_calls import known_contents
from numscope.analysis.diff.named_parts import NamedParts
from numscope.analysis.diff.program_change import SourceChange
from numscope.analysis.diff.rounded_values import keeps_numbers
from numscope.operations.traits import Trait
from numscope.trace import Operation, Site, Trace
from numscope.trace.operation import AFTER

_MOST_DEEP = 30
_SAME_NAME = "select id from operations where name = ? and user_line is not null order by id limit 1"
_AT_LINE = (
    "select id from operations where user_file = ? and user_line = ? and depth = 0 order by id limit 100"
)
# How telling a difference is: another number or word, another function or class, another form.
_CONSTANT, _CALLED, _FORM = range(3)


def unfolded(parted: Operation, first: Trace, second: Trace, removed: bool) -> SourceChange | None:
    """Return the line of the second program by which the statement where values part says something else.

    removed: `parted` is of the first run. None if the other program has no counterpart of the statement, or if what
    differs stands at several lines or at the statement itself.
    """
    run, other = (first, second) if removed else (second, first)
    site = parted.user_site or parted.site
    theirs = None if site is None else _counterpart(site, parted.name, run, other)
    old, new = (site, theirs) if removed else (theirs, site)
    if old is None or new is None:
        return None
    programs = program_of(first, old), program_of(second, new)
    before, after = (NamedParts(one.tree) for one in programs)
    one, both = before.said_at(programs[0].line(old)), after.said_at(programs[1].line(new))
    if one is None or both is None or not _compute_alike(before.unfold(one), after.unfold(both)):
        return None
    found = list(_differences(before, one, after, both, 0))
    most = min((difference.rank for difference in found), default=None)
    lines = {difference.second: difference for difference in found if difference.rank == most}
    if len(lines) != 1:
        return None
    ((line, difference),) = lines.items()
    made = programs[1].site(line, new)
    if made.source.startswith(("def ", "class ")):
        return None
    if both.lineno <= line <= (both.end_lineno or both.lineno):
        return None
    if _gave_known(*made.place, first, second):
        return None
    was = programs[0].site(difference.first, old)
    return SourceChange(None, None, *made.place, (was.source, made.source))


def _counterpart(mine: Site, name: str, run: Trace, other: Trace) -> Site | None:
    """Return the line of the other program where an operation of the name runs, or the only one that calls it so.

    Not every way to a library's function is recorded: `smf.ols(...).fit()` for `sm.OLS(...).fit()`.
    """
    found = other.ask(_SAME_NAME, [name])["id"].to_pylist()
    if found:
        there: Operation = other.operations[found[0]]
        return there.user_site or there.site
    here, theirs = program_of(run, mine), program_of(other)
    called = _called_at(NamedParts(here.tree).said_at(here.line(mine)))
    lines = {
        node.lineno
        for node in ast.walk(theirs.tree)
        if isinstance(node, ast.Call) and called and _called_at(node) == called
    }
    return theirs.site(lines.pop(), mine) if len(lines) == 1 else None


def _called_at(node: ast.AST | None) -> str:
    return last_name(node.func) if isinstance(node, ast.Call) else ""


def _compute_alike(old: ast.expr, new: ast.expr) -> bool:
    """Return whether two expressions have one form and call the same function: else they are two statements."""
    if type(old) is not type(new):
        return False
    if isinstance(old, ast.Call) and isinstance(new, ast.Call):
        return last_name(old.func) == last_name(new.func)
    return True


def _gave_known(file: str, line: int, first: Trace, second: Trace) -> bool:
    """Return whether a line gave arrays, and the first run has all of them: it is right, whatever it says.

    Memory that nobody wrote holds nothing that could be wrong, and a cast that changed no number changed nothing.
    """
    ids = second.ask(_AT_LINE, [file, line])["id"].to_pylist()
    operations = second.operations.fetch(ids)
    computing = [one for one in operations if not keeps_numbers(one)]
    made = {content for one in computing for content in _contents(one, True)}
    unwritten = {
        content for one in computing if one.traits & Trait.UNINITIALISED for content in _contents(one, True)
    }
    cast = {content for one in operations if one not in computing for content in _contents(one, False)}
    used = {content for one in computing for content in _contents(one, False)}
    # A line that uses up all its arrays, for one number, gave what these show.
    given = (made - used - unwritten) | cast or made - unwritten
    return bool(made) and not given - known_contents(first, given)


def _contents(operation: Operation, after: bool) -> set[str]:
    """Return the arrays that an operation made, or was given."""
    arrays = [one for one in operation.operands if one.hash is not None and one.shape]
    return {one.hash for one in arrays if (one.role in AFTER) == after and one.hash is not None}


@dataclass(frozen=True)
class _Difference:
    rank: int
    first: int
    second: int


def _differences(
    before: NamedParts, old: ast.expr, after: NamedParts, new: ast.expr, depth: int
) -> Iterator[_Difference]:
    """Yield where two expressions say something else. What a text doesn't give counts as the same."""
    old, new = before.unfold(old), after.unfold(new)
    names = before.library_name(old), after.library_name(new)
    unknown = any(
        isinstance(one, ast.Name) and name is None for one, name in zip((old, new), names, strict=True)
    )
    if unknown or depth > _MOST_DEEP:
        return
    if type(old) is not type(new):
        # A number that is written in one program and computed in the other is no difference by itself.
        if not isinstance(old, ast.Constant) and not isinstance(new, ast.Constant):
            yield _Difference(_FORM, old.lineno, new.lineno)
    elif isinstance(old, ast.Constant) and isinstance(new, ast.Constant):
        if old.value != new.value:
            yield _Difference(_CONSTANT, old.lineno, new.lineno)
    elif names != (None, None) or (isinstance(old, ast.Attribute) and last_name(old) != last_name(new)):
        if names[0] != names[1] or names[0] is None:
            yield _Difference(_CALLED, old.end_lineno or old.lineno, new.end_lineno or new.lineno)
    elif isinstance(old, ast.Call) and isinstance(new, ast.Call):
        yield from _differences(before, old.func, after, new.func, depth + 1)
        # What another function is given says nothing.
        if last_name(old.func) == last_name(new.func):
            pairs = _paired_arguments(old, new)
            if pairs is None:
                yield _Difference(_FORM, old.lineno, new.lineno)
            for one, other in pairs or ():
                yield from _differences(before, one, after, other, depth + 1)
    else:
        one_by_one = list(ast.iter_child_nodes(old)), list(ast.iter_child_nodes(new))
        if list(map(type, one_by_one[0])) != list(map(type, one_by_one[1])) and len(one_by_one[0]) != len(
            one_by_one[1]
        ):
            yield _Difference(_FORM, old.lineno, new.lineno)
            return
        for a, b in zip(*one_by_one, strict=True):
            if isinstance(a, ast.expr) and isinstance(b, ast.expr):
                yield from _differences(before, a, after, b, depth + 1)
            elif isinstance(a, (ast.operator, ast.unaryop, ast.cmpop)) and type(a) is not type(b):
                yield _Difference(_CALLED, old.lineno, new.lineno)


def _paired_arguments(old: ast.Call, new: ast.Call) -> list[tuple[ast.expr, ast.expr]] | None:
    """Return which arguments of two calls stand for each other, one left on each side too; None if others are left."""
    pairs = list(zip(old.args, new.args, strict=False))
    named = [{one.arg: one.value for one in call.keywords} for call in (old, new)]
    shared = named[0].keys() & named[1].keys()
    pairs += [(value, named[1][name]) for name, value in named[0].items() if name in shared]
    left = [
        [
            *call.args[len(pairs) - len(shared) :],
            *(value for name, value in mine.items() if name not in shared),
        ]
        for call, mine in zip((old, new), named, strict=True)
    ]
    if len(left[0]) != len(left[1]) or len(left[0]) > 1:
        return None
    return pairs + list(zip(*left, strict=True))
