"""Traces of an attacker, made from a real recording and placed where the victim's files lie near."""

from __future__ import annotations

import json
import os
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import numscope
from numscope.cli.main import main
from numscope.trace.sealing import seal

pytest.importorskip("numscope._core", reason="the native core is not built")

SECRET = "the victim's own line\n"
# No command on a trace of a few kilobytes takes as long; a read of a pipe or of /dev/zero would never end.
LONGEST_S = 60


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of the test's own: its key, its cache."""
    home = tmp_path / "home"
    home.mkdir()
    for name in ("XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(home))
    return home


@pytest.fixture(autouse=True)
def no_hang() -> Iterator[None]:
    def too_long(*_: Any) -> None:
        raise AssertionError(f"no answer after {LONGEST_S} s")

    before = signal.signal(signal.SIGALRM, too_long)
    signal.alarm(LONGEST_S)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture(scope="module")
def recordings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """One recording raw and sealed, with a key that no test has."""
    folder = tmp_path_factory.mktemp("recordings")
    before = {name: os.environ.get(name) for name in ("HOME", "XDG_CONFIG_HOME")}
    os.environ["HOME"] = os.environ["XDG_CONFIG_HOME"] = str(folder / "elsewhere")
    try:
        program = folder / "program.py"
        program.write_text("import numpy as np\na = np.arange(40.0)\nb = np.log(a - 3)\nc = (a * b).sum()\n")
        with numscope.record(folder / "raw.numscope"), np.errstate(all="ignore"):
            numscope.mark("before")
            exec(compile(program.read_text(), str(program), "exec"), {})
        shutil.copytree(folder / "raw.numscope", folder / "sealed.numscope")
        sealed = folder / "sealed.numscope"
        seal(sealed)
    finally:
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.__setitem__(name, value)
    return {"raw": folder / "raw.numscope", "sealed": sealed}


@pytest.fixture
def raw(recordings: dict[str, Path], tmp_path: Path) -> Path:
    """A stranger's trace that is not sealed."""
    return Path(shutil.copytree(recordings["raw"], tmp_path / "raw.numscope"))


@pytest.fixture
def sealed(recordings: dict[str, Path], tmp_path: Path) -> Path:
    """A stranger's sealed trace."""
    return Path(shutil.copytree(recordings["sealed"], tmp_path / "sealed.numscope"))


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """A file of the victim's."""
    path = tmp_path / "home" / "private"
    path.write_text(SECRET * 50)
    return path


def shard_of(trace: Path) -> Path:
    return next(path for path in (trace / "processes").iterdir() if path.is_dir())


def ask(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    """Run a command; return its exit code and what it printed."""
    code = main([str(word) for word in words])
    said = capsys.readouterr()
    assert "Traceback" not in said.err
    return code, said.out, said.err


def set_manifest(trace: Path, **facts: object) -> None:
    path = trace / "manifest.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **facts}))


def tree(folder: Path) -> dict[str, Any]:
    """Everything below `folder`: names, kinds, contents, times."""
    return {
        str(path.relative_to(folder)): (
            path.lstat().st_mode,
            path.lstat().st_mtime_ns,
            path.read_bytes() if path.is_file() and not path.is_symlink() else None,
        )
        for path in sorted(folder.rglob("*"))
    }


@pytest.fixture
def strided(tmp_path: Path) -> Path:
    """A trace whose as_strided a stranger has changed to reach far outside."""
    trace = tmp_path / "t.numscope"
    program = "import numpy as np\na = np.arange(9.0)\nnp.lib.stride_tricks.as_strided(a, (3,), (8,))\nnp.add(a, 1.0)\n"
    (tmp_path / "p.py").write_text(program)
    with numscope.record(trace):
        exec(compile(program, str(tmp_path / "p.py"), "exec"), {})
    seal(trace)
    return Path(shutil.copytree(trace, tmp_path / "evil.numscope"))


def change_cells(trace: Path, table: str, column: str, change: Callable[[object], object]) -> int:
    path = trace / "tables" / f"{table}.parquet"
    stored = pq.read_table(path)
    place = stored.schema.get_field_index(column)
    old = stored[column].to_pylist()
    new = [change(cell) for cell in old]
    kind = stored.schema.field(place).type
    pq.write_table(stored.set_column(place, pa.field(column, kind), pa.array(new, kind)), path)
    return sum(one != other for one, other in zip(old, new, strict=True))
