"""The control flow of a function as a picture: a box a block, an arrow a jump, drawn without any tool."""

from __future__ import annotations

import html
from typing import Any

_WIDTH, _ROW, _GAP, _LEFT = 460, 15, 34, 120
_LONGEST = 68


def picture(blocks: dict[int, Any]) -> str:
    """An SVG of Numba IR blocks: in order from the top, jumps forward on the right, back on the left."""
    texts = {label: _lines(block) for label, block in sorted(blocks.items())}
    tops: dict[int, int] = {}
    y = 20
    for label, lines in texts.items():
        tops[label] = y
        y += _height(lines) + _GAP
    boxes = [_box(label, lines, tops[label]) for label, lines in texts.items()]
    arrows = []
    lane = 0
    for label, block in sorted(blocks.items()):
        for target in block.terminator.get_targets():
            arrows.append(_arrow(label, target, tops, texts, lane))
            lane += 1
    width = _LEFT * 2 + _WIDTH
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{y}" font-family="monospace" font-size="11">'
        '<defs><marker id="tip" markerWidth="8" markerHeight="8" refX="7" refY="4" orient="auto">'
        '<path d="M0,0 L8,4 L0,8 z"/></marker></defs><rect width="100%" height="100%" fill="white"/>'
        f"{''.join(boxes)}{''.join(arrows)}</svg>\n"
    )


def _lines(block: Any) -> list[str]:
    lines = [f"{s.loc.line}: {s}" for s in block.body if type(s).__name__ != "Del"]
    return [line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…" for line in lines]


def _height(lines: list[str]) -> int:
    return (len(lines) + 1) * _ROW + 8


def _box(label: int, lines: list[str], top: int) -> str:
    rows = [f"block {label}", *lines]
    text = "".join(
        f'<text x="{_LEFT + 8}" y="{top + _ROW * (i + 1)}">{html.escape(row)}</text>'
        for i, row in enumerate(rows)
    )
    return (
        f'<rect x="{_LEFT}" y="{top}" width="{_WIDTH}" height="{_height(lines)}" rx="4" fill="#f4f6fb" '
        f'stroke="#667"/>{text}'
    )


def _arrow(source: int, target: int, tops: dict[int, int], texts: dict[int, list[str]], lane: int) -> str:
    start = tops[source] + _height(texts[source])
    end = tops[target]
    following = [label for label in sorted(tops) if label > source][:1] == [target]
    if following:
        x = _LEFT + _WIDTH // 2
        return f'<path d="M{x},{start} L{x},{end}" stroke="black" fill="none" marker-end="url(#tip)"/>'
    side = 12 + lane * 9 % (_LEFT - 20)
    edge, out = (_LEFT + _WIDTH, _LEFT + _WIDTH + side) if target > source else (_LEFT, _LEFT - side)
    colour = "#246" if target > source else "#a33"
    path = f"M{edge},{start - 8} L{out},{start - 8} L{out},{end + 10} L{edge},{end + 10}"
    return f'<path d="{path}" stroke="{colour}" fill="none" marker-end="url(#tip)"/>'
