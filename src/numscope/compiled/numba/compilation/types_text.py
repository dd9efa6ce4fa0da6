"""Compiled functions as annotated source, for a terminal and as a page."""

from __future__ import annotations

import html
import os
from collections.abc import Sequence

from numscope.compiled.numba.compilation.line_types import CompiledFunction, Line

_STYLE = """
body { font: 14px system-ui, sans-serif; margin: 2rem; color: #1c1c1c; background: #fff }
h2 { margin-bottom: 0 } .signature { font-family: monospace; color: #444; margin: .2rem 0 .8rem }
table { border-collapse: collapse; font-family: monospace } td { padding: .1rem .8rem; vertical-align: top }
td.n { color: #666; text-align: right } td.t { color: #005a2b } td.o { color: #555; font-family: system-ui }
td.s { white-space: pre } tr.slow td.s { background: #ffd9d6 } .parallel { margin: .8rem 0 } .box { border: 1px solid
#88a; border-radius: 4px; padding: .3rem .6rem; display: inline-block; margin-right: .5rem }
@media (prefers-color-scheme: dark) { body { background: #181818; color: #e4e4e4 } td.t { color: #7fd7a0 }
td.o, .signature, td.n { color: #aaa } tr.slow td.s { background: #5a1f1b } }
"""


def as_text(functions: Sequence[CompiledFunction], colour: bool = False) -> str:
    """The annotated source of every function; lines that work on Python objects are red, or marked `!`."""
    return "\n\n".join(_function_text(function, colour) for function in functions)


def _function_text(function: CompiledFunction, colour: bool) -> str:
    relative = os.path.relpath(function.file)
    where = function.file if relative.startswith("..") else relative
    rows = [
        f"{function.name}{function.signature}",
        f"  {where}, {function.mode}, compiled in {function.seconds:.2f} s",
    ]
    width = min(max((len(line.source) for line in function.lines), default=0), 60)
    for line in function.lines:
        rows += _line_rows(line, width, colour)
    rows += [f"  {text}" for text in function.parallel]
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
    """One page, self-contained."""
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8><title>What Numba compiled</title>",
        f"<style>{_STYLE}</style><h1>What Numba compiled</h1>",
        *(_function_html(function) for function in functions),
    ]
    return "\n".join(parts) + "\n</html>\n"


def _function_html(function: CompiledFunction) -> str:
    rows = "\n".join(
        f"<tr{' class=slow' if line.slow else ''}><td class=n>{line.number}</td><td class=s>{html.escape(line.source)}"
        f"</td><td class=t>{html.escape(', '.join(f'{n}: {t}' for n, t in line.types.items()))}</td>"
        f"<td class=o>{'<br>'.join(html.escape(note) for note in line.notes)}</td></tr>"
        for line in function.lines
    )
    boxes = "".join(f"<span class=box>{html.escape(text)}</span>" for text in function.parallel)
    parallel = f"<div class=parallel>{boxes}</div>" if boxes else ""
    return (
        f"<h2>{html.escape(function.name)}</h2><div class=signature>{html.escape(function.signature)}"
        f" &middot; {function.mode} &middot; compiled in {function.seconds:.2f} s</div>{parallel}"
        f"<table>{rows}</table>"
    )
