"""Blocks in object mode, generators, constructors, exceptions: each stops where Python would, with Python's values."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numba", reason="numba is not installed")
if shutil.which("gdb") is None:
    pytest.skip("gdb is not installed", allow_module_level=True)

from numscope.compiled.numba.debugger.breakpoints import parse
from numscope.errors import UsageError

PROGRAM = Path(__file__).parent / "programs" / "constructs.py"
LINES = PROGRAM.read_text().splitlines()
Stops = list[dict[str, Any]]


def line(text: str) -> int:
    return next(number for number, one in enumerate(LINES, 1) if one.strip() == text)


NEVER = f"{line('total += one')} if one > 99"
MOVED = f"{line('# Nothing here.')}"


@pytest.fixture(scope="module")
def done() -> subprocess.CompletedProcess[str]:
    places = [
        f"{line('total += item')} if item > 2",
        *(
            str(line(text))
            for text in (
                "return total + middle",
                "yield square",
                "self.count = 3",
                "return name",
                "return power * 2",
                "return len(words[0]) + start",
                "return level",
                "level = -1",
                'raise ValueError("higher")',
            )
        ),
        NEVER,
        MOVED,
    ]
    words = [word for place in places for word in ("--break", place)]
    return subprocess.run(
        [sys.executable, "-m", "numscope", "debug", "--json", *words, str(PROGRAM)],
        capture_output=True,
        text=True,
        timeout=280,
    )


@pytest.fixture(scope="module")
def stops(done: subprocess.CompletedProcess[str]) -> Stops:
    return [json.loads(text) for text in done.stdout.splitlines()[:-1]]


def texts(stops: Stops, function: str) -> list[dict[str, str]]:
    found = [stop for stop in stops if stop["function"] == function]
    return [{name: local["text"] for name, local in stop["locals"].items()} for stop in found]


def test_a_block_in_object_mode_runs_and_what_it_made_is_there(stops: Stops) -> None:
    *_, last = texts(stops, "median_added")
    assert (last["total"], last["middle"]) == ("6.0", "2.0")


def test_a_condition_stops_where_it_is_true_only(stops: Stops) -> None:
    first, _ = texts(stops, "median_added")
    assert (first["item"], first["total"]) == ("4.0", "2.0")


def test_an_array_has_dtype_shape_and_strides(stops: Stops) -> None:
    array = next(stop for stop in stops if stop["function"] == "median_added")["locals"]["x"]
    assert (array["dtype"], array["shape"], array["strides"]) == ("float64", [3], [16])


def test_a_generator_stops_with_its_variables_also_below_compiled_code(stops: Stops) -> None:
    found = texts(stops, "squares")
    assert [(one["i"], one["square"]) for one in found] == [("0", "0"), ("1", "1"), ("2", "4")] * 2
    callers = [stop["stack"][1]["function"] for stop in stops if stop["function"] == "squares"]
    assert callers == ["<module>"] * 3 + ["sum_of_squares"] * 3


def test_a_field_does_not_exist_before_it_is_assigned(stops: Stops) -> None:
    (inside,) = texts(stops, "__init__")
    assert inside["self"] == "Box(width=2.0)"


def test_a_return_behind_an_exception_handler_stops_once(stops: Stops) -> None:
    at_return = [stop for stop in stops if stop["line"] == line("return name")]
    assert [stop["locals"]["name"]["text"] for stop in at_return] == ["'ab'"]
    assert at_return[0]["locals"]["pair"]["text"] == "('ab', 1)"


def test_a_return_behind_a_handler_waits_until_the_exception_is_handled(stops: Stops) -> None:
    found = [
        (stop["line"], stop["locals"]["level"]["text"]) for stop in stops if stop["function"] == "recovered"
    ]
    back, handled, again = line("return level"), line("level = -1"), line('raise ValueError("higher")')
    assert found == [(handled, "0"), (back, "-1"), (back, "2"), (handled, "0"), (again, "-1")]


def test_a_line_that_was_inlined_has_its_own_names_and_those_around_it(stops: Stops) -> None:
    (inside,) = texts(stops, "outermost")
    assert inside == {"start": "4", "kept": "7", "base": "4", "power": "5"}


def test_a_string_that_is_written_inside_of_a_tuple_is_shown(stops: Stops) -> None:
    (inside,) = texts(stops, "worded")
    assert inside["words"] == "('hello', 3, ('in', 2.5))"


def test_the_end_names_a_condition_that_was_never_true(done: subprocess.CompletedProcess[str]) -> None:
    end = json.loads(done.stdout.splitlines()[-1])
    assert end["remarks"][0] == f"--break {NEVER}: it was reached 3 times, and `one > 99` was never true"
    assert done.returncode == 1


def test_a_line_without_code_moves_to_the_next_with_some(done: subprocess.CompletedProcess[str]) -> None:
    moved = parse(MOVED, str(PROGRAM))
    assert moved.line > moved.asked
    assert f"line {MOVED} has no code inside a function; it stops at line {moved.line}" in done.stderr


def test_a_condition_that_is_no_expression_is_one_sentence() -> None:
    with pytest.raises(UsageError, match="the condition is no expression"):
        parse("12 if i =", str(PROGRAM))
