"""What the optimised machine code does on each source line, read from LLVM's text with line tables."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

_LOCATION = re.compile(r"^(!\d+) = (?:distinct )?!DILocation\(line: (\d+).*?(?:inlinedAt: (!\d+))?\)")
_DEBUG = re.compile(r"!dbg (!\d+)")
_VECTOR = re.compile(r"<(\d+) x (double|float|i\d+)>")
_ALGEBRA = re.compile(r"numba_(?:xx|ez_|raw_)|_ZN5numba2np6linalg")
_PYTHON = re.compile(r"_?Py[A-Z]\w+_\w+$")
# Letting go of the interpreter's lock around a parallel loop is not work in Python.
_GIL = ("PyEval_SaveThread", "PyEval_RestoreThread", "PyGILState_Ensure", "PyGILState_Release")
_CALL = re.compile(r"\bcall\b[^@]*@\"?([\w.$]+)")


def facts(llvm: str, function: str) -> dict[int, list[str]]:
    """Line -> sentences on vector instructions, allocations, reference counts and calls into libraries.

    `function` is the mangled name; its body alone is read. What was inlined into it counts for the line of the
    user's function that called it.
    """
    lines = _locations(llvm)
    vectors: dict[int, Counter[str]] = {}
    calls: dict[int, Counter[str]] = {}
    for instruction in _body(llvm, function):
        found = _DEBUG.search(instruction)
        line = lines.get(found[1], 0) if found else 0
        if not line:
            continue
        for width, kind in _VECTOR.findall(instruction):
            vectors.setdefault(line, Counter())[f"{width} x {kind}"] += 1
        called = _CALL.search(instruction)
        if called:
            calls.setdefault(line, Counter())[called[1]] += 1
    result: dict[int, list[str]] = {}
    for line, widths in vectors.items():
        result.setdefault(line, []).append(f"vector instructions on {widths.most_common(1)[0][0]}")
    for line, names in calls.items():
        result.setdefault(line, []).extend(_sentences(names))
    return {line: sentences for line, sentences in sorted(result.items()) if sentences}


def _sentences(names: Counter[str]) -> list[str]:
    allocations = sum(
        count for name, count in names.items() if name.startswith(("NRT_MemInfo_alloc", "NRT_Alloc"))
    )
    references = sum(count for name, count in names.items() if name in ("NRT_incref", "NRT_decref"))
    algebra = any(_ALGEBRA.match(name) for name in names)
    python = sorted(name for name in names if _PYTHON.match(name) and name not in _GIL)
    said = []
    if allocations:
        said.append("allocates memory" if allocations == 1 else f"allocates memory in {allocations} places")
    if references:
        said.append(f"counts references in {references} places")
    if algebra:
        said.append("calls linear algebra (BLAS or LAPACK)")
    if python:
        said.append(f"calls back into Python ({', '.join(python[:3])})")
    return said


def _locations(llvm: str) -> dict[str, int]:
    """Debug location -> line in the outermost function: inlined code is followed to its caller."""
    own: dict[str, int] = {}
    outer: dict[str, str] = {}
    for text in llvm.splitlines():
        found = _LOCATION.match(text)
        if found:
            own[found[1]] = int(found[2])
            if found[3]:
                outer[found[1]] = found[3]
    resolved = {}
    for name in own:
        at = name
        while at in outer:
            at = outer[at]
        resolved[name] = own.get(at, 0)
    return resolved


def _body(llvm: str, function: str) -> Iterator[str]:
    inside = False
    for line in llvm.splitlines():
        if line.startswith("define "):
            inside = f"@{function}(" in line or f'@"{function}"(' in line
        elif line.startswith("}"):
            inside = False
        elif inside:
            yield line
