"""Bytecode files: what goes in comes out, and nothing else does."""

from __future__ import annotations

from pathlib import Path

import pytest

from numscope.compiled.torch_compile import BytecodeError, load_bytecode
from numscope.compiled.torch_compile.serialized_code import dump_bytecode


def sample(x: int, *, scale: int = 2) -> list[int]:
    return [x * scale + each for each in range(3)]


def test_round_trip(tmp_path: Path):
    (tmp_path / "code").write_bytes(dump_bytecode(sample.__code__))
    loaded = load_bytecode(tmp_path / "code")
    assert loaded == sample.__code__
    exec_scope: dict[str, object] = {}
    assert type(sample)(loaded, exec_scope, "sample", None, None)(1, scale=3) == [3, 4, 5]


def test_constants_that_are_no_literals_become_text(tmp_path: Path):
    marker = object()
    code = sample.__code__.replace(co_consts=(*sample.__code__.co_consts, marker))
    (tmp_path / "code").write_bytes(dump_bytecode(code))
    assert load_bytecode(tmp_path / "code").co_consts[-1] == "<constant 0: a builtins.object>"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is not a bytecode file"),
        (b"\x89PNG\r\n", "is not a bytecode file"),
        (b"numscope-bytecode 1 cpython-27 03f30d0a\nabc", "bytecode of another Python"),
        (dump_bytecode(sample.__code__)[:80], "is damaged"),
        (dump_bytecode(sample.__code__).split(b"\n")[0] + b"\n", "is damaged"),
        (dump_bytecode(sample.__code__).split(b"\n")[0] + b"\nN", "holds no code object"),
    ],
)
def test_anything_else_is_refused(content: bytes, message: str, tmp_path: Path):
    (tmp_path / "code").write_bytes(content)
    with pytest.raises(BytecodeError, match=message):
        load_bytecode(tmp_path / "code")


def test_a_missing_file(tmp_path: Path):
    with pytest.raises(BytecodeError, match="can't be read"):
        load_bytecode(tmp_path / "nothing")
