"""The tutorials' examples do what the tutorials say, command by command."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import numscope
from numscope.analysis.graph.flow import Reach

pytest.importorskip("numscope._core", reason="the native core is not built")
Run = Callable[..., "subprocess.CompletedProcess[str]"]
ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"


@pytest.fixture
def examples(tmp_path: Path) -> Path:
    """A folder of one's own with the examples."""
    (tmp_path / "examples").mkdir()
    for name in ("data_flow.py", "regression.py"):
        shutil.copy(ROOT / "examples" / name, tmp_path / "examples")
    return tmp_path / "examples"


def upstream(trace: Path) -> list[str]:
    """The operations that flowed into the sum, and the sum."""
    with numscope.open(trace) as opened:
        total = next(operation for operation in opened if operation.name == "numpy.sum")
        flow = opened.graph(reach=Reach(total.id, up=True, down=False))
    return [node.label.removeprefix("numpy.") for node in flow.nodes]


def test_data_flow_leads_from_the_sum_to_the_subtraction_in_place(
    numscope_command: Run, examples: Path
) -> None:
    printed = numscope_command("run", "examples/data_flow.py").stdout
    text = (DOCS / "tutorial-data-flow.md").read_text(encoding="utf-8")
    assert printed.endswith("in all: 0.0 mm\n")
    assert printed in text
    found = upstream(examples.parent / "data_flow.numscope")
    assert found == ["random.Generator.gamma", "round", "ndarray.mean", "subtract", "sum"]
    program = examples / "data_flow.py"
    mended = program.read_text().replace("rain -= rain.mean", "rain = rain - rain.mean")
    program.write_text(mended)
    assert not numscope_command("run", "--force", "examples/data_flow.py").stdout.endswith(" 0.0 mm\n")
    assert upstream(examples.parent / "data_flow.numscope") == ["random.Generator.gamma", "round", "sum"]


def test_diff_names_the_lost_argument(numscope_command: Run, examples: Path) -> None:
    text = (DOCS / "tutorial-regression.md").read_text(encoding="utf-8")
    for name, words in (("before", []), ("after", ["--faster"])):
        printed = numscope_command("run", "-o", f"{name}.numscope", "examples/regression.py", *words).stdout
        assert printed in text
    compared = numscope_command("diff", "before.numscope", "after.numscope")
    assert compared.returncode == 1
    for line in (
        "called from another function: without_outliers -> without_outliers_faster, 10 operations",
        "called with another argument\n   examples/regression.py:31\n   deviation = sunk.std(axis=0)\n",
        "   argument ddof: ddof=1 -> nothing\n",
        "9 operations followed from that: 9 with other values\n",
        "2 changes; 20 and 20 operations, 20 of them pairs",
    ):
        assert line in compared.stdout
        assert line in text


def test_the_baseline_sees_what_the_loose_test_does_not(python: Run, examples: Path) -> None:
    text = (DOCS / "tutorial-regression.md").read_text(encoding="utf-8")
    test = text.partition("```python\n")[2].partition("```")[0]
    (examples / "test_scale.py").write_text(test)
    words = ("-m", "pytest", "-q", "-p", "numscope.testing.plugin", "-p", "no:cacheprovider", "test_scale.py")

    def run(*more: str) -> subprocess.CompletedProcess[str]:
        return python(*words, *more, cwd=examples, environ={"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"})

    assert run("--numscope-baseline", "save").returncode == 0
    program = examples / "regression.py"
    program.write_text(program.read_text().replace("std(axis=0, ddof=1)", "std(axis=0)"))
    assert run().returncode == 0
    checked = run("--numscope-baseline", "check")
    assert checked.returncode == 1
    assert "numpy.ndarray.std" in checked.stdout
    assert "argument ddof: ddof=1 -> nothing" in checked.stdout
