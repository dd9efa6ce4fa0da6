"""Stops on what values are: NaN stored, an index out of range, an element that changes."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="numba is not installed")
if shutil.which("gdb") is None:
    pytest.skip("gdb is not installed", allow_module_level=True)

from numscope.compiled.numba.debugger.watches import parse_watch
from numscope.errors import UsageError
from sweeps import shortened

PROGRAMS = Path(__file__).parent / "programs"


def stops(*words: str) -> list[dict]:
    done = subprocess.run(
        [sys.executable, "-m", "numscope", "debug", "--json", *words],
        capture_output=True,
        text=True,
        timeout=280,
    )
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert found[-1]["event"] == "end", done.stderr
    return found


@pytest.fixture(scope="module")
def wrong() -> list[dict]:
    return stops("--stop-on", "nan", "--stop-on", "index", str(PROGRAMS / "wrong_values.py"))


def test_every_store_of_a_nan_is_stopped_at_with_the_value_stored(wrong: list[dict]) -> None:
    found = [stop for stop in wrong if stop.get("reason") == "nan"]
    assert [(stop["line"], stop["found"]["target"]) for stop in found] == [
        (11, "out"),
        (12, "total"),
        (13, "whole"),
    ]
    assert found[0]["locals"]["out"]["text"] == "array([ 1.,  1., nan])"
    assert found[0]["locals"]["i"]["text"] == "2"
    assert found[1]["locals"]["total"]["text"] == "nan"
    assert found[2]["locals"]["whole"]["text"] == "array([ 2.,  2., nan])"


def test_indexes_out_of_range_are_stopped_at_and_negative_ones_inside_are_not(wrong: list[dict]) -> None:
    found = [stop for stop in wrong if stop.get("reason") == "index"]
    assert [(stop["function"], stop["line"]) for stop in found] == [("prange", 20), ("before", 27)]
    assert found[0]["found"] == {"index": 3, "size": 3, "axis": 0}
    assert found[0]["locals"]["i"]["text"] == "np.uint64(2)"
    assert found[1]["found"] == {"index": -3, "size": 2, "axis": 0}


def test_the_program_goes_on_as_it_would_without_the_checks(wrong: list[dict]) -> None:
    assert wrong[-1]["exit_code"] == 0


def test_a_watched_element_stops_wherever_it_changes_and_nowhere_else() -> None:
    script = PROGRAMS / "watched.py"
    never = "out[0, 0] at 17"
    found = stops("--watch", "out[2, 1] at 16", "--watch", never, "--break", "17", str(script))
    seen = [(stop["reason"], stop["line"], stop["found"].get("new")) for stop in found[:-1]]
    assert seen == [
        ("watch", 10, "2.0"),
        ("breakpoint", 17, None),
        ("watch", 18, "-1.0"),
        ("watch", 25, "20.0"),
    ]
    assert found[0]["function"] == "spread"
    assert found[0]["locals"]["i"]["text"] == "2"
    assert found[-1]["remarks"] == [f"--watch {never}: out[0, 0] never changed after line 17"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("out[3]", "give an element and a line"),
        ("out at 16", "give an element of an array"),
        ("out[1] at dgesdd_", "is no line"),
    ],
)
def test_what_is_no_element_is_one_sentence(text: str, why: str) -> None:
    with pytest.raises(UsageError, match=why):
        parse_watch(text, str(PROGRAMS / "watched.py"))


@pytest.mark.parametrize(
    ("element", "why"),
    shortened(
        [
            ("out[9, 1]", "IndexError: index 9 is out of range (size 4)"),
            ("out[1]", "it is more than one element"),
            ("k[0]", "`k` is no array here"),
        ]
    ),
)
def test_what_does_not_exist_at_the_line_is_said(element: str, why: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "numscope", "debug", "--batch", "--watch", f"{element} at 10",
         str(PROGRAMS / "watched.py")], capture_output=True, text=True, timeout=280,
    )  # fmt: skip
    assert done.returncode == 2
    assert f"numscope: {element} can't be watched: {why}\n" in done.stderr
