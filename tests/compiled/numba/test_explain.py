"""`explain` as a function and as a command, and that the observer leaves the program alone."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

numba = pytest.importorskip("numba", reason="numba is not installed")

from numba import njit

from numscope.compiled.numba import explain
from numscope.compiled.numba.explaining.observer import Observer
from numscope.errors import UsageError

CORPUS = Path(__file__).parent / "corpus"
calls = []


@njit
def halve(values):
    middle = len(values) / 2
    return values[middle]


@njit
def several(values, text):
    average = np.mean(values, axis=0)
    row = values[len(values) / 2]
    number = float(text)
    return average, row, number


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "numscope", "numba", "explain", *words],
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_function_and_arguments_are_compiled_not_run() -> None:
    @njit
    def noisy(value):
        with numba.objmode():
            calls.append(1)
        return value

    assert explain(noisy, 1) is None
    assert calls == []


def test_exception_with_its_traceback_is_explained_with_types() -> None:
    with pytest.raises(numba.TypingError) as caught:
        halve(np.arange(4.0))
    explanation = explain(caught.value)
    assert explanation is not None
    assert explanation.kind == "float-index"
    assert explanation.types[explanation.line] == {"values": "array(float64, 1d, C)", "middle": "float64"}


def test_exception_without_a_traceback_is_explained_from_its_text() -> None:
    with pytest.raises(numba.TypingError) as caught:
        halve(np.arange(4.0))
    explanation = explain(caught.value.with_traceback(None))
    assert explanation is not None
    assert "index is a float" in explanation.sentence


def test_every_problem_of_a_function_is_told_at_once() -> None:
    explanation = explain(several, np.ones((3, 3)), "2")
    assert explanation is not None
    assert "np.mean" in explanation.sentence
    told = " ".join(explanation.also)
    assert "the index `len(values) / 2` is a float" in told.lower()
    assert "`text` is a str" in told


def test_types_stand_under_the_names_they_belong_to() -> None:
    text = str(explain(halve, np.arange(4.0)))
    rows = text.splitlines()
    at = next(i for i, row in enumerate(rows) if row.startswith(">"))
    line, carets, first, second = rows[at : at + 4]
    middle = line.index("[middle]") + 1
    assert carets[middle : middle + 6] == "^^^^^^"
    assert first[middle:] == "float64"
    assert second[line.index("values") :] == "array(float64, 1d, C)"


def test_plain_function_is_explained_too() -> None:
    def add(left, right):
        return left + right

    explanation = explain(add, 1, (2,))
    assert explanation is not None
    assert "Nearest that exist: + of (int64, int64)" in explanation.advice


def test_other_errors_are_not_explained() -> None:
    assert explain(ValueError("nothing to do with it")) is None


def test_neither_error_nor_function_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="not int"):
        explain(3)


def test_observer_leaves_the_error_and_the_results_as_they_are() -> None:
    @njit
    def double(value):
        return value * 2

    with pytest.raises(numba.TypingError) as plain:
        halve(np.arange(4.0))
    with Observer() as observer:
        assert double(21) == 42
        with pytest.raises(numba.TypingError) as watched:
            halve(np.arange(4.0))
    # Numba indents its text deeper each time a call fails, watched or not.
    assert str(plain.value).split() == str(watched.value).split()
    assert len(observer.failures) == 1
    from numba.core import dispatcher, typeinfer

    assert "numscope" not in typeinfer.TypeInferer.propagate.__module__
    assert "__call__" not in vars(dispatcher.Dispatcher)


def test_command_prints_one_json_document_and_ends_with_one(tmp_path: Path) -> None:
    done = run("--json", str(CORPUS / "float_index.py"))
    assert done.returncode == 1
    document = json.loads(done.stdout)
    assert [e["kind"] for e in document["explanations"]] == ["float-index"]
    assert "+    middle = len(ordered) // 2" in document["explanations"][0]["diff"]


def test_failure_that_the_program_catches_is_explained_all_the_same(tmp_path: Path) -> None:
    script = tmp_path / "catches.py"
    source = (
        (CORPUS / "global_dict.py")
        .read_text()
        .replace('code("ok")', 'try:\n    code("ok")\nexcept Exception:\n    print("caught")')
    )
    script.write_text(source)
    done = run(str(script))
    assert done.returncode == 1
    assert done.stdout.startswith("caught\n")
    assert "`CODES` is a Python dict outside the function" in done.stdout


def test_program_keeps_its_arguments_name_and_exit_code(tmp_path: Path) -> None:
    script = tmp_path / "ends.py"
    script.write_text("import sys\nprint(__name__, sys.argv[1:])\nsys.exit(7)\n")
    done = run(str(script), "--", "--json", "x")
    assert done.returncode == 7
    assert (
        done.stdout == "__main__ ['--json', 'x']\nnumscope: every Numba function that was called compiled.\n"
    )


def test_other_error_of_the_program_shows_its_own_traceback(tmp_path: Path) -> None:
    script = tmp_path / "fails.py"
    script.write_text("def go():\n    return 1 / 0\n\n\ngo()\n")
    done = run(str(script))
    assert done.returncode == 1
    assert done.stderr.startswith("Traceback")
    assert "numscope" not in done.stderr.replace(str(script), "")
    assert done.stderr.endswith("ZeroDivisionError: division by zero\n")


@pytest.mark.parametrize(("name", "text"), [("missing.py", None), ("broken.py", "def f(:\n")])
def test_script_that_cannot_be_run_is_one_sentence(tmp_path: Path, name: str, text: str | None) -> None:
    script = tmp_path / name
    if text is not None:
        script.write_text(text)
    done = run(str(script))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("numscope: ")
