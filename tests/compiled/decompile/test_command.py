"""`numscope decompile`, driven as a user does."""

from __future__ import annotations

import json
import os
import py_compile
import subprocess
import sys
from pathlib import Path

import pytest

import numscope as numscope_package

SOURCE = (
    "def f(x, y=3):\n    return [x for x in range(y)]\n\n\nclass C:\n    def m(self):\n        return 1\n"
)


def numscope(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(Path(numscope_package.__file__).parents[1])}
    return subprocess.run(
        [sys.executable, "-m", "numscope", "decompile", *words],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def module(tmp_path: Path) -> Path:
    path = tmp_path / "mod.py"
    path.write_text(SOURCE)
    return path


def test_a_function_of_a_module(module: Path) -> None:
    ran = numscope("mod:f", cwd=module.parent)
    assert ran.returncode == 0, ran.stderr
    assert "def f(x, y=3):" in ran.stdout
    assert "return [x for x in range(y)]" in ran.stdout


def test_a_method_and_json(module: Path) -> None:
    ran = numscope("mod:C.m", "--json", cwd=module.parent)
    document = json.loads(ran.stdout)
    assert document["verdict"] == "equal"
    assert document["source"].splitlines()[-1].strip() == "return 1"


def test_files(module: Path) -> None:
    compiled = py_compile.compile(str(module), cfile=str(module.parent / "mod.pyc"))
    for name in (str(compiled), str(module)):
        ran = numscope(name, cwd=module.parent)
        assert ran.returncode == 0, ran.stderr
        space: dict[str, object] = {"__name__": "m"}
        exec(ran.stdout, space)
        assert space["f"](1) == [0, 1, 2]  # type: ignore[operator]


def test_limit(module: Path) -> None:
    ran = numscope("mod:f", "--limit", "1", cwd=module.parent)
    assert len(ran.stdout.splitlines()) == 1
    assert "more line" in ran.stderr


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("builtins:len", "builtin"),
        ("mod:C", "is a class"),
        ("mod:nothing", "has no nothing"),
        ("no_such_module:f", "cannot be imported"),
        ("mod:SOURCE_TEXT", "has no"),
        ("math:pi", "is not a Python function"),
        ("just words", "give module:function"),
        ("missing.pyc", "cannot be read"),
        ("short.pyc", "not a .pyc file"),
        ("old.pyc", "bytecode of Python"),
        ("corrupt.pyc", "is corrupt"),
        ("data.pyc", "is corrupt"),
        ("broken.py", "does not compile"),
    ],
)
def test_bad_input_is_one_sentence(module: Path, target: str, expected: str) -> None:
    import importlib.util
    import marshal

    magic = importlib.util.MAGIC_NUMBER
    folder = module.parent
    (folder / "short.pyc").write_bytes(b"abc")
    (folder / "old.pyc").write_bytes((3394).to_bytes(2, "little") + b"\r\n" + bytes(12))
    (folder / "corrupt.pyc").write_bytes(
        magic + bytes(12) + marshal.dumps(compile(SOURCE, "m", "exec"))[:-30]
    )
    (folder / "data.pyc").write_bytes(magic + bytes(12) + marshal.dumps([1, 2]))
    (folder / "broken.py").write_text("def (")
    ran = numscope(target, cwd=folder)
    assert ran.returncode == 3, (ran.stdout, ran.stderr)
    assert expected in ran.stderr
    assert len(ran.stderr.strip().splitlines()) == 1
