"""The pages of `numscope numba dump`: one that leads to every file, and machine code beside its source."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence

from numscope.compiled.numba.compilation.watch import Compilation
from numscope.compiled.numba.type_names import short
from numscope.views.page.static import static_page

_STYLE = "td { padding: .2rem .8rem; } h2 { margin-top: 1.5rem; }"
_WHAT = {
    "source.py": "the function",
    "bytecode.txt": "what Python made of it",
    "ir-final.txt": "Numba's IR after the last pass",
    "typed-ir.txt": "the IR with the type of every variable",
    "flow.svg": "the control flow, drawn",
    "unoptimised.ll": "LLVM before it optimises",
    "optimised.ll": "LLVM after it optimised",
    "assembly.s": "machine code",
    "assembly.html": "machine code beside the source lines it was made of",
}


def _what(name: str, text: str) -> str:
    """What a file is; of a diff, which pass made it and how many lines came and went."""
    if not name.startswith("ir-") or name in _WHAT:
        return _WHAT.get(name, "")
    pass_ = name.partition("-")[2].partition("-")[2].rpartition(".")[0]
    if not name.endswith(".diff"):
        return f"Numba's IR as {pass_} made it"
    lines = text.splitlines()[2:]
    came, went = (sum(line.startswith(sign) for line in lines) for sign in "+-")
    return f"what {pass_} changed: +{came} -{went} lines"


def section(compilation: Compilation, folder: str, files: dict[str, str]) -> str:
    """Return the part of the index about one signature."""
    signature = ", ".join(short(type_) for type_ in compilation.arguments)
    rows = "".join(
        f'<tr><td><a href="{folder}/{html.escape(name)}">{html.escape(name)}</a></td>'
        f"<td>{html.escape(_what(name, text))}</td></tr>"
        for name, text in files.items()
    )
    mode = "object mode" if compilation.object_mode else "nopython"
    return (
        f"<h2>{html.escape(compilation.name)}({html.escape(signature)})</h2>"
        f"<p>{html.escape(compilation.file)}, {mode}, {compilation.seconds:.3f} s</p><table>{rows}</table>"
    )


def index_page(sections: Sequence[str]) -> str:
    """Return the page that leads to every file."""
    return static_page("Numba dump", f"<h1>What Numba made of each function</h1>{''.join(sections)}", _STYLE)


def assembly_page(name: str, rows: Iterable[tuple[int, str, str]]) -> str:
    """Return a page of source lines, each with its number and the instructions made of it."""
    written = "".join(
        f"<tr><td>{number}</td><td><pre>{html.escape(source)}</pre></td><td><pre>{html.escape(code)}</pre></td></tr>"
        for number, source, code in rows
    )
    return static_page(f"Machine code of {name}", f"<table>{written}</table>", _STYLE)
