"""`numscope compile`, as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="torch.compile needs PyTorch")

from .programs import run

SCRIPT = """
import sys
import torch

@torch.compile(backend="eager")
def f(x, n):
    y = x.sin()
    print("between")
    if y.sum() > 0:
        y = y + y.max().item()
    return y[y > 1] * n

for n in 5, 6:
    f(torch.ones(n), n)
print("arguments", sys.argv[1:], __name__)
sys.exit(7)
"""


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("script") / "script.py"
    path.write_text(SCRIPT)
    return path


def numscope(*words: str | Path):
    return run("-m", "numscope", "compile", *words)


def test_explain(script: Path, tmp_path: Path):
    result = numscope("-o", tmp_path / "dump", script, "--explain", "--", "a", "--b", "--explain")
    assert result.returncode == 7, result.stderr
    lines = result.stdout.splitlines()
    assert lines[:3] == ["between", "between", "arguments ['a', '--b', '--explain'] __main__"]
    story = "\n".join(lines[3:])
    assert "4 graph breaks" in lines[3] or "graph breaks" in lines[3]
    assert f"{script}:8  print(" in story
    assert "-> print after the compiled part" in story
    assert "-> the branch depends on a tensor's value: use torch.where" in story
    assert "-> keep the value a tensor" in story
    assert "-> the result's size depends on values" in story
    assert "size mismatch at index 0. expected 5, actual 6; x is a Tensor: float32, shape [6]" in story
    assert "torch.compile(dynamic=True)" in story
    assert "see" in result.stderr
    assert (tmp_path / "dump" / "index.html").exists()


def test_json_is_one_document(script: Path, tmp_path: Path):
    result = numscope("-o", tmp_path / "dump", "--json", script)
    document = json.loads(result.stdout)
    assert document["exit_code"] == 7
    assert document["totals"]["functions"] == 1
    assert document["functions"][0]["name"] == "f"
    assert "between" in result.stderr


def test_a_script_that_raises(tmp_path: Path):
    path = tmp_path / "raises.py"
    path.write_text(
        "import torch\n@torch.compile(backend='eager')\ndef f(x):\n    y = x + 1\n    print()\n    return y @ y\n"
        "f(torch.ones(2, 3))\n"
    )
    result = numscope("-o", tmp_path / "dump", path)
    assert result.returncode == 1
    told = result.stderr.partition("Traceback (most recent call last):\n")[2]
    assert "numscope/cli" not in result.stderr
    assert f'File "{path}", line 7' in result.stderr
    assert told
    assert (tmp_path / "dump" / "index.html").exists()


@pytest.mark.parametrize(
    ("content", "message"),
    [(None, "can't be read: No such file"), ("def f(:\n", "is not Python"), ("\0", "is not Python")],
)
def test_no_script(content: str | None, message: str, tmp_path: Path):
    path = tmp_path / "bad.py"
    if content is not None:
        path.write_text(content)
    result = numscope("-o", tmp_path / "dump", path)
    assert result.returncode == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.long
def test_a_directory_with_other_files(script: Path, tmp_path: Path):
    (tmp_path / "mine").touch()
    result = numscope("-o", tmp_path, script)
    assert result.returncode == 2
    assert result.stderr.startswith("numscope: the dump directory")
    assert len(result.stderr.splitlines()) == 1


def test_no_torch(script: Path, tmp_path: Path):
    (tmp_path / "torch.py").write_text("raise ImportError('no torch here')")
    (tmp_path / "start.py").write_text(
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "from numscope.cli.main import main\nsys.exit(main(sys.argv[1:]))\n"
    )
    result = run(tmp_path / "start.py", "compile", "-o", tmp_path / "dump", script)
    assert result.returncode == 2
    assert "needs PyTorch: pip install torch" in result.stderr


def test_importing_needs_the_standard_library_only():
    result = run(
        "-c",
        "import sys, numscope.compiled, numscope.compiled.torch_compile as t; t.load_bytecode; "
        "assert not {'torch', 'rich', 'pyarrow', 'duckdb'} & set(sys.modules)",
    )
    assert result.returncode == 0, result.stderr
