"""`full_code_for_<function>_<n>.py`: one file that reads from top to bottom."""

from __future__ import annotations

import inspect
import textwrap
import types
from pathlib import Path

from numscope.compiled.torch_compile.placeholders import UnusableTextError, with_placeholders
from numscope.compiled.torch_compile.records import Compilation, Function
from numscope.compiled.torch_compile.transformed_code import decompiled, disassembly

_RULE = "# " + "=" * 100


def full_code(
    root: Function, parts: list[Function], codes: dict[str, types.CodeType], directory: Path
) -> str:
    """Return the text for `root` and its resume functions (`parts`); `directory` is where their files are."""
    lines = [
        f"# {root.name}, {root.filename}:{root.line}: everything that torch.compile made of it.",
        "# Read only: what runs are the __transformed_code_* and __compiled_fn_* files beside this one.",
    ]
    for part in parts:
        lines += _heading(
            f"{'Resume function' if part.resume_of else 'The original function'}: {part.name}"
            + (f" (the rest of {root.name}, from line {part.line})" if part.resume_of else "")
        )
        lines += [_original(part, codes[part.label])]
        for compilation in part.compilations:
            lines += _compilation(part, compilation, directory)
    return "\n".join(lines) + "\n"


def _heading(text: str) -> list[str]:
    return ["", "", _RULE, f"# {text}", _RULE]


def _original(part: Function, code: types.CodeType) -> str:
    if not part.resume_of:
        try:
            return textwrap.dedent(inspect.getsource(code)).rstrip()
        except (OSError, TypeError):
            pass  # typed at a prompt, or made by exec: there is no file to read
    try:
        return next(decompiled(with_placeholders(code)[0])).rstrip()
    except UnusableTextError as error:
        return _comment(f"no source: {error}\n{disassembly(code)}")


def _compilation(part: Function, compilation: Compilation, directory: Path) -> list[str]:
    lines = _heading(f"Compilation {compilation.compile_id} of {part.name}, backend {compilation.backend}")
    for failed in compilation.failed_guards:
        value = f"; {failed.value}" if failed.value else ""
        lines.append(f"# Compiled again: this guard of {failed.compile_id} failed: {failed.guard}{value}")
    for each in compilation.breaks:
        lines.append(f"# Graph break at {each.place}: {each.cause}")
    if not compilation.compiled:
        reason = compilation.error or compilation.skip_reason or "no reason given"
        outcome = "the program got the error" if compilation.raised else "the function runs as written"
        return [*lines, _comment(f"Not compiled, {outcome}. {reason}")]
    lines.append("#")
    lines.append("# Guards: this compilation is used for a call for which all of these hold.")
    lines += [_comment(f"  {guard}") for guard in compilation.guards]
    lines += ["", f"# {compilation.transformed}", _without_header(directory / compilation.transformed)]
    for graph in compilation.graphs:
        if graph.kept and graph.files:
            others = [file.file for file in graph.files[1:]] + [kernel.file for kernel in graph.kernels]
            lines += ["", f"# {graph.name}, from {graph.files[0].file}"]
            lines += [f"#   made from it: {', '.join(others)}"] if others else []
            lines += [_as_function(graph.name, directory / graph.files[0].file)]
    if compilation.resumes:
        lines += ["", _comment("Goes on in: " + ", ".join(compilation.resumes))]
    return lines


def _without_header(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    kept = text.splitlines()
    while kept and kept[0].startswith("# ") and not kept[0].startswith("# DISASSEMBLY"):
        kept.pop(0)
    return "\n".join(kept).strip("\n")


def _as_function(name: str, path: Path) -> str:
    return _without_header(path).replace("def forward(self", f"def {name}(self", 1)


def _comment(text: str) -> str:
    return "\n".join(f"# {line}".rstrip() for line in text.splitlines())
