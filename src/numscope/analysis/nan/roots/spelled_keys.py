"""Keys of text that two sides spell in two ways, as "GBP " and "GBP": the line that made the odd ones is to blame.

The lines that make keys are found in the program's text, back from where both sides meet; that two keys are meant to
be one is seen in what the program writes or the trace kept of each side.
"""

from __future__ import annotations

import ast
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from numscope.analysis.concepts.callers import statement_at
from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.concepts.program import program_of
from numscope.analysis.concepts.syntax import expressions_of, last_name
from numscope.analysis.concepts.value_sources import Part, ValueSources, value_sources
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root
from numscope.analysis.nan.roots.split_keys import wrong_part
from numscope.analysis.nan.roots.text_of_numbers import makes_text, texts_made
from numscope.operations.lore.labels import ALIGNS_BOTH, LABELS_ROWS
from numscope.operations.lore.spellings import JOINS, LOOKS_UP, RESPELL, SPELLS, SPLITS
from numscope.trace import Operation, Trace

_ADVICE = (
    "Bring both sides to one spelling before they meet (`.strip().upper()`), and count what finds no partner."
)
_DIGITS = (
    "Give both sides' keys {0} digits before they meet (`.str.zfill({0})`), and count what finds no partner."
)
_OTHER_PART = "Keep the part that both sides have, and count what finds no partner."
_CELLS = re.compile(r"[,;|\t\n]")
_QUOTED = re.compile(r"'([^']*)'")
_MOST = 100
_SMALL = 20


class _Side(NamedTuple):
    """One side of a lookup: an expression, and the part of it that holds the keys."""

    node: ast.expr
    part: Part = ()


# Where two sides meet by key, and both.
_Lookup = tuple[ast.expr, tuple[_Side, _Side]]


def spelled_keys(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that made keys which another side spells otherwise, if `operation` lacks values for them."""
    site = operation.user_site or operation.site
    if site is None or operation.floating_point:
        return None
    program = program_of(trace, site)
    flow = value_sources(program.tree)
    statement = statement_at(flow.tree, program.line(site))
    for lookup, sides in (*_aligned(operation, statement), *_lookups(flow, statement)):
        lines = [_behind(flow, one) for one in sides]
        raw = [list(_texts(trace, operation, nodes)) for nodes in lines]
        met = program.site(lookup.lineno, site)
        if (cut := wrong_part(lines, raw)) is not None and cut.line != lookup.lineno:
            made = program.site(cut.line, site)
            said = f"{cut.said}: {line_of(met, made)} finds no value for it"
            return Root(made, Cause(said, _OTHER_PART))
        pair = _unlike(*(set(_spelled(nodes, one)) for nodes, one in zip(lines, raw, strict=True)))
        if pair is None:
            continue
        makers = [
            next((one for one in nodes if _spells(one, pair, side) and one.lineno != lookup.lineno), None)
            for side, nodes in enumerate(lines)
        ]
        place = _odd_side(makers, pair)
        maker = None if place is None else makers[place]
        if place is None or maker is None:
            continue
        odd, other = pair[place], pair[1 - place]
        made, both = program.site(maker.lineno, site), f"'{odd}' where the other side has '{other}'"
        said = f"makes the key {both}: {line_of(met, made)} finds no value for it"
        return Root(made, Cause(said, _advice(odd, other)))
    return None


def _advice(odd: str, other: str) -> str:
    """Return what brings both keys to one spelling."""
    padded = odd.lstrip("0") == other.lstrip("0")
    return _DIGITS.format(max(len(odd), len(other))) if padded else _ADVICE


def _behind(flow: ValueSources, side: _Side) -> list[ast.expr]:
    """Return what gives a side its values, and then what gives its labels where a column becomes these."""
    nodes = {id(one): one for one in flow.behind(side.node, side.part)}
    for call in list(nodes.values()):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
            continue
        if call.func.attr in LABELS_ROWS:
            names = [getattr(one, "value", None) for one in call.args[:1]]
            parts = [(name,) for name in names if isinstance(name, str)]
            nodes |= {id(one): one for part in parts for one in flow.behind(call.func.value, part)}
    return list(nodes.values())


def _aligned(operation: Operation, statement: ast.stmt | None) -> Iterator[_Lookup]:
    """Yield the two sides of each operator of a statement, if `operation` is one that aligns both by label."""
    if statement is None or not re.match(ALIGNS_BOTH, operation.name):
        return
    name = operation.name.rpartition(".")[2]
    for node in ast.walk(statement):
        if isinstance(node, ast.BinOp):
            yield node, (_Side(node.left), _Side(node.right))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == name:
            yield from ((node, (_Side(node.func.value), _Side(one))) for one in node.args[:1])


def _lookups(flow: ValueSources, statement: ast.stmt | None) -> Iterator[_Lookup]:
    """Yield where two sides meet by key in a statement, and in what gave it its values, nearest first."""
    if statement is None:
        return
    own = [one for one in ast.walk(statement) if isinstance(one, ast.expr)]
    seen: set[int] = set()
    for node in (*own, *(one for start in expressions_of(statement) for one in flow.behind(start))):
        if id(node) not in seen:
            seen.add(id(node))
            yield from ((node, sides) for sides in _sides(node))


def _sides(node: ast.expr) -> Iterator[tuple[_Side, _Side]]:
    if isinstance(node, ast.Subscript) and last_name(node.value) == "loc":
        yield _Side(node.value.value), _Side(node.slice)  # type: ignore[attr-defined]
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return
    name, receiver = node.func.attr, node.func.value
    if name in JOINS:
        tables = [receiver, *node.args]
        tables = tables[1:] if len(node.args) > 1 and isinstance(receiver, ast.Name) else tables
        named = {one.arg: getattr(one.value, "value", None) for one in node.keywords}
        keys = [named.get(f"{side}_on", named.get("on")) for side in ("left", "right")]
        parts: list[Part] = [(key,) if isinstance(key, str) else () for key in keys]
        if len(tables) > 1:
            yield _Side(tables[0], parts[0]), _Side(tables[1], parts[1])
    elif name in LOOKS_UP:
        for one in node.args[:1]:
            yield _Side(receiver), _Side(one)
        for keyword in node.keywords:
            if keyword.arg is not None and not isinstance(keyword.value, ast.Constant):
                yield _Side(receiver, (keyword.arg,)), _Side(keyword.value)


def _texts(trace: Trace, operation: Operation, nodes: Iterable[ast.expr]) -> Iterator[str]:
    """Yield the texts that these expressions write, and those that operations at their lines were given.

    Whole numbers of which an expression makes text are texts as well: 7 becomes "7".
    """
    lines, of_numbers = set(), set()
    nodes = list(nodes)
    for node in nodes:
        lines.add(node.lineno)
        if makes_text(node):
            of_numbers.add(node.lineno)
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from node.value.splitlines()
            yield from _CELLS.split(node.value)
        elif isinstance(node, (ast.Dict, ast.List, ast.Tuple, ast.Set)):
            parts = node.keys if isinstance(node, ast.Dict) else node.elts
            yield from (
                one.value for one in parts if isinstance(one, ast.Constant) and isinstance(one.value, str)
            )
    site = operation.user_site or operation.site
    if site is not None:
        program = program_of(trace, site)
        places = [program.site(line, site) for line in sorted(lines)]
        rows = trace.ask(
            "select id from operations where (user_file, user_line) in "
            "(select unnest(?::varchar[]), unnest(?::bigint[])) and id <= ? and depth = 0 "
            f"order by id desc limit {_MOST}",
            [[one.file for one in places], [one.line for one in places], operation.id],
        )
        for one in trace.operations.fetch(rows["id"].to_pylist()):
            made = one.user_site or one.site
            if made is not None and program.line(made) in of_numbers:
                yield from texts_made(one)
            for operand in one.operands:
                if isinstance(operand.literal, str):
                    yield from _QUOTED.findall(operand.literal)


def _spelled(nodes: list[ast.expr], texts: Iterable[str]) -> Iterator[str]:
    """Yield texts as the methods among these expressions leave them, the one nearest to the data first."""
    methods = [method for one in reversed(nodes) if (method := _method(one)) is not None]
    splits = any(
        isinstance(one, ast.Call) and last_name(one.func) == "split" and not one.args for one in nodes
    )
    numbers = [text for one in nodes if isinstance(one, ast.JoinedStr) for text in _of_numbers(one)]
    for whole in (*texts, *numbers):
        for text in (whole, *(whole.split() if splits else ())):
            for method in methods:
                text = method(text)
            yield text


def _method(node: ast.expr) -> Callable[[str], str] | None:
    """Return what an expression does to a text that it is given, where its own text says all of it."""
    if isinstance(node, ast.Subscript):
        return _cut(node)
    if isinstance(node, ast.Call) and not node.args:
        return RESPELL.get(last_name(node.func))
    if isinstance(node, ast.Call) and last_name(node.func) == "zfill":
        width = getattr(node.args[0], "value", None)
        return (lambda text: text.zfill(width)) if isinstance(width, int) else None
    return None


def _cut(node: ast.Subscript) -> Callable[[str], str] | None:
    """Return what takes the columns of a line that an expression takes, as `line[5:7]`."""
    if not isinstance(node.slice, ast.Slice) or node.slice.step is not None:
        return None
    first, last = (
        0 if one is None else getattr(one, "value", None) for one in (node.slice.lower, node.slice.upper)
    )
    if not isinstance(first, int) or not isinstance(last, int):
        return None
    return lambda text: text[first : last or None] if len(text) >= max(first, last) else text


def _of_numbers(node: ast.JoinedStr) -> Iterator[str]:
    """Yield the texts that an f-string makes of small whole numbers, if it has one field."""
    fields = [one for one in node.values if isinstance(one, ast.FormattedValue)]
    if len(fields) != 1 or fields[0].conversion != -1:
        return
    parts = fields[0].format_spec.values if isinstance(fields[0].format_spec, ast.JoinedStr) else []
    spec = "".join(str(getattr(one, "value", "")) for one in parts)
    if re.fullmatch(r"0?\d*d?", spec):
        for number in range(1, _SMALL):
            yield "".join(
                format(number, spec)
                if isinstance(one, ast.FormattedValue)
                else str(getattr(one, "value", ""))
                for one in node.values
            )


def _unlike(left: set[str], right: set[str]) -> tuple[str, str] | None:
    """Return a text of each side that are the same but for their spelling, and that the other side lacks."""
    plain = {_plain(one): one for one in sorted(right) if _plain(one)}
    for one in sorted(left - right, key=lambda text: (text == text.strip(), text)):
        if (other := plain.get(_plain(one))) is not None:
            return one, other
    plain = {_plain(one): one for one in sorted(left) if _plain(one)}
    odd = next((one for one in sorted(right - left) if _plain(one) in plain), None)
    return None if odd is None else (plain[_plain(odd)], odd)


def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold()
    return re.sub(r"[\W_]+", "", folded).lstrip("0")


def _odd_side(makers: list[ast.expr | None], pair: tuple[str, str]) -> int | None:
    """Return which side made the odd keys: the one that makes keys at all, or else the one with blanks around them."""
    made = [place for place, one in enumerate(makers) if one is not None]
    if len(made) == 1:
        return made[0]
    blanks = [place for place in made if pair[place] != pair[place].strip()]
    return blanks[0] if len(blanks) == 1 else None


def _spells(node: ast.expr, pair: tuple[str, str], place: int) -> bool:
    """Return whether an expression makes text of text, or the key of this side of a number."""
    if isinstance(node, ast.JoinedStr):
        return True
    if isinstance(node, ast.Subscript):
        return isinstance(node.slice, ast.Slice) and pair[0].strip() == pair[1].strip()
    if not isinstance(node, ast.Call):
        return False
    name = last_name(node.func)
    is_split = name in SPLITS and bool(node.args) and pair[0].strip() == pair[1].strip()
    return is_split or name in SPELLS or (makes_text(node) and _is_number(pair[place]))


def _is_number(text: str) -> bool:
    """Return whether this is what `str` makes of a whole number that is not negative."""
    return text.isdecimal() and text == str(int(text))
