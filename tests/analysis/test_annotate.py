"""`numscope annotate`: each line of the program with its calls, its last result and what of it is NaN."""

from __future__ import annotations

import io
import json
from pathlib import Path

import numpy as np
import pytest
from rich.cells import cell_len
from rich.console import Console

import numscope
from numscope.analysis.annotate.lines import Annotation, annotate
from numscope.cli.main import main
from numscope.errors import UsageError
from numscope.trace import Trace
from numscope.views.annotate import AnnotationView

pytest.importorskip("numscope._core", reason="the native core is not built")

PROGRAM = """\
import numpy as np

np.seterr(all="ignore")
rows = np.arange(-2.0, 4.0)


def one_step(x, n):
    y = np.sqrt(x - n)
    y[0] = 7
    return y


total = 0.0
for n in range(5):
    total = total + np.nansum(one_step(rows, n))


print("a line without numbers, in Chinese too: 数")



try:
    np.reshape(rows, (4, 4))
except ValueError:
    pass
"""


@pytest.fixture(scope="module")
def trace(tmp_path_factory: pytest.TempPathFactory) -> Trace:
    folder = tmp_path_factory.mktemp("annotated")
    (folder / "steps.py").write_text(PROGRAM, encoding="utf-8")
    with numscope.record(folder / "t.numscope"):
        exec(compile(PROGRAM, str(folder / "steps.py"), "exec"), {"__name__": "steps"})
    return numscope.open(folder / "t.numscope")


@pytest.fixture(scope="module")
def answer(trace: Trace) -> Annotation:
    return annotate(trace)


def _steps() -> list[np.ndarray]:
    with np.errstate(all="ignore"):
        return [np.sqrt(np.arange(-2.0, 4.0) - n) for n in range(5)]


def test_every_line_of_the_file_is_there_as_it_ran(answer: Annotation) -> None:
    [file] = answer.files
    assert [line.source for line in file.lines] == PROGRAM.splitlines()
    assert [line.number for line in file.lines] == list(range(1, len(file.lines) + 1))
    assert file.complete


def test_calls_are_counted_on_the_lines_that_made_them(answer: Annotation) -> None:
    [file] = answer.files
    calls = {line.number: line.calls for line in file.lines if line.calls}
    assert calls[8] == 2 * 5  # a subtraction and a root, five times
    assert calls[9] == 5
    assert not {1, 2, 6, 10, 18} & calls.keys()
    assert sum(calls.values()) == file.calls
    assert sum(line.duration_ns for line in file.lines) == file.duration_ns == answer.duration_ns
    assert sum(line.share for line in file.lines) == pytest.approx(1)


def test_the_last_result_of_a_line_is_what_numpy_gives(answer: Annotation) -> None:
    last = _steps()[-1]
    root, changed = answer.files[0].lines[7].result, answer.files[0].lines[8].result
    assert root is not None
    assert changed is not None
    assert (root.dtype, root.shape) == ("float64", last.shape)
    assert root.statistics is not None
    assert root.statistics.maximum == np.nanmax(last) if np.isfinite(last).any() else True
    assert root.statistics.nans == np.isnan(last).sum()
    assert changed.statistics is not None
    assert changed.statistics.nans == np.isnan(last[1:]).sum()


def test_calls_that_gave_nan_are_counted(answer: Annotation) -> None:
    line = answer.files[0].lines[7]
    assert line.nan == sum(np.isnan(step).any() for step in _steps())
    assert line.inf == 0


def test_a_line_that_raised_says_so(answer: Annotation) -> None:
    raised = [line.source for line in answer.files[0].lines if line.raised]
    assert raised == ["    np.reshape(rows, (4, 4))"]


def test_one_file_by_its_name(trace: Trace) -> None:
    assert [Path(file.path).name for file in annotate(trace, "steps.py").files] == ["steps.py"]
    with pytest.raises(UsageError, match=r"called in teps\.py.*steps\.py"):
        annotate(trace, "teps.py")


def _shown(answer: Annotation, width: int, whole: bool = False) -> list[str]:
    console = Console(file=io.StringIO(), width=width)
    console.print(AnnotationView(answer, whole))
    text = console.file.getvalue()  # type: ignore[attr-defined]
    return [line.rstrip() for line in text.splitlines()]


@pytest.mark.parametrize("width", [60, 80, 100, 200])
def test_it_fits_and_no_line_is_folded(answer: Annotation, width: int) -> None:
    lines = _shown(answer, width, whole=True)
    assert max(map(cell_len, lines)) <= width
    numbers = [line[24:].split()[0] for line in lines[2:] if line[24:].strip() and line[24:30].strip()]
    assert [number for number in numbers if number.isdecimal()] == [
        str(line.number) for line in answer.files[0].lines
    ]


def test_what_is_nan_is_said_beside_the_source(answer: Annotation) -> None:
    lines = _shown(answer, 200)
    [root] = [line for line in lines if "np.sqrt(x - n)" in line]
    assert "# float64[6]" in root
    assert f"NaN in {answer.files[0].lines[7].nan} of 10 calls" in root
    assert not any("a line without numbers" in line for line in lines)
    assert any("a line without numbers" in line for line in _shown(answer, 200, whole=True))


def test_the_command_prints_it_as_text_and_as_json(trace: Trace, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["annotate", str(trace.path), "steps.py"]) == 0
    assert "y = np.sqrt(x - n)" in capsys.readouterr().out
    assert main(["annotate", str(trace.path), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["files"][0]["lines"][7]["calls"] == 10


def test_without_values_there_are_counts_and_no_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code = compile("import numpy as np\na = np.arange(3.0) + 1\n", str(tmp_path / "gone.py"), "exec")
    with numscope.record(tmp_path / "t.numscope", values="none"):
        exec(code, {"__name__": "gone"})
    assert main(["annotate", str(tmp_path / "t.numscope")]) == 0
    printed = capsys.readouterr().out
    assert "the text of this file is not in the trace" in printed
    assert "float64[3]" in printed


def test_a_program_without_calls(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with numscope.record(tmp_path / "t.numscope"):
        pass
    assert main(["annotate", str(tmp_path / "t.numscope")]) == 0
    assert "no line of yours" in capsys.readouterr().out
    assert main(["annotate", str(tmp_path / "t.numscope"), "x.py"]) != 0
