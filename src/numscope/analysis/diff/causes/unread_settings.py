"""Settings that the second program still names, and reads nowhere: `high = 12.5` of a switch that asks for `low` twice.

Read in the texts alone, so that it finds what plain Python decides. The line to blame is the step that the first
program takes with this value.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from numscope.analysis.concepts.callers import FUNCTIONS, Function
from numscope.analysis.concepts.program import program_of
from numscope.analysis.diff.causes.steps_of_text import Step, steps_of
from numscope.analysis.diff.program_change import SourceChange
from numscope.trace import Trace

# They read all that an object or a function has.
_READ_ALL = frozenset(
    ("asdict", "astuple", "fields", "vars", "locals", "globals", "getattr", "replace", "__dict__")
)


def unread_setting(first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of the second program that takes a step with another value than the one it leaves unread.

    None unless exactly one step of the first is given that value, and one of the second stands for it.
    """
    programs = program_of(first), program_of(second)
    unread = _unread(programs[1].tree)
    if not unread:
        return None
    before, after = (steps_of(one.tree) for one in programs)
    known = _values(programs[0].tree)
    lines = {
        (old.line, new.line)
        for word in unread
        if word in known
        for old, new in _other_values(word, before, after)
    }
    if len(lines) != 1:
        return None
    ((old, new),) = lines
    was, now = programs[0].place(old), programs[1].place(new)
    texts = first.sources.line(*was).strip(), second.sources.line(*now).strip()
    return SourceChange(None, None, *now, texts)


def _other_values(word: str, before: list[Step], after: list[Step]) -> Iterator[tuple[Step, Step]]:
    """Yield the only step of the first program with a value, with those of the second that have another there."""
    with_value = [one for one in before if word in one.words]
    if len(with_value) != 1 or any(word in one.words for one in after):
        return
    (old,) = with_value
    for new in after:
        if (old.kind, [one.place for one in old.given]) == (
            new.kind,
            [one.place for one in new.given],
        ) and all(
            a.word == word or (a.word, a.name) == (b.word, b.name)
            for a, b in zip(old.given, new.given, strict=True)
        ):
            yield old, new


def _unread(tree: ast.Module) -> list[str]:
    """Return the values that are given to names which nothing reads, and that stand nowhere else."""
    read = [node for node in ast.walk(tree) if isinstance(getattr(node, "ctx", None), ast.Load)]
    attributes = {node.attr for node in read if isinstance(node, ast.Attribute)}
    loaded = attributes | {node.id for node in read if isinstance(node, ast.Name)}
    if loaded & _READ_ALL:
        return []
    values = _values(tree)
    # What a constructor keeps under a parameter's name is read once, to keep it.
    found = [
        repr(value.value)
        for name, value, is_kept in _settings(tree)
        if name not in (attributes if is_kept else loaded)
    ]
    return [word for word in found if values.count(word) == 1]


def _values(tree: ast.Module) -> list[str]:
    """Return all values that a text writes, but for those that are everywhere."""
    values = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return [repr(one) for one in values if isinstance(one, (int, float, str)) and not _is_everywhere(one)]


def _is_everywhere(value: float | str) -> bool:
    return isinstance(value, bool) or value in (0, 1, -1, 2, "")


def _settings(tree: ast.Module) -> Iterator[tuple[str, ast.Constant, bool]]:
    """Yield the names of constants, fields and parameters with their values, and whether it is what keeps one."""
    for scope in ast.walk(tree):
        if isinstance(scope, (ast.Module, ast.ClassDef)):
            for node in scope.body:
                targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
                value = getattr(node, "value", None)
                if isinstance(targets[0], ast.Name) and isinstance(value, ast.Constant):
                    yield targets[0].id, value, False
        elif isinstance(scope, FUNCTIONS):
            yield from _defaults(scope)


def _defaults(function: Function) -> Iterator[tuple[str, ast.Constant, bool]]:
    """Yield the parameters of a function that have a value; of one that it only keeps, the attribute's name."""
    given = function.args
    last = [*given.posonlyargs, *given.args][len(given.posonlyargs) + len(given.args) - len(given.defaults) :]
    both = [*zip(last, given.defaults, strict=True), *zip(given.kwonlyargs, given.kw_defaults, strict=True)]
    for parameter, value in both:
        if isinstance(value, ast.Constant):
            read = [
                node
                for node in ast.walk(function)
                if isinstance(node, ast.Name) and node.id == parameter.arg and isinstance(node.ctx, ast.Load)
            ]
            kept = _kept_as(function, parameter.arg)
            if not read:
                yield f"{parameter.arg} of {function.name}", value, False
            elif len(read) == 1 and kept is not None:
                yield kept, value, True


def _kept_as(function: Function, name: str) -> str | None:
    """Return the attribute in which a function keeps a parameter."""
    for node in function.body:
        if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Attribute):
            continue
        if isinstance(node.value, ast.Name) and node.value.id == name:
            return node.targets[0].attr
    return None
