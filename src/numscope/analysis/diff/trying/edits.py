"""Small changes of the second program that could make it the first again: parts of the first in place of its own."""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import cached_property

from numscope.analysis.concepts.syntax import last_name
from numscope.analysis.diff.trying.fragments import Fragments, Part, Place, form_of, inside
from numscope.analysis.diff.trying.rendering import Rendering

# What is put around an expression has at most so many more nodes than it.
_MOST_AROUND = 12
_LEAST_ALIKE = 0.4
# What a kind of change costs beside how unlike the parts are: the cheapest are tried first.
_AROUND, _KEYWORD, _REPLACED, _BARE = 0.0, 0.05, 0.1, 0.3
_DROPPED, _ELSEWHERE, _PUT_IN, _TURNED = 0.35, 0.45, 0.5, 0.4
# Of a step that is put around a part: itself, how unlike what it was around is, and that the second takes it anyhow.
_STEP, _UNLIKE, _KNOWN_STEP = 0.05, 0.3, 0.15
_MOVED, _SHIFTED = 0.25, 0.15
_TOKEN = 0.02  # of each word or sign by which the texts differ
_TOKENS = re.compile(r"\w+|[^\w\s]")
_NEGATED = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}


@dataclass(frozen=True)
class SmallChange:
    """A change of one line of the second program. before, after: what stands there; text: the whole file with it."""

    file: str
    line: int
    before: str
    after: str
    text: str
    cost: float


class SmallChanges:
    """The small changes of some lines of the second program. texts: its files; lines: by file."""

    def __init__(
        self,
        texts: tuple[Mapping[str, Sequence[str]], Mapping[str, Sequence[str]]],
        lines: Collection[tuple[str, int]],
        renamed: Mapping[str, str],
    ) -> None:
        self._texts = texts[1]
        self._first, self._second = (Fragments(one) for one in texts)
        self._rendering = Rendering(self._first, self._second, renamed)
        self._lost = self._first.forms - self._second.forms
        self._new = self._second.forms - self._first.forms
        self._lines = lines

    def all(self) -> list[SmallChange]:
        """Return the changes, the likeliest first."""
        cheapest: dict[tuple[str, str], SmallChange] = {}
        for change in (*self._of_parts(), *self._of_statements()):
            one = replace(change, cost=change.cost + _TOKEN * _difference(change.before, change.after))
            same = cheapest.get((one.file, one.text))
            if same is None or one.cost < same.cost:
                cheapest[one.file, one.text] = one
        return sorted(cheapest.values(), key=lambda one: one.cost)

    def _of_parts(self) -> Iterator[SmallChange]:
        lost = _distinct(part for part in self._first.parts if self._lost[part.form])
        for part in self._second.parts:
            if (part.file, part.node.lineno) not in self._lines or self._rendering.is_given(part.node):
                continue
            for after, cost in (*self._put_around(part, lost), *self._own(part), *self._replaced(part, lost)):
                change = self._changed(part, after, cost)
                if change is not None:
                    yield change

    def _put_around(self, part: Part, lost: Sequence[Part]) -> Iterator[tuple[str, float]]:
        """Yield what the first program has around the same expression, and what it has around another."""
        if isinstance(part.node, ast.Constant):
            return
        for other in lost:
            if other.size > part.size + _MOST_AROUND:
                continue
            for inner in inside(other.node):
                if inner is other.node:
                    continue
                cost = self._cost_around(part, other.node, inner)
                after = (
                    self._rendering.written(other.node, part, inner, part.node) if cost is not None else None
                )
                if after is not None and cost is not None:
                    yield after, cost

    def _cost_around(self, part: Part, outer: ast.expr, inner: ast.expr) -> float | None:
        """Return what it costs to put what stands around `inner` around a part; None if that is no single step."""
        form = self._form(inner)
        if form == part.form:
            return _AROUND
        step = _step(outer, inner)
        if step is None:
            return None
        alike = SequenceMatcher(None, form, part.form, autojunk=False).ratio()
        return _STEP + _UNLIKE * (1 - alike) + (_KNOWN_STEP if step in self._steps else 0.0)

    @cached_property
    def _steps(self) -> set[str]:
        """The steps that the second program takes."""
        pairs = ((part.node, inner) for part in self._second.parts for inner in inside(part.node))
        return {step for outer, inner in pairs if outer is not inner and (step := _step(outer, inner))}

    def _form(self, node: ast.AST) -> str:
        known: str | None = getattr(node, "plain_form", None)
        if known is None:
            known = node.plain_form = form_of(node)  # type: ignore[attr-defined]
        return known

    def _replaced(self, part: Part, lost: Sequence[Part]) -> Iterator[tuple[str, float]]:
        """Yield parts that only the first program has, in the place of one that only the second has."""
        if not self._new[part.form]:
            return
        for other in lost:
            if isinstance(part.node, ast.Constant) != isinstance(other.node, ast.Constant):
                continue
            alike = SequenceMatcher(None, part.form, other.form, autojunk=False).ratio()
            if isinstance(part.node, ast.Constant):
                alike = 0.7 if type(part.node.value) is type(other.node.value) else 0.0  # type: ignore[attr-defined]
            if alike < _LEAST_ALIKE:
                continue
            after = self._rendering.written(other.node, part)
            if after is not None:
                yield after, _REPLACED + 0.6 * (1 - alike)

    def _own(self, part: Part) -> Iterator[tuple[str, float]]:
        """Yield changes of a part alone: keywords of the first program's calls, what stands inside, other signs."""
        node = part.node
        if isinstance(node, ast.Call):
            for other in self._first.parts:
                if isinstance(other.node, ast.Call) and last_name(other.node.func) == last_name(node.func):
                    yield from self._arguments(part, node, other.node)
            yield from self._keywords(part, node)
            if len(node.args) > 1:
                turned = copy.deepcopy(node)
                turned.args[:2] = turned.args[1::-1]
                yield ast.unparse(turned), _TURNED
        if self._new[part.form] and not self._is_taken_by_first(node):
            for inner in inside(node):
                if (
                    inner is not node
                    and not isinstance(inner, ast.Constant)
                    and not self._rendering.is_given(inner)
                ):
                    yield ast.unparse(inner), _BARE + 0.002 * part.size
        if isinstance(node, ast.Compare) and type(node.ops[0]) in _NEGATED:
            turned_sign = copy.deepcopy(node)
            turned_sign.ops[0] = _NEGATED[type(node.ops[0])]()
            yield ast.unparse(turned_sign), _TURNED
        if isinstance(node, ast.BinOp):
            swapped = copy.deepcopy(node)
            swapped.left, swapped.right = swapped.right, swapped.left
            yield ast.unparse(swapped), _TURNED
        if isinstance(node, ast.Subscript) and self._new[part.form]:
            yield from ((ast.unparse(one), _SHIFTED) for one in _shifted(node))
        if isinstance(node, ast.Constant) and type(node.value) is int:
            yield from ((repr(node.value + step), _TURNED) for step in (1, -1))

    def _is_taken_by_first(self, node: ast.expr) -> bool:
        """Return whether an expression calls what the first program calls, or a function of the second's own.

        To leave that out is no mend: it stands for a part of the first program.
        """
        if not isinstance(node, ast.Call):
            return False
        return last_name(node.func) in self._called_by_first | self._second.functions

    @cached_property
    def _called_by_first(self) -> set[str | None]:
        return {last_name(part.node.func) for part in self._first.parts if isinstance(part.node, ast.Call)}

    def _arguments(self, part: Part, node: ast.Call, other: ast.Call) -> Iterator[tuple[str, float]]:
        """Yield a call with one argument as a call of the first program has it."""
        theirs = {one.arg: one.value for one in other.keywords if one.arg}
        own = {one.arg: one.value for one in node.keywords if one.arg}
        for name in dict.fromkeys([*theirs, *own]):
            if name in theirs and name in own and self._form(theirs[name]) == self._form(own[name]):
                continue
            value = self._rendering.written(theirs[name], part) if name in theirs else ""
            if value is not None:
                changed = copy.deepcopy(node)
                changed.keywords = [one for one in changed.keywords if one.arg != name]
                if value:
                    changed.keywords.append(ast.keyword(name, ast.parse(value, mode="eval").body))
                yield ast.unparse(changed), _KEYWORD
        for place in range(max(len(node.args), len(other.args))):
            changed = copy.deepcopy(node)
            if any(isinstance(one, ast.Starred) for one in (*node.args[place:], *other.args[: place + 1])):
                break  # how many arguments that is, the text does not say
            if place >= len(other.args):
                del changed.args[place]
            else:
                written = self._rendering.written(other.args[place], part)
                if written is None:
                    continue
                changed.args[place : place + 1] = [ast.parse(written, mode="eval").body]
            yield ast.unparse(changed), _KEYWORD + 0.1

    def _keywords(self, part: Part, node: ast.Call) -> Iterator[tuple[str, float]]:
        """Yield a call with a keyword that the first program gives to another one, and without one of its own."""
        for other in self._lost_keywords:
            value = self._rendering.written(other.value, part)
            if value is not None and all(one.arg != other.arg for one in node.keywords):
                changed = copy.deepcopy(node)
                changed.keywords.append(ast.keyword(other.arg, ast.parse(value, mode="eval").body))
                yield ast.unparse(changed), _KEYWORD + 0.2
        for place in range(len(node.keywords) if self._new[part.form] else 0):
            changed = copy.deepcopy(node)
            del changed.keywords[place]
            yield ast.unparse(changed), _BARE

    @cached_property
    def _lost_keywords(self) -> list[ast.keyword]:
        """The keywords with which the first program calls something, and the second nothing."""
        first, second = (
            {
                (one.arg, self._form(one.value)): one
                for part in program.parts
                if isinstance(part.node, ast.Call)
                for one in part.node.keywords
                if one.arg
            }
            for program in (self._first, self._second)
        )
        return [one for key, one in first.items() if key not in second]

    def _changed(self, part: Part, after: str, cost: float) -> SmallChange | None:
        node = part.node
        before = ast.unparse(node)
        if after == before:
            return None
        try:
            bare = isinstance(
                ast.parse(after, mode="eval").body, (ast.Name, ast.Attribute, ast.Call, ast.Subscript)
            )
        except SyntaxError:
            return None
        text = self._spliced(part.file, node, after if bare else f"({after})")
        return SmallChange(part.file, node.lineno, before, after, text, cost)

    def _spliced(self, file: str, node: ast.expr | ast.stmt, after: str) -> str:
        lines = [line.encode() for line in self._texts[file]]
        last = node.end_lineno or node.lineno
        head, tail = lines[node.lineno - 1][: node.col_offset], lines[last - 1][node.end_col_offset :]
        # As many lines as before: a number of a line stays that line's.
        new = [head + after.encode() + tail, *[b""] * (last - node.lineno)]
        return b"\n".join([*lines[: node.lineno - 1], *new, *lines[last:]]).decode() + "\n"

    def _of_statements(self) -> Iterator[SmallChange]:
        forms = self._second.statement_forms - self._first.statement_forms
        for place in self._second.places:
            if (place.file, place.node.lineno) not in self._lines or hasattr(place.node, "body"):
                continue
            yield from self._swapped(place)
            yield from self._moved(place)
            yield from self._given_otherwise(place)
            if forms[place.form] and isinstance(place.node, (ast.Expr, ast.AugAssign, ast.Assign)):
                yield self._statement(place, "pass", _DROPPED)
            yield from self._put_in(place)

    def _given_otherwise(self, place: Place) -> Iterator[SmallChange]:
        """Yield what the first program gives to a variable of the same meaning."""
        node = place.node
        if not isinstance(node, (ast.Assign, ast.AugAssign)):
            return
        for other in self._first.places:
            if isinstance(other.node, (ast.Assign, ast.AugAssign)) and other.form != place.form:
                targets = [
                    form_of(one.targets[0] if isinstance(one, ast.Assign) else one.target)
                    for one in (node, other.node)
                ]
                written = self._rendering.written(other.node, place) if targets[0] == targets[1] else None
                if written is not None:
                    yield self._statement(place, written, _KEYWORD)

    def _put_in(self, place: Place) -> Iterator[SmallChange]:
        """Yield a statement that only the first program has, before and behind one that reads or gives the same."""
        lost = self._first.statement_forms - self._second.statement_forms
        here = _words(place.form)
        for other in self._first.places:
            if hasattr(other.node, "body") or not lost[other.form] or isinstance(other.node, ast.Return):
                continue
            shared = here & _words(other.form)
            if not shared:
                continue
            written = self._rendering.written(other.node, place)
            if written is None or "\n" in written:
                continue
            own = ast.unparse(place.node)
            cost = _PUT_IN - 0.02 * min(len(shared), 5)
            if not isinstance(place.node, ast.Return):
                yield self._statement(place, f"{own}; {written}", cost, written)
            yield self._statement(place, f"{written}; {own}", cost, written)

    def _swapped(self, place: Place) -> Iterator[SmallChange]:
        at = next(number for number, one in enumerate(place.body) if one is place.node)
        following = place.body[at + 1] if at + 1 < len(place.body) else None
        if following is not None and not hasattr(following, "body") and not isinstance(following, ast.Return):
            first, second = ast.unparse(place.node), ast.unparse(following)
            both = ast.Expr(ast.Constant(None))
            ast.copy_location(both, place.node)
            both.end_lineno, both.end_col_offset = following.end_lineno, following.end_col_offset
            text = self._spliced(place.file, both, f"{second}; {first}")
            yield SmallChange(place.file, following.lineno, first, f"{second}; {first}", text, _ELSEWHERE)

    def _moved(self, place: Place) -> Iterator[SmallChange]:
        """Yield a call for its effect behind another statement of the second program, as out of a loop."""
        if not isinstance(place.node, ast.Expr) or not isinstance(place.node.value, ast.Call):
            return
        said = ast.unparse(place.node)
        without = self._spliced(place.file, place.node, "pass").splitlines()
        for other in self._second.places:
            last = other.node.end_lineno or other.node.lineno
            if (
                other.file == place.file
                and last != place.node.end_lineno
                and self._rendering.is_readable(place.node, other)
            ):
                indent = without[other.node.lineno - 1][: other.node.col_offset]
                text = "\n".join([*without[:last], f"{indent}{said}", *without[last:]]) + "\n"
                if not indent.strip():
                    yield SmallChange(
                        place.file, place.node.lineno, said, f"{said} behind line {last}", text, _MOVED
                    )

    def _statement(self, place: Place, after: str, cost: float, said: str = "") -> SmallChange:
        text = self._spliced(place.file, place.node, after)
        before = "" if said else ast.unparse(place.node)
        return SmallChange(place.file, place.node.lineno, before, said or after, text, cost)


def _difference(before: str, after: str) -> int:
    """Return how many words and signs two texts do not have in common."""
    one, other = _TOKENS.findall(before), _TOKENS.findall(after)
    blocks = SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks()
    return len(one) + len(other) - 2 * sum(block.size for block in blocks)


def _distinct(parts: Iterator[Part]) -> list[Part]:
    return list({part.form: part for part in parts}.values())


def _words(form: str) -> set[str]:
    return {one.id for one in ast.walk(ast.parse(form)) if isinstance(one, ast.Name)}


def _step(outer: ast.expr, inner: ast.expr) -> str | None:
    """Return what is done with `inner` in one step, if little else is in it: `/ 2`, `[1:]`, `sqrt`, `shift`."""
    if isinstance(outer, ast.BinOp):
        rest = outer.right if inner is outer.left else outer.left if inner is outer.right else None
        return None if rest is None else f"{type(outer.op).__name__} {form_of(rest)}"
    if isinstance(outer, ast.Subscript):
        return f"[{form_of(outer.slice)}]" if inner is outer.value and _is_plain(outer.slice) else None
    if isinstance(outer, ast.UnaryOp):
        return type(outer.op).__name__ if inner is outer.operand else None
    if isinstance(outer, ast.Call):
        given = [*outer.args, *(one.value for one in outer.keywords)]
        method = isinstance(outer.func, ast.Attribute) and inner is outer.func.value
        others = [one for one in given if one is not inner]
        is_step = (method or inner in given) and all(map(_is_plain, others))
        return last_name(outer.func) if is_step else None
    return outer.attr if isinstance(outer, ast.Attribute) and inner is outer.value else None


def _shifted(node: ast.Subscript) -> Iterator[ast.Subscript]:
    """Yield a part with one of its slices an element further or before: `x[1:2]` for `x[:1]`."""
    count = sum(isinstance(one, ast.Slice) for one in ast.walk(node.slice))
    for place in range(count):
        for step in (1, -1):
            shifted = copy.deepcopy(node)
            part = [one for one in ast.walk(shifted.slice) if isinstance(one, ast.Slice)][place]
            bounds = [part.lower or ast.Constant(0), part.upper]
            moved = [one if one is None else _moved_by(one, step) for one in bounds]
            part.lower, part.upper = moved
            yield shifted


def _moved_by(bound: ast.expr, step: int) -> ast.expr:
    if isinstance(bound, ast.Constant) and isinstance(bound.value, int):
        return ast.Constant(bound.value + step)
    return ast.BinOp(bound, ast.Add() if step > 0 else ast.Sub(), ast.Constant(1))


def _is_plain(node: ast.AST) -> bool:
    """Return whether an expression consists of numbers, texts and names in capitals."""
    names = [one.id for one in ast.walk(node) if isinstance(one, ast.Name)]
    return not any(isinstance(one, ast.Call) for one in ast.walk(node)) and all(
        name.isupper() for name in names
    )
