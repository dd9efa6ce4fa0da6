"""Calls of what Numba compiled are operations like any other."""

from __future__ import annotations

import contextlib
import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

numba = pytest.importorskip("numba", reason="numba is not installed")

import numscope
from numscope.cli.main import main
from numscope.operations.traits import Trait
from numscope.trace.operation import Operation

PROGRAM = Path(__file__).parent / "jitted_program.py"


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> tuple[numscope.Trace, dict[str, Any]]:
    """The program recorded as a whole, and what Python saw."""
    import subprocess
    import sys

    folder = tmp_path_factory.mktemp("calls")
    words = ["run", "--output", str(folder / "run.numscope"), str(PROGRAM), str(folder / "truth.json")]
    done = subprocess.run(
        [sys.executable, "-m", "numscope", *words], capture_output=True, text=True, timeout=200
    )
    assert done.returncode == 0, done.stderr
    return numscope.open(folder / "run.numscope"), json.loads((folder / "truth.json").read_text())


def calls(recorded: tuple[numscope.Trace, dict[str, Any]], name: str) -> list[Operation]:
    return [operation for operation in recorded[0] if operation.name == f"numba.__main__.{name}"]


def test_inputs_outputs_and_the_array_changed_in_place_are_kept(recorded: Any) -> None:
    operation, truth = calls(recorded, "scale")[0], recorded[1]
    assert [given.role for given in operation.inputs] == ["input", "input"]
    assert operation.inputs[0].value().tolist() == truth["scale_before"]
    assert operation.inputs[1].value() == 3.0
    assert operation.outputs[0].value() == truth["scale_result"]
    (changed,) = operation.mutated
    assert (changed.position, changed.value().tolist()) == (0, truth["scale_after"])
    assert operation.user_visible
    assert operation.site is not None
    assert operation.site.file == str(PROGRAM)


def test_array_given_by_name_and_changed_is_seen_too(recorded: Any) -> None:
    operation = calls(recorded, "scale")[1]
    (changed,) = operation.mutated
    assert (changed.name, changed.value().tolist()) == ("values", [0.0, 1.5, 3.0, 4.5])
    assert operation.attributes["compilation"] == "compiled before"


def test_functions_have_the_traits_that_they_show_of_themselves(recorded: Any) -> None:
    def traits(name: str) -> Trait:
        return calls(recorded, name)[0].traits

    assert traits("total") == traits("running") == Trait.TAKES_NUMBERS
    assert traits("dynamic") == Trait.TAKES_NUMBERS | Trait.ELEMENTWISE
    assert traits("drawn") == Trait.TAKES_NUMBERS | Trait.DRAWS


def test_array_only_read_is_not_changed(recorded: Any) -> None:
    assert [operation.mutated for operation in calls(recorded, "total")] == [(), (), ()]


def test_signature_and_whether_it_was_compiled_are_told(recorded: Any) -> None:
    first, other, again = (dict(operation.attributes) for operation in calls(recorded, "total"))
    assert first["signature"] == "(array(float64, 1d, C)) -> float64"
    assert other["signature"] == "(array(int32, 1d, C)) -> int64"
    assert first["compilation"] == other["compilation"] == "compiled now"
    duration = calls(recorded, "total")[0].duration_ns
    assert duration is not None
    assert 1_000_000 < first["compile_ns"] <= duration
    assert "compile_ns" not in again
    assert again["signature"] == first["signature"]
    assert again["compilation"] == "compiled before"
    line = PROGRAM.read_text().splitlines().index("def total(values):")  # that of its decorator, from 1
    assert again["defined"] == f"{PROGRAM}:{line}"


def test_declared_signature_is_named_where_the_argument_is_converted(recorded: Any) -> None:
    (operation,) = calls(recorded, "declared")
    assert operation.attributes["signature"] == "(float64) -> float64"
    assert operation.attributes["compilation"] == "compiled before"


def test_vectorised_functions_are_operations_with_their_loop(recorded: Any) -> None:
    (dynamic,), (running,) = calls(recorded, "dynamic"), calls(recorded, "running")
    assert dynamic.outputs[0].value().tolist() == [2.0, 3.5, 5.0, 6.5]
    assert dynamic.attributes["signature"] == "(float64, int64) -> float64"
    assert dynamic.attributes["compilation"] == "compiled now"
    assert running.outputs[0].value().tolist() == [0.0, 1.5, 4.5, 9.0]
    assert running.attributes["compilation"] == "compiled before"


def test_jitclass_is_seen_where_one_is_made_and_in_its_methods(recorded: Any) -> None:
    (made,), (moved,) = calls(recorded, "Point"), calls(recorded, "Point.move")
    assert made.inputs[0].value() == 1.5
    assert moved.outputs[0].value() == 3.5
    assert moved.user_visible
    assert moved.user_site is not None
    assert moved.user_site.file == str(PROGRAM)
    assert "#" not in str(made.attributes["signature"])


def test_closures_share_a_name_and_keep_their_own_results(recorded: Any) -> None:
    assert [operation.outputs[0].value() for operation in calls(recorded, "make.inner")] == [6, 7]


def test_what_compiled_code_asks_python_for_is_inside_it(recorded: Any) -> None:
    (outer,) = calls(recorded, "asks_python")
    inner = [operation for operation in recorded[0] if operation.parent == outer.id]
    assert "numpy.median" in {operation.name for operation in inner}


def test_compiling_itself_leaves_no_operations(recorded: Any) -> None:
    compiled = calls(recorded, "total")[0]
    assert not [operation for operation in recorded[0] if operation.parent == compiled.id]


def test_errors_of_compiling_and_of_running_are_kept(recorded: Any) -> None:
    (typing,), (division,) = calls(recorded, "wrong"), calls(recorded, "dividing")
    assert recorded[1]["errors"] == ["TypingError", "ZeroDivisionError"]
    assert "TypingError" in str(typing.exception)
    assert division.exception == "ZeroDivisionError: integer division by zero"


def test_second_process_loads_from_numbas_cache_and_that_is_told(
    tmp_path: Path, numscope_command: Any
) -> None:
    script = tmp_path / "kept.py"
    script.write_text(
        "import numpy as np\nfrom numba import njit\n\n\n@njit(cache=True)\ndef kept(x):\n    return x * 2\n\n\n"
        "kept(np.float64(3.0))\n"
    )
    told = []
    for name in ("first", "second"):
        done = numscope_command("run", "-o", f"{name}.numscope", "kept.py")
        assert done.returncode == 0, done.stderr
        (operation,) = [
            o for o in numscope.open(tmp_path / f"{name}.numscope") if o.name.startswith("numba.")
        ]
        told.append(operation.attributes["compilation"])
    assert told == ["compiled now", "loaded from Numba's cache"]


def test_only_numbas_operations_can_be_asked_for(tmp_path: Path, numscope_command: Any) -> None:
    done = numscope_command("run", "--ops", "numba.*", "-o", "some.numscope", str(PROGRAM), "truth.json")
    assert done.returncode == 0, done.stderr
    names = {operation.name.partition(".")[0] for operation in numscope.open(tmp_path / "some.numscope")}
    assert names == {"numba"}


@numba.njit
def double(values):  # type: ignore[no-untyped-def]
    return values * 2


def test_hooks_go_without_a_trace(tmp_path: Path) -> None:
    import pickle

    from numba.core.registry import CPUDispatcher

    before = double(np.arange(3.0))
    classes = type(double), CPUDispatcher.__call__, dict(vars(CPUDispatcher))
    with numscope.record(tmp_path / "block.numscope") as recording:
        assert isinstance(double, CPUDispatcher)
        assert (type(double), CPUDispatcher.__call__) == classes[:2]
        # The module of this test can't be imported by name: by value, as Numba pickles such functions.
        again = pickle.loads(pickle.dumps(double))
        assert again(np.arange(3.0)).tolist() == double(np.arange(3.0)).tolist() == before.tolist()
    assert {o.name.rpartition(".")[2] for o in recording.open() if o.name.startswith("numba.")} == {"double"}
    count = len(recording.open())
    double(np.arange(3.0))
    assert dict(vars(CPUDispatcher)) == classes[2]
    with numscope.record(tmp_path / "other.numscope") as other:
        double(np.arange(4.0))
    assert len(recording.open()) == count
    (operation,) = [o for o in other.open() if o.name.startswith("numba.")]
    assert operation.inputs[0].value().tolist() == [0.0, 1.0, 2.0, 3.0]
    assert operation.attributes["compilation"] == "compiled before"


def test_functions_that_die_give_their_place_to_others(tmp_path: Path) -> None:
    import gc

    def fresh(n: int) -> Any:
        namespace: dict[str, Any] = {"numba": numba}
        exec(f"@numba.njit\ndef f{n}(x):\n    return x + {n}\n", namespace)
        return namespace[f"f{n}"]

    results = []
    with numscope.record(tmp_path / "many.numscope") as recording:
        for n in range(6):
            function = fresh(n)
            results.append(function(10))
            del function
            gc.collect()
    found = [o for o in recording.open() if o.name.startswith("numba.")]
    assert [o.outputs[0].value() for o in found] == results == list(range(10, 16))
    assert [o.name.rpartition(".")[2] for o in found] == [f"f{n}" for n in range(6)]


def test_threads_and_recursion_nest_as_they_do_in_python(tmp_path: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor

    arrays = [np.full(4, float(n)) for n in range(20)]
    expected = [double(a).tolist() for a in arrays]
    with numscope.record(tmp_path / "threads.numscope") as recording, ThreadPoolExecutor(4) as pool:
        assert [a.tolist() for a in pool.map(double, arrays)] == expected
    found = [o for o in recording.open() if o.name.endswith(".double")]
    assert sorted(o.outputs[0].value().tolist() for o in found) == expected
    assert all(o.depth == 0 for o in found)


def test_values_that_are_not_kept_are_no_change(tmp_path: Path) -> None:
    @numba.njit
    def fill(values):  # type: ignore[no-untyped-def]
        values[:] = 7

    fill(np.zeros(3))
    with numscope.record(tmp_path / "none.numscope", values="none") as recording:
        fill(np.zeros(3))
    (operation,) = [o for o in recording.open() if o.name.endswith("fill")]
    assert operation.mutated == ()


QUESTIONS = """\
import sys

import numpy as np
from numba import njit


@njit
def root(values, shift):
    out = np.empty_like(values)
    for i in range(len(values)):
        out[i] = (values[i] - shift) ** 0.5
    return out


@njit
def scale(values, by):
    values *= by


a = np.arange(4.0)
scale(a, float(sys.argv[1]))
b = root(a, 3.0)
c = b + 1
"""


@pytest.fixture(scope="module")
def two_runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    import subprocess
    import sys

    folder = tmp_path_factory.mktemp("questions")
    (folder / "asked.py").write_text(QUESTIONS)
    for name, factor in (("two", "2.0"), ("more", "2.5")):
        words = ["run", "-o", f"{name}.numscope", "asked.py", factor]
        subprocess.run(
            [sys.executable, "-m", "numscope", *words], cwd=folder, check=True, capture_output=True
        )
    return folder


def ask(folder: Path, *words: str) -> str:
    """Return what a command prints about traces in `folder`."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        main([str(folder / word) if word.endswith(".numscope") else word for word in words])
    return printed.getvalue()


def test_nan_begins_in_the_compiled_function_and_comes_from_the_one_before(two_runs: Path) -> None:
    told = ask(two_runs, "nan", "two.numscope")
    assert "numba.__main__.root #" in told
    assert "2 NaN, made here" in told
    assert "<- numba.__main__.scale #" in told
    assert "1 later operation used these values," in told


def test_top_and_ls_list_compiled_calls(two_runs: Path) -> None:
    assert "numba.__main__.root" in ask(two_runs, "top", "two.numscope", "--limit", "3")
    listed = ask(two_runs, "ls", "two.numscope").splitlines()
    (scaled,) = [line for line in listed if "numba.__main__.scale" in line]
    assert "float64[4], 2.0" in scaled
    assert "(array(float64, 1d, C), float64) -> none" in ask(
        two_runs, "show", "two.numscope", str(_first(two_runs, "scale"))
    )


def _first(folder: Path, name: str) -> int:
    return next(o.id for o in numscope.open(folder / "two.numscope") if o.name.endswith(name))


def test_diff_names_the_argument_and_the_array_left_otherwise(two_runs: Path) -> None:
    told = ask(two_runs, "diff", "two.numscope", "more.numscope")
    assert "input 1: 2.0 -> 2.5" in told
    assert "mutated 0:" in told
    assert "no difference" in ask(two_runs, "diff", "two.numscope", "two.numscope")


def test_replay_calls_no_function_of_a_program_it_was_not_given(two_runs: Path) -> None:
    assert (
        "it is a function of the program: --program FILE, the file that defines it, lets it be called"
        in ask(two_runs, "replay", "two.numscope")
    )
