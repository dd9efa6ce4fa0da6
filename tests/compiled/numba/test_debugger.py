"""The debugger on real programs under the real gdb.

Threads, ufuncs, LAPACK, the prompt, and what can go wrong.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="numba is not installed")
if shutil.which("gdb") is None:
    pytest.skip("gdb is not installed", allow_module_level=True)

from numscope.compiled.numba.debugger.breakpoints import parse
from numscope.compiled.numba.debugger.line_marks import OFFSET
from numscope.errors import UsageError

PROGRAMS = Path(__file__).parent / "programs"
THREADS = PROGRAMS / "threads.py"


def debug(*words: str, say: str | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "numscope", "debug", *words],
        input=say,
        capture_output=True,
        text=True,
        timeout=280,
        env={**os.environ, **environment},
    )


def debug_until(place: str, *words: Path | str) -> tuple[subprocess.CompletedProcess[str], int]:
    """Debug an endless program until it is stopped at `place`; a busy machine needs longer to reach it."""
    for seconds in (6, 30):
        done = debug("--batch", "--timeout", str(seconds), *map(str, words))
        if place in done.stderr.partition("was stopped")[2]:
            break
    return done, seconds


@pytest.fixture(scope="module")
def threads() -> list[dict]:
    """Every stop in the program with threads, ufuncs and LAPACK."""
    places = [word for place in ("11", "12", "threads.py:20", "28", "dgesdd_") for word in ("--break", place)]
    done = debug("--json", *places, str(THREADS))
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_every_turn_of_a_prange_is_stopped_in_once_with_its_number_and_values(threads: list[dict]) -> None:
    stops = [stop for stop in threads if stop.get("line") == 12]
    turns = {int(stop["locals"]["turn"]["text"]): stop for stop in stops}
    assert sorted(turns) == list(range(2, 8))
    assert len(stops) == 6
    for turn, stop in turns.items():
        assert stop["locals"]["double"]["text"] == str(turn * 2.0)
        assert set(stop["locals"]) == {"turn", "double", "values", "out", "total"}
        assert stop["stack"][-1]["function"] == "<module>"
        assert stop["stack"][-1]["line"] == 37


def test_first_line_of_a_prange_is_stopped_in_once_a_turn_although_its_constant_is_moved_out(
    threads: list[dict],
) -> None:
    stops = [stop for stop in threads if stop.get("line") == 11]
    assert sorted(int(stop["locals"]["turn"]["text"]) for stop in stops) == list(range(2, 8))


def test_more_than_one_thread_is_stopped_in(threads: list[dict]) -> None:
    numbers = {stop["thread"] for stop in threads if stop.get("line") == 12}
    if (os.cpu_count() or 1) == 1:
        pytest.skip("one processor: Numba starts no second thread")
    assert len(numbers) > 1


def test_ufuncs_and_guvectorised_functions_stop_like_others(threads: list[dict]) -> None:
    sums = [stop["locals"]["sum_"]["text"] for stop in threads if stop.get("function") == "combine"]
    assert sums == ["2.0", "3.0", "4.0"]
    held = [stop["locals"]["held"]["text"] for stop in threads if stop.get("function") == "running"]
    assert held == ["0.0", "1.0", "3.0"]


def test_native_function_tells_the_numba_and_python_lines_that_led_there(threads: list[dict]) -> None:
    stop = next(stop for stop in threads if stop.get("native"))
    assert "dgesdd" in stop["native"]
    assert (stop["function"], stop["line"]) == ("singular", 33)
    assert [(frame["kind"], frame["line"]) for frame in stop["stack"]] == [("compiled", 33), ("python", 40)]
    assert stop["locals"]["matrix"]["text"].startswith("array([[0., 1.]")


def test_prompt_steps_prints_and_climbs() -> None:
    words = "p value\nn\nn\np wide\nu\np index + 1\nlocals\nd\nb 27\nwhere\nnonsense\nc\nq\n"
    done = debug("--break", "every_line.py:9", str(PROGRAMS / "every_line.py"), say=words)
    answers = done.stdout.split("(numscope) ")
    assert "every_line.py:9 in scale" in answers[0]
    assert answers[1] == "0.0\n"
    assert "every_line.py:10 in scale" in answers[2]
    assert "every_line.py:12 in scale" in answers[3]
    assert answers[4] == "0.0\n"
    assert "every_line.py:24 in walk" in answers[5]
    assert answers[6] == "1\n"
    assert "  small = np.int8(-3)\n" in answers[7]
    assert "every_line.py:12 in scale" in answers[8]
    assert answers[9] == "Breakpoint at 27.\n"
    assert "in <module> (python)" in answers[10]
    assert answers[11] == "There is no command nonsense; `help` lists them.\n"
    assert "every_line.py:9 in scale" in answers[12]


def test_program_that_never_ends_is_told_with_its_place(tmp_path: Path) -> None:
    script = tmp_path / "endless.py"
    script.write_text(
        "from numba import njit\n\n\n@njit\ndef spin(start):\n    while start > 0:\n"
        "        start = start % 7 + 1\n    return start\n\n\nspin(3)\n"
    )
    done, seconds = debug_until("in `spin`", script)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert f"endless.py was still running after {seconds} s and was stopped in `spin`" in done.stderr


def test_function_never_called_and_line_never_reached_are_said(tmp_path: Path) -> None:
    script = tmp_path / "unreached.py"
    script.write_text(
        "from numba import njit, objmode\n\n\n@njit\ndef called(x):\n    if x > 5:\n        x = 0\n"
        "    with objmode():\n        print(x)\n    return x\n\n\n"
        "@njit\ndef idle(x):\n    return x\n\n\ncalled(1)\n"
    )
    places = ("7", "9", "15", "no_such_function")
    done = debug("--batch", *(word for place in places for word in ("--break", place)), str(script))
    assert done.returncode == 1
    # LLVM writes a line of its own about blocks in object mode that have debug information.
    lines = [line for line in done.stderr.splitlines() if line.startswith("numscope: ")]
    assert lines[0] == "numscope: --break 7: `called` was compiled, but this line was never reached"
    assert lines[1].endswith(
        "--break 9: in this `objmode` block the line runs as Python, which pdb can stop in"
    )
    assert lines[2].startswith("numscope: --break 15: `idle` was never compiled: it was not called")
    assert lines[3].startswith("numscope: --break no_such_function: the native function was never called")


def test_signal_in_compiled_code_is_told_with_the_locals(tmp_path: Path) -> None:
    script = tmp_path / "wild.py"
    script.write_text(
        "import numpy as np\nfrom numba import njit\n\n\n@njit\ndef peek(data, where):\n    return "
        "data[where]\n\n\n"
        "peek(np.arange(10), 10**12)\n"
    )
    done = debug("--batch", str(script))
    assert done.returncode == 1
    assert "SIGSEGV at " in done.stdout
    assert "wild.py:7 in peek" in done.stdout
    assert "  where = 1000000000000\n" in done.stdout


def test_a_line_behind_all_code_is_one_sentence() -> None:
    with pytest.raises(UsageError, match="line 99 has no code inside a function; the last line with code is"):
        parse("threads.py:99", str(THREADS))
    assert parse("11", str(THREADS)).line == 11


def test_unknown_file_is_one_sentence() -> None:
    with pytest.raises(UsageError, match="there is no such file"):
        parse("elsewhere.py:3", str(THREADS))


def test_without_gdb_it_is_said(tmp_path: Path) -> None:
    done = debug("--batch", str(THREADS), PATH=str(tmp_path))
    assert done.returncode == 2
    assert done.stderr.startswith("numscope: gdb is not installed")
    assert done.stderr.count("\n") == 1


def test_without_permission_to_trace_it_is_said(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(Path(__file__).parent / "without_ptrace.py"), str(PROGRAMS / "every_line.py")],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 2, done.stderr
    assert "gdb may not trace processes here (ptrace: operation not permitted)" in done.stderr
    assert done.stderr.count("\n") == 1


def test_numbers_shared_with_gdbs_python_agree() -> None:
    text = (Path(parse.__code__.co_filename).parent / "in_gdb" / "frames.py").read_text()
    assert f"LINE_OFFSET = {OFFSET:_}" in text


CALLS = """from numba import njit


@njit
def inner(x):
    y = x + 1
    return y * 2


@njit
def outer(x):
    a = x * 2
    b = inner(a)
    return b + a


def main():
    return outer(3.0)


main()
while len(__import__("sys").argv) > 1:
    pass
"""


@pytest.mark.parametrize(
    "name",
    [
        "numscope",
        "site-packages",
        *(pytest.param(one, marks=pytest.mark.long) for one in ("numba/core", "runpy.py")),
    ],
)
def test_a_program_is_debugged_in_a_folder_of_any_name(name: str, tmp_path: Path) -> None:
    script = tmp_path / name / "calls.py"
    script.parent.mkdir(parents=True)
    script.write_text(CALLS)
    done = debug("--break", "calls.py:13", str(script), say="step\nwhere\nquit\n")
    assert f"{script}:6 in inner" in done.stdout
    assert f"{script}:18 in main (python)\n" in done.stdout
    assert f"{script}:21 in <module> (python)\n" in done.stdout
    assert "runpy.py:" not in done.stdout.replace(str(script), "")


@pytest.mark.long
def test_where_a_program_still_runs_is_told_in_a_folder_called_numscope(tmp_path: Path) -> None:
    script = tmp_path / "numscope" / "calls.py"
    script.parent.mkdir(parents=True)
    script.write_text(CALLS)
    done, seconds = debug_until(f"{script}:2", script, "on")
    assert f"was still running after {seconds} s" in done.stderr
    assert f"{script}:2" in done.stderr.partition("was stopped")[2], done.stderr
