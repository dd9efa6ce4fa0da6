"""`numscope share`: a copy without what should not leave the machine, which every reading command opens."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

import numscope
from numscope.cli.main import main

PROGRAM = """
import numpy as np
a = np.linspace(1.0, 2.0, 500) * 1.23456789
np.log(a - 1.5)
np.char.add(np.array(["hunter2"]), "-hunter2")
np.sum(a.reshape(5, 100), axis=(0, 1))
try:
    np.array(["hunter2"]).astype(float)
except ValueError:
    pass
print("hunter2")
"""
COMMANDS = (
    ("ls",), ("ls", "--json"), ("show", "1"), ("top",), ("top", "--by", "shape"), ("nan",), ("check-up",), ("advise",),
    ("halted",), ("graph",), ("dump",), ("check", "--rule", "max > 1"), ("sql", "select * from sites"),
    ("export", "--perfetto", "OUT"), ("export", "--parquet", "OUT"), ("report", "-o", "OUT"),
)  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("share")


@pytest.fixture(scope="module")
def shared(folder: Path) -> tuple[Path, Path]:
    (folder / "p.py").write_text(PROGRAM)
    os.utime(folder / "p.py", (1e9, 1e9))
    command = [
        sys.executable,
        "-m",
        "numscope",
        "run",
        "-o",
        "whole.numscope",
        "p.py",
        "--who",
        "ann-hunter2",
    ]
    subprocess.run(command, cwd=folder, capture_output=True, check=True)
    whole, small = folder / "whole.numscope", folder / "small.numscope"
    assert main(["share", str(whole), "-o", str(small)]) == 0
    return whole, small


def test_what_is_taken_out_is_nowhere(shared: tuple[Path, Path], folder: Path) -> None:
    _, small = shared
    with numscope.open(small) as trace:
        tables = "".join(str(trace.table(name).to_pylist()) for name in trace.table_names())
        assert not list(trace.values)
        assert len({site["file"] for site in trace.table("sites").to_pylist()} & {"p.py"}) == 1
    raw = b"".join(path.read_bytes() for path in small.rglob("*") if path.is_file()).decode("latin-1")
    for gone in ("hunter2", str(folder), "ann", "np.linspace(1.0", f"'{platform.node()}'", "(0, 1)"):
        assert gone not in tables
        assert gone not in raw.replace("numscope", "")
    assert not (small / "sources").exists()
    assert not list(small.rglob("values.pack"))


def test_what_remains_is_the_same(shared: tuple[Path, Path]) -> None:
    whole, small = (numscope.open(path) for path in shared)
    with whole, small:
        assert len(whole) == len(small) > 5
        for before, after in zip(whole, small, strict=True):
            assert (before.id, before.name, before.duration_ns) == (after.id, after.name, after.duration_ns)
            assert before.user_site is None or before.user_site.line == after.user_site.line
            for one, other in zip(before.operands, after.operands, strict=True):
                assert (one.dtype, one.shape, one.hash, one.statistics) == (
                    other.dtype, other.shape, other.hash, other.statistics,
                )  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: " ".join(words))
def test_every_command_reads_it(shared, tmp_path: Path, capsys: pytest.CaptureFixture[str], command) -> None:
    name, *words = (word.replace("OUT", str(tmp_path / "out")) for word in command)
    code = main([name, str(shared[1]), *words])
    printed = capsys.readouterr()
    assert code in (0, 1), printed.err
    assert "hunter2" not in printed.out + printed.err


def test_it_lists_what_remains(shared, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["share", str(shared[0]), "-o", str(tmp_path / "c"), "--keep", "argv", "--keep", "literals"])
        == 0
    )
    text = capsys.readouterr().out
    taken, remains = text.split("remains:")
    assert "statistics and hashes of arrays" in remains
    assert "the command line" in remains
    assert "the bytes of arrays" in taken
    assert "ann-hunter2" in json.loads((tmp_path / "c" / "manifest.json").read_text())["command"]
    assert main(["share", str(shared[0]), "-o", str(tmp_path / "c")]) == 2
    assert "exists: give another name" in capsys.readouterr().err


@pytest.mark.parametrize(("kept", "there"), [(("host",), False), (("host", "literals"), True)])
def test_what_was_printed_goes_with_the_texts(
    shared, tmp_path: Path, kept: tuple[str, ...], there: bool
) -> None:
    copy = tmp_path / "copy.numscope"
    assert main(["share", str(shared[0]), "-o", str(copy), *(f"--keep={part}" for part in kept)]) == 0
    with numscope.open(copy) as trace:
        (facts,) = trace.sql("select environment from processes")["environment"].to_pylist()
    assert (json.loads(facts).get("printed") == "hunter2\n") == there
