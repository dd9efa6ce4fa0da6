"""Write everything Numba made of every function into a folder, with a page that leads to it."""

from __future__ import annotations

import difflib
import dis
import inspect
import io
import re
from collections.abc import Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from numscope.compiled.numba.compilation.watch import Compilation
from numscope.views.numba.dump import assembly_page, index_page, section
from numscope.views.numba.flow_picture import picture

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
        sections.append(section(compilation, place.name, files))
    index = folder / "index.html"
    index.write_text(index_page(sections), encoding="utf-8")
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
    rows = [
        (number, text.rstrip(), "\n".join(by_line.get(number, [])))
        for number, text in enumerate(source, first)
    ]
    return assembly_page(compilation.name, rows)


def _safe(name: str) -> str:
    return re.sub(r"[^\w.-]+", "-", name).strip("-")
