"""Every assignment inside compiled code, against the same program traced as Python."""

# ruff: noqa: F841, RET504 - assignments nobody reads are what is looked at.

from __future__ import annotations

import gc
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("numba", reason="numba is not installed")

from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit, prange

from numscope.compiled.numba.checking.interpretation import run_as_python
from numscope.compiled.numba.tracing.probes import Probes
from numscope.compiled.numba.tracing.ring import EVENT, Ring


def walk(count, data):
    total = 0.0
    for place in range(count):
        item = data[place] * 2
        if item > 3:
            late = place - 7
            total += late
        total += item
    point = complex(total, -1.5)
    big = np.uint64(2**63)
    yes = total > 1
    table = data * 3
    return total


def inner(value):
    result = value + 0.5
    return result


compiled_inner = njit(inner)


@njit
def outer(value):
    back = compiled_inner(value)
    return back * 2


@njit(parallel=True)
def spread(values):
    total = 0.0
    for turn in prange(values.shape[0]):
        twice = values[turn] * 2
        total += twice
    return total


def test_every_assignment_has_pythons_value_in_pythons_order() -> None:
    data = np.array([0.5, 1.0, 2.5, 4.0])
    with Probes(Ring()) as probes:
        njit(walk)(4, data)
    events = probes.events()
    watched: dict[int, list[str]] = {}
    for event in events:
        watched.setdefault(event.place.line, []).append(event.place.variable)
    watched = {line: list(dict.fromkeys(names)) for line, names in watched.items()}
    truth = run_as_python(walk, (4, data), watched).assignments
    assert [(e.place.line, e.place.variable) for e in events] == [(line, name) for line, name, _ in truth]
    assert [e.value for e in events] == [value for _, _, value in truth]
    kinds = {e.place.variable: type(e.value) for e in events}
    assert kinds["yes"] is bool
    assert kinds["point"] is complex
    assert kinds["place"] is int


def test_nested_compiled_calls_are_seen() -> None:
    with Probes(Ring()) as probes:
        outer.recompile() if outer.signatures else outer(1.0)
        outer(1.0)
    seen = [(e.place.function, e.place.variable, e.value) for e in probes.events()]
    assert ("inner", "result", 1.5) in seen
    assert ("outer", "back", 1.5) in seen


def test_a_block_in_object_mode_runs_and_each_assignment_is_seen_once(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import numba, numpy as np\n"
        "@numba.njit\n"
        "def f(x):\n"
        "    total = x.sum()\n"
        "    with numba.objmode(middle='float64'):\n"
        "        middle = float(np.median(x))\n"
        "    return total + middle\n"
        "print(f(np.arange(5.0)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "numscope", "numba", "trace", "program.py"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=True,
    )
    lines = done.stdout.splitlines()
    assert lines[0] == "12.0"
    assert [one for one in lines if "total" in one] == ["program.py:4 f: total = 10.0"]
    assert [one for one in lines if "middle" in one] == ["program.py:5 f: middle = 2.0"]


def test_no_event_of_a_parallel_loop_is_lost() -> None:
    with Probes(Ring(), variables=["twice"]) as probes:
        spread(np.arange(1000.0))
    assert sorted(e.value for e in probes.events()) == [2.0 * n for n in range(1000)]


def test_probes_change_no_result_and_leave_later_functions_alone() -> None:
    data = np.random.default_rng(3).random(100)
    with Probes(Ring()) as probes:
        assert njit(walk)(100, data) == njit(walk)(100, data)
    seen = probes.ring.seen
    njit(walk)(100, data)
    assert probes.ring.seen == seen


def test_compiled_code_outlives_the_probes_it_was_compiled_with() -> None:
    with Probes(Ring(1 << 16), variables=["total"]):
        function = njit(walk)
        function(1, np.zeros(1))
    gc.collect()
    for _ in range(200):
        assert function(64, np.zeros(64)) == 0.0
    garbage = [np.zeros(1 << 16) for _ in range(20)]
    function(64, np.ones(64))
    assert not any(block.any() for block in garbage)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 200))
def test_ring_keeps_the_last_events_and_the_first_when_asked(count: int) -> None:
    values = np.arange(float(count))
    last, first = LAST, FIRST
    last[0].ring.clear()
    first[0].ring.clear()
    last[1](values)
    first[1](values)
    assert [e.value for e in last[0].events()] == values[-64:].tolist()
    assert [e.value for e in first[0].events()] == values[:64].tolist()
    assert last[0].ring.seen == first[0].ring.seen == count


def _each(values):
    for value in values:
        item = value
    return 0


def _probed(keep):
    with Probes(Ring(64, keep), variables=["item"]) as probes:
        function = njit(_each)
        function(np.zeros(1))
    return probes, function


LAST, FIRST = _probed("last"), _probed("first")


def test_ring_event_is_sixteen_bytes_and_sizes_are_powers_of_two() -> None:
    assert EVENT.itemsize == 16
    with pytest.raises(ValueError, match="power of two"):
        Ring(100)


def test_command_shows_the_last_assignments(tmp_path: Path) -> None:
    script = tmp_path / "steps.py"
    script.write_text(
        "import sys\nfrom numba import njit\n\n\n@njit(cache=True)\ndef climb(count):\n    height = 0\n"
        "    for step in range(count):\n        height += step\n    return height\n\n\n"
        "print(climb(5))\nsys.exit(3)\n"
    )
    command = [sys.executable, "-m", "numscope", "numba", "trace"]
    done = subprocess.run(
        [*command, "--vars", "height", "--limit", "2", str(script)],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 3, done.stderr
    assert done.stdout == (
        "10\nthe last 2 of 6 assignments:\nsteps.py:9 climb: height = 6\nsteps.py:9 climb: height = 10\n"
    )
    done = subprocess.run([*command, "--json", str(script)], capture_output=True, text=True, timeout=120)
    document = json.loads(done.stdout)
    assert document["seen"] == 11
    assert document["events"][-1] == {
        "function": "climb", "file": str(script), "line": 9, "variable": "height", "value": "10", "digest": False,
    }  # fmt: skip
    assert not (tmp_path / "__pycache__").exists()
