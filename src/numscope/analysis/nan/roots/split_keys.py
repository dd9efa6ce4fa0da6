"""Keys that are a part of texts, where a line kept another part of them: the version of "ENSG00000141510.18"."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from numscope.analysis.concepts.syntax import last_name
from numscope.operations.lore.spellings import SPLITS_TEXT

_LEAST_KEYS = 2


class WrongPart(NamedTuple):
    """The line that keeps a part of texts that is no key of the other side, and a sentence about it."""

    line: int
    said: str


class _Split(NamedTuple):
    """A call that splits texts, and which of the parts the program keeps. most: how often it splits at most."""

    call: ast.Call
    separator: str
    most: int
    kept: int

    def parts(self, text: str) -> list[str]:
        """Return the parts of a text."""
        return SPLITS_TEXT[last_name(self.call.func)](text, self.separator, self.most)


def wrong_part(sides: Sequence[Sequence[ast.expr]], texts: Sequence[Collection[str]]) -> WrongPart | None:
    """Return where one side keeps a part of its texts, while all keys of the other side are another part of them.

    sides: the expressions behind the keys of each side. texts: what these write, and what operations there were given.
    """
    for side, other in ((0, 1), (1, 0)):
        for keys in _listed(sides[other]):
            for split in _splits(sides[side]):
                whole = [text for text in texts[side] if split.separator in text]
                found = _kept_wrongly(split, whole, keys)
                if found is not None:
                    return found
    return None


def _kept_wrongly(split: _Split, whole: Sequence[str], keys: set[str]) -> WrongPart | None:
    rows = {text: split.parts(text) for text in whole}
    kept = {text: parts[split.kept] for text, parts in rows.items() if -len(parts) <= split.kept < len(parts)}
    if keys.intersection(kept.values()):
        return None
    for place in range(max(map(len, rows.values()), default=0)):
        at_place = {rows[text][place]: text for text in kept if place < len(rows[text])}
        if keys <= at_place.keys():
            key = min(keys)
            text = at_place[key]
            said = f"keeps '{kept[text]}' of '{text}', where the other side has '{key}'"
            return WrongPart(split.call.lineno, said)
    return None


def _listed(nodes: Sequence[ast.expr]) -> Iterator[set[str]]:
    """Yield the texts that lists and keys of mappings write."""
    for node in nodes:
        parts = node.keys if isinstance(node, ast.Dict) else getattr(node, "elts", ())
        values = [one.value for one in parts if isinstance(one, ast.Constant)]
        texts = {one for one in values if isinstance(one, str)}
        if len(texts) >= _LEAST_KEYS and len(values) == len(parts) and texts.issuperset(values):
            yield texts


def _splits(nodes: Sequence[ast.expr]) -> Iterator[_Split]:
    """Yield the calls that split texts of which one part is read: `text.split(".")[0]`, or with pandas' `.str`."""
    for node in nodes:
        if not isinstance(node, ast.Subscript) or (kept := _number(node.slice)) is None:
            continue
        call = node.value.value if last_name(node.value) == "str" else node.value  # type: ignore[attr-defined]
        if isinstance(call, ast.Call) and last_name(call.func) in SPLITS_TEXT and call.args:
            separator = getattr(call.args[0], "value", None)
            named = [one.value for one in call.keywords if one.arg in ("n", "maxsplit")]
            most = next((_number(one) for one in (*call.args[1:2], *named)), -1)
            if isinstance(separator, str) and separator and most is not None:
                yield _Split(call, separator, most, kept)


def _number(node: ast.expr) -> int | None:
    """Return the whole number that an expression writes."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        number = _number(node.operand)
        return None if number is None else -number
    value = getattr(node, "value", None)
    return value if isinstance(node, ast.Constant) and type(value) is int else None
