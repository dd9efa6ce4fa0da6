"""Sets, dicts, lists of anything and jitclass instances in a stopped function, as Python shows them."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="numba is not installed")
if shutil.which("gdb") is None:
    pytest.skip("gdb is not installed", allow_module_level=True)

PROGRAM = Path(__file__).parent / "programs" / "containers.py"
POINT = "Point(x=1.5, tag='né', data=array([0., 1., 2.]))"


@pytest.fixture(scope="module")
def shown() -> dict[str, str]:
    lines = PROGRAM.read_text().splitlines()
    line = next(number for number, text in enumerate(lines, 1) if text.startswith("    return len(numbers)"))
    done = subprocess.run(
        [sys.executable, "-m", "numscope", "debug", "--json", "--break", str(line), str(PROGRAM)],
        capture_output=True,
        text=True,
        timeout=280,
    )
    assert done.returncode == 0, done.stderr
    (stop, _) = [json.loads(text) for text in done.stdout.splitlines()]
    return {name: local["text"] for name, local in stop["locals"].items()}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("numbers", "{1, 30}"),
        ("names", "{'one': 1.0, 'three': 3.5}"),
        ("words", "['a', 'bcd']"),
        ("rows", "[array([0, 1, 2]), array([0, 1, 2, 3, 4, 5])]"),
        ("pairs", "[(1, 2.5), (3, 4.5)]"),
        ("texts", "['x', 'yz']"),
        ("named", "[Pair(left=1, right=True)]"),
        ("by_int", "{np.int32(7): array([0, 1])}"),
        ("point", POINT),
        ("points", f"[{POINT}, {POINT}]"),
        ("maybe", "4.5"),
        ("empty", "set()"),
        ("deep", "[[1, 2], [3]]"),
    ],
)
def test_value_is_the_one_python_would_have(shown: dict[str, str], name: str, text: str) -> None:
    assert shown[name] == text
