"""Tests made of a recording pass in a plain pytest, and fail when data or operation are altered."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import numscope
from numscope.analysis.testgen.selection import Wishes, select
from numscope.analysis.testgen.source import source_of
from numscope.cli.main import main
from numscope.probes.calling.written import NoSourceError

pytest.importorskip("numscope._core", reason="the native core is not built")


def program() -> None:
    """Operations of every form that testgen writes down, and some that it can't."""
    rng = np.random.default_rng(0)
    a = rng.normal(size=(6, 4))
    c = a - a.mean(axis=0, keepdims=True)
    c[2, 1] = 7.0
    c *= 2
    d = np.concatenate([a, c], axis=0)
    np.add(a, c, out=c)
    spread = np.empty((12, 2))
    np.multiply(d[:, ::2], 3.0, out=spread)
    a[1:, None], a[a > 0], a[..., -1], a[np.array([2, 0])], a[1:3, ::2]
    a.astype("f4"), a.astype(np.float32), np.einsum("ij,ij->i", a, a)
    np.clip(a, -np.inf, 1).sort(axis=0)
    np.linalg.svd(a), np.histogram(a, bins=4), np.array_split(a, 3)
    d[::2, ::-1].sum(axis=0), d.T.sum(), np.sum(a) * 2, float(np.sum(a)), bool(a.all())
    np.where(a > 0, a, 0.0), np.stack((a, a), -1), np.full((2, 2), float("nan")), 2 - a, -a
    large = rng.normal(size=(60, 37))
    large.T @ large, large[:30] @ large[:30].T, np.dot(large, large.T)  # both are one memory: BLAS's syrk
    np.add.reduce(a, axis=1), np.multiply.outer(a[0], a[1]), np.fft.rfft(a, axis=0)
    np.datetime64("2026-01-31") + np.arange(3).astype("timedelta64[D]")
    np.zeros(3, dtype=[("x", "f4"), ("y", "i2")])["x"], np.char.upper(np.array(["hill", "river"]))
    np.concatenate([a[i] for i in range(6)] * 2)
    np.apply_along_axis(np.sum, 0, a)
    np.empty(3)
    np.add(np.ones(3), np.ones(4))


@pytest.fixture(scope="module")
def trace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("testgen") / "run.numscope"
    with numscope.record(path), pytest.raises(ValueError, match="broadcast"):
        program()
    return path


def run_pytest(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the tests in `folder` where numscope can't be imported."""
    (folder / "conftest.py").write_text("import sys\n\nsys.modules['numscope'] = None\n")
    environ = {
        name: value for name, value in os.environ.items() if not name.startswith(("NUMSCOPE", "PYTEST"))
    }
    environ.pop("PYTHONPATH", None)
    environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words],
        cwd=folder,
        env=environ,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.mark.parametrize("by", ["function", "operation"])
def test_generated_tests_pass_in_a_plain_pytest(
    trace: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], by: str
) -> None:
    assert main(["testgen", str(trace), "-o", str(tmp_path / "made"), "--by", by, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    ended = run_pytest(tmp_path / "made")
    assert ended.returncode == 0, ended.stdout
    assert f"{answer['tests']} passed" in ended.stdout
    assert answer["tests"] >= 45
    assert len(answer["files"]) == 1 or by == "operation"
    assert set(answer["left_out"]) == {
        "it draws random numbers",
        "it calls a function of the program",
        "its result is whatever was in memory",
        "it has no public name",  # operators of NumPy's scalars
    }
    texts = "".join(path.read_text() for path in (tmp_path / "made").glob("test_*.py"))
    assert "import numscope" not in texts
    assert all(np.load(path, allow_pickle=False).files for path in (tmp_path / "made" / "golden").iterdir())


def test_the_error_of_the_run_is_reproduced(trace: Path, tmp_path: Path) -> None:
    assert main(["testgen", str(trace), "-o", str(tmp_path), "--ops", "numpy.add"]) == 0
    (made,) = tmp_path.glob("test_*.py")
    text = made.read_text()
    assert "with pytest.raises(ValueError) as raised:\n        np.add(a, b)" in text
    assert (
        "assert 'operands could not be broadcast together with shapes (3,) (4,)' in str(raised.value)" in text
    )
    assert run_pytest(tmp_path, "-k", "raises").returncode == 0
    made.write_text(text.replace("        np.add(a, b)\n", "        np.add(a, b[:3])\n"))
    ended = run_pytest(tmp_path, "-k", "raises")
    assert "DID NOT RAISE" in ended.stdout


def test_altered_data_and_altered_operations_fail(trace: Path, tmp_path: Path) -> None:
    assert (
        main(
            ["testgen", str(trace), "-o", str(tmp_path), "--ops", "numpy.clip", "--ops", "numpy.ndarray.sum"]
        )
        == 0
    )
    (made,) = tmp_path.glob("test_*.py")
    (data,) = (tmp_path / "golden").iterdir()
    assert run_pytest(tmp_path).returncode == 0
    text = made.read_text()
    made.write_text(text.replace('np.clip(a, float("-inf"), 1)', 'np.clip(a, float("-inf"), 0.9)'))
    assert "Mismatched elements" in run_pytest(tmp_path).stdout
    made.write_text(text)
    arrays = dict(np.load(data))
    key = next(name for name in arrays if ".out" in name and arrays[name].size)
    arrays[key] = np.nextafter(arrays[key], np.inf)  # one rounding in the golden data
    np.savez(data, **arrays)
    assert "1 failed" in run_pytest(tmp_path).stdout


def test_a_tolerance_is_written_into_the_tests(trace: Path, tmp_path: Path) -> None:
    assert (
        main(["testgen", str(trace), "-o", str(tmp_path), "--ops", "numpy.linalg.svd", "--rtol", "1e-6"]) == 0
    )
    (data,) = (tmp_path / "golden").iterdir()
    arrays = dict(np.load(data))
    np.savez(data, **{name: array * (1 + 1e-9) for name, array in arrays.items()})
    assert run_pytest(tmp_path).returncode == 0
    np.savez(
        data, **{name: array * (1 + 1e-4) if ".out" in name else array for name, array in arrays.items()}
    )
    assert run_pytest(tmp_path).returncode == 1


def test_the_source_reads_as_it_was_written(trace: Path) -> None:
    with numscope.open(trace) as opened:
        texts = {
            source_of(operation).text
            for file in select(opened, Wishes(cases=99)).files
            for group in file.groups
            for case in group.cases
            for operation in [case.operation]
        }
    for wanted in (
        "a - b",
        "a[2, 1] = 7.0",
        "np.multiply(a, 2, out=a)",
        "np.concatenate([a, b], axis=0)",
        "a[1:, None]",
        "a[b]",
        "a[1:3, ::2]",
        "a[..., -1]",
        "a.astype(np.float32)",
        "a.astype('f4')",
        "a.T",
        "2 - a",
        "np.add.reduce(a, axis=1)",
        "np.einsum('ij,ij->i', a, b)",
        "a.mean(axis=0, keepdims=True)",
        'np.full((2, 2), float("nan"))',
        "np.array_split(a, 3)",
    ):
        assert wanted in texts


def helper_of_the_program(values: np.ndarray) -> np.ndarray:
    return np.cumsum(values)


def test_one_function_can_be_chosen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with numscope.record(tmp_path / "t.numscope"):
        for number in range(5):
            helper_of_the_program(np.arange(3.0) + number)
    words = ["testgen", str(tmp_path / "t.numscope"), "-o", str(tmp_path / "made"), "--json"]
    assert main([*words, "--function", "test_testgen:helper_of_the_program", "--limit", "4"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["tests"] == 4
    assert [Path(file).name for file in answer["files"]] == ["test_test_testgen_helper_of_the_program.py"]
    assert main([*words, "--function", "elsewhere:*"]) == 2


def test_wrong_use_is_one_sentence(trace: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with numscope.record(tmp_path / "stats.numscope", values="stats"):
        np.sqrt(np.ones(1000))
    assert main(["testgen", str(tmp_path / "stats.numscope"), "-o", str(tmp_path / "made")]) == 2
    assert "holds no values: record with --values full" in capsys.readouterr().err
    foreign = tmp_path / "made" / "test_test_testgen_program.py"
    foreign.parent.mkdir()
    foreign.write_text("def test_mine(): pass\n")
    assert main(["testgen", str(trace), "-o", str(tmp_path / "made"), "--ops", "numpy.clip"]) == 2
    assert "not made by testgen" in capsys.readouterr().err
    assert foreign.read_text() == "def test_mine(): pass\n"


def test_a_hostile_trace_writes_no_code_of_its_own(trace: Path) -> None:
    with numscope.open(trace) as opened:
        clip = next(operation for operation in opened if operation.name == "numpy.clip")
    array, low, high, *rest = clip.operands
    evil = "__import__('os').system('true')"
    named = replace(high, position=None, name=f"a_max={evil}, x")
    with pytest.raises(NoSourceError):
        source_of(replace(clip, operands=(array, low, named, *rest)))
    for literal in (evil, f"dtype({evil!r})", f"({evil},)"):
        with pytest.raises(NoSourceError):
            source_of(
                replace(clip, operands=(array, low, replace(high, kind="literal", literal=literal), *rest))
            )
    quoted = replace(high, kind="string", literal=f'")\n{evil}\n("')
    text = source_of(replace(clip, operands=(array, low, quoted, *rest))).text
    assert "\n" not in text
    assert ast.literal_eval(ast.parse(text, mode="eval").body.args[2]) == quoted.literal  # type: ignore[attr-defined]
    for name in ("numpy.clip(a); import os", "os.system", "numpy.load", "numpy.lib.npyio.os.system"):
        with pytest.raises(NoSourceError):
            source_of(replace(clip, name=name))
