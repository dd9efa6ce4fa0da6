"""Everything of Numba that is not public stands behind one adapter, whose canary looks at every part of it."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("numba", reason="Numba is not installed")

from numscope.probes.numba import adapter
from numscope.probes.numba.adapter import parts
from numscope.probes.numba.adapter.parts import Part

PACKAGE = Path(adapter.__file__).parents[3]
ADAPTER = Path(adapter.__file__).parent
ROOMS = ("compiled/numba", "probes/numba")
PARTS = sorted(set(parts.parts()))
# Documented modules below `numba`.
PUBLIC = ("numba.extending", "numba.typed", "numba.cuda", "numba.types", "numba.experimental")
# Private, and not of Numba: the interpreter's frames, our own objects, and what our objects keep of one another.
NOT_NUMBAS = {"_getframe", "_exit", "_enter", "_core", "_replace"}


def test_nothing_is_missing_in_the_numba_installed() -> None:
    assert adapter.missing() == []


@pytest.mark.parametrize("part", PARTS, ids=lambda part: f"{part.module}:{part.path}")
def test_a_part_that_is_gone_is_named(part: Part, monkeypatch: pytest.MonkeyPatch) -> None:
    hide(part, monkeypatch)
    assert set(adapter.missing()) == {f"{part.module}:{part.path} ({part.purpose})"}


def test_the_canary_says_what_is_gone_and_what_it_was_for(monkeypatch: pytest.MonkeyPatch) -> None:
    import numba.core.errors

    monkeypatch.delattr(numba.core.errors, "ForceLiteralArg")
    assert adapter.missing() == ["numba.core.errors:ForceLiteralArg (which errors and warnings are Numba's)"]


def hide(part: Part, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let an owner that lacks the part, and is otherwise the same, stand in the place of the part's owner."""
    found = Part.owner
    owner = found(part)
    names = {name for name in dir(owner) if name != part.name and not name.startswith("__")}
    without: Any = SimpleNamespace(**dict.fromkeys(names))
    monkeypatch.setattr(Part, "owner", lambda self: without if self == part else found(self))


def test_objects_attributes_are_those_that_their_class_names() -> None:
    class Cache:
        def __init__(self) -> None:
            self._index = 0

    found = Part("numba", "Cache._index", "")
    moved = Part("numba", "Cache._place", "")
    numba = importlib.import_module("numba")
    numba.Cache = Cache  # type: ignore[attr-defined]
    try:
        assert found.is_there()
        assert not moved.is_there()
    finally:
        del numba.Cache  # type: ignore[attr-defined]


def test_no_other_module_names_what_is_private() -> None:
    found = {
        str(path.relative_to(PACKAGE)): touched
        for path in PACKAGE.rglob("*.py")
        if ADAPTER not in path.parents and (touched := sorted(set(private(path))))
    }
    assert found == {}


def test_the_test_above_sees_private_parts(tmp_path: Path) -> None:
    program = tmp_path / "compiled" / "numba" / "here.py"
    program.parent.mkdir(parents=True)
    program.write_text(
        "def f(cache, self):\n    from numba.core import ir\n    import llvmlite.binding\n"
        "    import numba.extending\n    self._own = cache._py_func\n    getattr(cache, '_hidden')\n"
        "    when_imported('numba.core.registry')\n"
    )
    seen = ["_hidden", "_py_func", "llvmlite.binding", "numba.core", "numba.core.registry"]
    assert sorted(set(private(program, tmp_path))) == seen


def test_every_module_part_that_is_used_is_looked_at() -> None:
    """`core("ir").Assign`, or `ir = core("ir")` and then `ir.Assign`: `Assign` of numba.core.ir is a part."""
    known = {(part.module, part.path.partition(".")[0]) for part in PARTS}
    used = {use for path in (PACKAGE / "compiled").rglob("*.py") for use in used_of_modules(path)}
    assert ("numba.core.ir", "Assign") in used
    # Names of types are documented, as attributes of numba.types.
    assert {(module, name) for module, name in used - known if module != "numba.core.types"} == set()


def private(path: Path, package: Path = PACKAGE) -> Iterator[str]:
    """Name the modules of Numba that are not public, and in the rooms about Numba attributes with an underscore."""
    of_numba = str(path.relative_to(package)).startswith(ROOMS)
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and is_inner(node.module):
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if is_inner(alias.name))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and is_inner(node.value):
            yield node.value
        elif of_numba and (name := private_attribute(node)):
            yield name


def is_inner(module: str) -> bool:
    """Say whether a text is the name of a module below numba or llvmlite that is not documented."""
    inner = module.startswith(
        ("numba.core", "numba.np.", "numba.parfors", "numba.cuda.simulator", "llvmlite")
    )
    whole = module.replace(".", "").replace("_", "").isalnum()
    return inner and whole and not module.startswith(PUBLIC[:1])


def private_attribute(node: ast.AST) -> str:
    """Return the attribute with one underscore that is taken of another object than `self`, or an empty text."""
    name, owner = "", None
    if isinstance(node, ast.Attribute):
        name, owner = node.attr, node.value
    elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("getattr", "hasattr", "setattr"):
        text = node.args[1] if len(node.args) > 1 else None
        name = str(text.value) if isinstance(text, ast.Constant) else ""
    is_own = isinstance(owner, ast.Name) and owner.id in ("self", "cls")
    is_private = name.startswith("_") and not name.startswith("__")
    return name if is_private and not is_own and name not in NOT_NUMBAS else ""


def used_of_modules(path: Path) -> Iterator[tuple[str, str]]:
    """Name the attributes taken of modules that `core` and `llvm_ir` returned, and of variables that hold these."""
    tree = ast.parse(path.read_text())
    held: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and module_of(node.value):
            held[node.targets[0].id] = module_of(node.value)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            owner = node.value
            module = held.get(owner.id, "") if isinstance(owner, ast.Name) else module_of(owner)
            if module:
                yield module, node.attr


def module_of(node: ast.expr) -> str:
    """Return the module that `core("...")` or `llvm_ir()` is."""
    name = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
    if name == "core" and isinstance(node, ast.Call) and isinstance(node.args[0], ast.Constant):
        return f"numba.core.{node.args[0].value}"
    return "llvmlite.ir" if name == "llvm_ir" else ""
