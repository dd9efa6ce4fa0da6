"""`pytest --numscope` on real suites, run by pytest's own pytester."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import numscope
from sweeps import shortened

pytest.importorskip("numscope._core", reason="the native core is not built")
pytest_plugins = ["pytester"]

SUITE = """
import numpy as np
import pytest

@pytest.fixture
def data():
    return np.linspace(0.0, 1.0, 8)

@pytest.fixture(scope="module")
def weights():
    return np.ones(8) * 2.0

@pytest.mark.parametrize("power", [1, 2, "a/b"], ids=str)
def test_powers(data, weights, power):
    scaled = np.multiply(data, weights)
    assert np.sum(scaled ** (power if power != "a/b" else 3)) > 0

class TestClass:
    def test_method(self, data):
        assert np.mean(data) == 0.5

def test_without_arrays():
    assert True

@pytest.mark.no_numscope
def test_left_out():
    np.ones(3)

@pytest.mark.skip(reason="never")
def test_skipped():
    pass
"""


@pytest.fixture
def suite(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A folder with a suite, whose pytest has the plug-in whether numscope is installed or a checkout."""
    sources = str(Path(numscope.__file__).resolve().parent.parent)
    monkeypatch.setenv("PYTHONPATH", sources)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    for name in ("NUMSCOPE", "NUMSCOPE_SESSION", "PYTEST_ADDOPTS"):
        monkeypatch.delenv(name, raising=False)
    pytester.makepyfile(test_suite=SUITE)
    return pytester


def run(suite: pytest.Pytester, *words: str) -> pytest.RunResult:
    return suite.runpytest_subprocess("-p", "numscope.testing.plugin", "-p", "no:cacheprovider", *words)


def test_each_test_has_a_trace_of_its_own_call(suite: pytest.Pytester) -> None:
    result = run(suite, "--numscope")
    result.assert_outcomes(passed=6, skipped=1)
    result.stdout.fnmatch_lines(["numscope: each test is recorded in *", "numscope: 5 tests recorded in *"])
    folders = sorted((suite.path / ".numscope").glob("*.numscope"))
    assert len(folders) == 5
    (second,) = [path for path in folders if "test_powers_2" in path.name]
    with numscope.open(second) as trace:
        names = [operation.name for operation in trace if operation.user_visible]
    assert names[0] == "numpy.multiply"
    assert "numpy.sum" in names
    assert "numpy.linspace" not in names  # the fixture's


def test_without_the_option_nothing_happens(suite: pytest.Pytester) -> None:
    result = run(suite)
    result.assert_outcomes(passed=6, skipped=1)
    assert "numscope:" not in result.stdout.str()
    assert not (suite.path / ".numscope").exists()


def test_a_changed_intermediate_fails_the_check_and_is_named(suite: pytest.Pytester) -> None:
    run(suite, "--numscope-baseline", "save").assert_outcomes(passed=6, skipped=1)
    assert len(list((suite.path / "numscope_baseline").iterdir())) == 5
    run(suite, "--numscope-baseline", "check").assert_outcomes(passed=6, skipped=1)
    suite.makepyfile(
        test_suite=SUITE.replace("np.multiply(data, weights)", "np.multiply(data, weights) + 0.001")
    )
    result = run(suite, "--numscope-baseline", "check")
    result.assert_outcomes(passed=3, failed=3, skipped=1)
    result.stdout.fnmatch_lines(
        [
            "numscope: the operations of this test differ from its baseline (expected -> got)",
            "1. numpy.add #*: only in the second run",
            "*test_suite.py:15",
            "*scaled = np.multiply(data, weights) + 0.001",
            "*operation* followed from that: *",
            "in full: numscope diff *",
        ]
    )


@pytest.mark.long
def test_a_tolerance_lets_small_differences_pass(suite: pytest.Pytester) -> None:
    run(suite, "--numscope-baseline", "save", "-k", "powers and 2")
    suite.makepyfile(test_suite=SUITE.replace("np.ones(8) * 2.0", "np.ones(8) * 2.0000002"))
    words = ("--numscope-baseline", "check", "-k", "powers and 2")
    run(suite, *words).assert_outcomes(failed=1, deselected=6)
    run(suite, *words, "--numscope-rtol", "1e-5").assert_outcomes(passed=1, deselected=6)


def test_a_test_without_baseline_fails_and_says_how_to_make_one(suite: pytest.Pytester) -> None:
    result = run(suite, "--numscope-baseline", "check", "-k", "method")
    result.assert_outcomes(failed=1, deselected=6)
    result.stdout.fnmatch_lines(
        ["*there is no baseline of test_suite.py::TestClass::test_method; *save makes one."]
    )


def test_a_failing_test_fails_as_ever_and_tells_its_trace(suite: pytest.Pytester) -> None:
    suite.makepyfile(
        test_suite="import numpy as np\n\ndef test_it():\n    total = np.sum(np.ones(3))\n    assert total == 4\n"
    )
    result = run(suite, "--numscope-baseline", "save")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["*assert * == 4", "*Captured numscope call*", "recorded: numscope ls .numscope/* --last"]
    )
    assert not (suite.path / "numscope_baseline").exists()


@pytest.mark.long
def test_workers_of_xdist_record_too(suite: pytest.Pytester) -> None:
    pytest.importorskip("xdist", reason="pytest-xdist is not installed")
    words = ("-p", "xdist.plugin", "-n", "2")
    result = run(suite, *words, "--numscope-baseline", "save")
    result.assert_outcomes(passed=6, skipped=1)
    result.stdout.fnmatch_lines(["numscope: 5 tests recorded in *"])
    suite.makepyfile(test_suite=SUITE.replace("np.mean(", "np.median("))
    result = run(suite, *words, "--numscope-baseline", "check")
    result.assert_outcomes(passed=5, failed=1, skipped=1)
    result.stdout.fnmatch_lines(["1. numpy.mean -> numpy.median *: another operation at its place"])


def test_recording_the_whole_of_pytest_goes_before(suite: pytest.Pytester) -> None:
    """`numscope run -m pytest --numscope`: there is one trace, of the run."""
    result = suite.run(
        sys.executable,
        "-m",
        "numscope",
        "run",
        "-o",
        "all.numscope",
        "-m",
        "pytest",
        "-p",
        "numscope.testing.plugin",
        "-p",
        "no:cacheprovider",
        "--numscope",
    )
    result.assert_outcomes(passed=6, skipped=1)
    assert (suite.path / "all.numscope").exists()
    assert not (suite.path / ".numscope").exists()


def test_where_nothing_can_be_recorded_a_baseline_is_not_silently_passed(suite: pytest.Pytester) -> None:
    suite.makepyfile(
        test_suite="import numpy as np\nimport numscope\n\ndef test_it():\n    np.ones(3)\n",
        conftest="import numscope\n\nwhole = numscope.record('whole.numscope')\nwhole.__enter__()\n",
    )
    result = run(suite, "--numscope-baseline", "check")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["numscope: pytest itself is being recorded: baselines are neither saved nor checked."]
    )


def test_a_folder_that_cannot_be_written_is_one_sentence(suite: pytest.Pytester) -> None:
    (suite.path / "taken").write_text("a file")
    result = run(suite, "--numscope", "--numscope-traces", "taken", "-k", "method")
    result.assert_outcomes(failed=1, deselected=6)
    result.stdout.fnmatch_lines(["numscope: *taken can't be written: *"])
    assert "Traceback" not in result.stdout.str()


NAN_SUITE = """
import numpy as np

def ratio(a, b):
    return a / b

def test_ratio():
    shares = ratio(np.array([0.0, 1.0]), np.array([0.0, 2.0]))
    assert shares.sum() == 0.5

def test_other():
    assert np.ones(3).sum() == 4
"""


LOOKED_AT_SUITE = """
import numpy as np

def ratio(a, b):
    return a / b

def test_finite():
    out = ratio(np.array([1.0, 0.0]), np.array([2.0, 0.0]))
    assert np.isfinite(out).all()

def test_close():
    out = ratio(np.array([1.0, 0.0]), np.array([2.0, 0.0]))
    np.testing.assert_allclose(out, [0.5, 0.0])

def test_of_something_else():
    out = ratio(np.array([1.0, 0.0]), np.array([2.0, 0.0]))
    filled = np.where(np.isnan(out), 0.0, out)
    assert filled.sum() == 4

def test_that_gives_nan():
    assert np.isfinite(np.array([1.0, np.nan])).all()
"""


def test_a_nan_that_a_failing_line_only_looks_at_is_named(suite: pytest.Pytester) -> None:
    suite.makepyfile(test_suite=LOOKED_AT_SUITE)
    result = run(suite, "--numscope")
    result.assert_outcomes(failed=4)
    named = [line for line in result.outlines if line.startswith("test_suite.py:4: divides 0 by 0: `b` is 0")]
    assert len(named) == 2  # of the two other tests one filled its NaN, and the other gave it
    assert sum("Captured NaN" in line for line in result.outlines) == 2
    result.stdout.fnmatch_lines(["see: numscope nan --strict .numscope/test_suite.py_test_finite-*"])


@pytest.mark.parametrize("workers", shortened(["", "-p xdist.plugin -n 2"]), ids=["alone", "xdist"])
def test_a_failing_test_names_where_its_nan_began(
    suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, workers: str
) -> None:
    if workers:
        pytest.importorskip("xdist", reason="pytest-xdist is not installed")
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)
    suite.makepyfile(test_suite=NAN_SUITE)
    result = run(suite, "--numscope", "--junitxml", "junit.xml", *workers.split())
    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines(
        [
            "test_suite.py:4: divides 0 by 0: `b` is 0 in 1 of 2 values: 1 NaN; *",
            "    return a / b",
            "-> *np.where(b != 0, a / b, 0).",
            "see: numscope nan .numscope/*test_ratio*",
        ]
    )
    marks = [line for line in result.stdout.lines if line.startswith("::error")]
    assert len(marks) == 1
    assert marks[0].startswith("::error file=test_suite.py,line=4,title=numscope::divides 0 by 0: `b` is 0")
    cases = ElementTree.parse(suite.path / "junit.xml").iter("testcase")
    origins = {case.get("name"): case.find(".//property[@name='numscope nan']") for case in cases}
    assert origins["test_other"] is None
    assert origins["test_ratio"] is not None
    assert str(origins["test_ratio"].get("value")).startswith("test_suite.py:4: divides 0 by 0")


def test_outside_of_github_no_line_is_marked(suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    suite.makepyfile(test_suite=NAN_SUITE)
    assert "::error" not in run(suite, "--numscope", "-k", "ratio").stdout.str()
