"""A user's mistake or bad luck: one clear sentence, an exit code, no traceback, and nothing of the user's lost."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

import numscope

CODE = "import numpy; print(numpy.ones(3) + 1)"


def told(run: subprocess.CompletedProcess[str]) -> str:
    """The one line that says what is wrong."""
    assert "Traceback" not in run.stderr
    lines = run.stderr.strip().splitlines()
    assert len(lines) == 1, run.stderr
    assert lines[0].startswith("numscope: ")
    return lines[0]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "nothing to run: give a script"),
        (["no_such.py"], "there is no script 'no_such.py'"),
        (["."], "'.' is a folder without __main__.py"),
        (["--values", "most", "-c", CODE], "--values: 'most' is none of auto, full, stats, none"),
        (["--max-bytes", "much", "-c", CODE], "--max-bytes: 'much' is not a size"),
        (["--every", "0", "-c", CODE], "--every: '0' is not a whole number of at least 1"),
        (["--ops", "numpy.linalg.svdd", "-c", CODE], "did you mean numpy.linalg.svd"),
        (["--ops", "concatenat", "-c", CODE], "did you mean numpy.concatenate"),
        (
            ["--skip", "numpy.fft.ftt", "-c", CODE],
            "--skip: no operation is called 'numpy.fft.ftt'; did you mean",
        ),
        (["-o", "/proc/nowhere/t.numscope", "-c", CODE], "can't write a trace to /proc/nowhere/t.numscope"),
    ],
    ids=lambda value: " ".join(value)[:30] if isinstance(value, list) else None,
)
def test_wrong_use(words: list[str], sentence: str, numscope_command, tmp_path: Path) -> None:
    run = numscope_command("run", *words)
    assert sentence in told(run)
    assert run.returncode == 2
    assert run.stdout == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("words", [["-c"], ["-m"], ["--no-such-flag", "-c", CODE]])
def test_wrong_flags(words: list[str], numscope_command) -> None:
    run = numscope_command("run", *words)
    assert run.returncode == 2
    assert "Traceback" not in run.stderr
    assert "error:" in run.stderr


def test_a_trace_that_exists_is_kept_unless_forced(numscope_command, tmp_path: Path) -> None:
    numscope_command("run", "-c", CODE)
    kept = (tmp_path / "command.numscope" / "manifest.json").read_text()
    again = numscope_command("run", "-c", CODE)
    assert "command.numscope exists; force (--force, before the program) replaces it" in told(again)
    assert (again.returncode, again.stdout) == (2, "")
    assert (tmp_path / "command.numscope" / "manifest.json").read_text() == kept
    assert numscope_command("run", "--force", "-c", CODE).returncode == 0
    assert (tmp_path / "command.numscope" / "manifest.json").read_text() != kept


@pytest.mark.parametrize("kind", ["file", "folder"])
def test_force_replaces_traces_and_nothing_else(kind: str, numscope_command, tmp_path: Path) -> None:
    target = tmp_path / "thesis"
    if kind == "file":
        target.write_text("ten years of work")
    else:
        target.mkdir()
        (target / "chapter").write_text("ten years of work")
    run = numscope_command("run", "--force", "-o", "thesis", "-c", CODE)
    assert run.returncode == 2
    assert "exists" in told(run)
    assert "ten years of work" in (target if kind == "file" else target / "chapter").read_text()


def test_a_folder_that_cannot_be_written(numscope_command, tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o555)
    if os.access(closed, os.W_OK):
        pytest.skip("this user (root) may write everywhere; /proc stands in for it in test_wrong_use")
    assert "can't write a trace" in told(numscope_command("run", "-o", "closed/t.numscope", "-c", CODE))


def test_a_wrong_variable_stops_numscope_run_before_the_program(numscope_command) -> None:
    run = numscope_command("run", "-c", CODE, environ={"NUMSCOPE_VALUES": "everything"})
    assert "NUMSCOPE_VALUES: 'everything' is none of" in told(run)
    assert (run.returncode, run.stdout) == (2, "")


def test_a_wrong_pyproject_stops_it_too(numscope_command, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.numscope]\nevry = 2\n")
    assert "'evry' in [tool.numscope]" in told(numscope_command("run", "-c", CODE))


@pytest.fixture
def old_numpy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a package that says it is NumPy 1.24, and its metadata."""
    folder = tmp_path_factory.mktemp("old")
    (folder / "numpy").mkdir()
    (folder / "numpy" / "__init__.py").write_text("__version__ = '1.24.0'\n")
    (folder / "numpy-1.24.0.dist-info").mkdir()
    (folder / "numpy-1.24.0.dist-info" / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: numpy\nVersion: 1.24.0\n"
    )
    return folder


def test_numpy_that_is_too_old(old_numpy: Path, numscope_command, clean_environ) -> None:
    path = os.pathsep.join([str(old_numpy), clean_environ["PYTHONPATH"]])
    run = numscope_command("run", "-c", "print(1)", environ={"PYTHONPATH": path})
    assert "NumPy 1.24.0 is too old: numscope needs 1.26 or newer" in told(run)
    assert (run.returncode, run.stdout) == (2, "")


def test_numpy_that_is_too_old_met_at_run_time(old_numpy: Path, python) -> None:
    startup = Path(numscope.__file__).parent / "startup" / "path"
    path = os.pathsep.join([str(startup), str(old_numpy)])
    run = python("-c", "import numpy; print(numpy.__version__)", environ={"PYTHONPATH": path})
    assert (run.returncode, run.stdout) == (0, "1.24.0\n")
    assert "NumPy 1.24.0 is older than 1.26" in told(run)
    assert "the program goes on unrecorded" in told(run)


@pytest.fixture
def small_disk(tmp_path: Path):
    """A file system of 40 MB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=40m", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root may mount a small file system")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


MANY = "import numpy\na = -numpy.sqrt(numpy.arange(1e5))\nfor n in range(200): b = a + n\nprint(b.max())\n"


def test_a_full_disk_stops_the_recording_and_not_the_program(
    small_disk: Path, numscope_command, tmp_path: Path
) -> None:
    run = numscope_command("run", "-o", "disk/t.numscope", "-c", MANY)
    assert run.stdout == "199.0\n"
    assert run.returncode == 0
    assert run.stderr.count("[disk-full]") == 1
    assert "Traceback" not in run.stderr
    with numscope.open(tmp_path / "disk" / "t.numscope") as trace:
        assert 0 < len(trace) < 600


def test_a_disk_full_from_the_start_is_told(small_disk: Path, numscope_command) -> None:
    (small_disk / "filler").write_bytes(bytes(39 << 20))
    run = numscope_command("run", "-o", "disk/t.numscope", "-c", MANY)
    assert "Traceback" not in run.stderr
    assert run.stdout == "199.0\n" or run.returncode == 2


def test_a_spent_budget_is_told_once_and_statistics_go_on(numscope_command, tmp_path: Path) -> None:
    run = numscope_command("run", "--max-bytes", "2M", "-c", MANY)
    assert run.stdout == "199.0\n"
    assert run.stderr.count("[over-budget]") == 1
    with numscope.open(tmp_path / "command.numscope") as trace:
        last = [operation for operation in trace if operation.name == "numpy.add"][-1]
        assert last.outputs[0].statistics.maximum == 199
        assert last.outputs[0].hash


def test_a_value_over_its_budget_is_not_kept(numscope_command, tmp_path: Path) -> None:
    code = "import numpy; numpy.arange(10) + 1; numpy.arange(1000) + 1"
    numscope_command("run", "--max-array-bytes", "500", "-c", code)
    with numscope.open(tmp_path / "command.numscope") as trace:
        kept = [operation.outputs[0].kept for operation in trace if operation.name == "numpy.add"]
    assert kept == [True, False]
