"""Compiled functions as annotated source, for a terminal and as a page."""

from __future__ import annotations

import html
import os
from collections.abc import Sequence

from numscope.compiled.numba.compilation.line_types import CompiledFunction, Line
from numscope.compiled.numba.compilation.parallel_loops import PARALLEL
from numscope.views.numba.parallel_picture import picture
from numscope.views.page.static import static_page

_STYLE = """
h2 { margin-bottom: 0 } .signature { font-family: var(--mono); color: var(--muted); margin: .2rem 0 .8rem }
table { font-family: var(--mono) } td { padding: .1rem .8rem; border: 0 }
td.n { color: var(--muted); text-align: right } td.t { color: var(--good) }
td.o { color: var(--muted); font-family: var(--sans) }
td.s { white-space: pre } tr.slow td.s { background: var(--bad-soft) }
h3 { font-size: 1rem; margin: 1rem 0 .3rem; border: 0 }
li .signature { margin: 0 }
svg.loops text { fill: var(--text) } svg.loops rect + text { fill: #fff } svg.loops .pn { fill: var(--muted) }
"""


def as_text(functions: Sequence[CompiledFunction], colour: bool = False) -> str:
    """The annotated source of every function; lines that work on Python objects are red, or marked `!`.

    Of further signatures of one function only the lines that are not as in the first are shown.
    """
    first: dict[tuple[str, int], CompiledFunction] = {}
    texts = []
    for function in functions:
        known = first.setdefault((function.file, function.lines[0].number), function)
        texts.append(_function_text(function, known, colour))
    return "\n\n".join(texts)


def _function_text(function: CompiledFunction, known: CompiledFunction, colour: bool) -> str:
    relative = os.path.relpath(function.file)
    where = function.file if relative.startswith("..") else relative
    rows = [
        f"{function.name}{function.signature}",
        f"  {where}, {function.mode}, compiled in {function.seconds:.2f} s",
    ]
    width = min(max((len(line.source) for line in function.lines), default=0), 60)
    shown = function.lines
    if function is not known:
        earlier = [(line.types, line.notes, line.slow) for line in known.lines]
        shown = [
            line
            for line, before in zip(function.lines, earlier, strict=True)
            if (line.types, line.notes, line.slow) != before
        ]
        as_above = f"  every line as in {known.name}{known.signature}"
        rows.append(as_above if not shown else f"{as_above}, but")
    for line in shown:
        rows += _line_rows(line, width, colour)
    if function is known:
        rows += [f"  {loop}" for loop in function.parallel]
    return "\n".join(row.rstrip() for row in rows)


def _line_rows(line: Line, width: int, colour: bool) -> list[str]:
    types = ", ".join(f"{name}: {type_}" for name, type_ in line.types.items())
    mark = "!" if line.slow else " "
    source = f"{line.source:<{width}}"
    if line.slow and colour:
        source = f"\x1b[31m{source}\x1b[0m"
    rows = [f"{mark}{line.number:>4} | {source} | {types}"]
    return rows + [f"      | {'':<{width}} |   {note}" for note in line.notes]


def as_html(functions: Sequence[CompiledFunction]) -> str:
    """One page, self-contained: a list of the functions, then each with its lines and a picture of parallel loops."""
    links = "".join(
        f'<li><a href="#f{number}">{html.escape(function.name)}</a> <span class=signature>'
        f"{html.escape(function.signature)}</span> {html.escape(_summary(function))}</li>"
        for number, function in enumerate(functions)
    )
    parts = [
        f"<h1>What Numba compiled</h1><ul>{links}</ul>",
        *(_function_html(number, function) for number, function in enumerate(functions)),
    ]
    return static_page("What Numba compiled", "\n".join(parts), _STYLE)


def _summary(function: CompiledFunction) -> str:
    slow = sum(line.slow for line in function.lines)
    parallel = sum(loop.fate == PARALLEL for loop in function.parallel)
    said = [function.mode, f"{function.seconds:.2f} s"]
    said += [f"{slow} line{'' if slow == 1 else 's'} in Python"] if slow else []
    said += [f"{parallel} parallel loop{'' if parallel == 1 else 's'}"] if function.parallel else []
    return ", ".join(said)


def _function_html(number: int, function: CompiledFunction) -> str:
    rows = "\n".join(
        f"<tr{' class=slow' if line.slow else ''}><td class=n>{line.number}</td><td class=s>{html.escape(line.source)}"
        f"</td><td class=t>{html.escape(', '.join(f'{n}: {t}' for n, t in line.types.items()))}</td>"
        f"<td class=o>{'<br>'.join(html.escape(note) for note in line.notes)}</td></tr>"
        for line in function.lines
    )
    drawn = ""
    if function.parallel:
        drawn = picture([(line.number, line.source) for line in function.lines], function.parallel)
        drawn = f"<h3>Parallel loops</h3>{drawn}"
    return (
        f'<h2 id="f{number}">{html.escape(function.name)}</h2><div class=signature>{html.escape(function.signature)}'
        f" &middot; {function.mode} &middot; compiled in {function.seconds:.2f} s</div>"
        f"<table>{rows}</table>{drawn}"
    )
