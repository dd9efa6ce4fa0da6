"""The parallel loops of a function as a picture: its source, and beside each line the loops that begin there."""

from __future__ import annotations

import html
from collections.abc import Sequence

from numscope.compiled.numba.compilation.parallel_loops import FUSED, PARALLEL, SERIAL, ParallelLoop

ROW, LETTER, PILL, HEIGHT = 20, 7.8, 250, 16
_COLOURS = {PARALLEL: "#1b7f3b", FUSED: "#2458b8", SERIAL: "#80868e"}


def picture(lines: Sequence[tuple[int, str]], loops: Sequence[ParallelLoop]) -> str:
    """An SVG: green loops run in parallel, blue ones were fused into the one the arrow leads to, grey ones run serially
    inside the one they are tied to. `lines` are (number, source).
    """
    rows = [(number, text, [loop for loop in loops if loop.line == number]) for number, text in lines]
    rows.append((0, "", [loop for loop in loops if loop.line not in dict(lines)]))
    left = 60 + LETTER * max([len(text) for _, text in lines] or [0])
    places: dict[int, tuple[float, float]] = {}
    parts: list[str] = []
    top = 8.0
    for number, text, here in rows:
        if number:
            parts.append(f'<text x="36" y="{top + 13}" text-anchor="end" class="pn">{number}</text>')
            parts.append(f'<text x="48" y="{top + 13}" xml:space="preserve">{html.escape(text)}</text>')
        for place, loop in enumerate(here):
            x = left + (40 if loop.fate == SERIAL else 0)
            y = top + place * ROW
            places[loop.number] = (x, y + HEIGHT / 2)
            parts.append(_pill(x, y, loop))
        top += ROW * max(1 if number else 0, len(here))
    parts += [_arrow(places, loop) for loop in loops if loop.host is not None]
    width = left + 40 + PILL + 60
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="loops" width="{width:.0f}" height="{top + 8:.0f}" '
        f'role="img" aria-label="parallel loops"><g font-family="monospace" font-size="13">{"".join(parts)}</g></svg>'
    )


def _pill(x: float, y: float, loop: ParallelLoop) -> str:
    words = {PARALLEL: "parallel", FUSED: f"fused into #{loop.host}", SERIAL: f"serial inside #{loop.host}"}
    return (
        f'<g><title>{html.escape(str(loop))}</title><rect x="{x:.0f}" y="{y:.0f}" width="{PILL}" height="{HEIGHT}" '
        f'rx="8" fill="{_COLOURS[loop.fate]}"/><text x="{x + 8:.0f}" y="{y + 12:.0f}" fill="#fff" font-size="11">'
        f"#{loop.number} {html.escape(loop.kind)}: {words[loop.fate]}</text></g>"
    )


def _arrow(places: dict[int, tuple[float, float]], loop: ParallelLoop) -> str:
    if loop.host not in places:
        return ""
    x1, y1 = places[loop.number]
    x2, y2 = places[loop.host]
    colour = _COLOURS[loop.fate]
    if loop.fate == SERIAL:
        return f'<path d="M {x2 + 14:.0f} {y2 + HEIGHT / 2:.0f} V {y1:.0f} H {x1:.0f}" fill="none" stroke="{colour}"/>'
    out = max(x1, x2) + PILL
    return (
        f'<path d="M {x1 + PILL:.0f} {y1:.0f} C {out + 40:.0f} {y1:.0f} {out + 40:.0f} {y2:.0f} {x2 + PILL + 6:.0f} '
        f'{y2:.0f}" fill="none" stroke="{colour}"/><path d="M {x2 + PILL + 8:.0f} {y2 - 4:.0f} l -8 4 l 8 4 z" '
        f'fill="{colour}"/>'
    )
