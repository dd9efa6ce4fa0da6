"""Write everything Numba made of every function into a folder, with a page that leads to it."""

from __future__ import annotations

import difflib
import dis
import html
import inspect
import io
import re
from collections.abc import Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from numscope.compiled.numba.compilation.flow_picture import picture
from numscope.compiled.numba.compilation.watch import Compilation
from numscope.compiled.numba.type_names import short

_NOISE = re.compile(r" at 0x[0-9a-f]+")


def dump(compilations: Sequence[Compilation], folder: Path) -> list[Path]:
    """One folder a signature; returns the files written, the index last."""
    folder.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    sections = []
    for number, compilation in enumerate(compilations, 1):
        place = folder / f"{number:02}-{_safe(compilation.name)}"
        place.mkdir(exist_ok=True)
        files = _files(compilation)
        for name, text in files.items():
            (place / name).write_text(text, encoding="utf-8")
            written.append(place / name)
        sections.append(_section(compilation, place.name, files))
    index = folder / "index.html"
    index.write_text(_page(sections), encoding="utf-8")
    return [*written, index]


def _files(compilation: Compilation) -> dict[str, str]:
    result = compilation.result
    library, name = result.library, result.fndesc.mangled_name
    assembly = library.get_asm_str()
    return {
        "source.py": inspect.getsource(compilation.function),
        "bytecode.txt": _bytecode(compilation.function),
        **_stages(compilation),
        "typed-ir.txt": str(result.type_annotation),
        "flow.svg": picture(result.type_annotation.blocks),
        **({"unoptimised.ll": compilation.unoptimised} if compilation.unoptimised else {}),
        "optimised.ll": library.get_llvm_str(),
        "assembly.s": assembly,
        "assembly.html": _beside_source(compilation, assembly, name),
    }


def _bytecode(function: Any) -> str:
    text = io.StringIO()
    with redirect_stdout(text):
        dis.dis(function)
    return text.getvalue()


def _stages(compilation: Compilation) -> dict[str, str]:
    """The IR after the first pass, and a diff for each later pass that changed it."""
    files: dict[str, str] = {}
    before: str | None = None
    for number, run in enumerate(compilation.passes):
        if run.ir is None:
            continue
        ir = _NOISE.sub("", run.ir)
        name = _safe(run.name)
        if before is None:
            files[f"ir-{number:02}-{name}.txt"] = ir
        elif ir != before:
            lines = difflib.unified_diff(
                before.splitlines(), ir.splitlines(), "before", f"after {run.name}", lineterm="", n=2
            )
            files[f"ir-{number:02}-{name}.diff"] = "\n".join(lines) + "\n"
        before = ir
    if before is not None:
        files["ir-final.txt"] = before
    return files


def _beside_source(compilation: Compilation, assembly: str, name: str) -> str:
    """A page with each source line and the instructions made of it, by the assembler's line directives."""
    source, first = inspect.getsourcelines(compilation.function)
    by_line: dict[int, list[str]] = {}
    inside, line = False, 0
    for text in assembly.splitlines():
        if text.startswith(name) and text.rstrip().endswith(":"):
            inside = True
        elif inside and text.startswith((".Lfunc_end", "\t.size")):
            inside = False
        found = re.match(r"\s+\.loc\s+\d+ (\d+)", text)
        if found:
            line = int(found[1])
        elif inside and text.startswith("\t") and not text.lstrip().startswith("."):
            by_line.setdefault(line, []).append(text.strip())
    rows = []
    for number, text in enumerate(source, first):
        code = html.escape("\n".join(by_line.get(number, [])))
        rows.append(
            f"<tr><td>{number}</td><td><pre>{html.escape(text.rstrip())}</pre></td><td><pre>{code}</pre></td></tr>"
        )
    return f"<!doctype html><meta charset=utf-8>{_STYLE}<table>{''.join(rows)}</table>\n"


_STYLE = (
    "<style>body{font:14px system-ui,sans-serif;margin:2rem}table{border-collapse:collapse}"
    "td{border-top:1px solid #ccc;padding:.2rem .8rem;vertical-align:top}pre{margin:0}</style>"
)


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


def _section(compilation: Compilation, folder: str, files: dict[str, str]) -> str:
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


def _page(sections: list[str]) -> str:
    head = f"<!doctype html><html lang=en><meta charset=utf-8><title>Numba dump</title>{_STYLE}"
    return f"{head}<h1>What Numba made of each function</h1>{''.join(sections)}</html>\n"


def _safe(name: str) -> str:
    return re.sub(r"[^\w.-]+", "-", name).strip("-")
