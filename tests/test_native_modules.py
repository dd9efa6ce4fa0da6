"""Native modules are imported by their own names: by the package's face they would load whatever it loads."""

from __future__ import annotations

import ast
from pathlib import Path

import numscope

SOURCES = Path(numscope.__file__).parent


def taken_from_the_face(tree: ast.AST) -> set[str]:
    """Private names that `from numscope import ...` or `numscope.NAME` asks the package for."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "numscope" and not node.level:
            names |= {alias.name for alias in node.names}
        elif (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == "numscope"
        ):
            names.add(node.attr)
    return {name for name in names if name.startswith("_") and not name.startswith("__")}


def test_no_module_takes_a_native_module_from_the_face() -> None:
    files = sorted(SOURCES.rglob("*.py"))
    assert len(files) > 300
    found = {
        str(path.relative_to(SOURCES)): taken_from_the_face(ast.parse(path.read_text())) for path in files
    }
    assert {path: names for path, names in found.items() if names} == {}


def test_a_module_that_does_is_found() -> None:
    assert taken_from_the_face(ast.parse("from numscope import _core, open")) == {"_core"}
    assert taken_from_the_face(ast.parse("import numscope\nnumscope._core.stop()")) == {"_core"}
    assert taken_from_the_face(ast.parse("import numscope._core as _core\n_core.stop()")) == set()
