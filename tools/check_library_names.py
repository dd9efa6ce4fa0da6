"""Fail on a library's name where code must work for every library: what is known of one belongs in its probe.

Looked at are imports, dotted names and strings of the modules in FOLDERS; comments, docstrings and annotations are not.
Exceptions stand in library_names_allowed.txt, each with its reason; one that is not needed any more is a failure too.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "numscope"
ALLOWED = Path(__file__).with_name("library_names_allowed.txt")
FOLDERS = ("analysis", "trace", "views", "recording", "rules")
LIBRARIES = (
    *(
        "numpy",
        "torch",
        "numba",
        "scipy",
        "pandas",
        "tensorflow",
        "jax",
        "keras",
        "sklearn",
        "xarray",
        "cupy",
    ),
    *("polars", "toylib"),
)
# In strings: the name by which a library is imported, what its operations' names begin with, and how code calls it. A
# sentence for people that says NumPy or PyTorch is none of these.
_STRING = re.compile(
    rf"\b(?:{'|'.join(LIBRARIES)})\b(?!-)|\b(?:aten|autograd|optim|prims|c10d)::|\bnp\.\w|\btorch_"
)
# numscope computes with NumPy itself: importing it names no operation of the program's.
_OWN_TOOLS = ("numpy",)


def main() -> int:
    """Print what is wrong, and return how it went."""
    allowed = read_allowed(ALLOWED)
    found = {
        path.relative_to(PACKAGE).as_posix(): list(names_in(path.read_text(encoding="utf-8")))
        for folder in FOLDERS
        for path in sorted((PACKAGE / folder).rglob("*.py"))
    }
    complaints = list(judge(found, allowed))
    for complaint in complaints:
        print(complaint)
    if not complaints:
        print(f"no library's name in {len(found)} modules, but for {len(allowed)} that may have them")
    return 1 if complaints else 0


def judge(found: dict[str, list[tuple[int, str]]], allowed: dict[str, str]) -> Iterator[str]:
    """Yield a sentence for each name where none may be, and for each exception that is not needed."""
    for module, names in found.items():
        for line, name in names if module not in allowed else []:
            yield f"src/numscope/{module}:{line}: names a library: {name}"
    for module, reason in allowed.items():
        if not found.get(module):
            yield f"{ALLOWED.name}: {module} names no library any more: take it out"
        elif not reason:
            yield f"{ALLOWED.name}: {module} has no reason"


def read_allowed(path: Path) -> dict[str, str]:
    """Read the exceptions: lines `module: reason`; `#` begins a comment."""
    lines = (line.partition("#")[0].strip() for line in path.read_text(encoding="utf-8").splitlines())
    parts = (line.partition(":") for line in lines if line)
    return {module.strip(): reason.strip() for module, _, reason in parts}


def names_in(source: str) -> Iterator[tuple[int, str]]:
    """Find (line, what names a library) in a module's code."""
    tree = ast.parse(source)
    passed = {id(node) for node in _passed(tree)}
    for node in ast.walk(tree):
        if id(node) in passed:
            continue
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from ((node.lineno, f"import {name}") for name in _imported(node))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            match = _STRING.search(node.value)
            if match:
                yield node.lineno, repr(node.value[:60])


def _imported(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else [one.name for one in node.names]
    for module in modules:
        parts = module.split(".")
        of_library = parts[0] in LIBRARIES and parts[0] not in _OWN_TOOLS
        if of_library or (parts[:2] == ["numscope", "probes"] and set(parts[2:]) & set(LIBRARIES)):
            yield module


def _passed(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield the docstrings and the annotations, with all that is in them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value
        for name in ("annotation", "returns"):
            annotation = getattr(node, name, None)
            if isinstance(annotation, ast.AST):
                yield from ast.walk(annotation)


if __name__ == "__main__":
    sys.exit(main())
