"""Numba's troubleshooting page as programs: what numscope says of each is what the page says one needs to know."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="numba is not installed")

EXAMPLES = Path(__file__).parents[3] / "examples" / "numba"
needs_gdb = pytest.mark.skipif(shutil.which("gdb") is None, reason="gdb is not installed")


def ask(*words: str, script: str, arguments: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "numscope", *words, str(EXAMPLES / script), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=150)


def stops(script: str, *lines: str) -> list[dict]:
    words = [word for line in lines for word in ("--break", line)]
    done = ask("debug", "--json", *words, script=script)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()][:-1]


def values(stop: dict) -> dict[str, str]:
    return {name: local["text"] for name, local in stop["locals"].items()}


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    ("script", "says"),
    [
        ("01_does_not_compile.py", "There is no `+` between `x` (an int64) and `y` (a tuple of 1 int64)"),
        (
            "02_type_unification.py",
            "The returns disagree: line 12 returns a tuple of 1 int64, line 13 returns an int64",
        ),
        ("03_untyped_list.py", "The empty list `tmp` never gets an item that Numba can see"),
        (
            "06_string_to_float.py",
            "`b` is a str; compiled code can't turn text into a number with `float(...)`",
        ),
    ],
)
def test_what_does_not_compile_is_explained(script: str, says: str) -> None:
    done = ask("numba", "explain", script=script)
    assert done.returncode == 1
    assert f"What went wrong: {says}" in done.stdout


def test_the_typed_list_compiles() -> None:
    done = ask("numba", "explain", script="04_typed_list.py")
    assert done.returncode == 0
    assert "every Numba function that was called compiled" in done.stdout


def test_object_mode_lines_are_marked_and_the_lifted_loop_is_not() -> None:
    done = ask("numba", "types", script="05_too_slow.py")
    rows = [row for row in done.stdout.splitlines() if " | " in row]
    slow = [row for row in rows if row.startswith("!")]
    assert any("def f(prices" in row for row in slow)
    assert not any("table[place] = place * 2" in row for row in slow)
    assert "object mode" in done.stdout


@needs_gdb
def test_locals_are_true_where_the_manual_shows_zeros() -> None:
    (stop,) = stops("07_step_in_gdb.py", "14")
    assert values(stop) == {"a": "123", "b": "124", "c": "287.82", "d": "(123, 124, 287.82)"}


@pytest.mark.long
@needs_gdb
def test_variable_that_changes_its_type_has_one_name() -> None:
    seen = [values(stop)["x"] for stop in stops("08_changing_types.py", "12", "13", "14")]
    assert seen == ["1", "2.3", "(1, 2, 3)"]


@pytest.mark.long
@needs_gdb
def test_segmentation_fault_shows_the_index_and_the_array() -> None:
    done = ask("debug", "--batch", script="09_segfault.py")
    assert done.returncode == 1
    assert "SIGSEGV at " in done.stdout
    assert "  index = 1000000000\n" in done.stdout
    assert "  c = array([ 0.  ,  2.34," in done.stdout


def test_small_wild_index_is_found_by_check() -> None:
    done = ask("numba", "check", script="09_segfault.py", arguments=("10",))
    assert done.returncode == 1
    assert "index 10 into `c`, which has 10 items" in done.stdout


@pytest.mark.long
@needs_gdb
def test_two_breakpoints_are_hit_in_order() -> None:
    first, second = stops("10_two_breakpoints.py", "13", "18")
    assert "c" not in values(first)
    assert values(second)["c"] == "array([124.,   0.,   0.])"
    assert values(second)["d"] == "124.0"


@needs_gdb
def test_threads_stop_at_every_turn() -> None:
    seen = sorted((values(stop)["turn"], values(stop)["doubled"]) for stop in stops("11_threads.py", "15"))
    assert seen == [("0", "0.0"), ("1", "2.0"), ("2", "4.0"), ("3", "6.0")]


@needs_gdb
def test_lapack_breakpoint_is_hit_with_the_lines_that_led_there() -> None:
    stop = stops("12_lapack.py", "dgesdd_")[0]
    assert "dgesdd" in stop["native"]
    assert [frame["line"] for frame in stop["stack"]] == [12, 15]


def test_wrapped_integer_is_found_with_its_line() -> None:
    done = ask("numba", "check", script="13_disable_jit.py")
    assert done.returncode == 1
    assert "13_disable_jit.py:13 in checksum" in done.stdout
    assert "a compiled integer wraps around at 64 bits" in done.stdout


def test_kernel_with_too_many_threads_is_found_in_the_simulator() -> None:
    from numscope.compiled.numba.cuda.simulate import simulate

    (finding,) = simulate(str(EXAMPLES / "14_cuda_simulator.py"), timeout=100).findings
    assert (finding.kind, finding.line) == ("out-of-bounds", 13)
    assert finding.sentence.endswith("is outside `arr`, which has 30 items")


def test_trace_shows_nested_assignments() -> None:
    done = ask("numba", "trace", script="15_trace.py")
    assert done.stdout.splitlines()[:4] == [
        "4.5",
        "15_trace.py:17 approach: position = 16.0",
        "15_trace.py:18 approach: step = 0",
        "15_trace.py:11 halve: half = 8.0",
    ]


def test_every_example_has_its_test() -> None:
    """The pages of Numba's manual on what goes wrong, one script each."""
    tests = "".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
    assert [path.name for path in sorted(EXAMPLES.glob("*.py")) if path.name not in tests] == []
