"""Rules asked while a program runs, and the same rules asked of its trace: the same answers."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import numscope
from numscope.analysis.check.rule_check import Check, check
from numscope.recording.findings import read_findings
from numscope.rules.ready_made import READY_MADE


def both(
    tmp_path: Path, program: Callable[[], object], *rules: str, **options: object
) -> dict[tuple[str, int], int]:
    """Rule and line (counted from the program's first) -> times; what was found while running and afterwards agree."""
    path = tmp_path / "t.numscope"
    with numscope.record(path, force=True, rule=rules, **options), np.errstate(all="ignore"):
        program()
    tally = read_findings(path)
    with numscope.open(path) as trace:
        answer = check(trace, rules, bool(options.get("rules_in_libraries")))
        first = {(f.rule, f.place): (f.count, f.operation, trace[f.first].name) for f in tally.findings}
    assert {key: count for key, (count, _, _) in first.items()} == {
        (v.rule, v.place): v.count for v in answer.violations
    }
    assert all(told == recorded for _, told, recorded in first.values())
    assert tally.undecided == answer.undecided
    start = program.__code__.co_firstlineno
    return {
        (rule, int(place.rpartition(":")[2]) - start): count for (rule, place), (count, _, _) in first.items()
    }


def test_rules_are_told_once_a_line_and_counted(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    def program() -> None:
        for _ in range(3):
            a = np.full(1000, 20.0)
            a.astype(np.float32)
            a.copy()
        np.array([1, "a"], dtype=object)
        a[::2] - 30

    rules = (
        "mean > 10",
        "dtype == object",
        "copied_bytes > 1kB",
        "input.dtype == float64 and output.dtype == float32",
    )
    found = both(tmp_path, program, *rules)
    assert found == {
        ("mean > 10", 2): 3,
        ("mean > 10", 3): 3,
        ("mean > 10", 4): 3,
        ("mean > 10", 6): 1,
        ("copied_bytes > 1kB", 3): 3,
        ("copied_bytes > 1kB", 4): 3,
        (rules[3], 3): 3,
        ("dtype == object", 5): 1,
    }
    told = capfd.readouterr().err
    assert told.count("numscope: mean > 10: ") == 4
    assert "rule 'mean > 10' held 10 times at 4 places" in told


DENORMAL = float(np.finfo(np.float64).tiny / 8)
# Of each: a line that has the fault, and one close to it that has not.
FAULTS: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
    "exploding": (lambda: np.full(4, 1e6) * 1e6, lambda: np.full(4, 1e6) * 2),
    "vanishing": (lambda: np.full(4, 1e-5) * 1e-5, lambda: np.full(4, 1e-5) * 1e-1),
    "saturated": (lambda: np.tanh(np.linspace(-90, 90, 64)), lambda: np.tanh(np.linspace(-1, 1, 64))),
    "dead": (lambda: np.maximum(np.linspace(-5, -1, 9), 0), lambda: np.maximum(np.linspace(-5, 1, 9), 0)),
    "constant": (lambda: np.maximum(np.linspace(1, 2, 9), 3), lambda: np.maximum(np.linspace(1, 4, 9), 3)),
    "denormal-heavy": (lambda: np.full(9, DENORMAL * 64) / 64, lambda: np.full(9, DENORMAL * 64) / 2),
    "near-limit": (
        lambda: np.full(4, np.float32(1e37)) * np.float32(30),
        lambda: np.full(4, np.float32(1e30)) * 3,
    ),
}


def test_every_ready_made_rule_is_tried() -> None:
    assert FAULTS.keys() == READY_MADE.keys()


@pytest.mark.parametrize("name", FAULTS)
def test_a_ready_made_rule_finds_its_fault_and_leaves_what_has_none(name: str, tmp_path: Path) -> None:
    faulty, sound = FAULTS[name]
    assert sum(both(tmp_path, faulty, name).values()) == 1
    assert both(tmp_path, sound, name) == {}


def test_statistics_suffice_but_for_what_looks_at_elements(tmp_path: Path) -> None:
    program = lambda: np.full(9, 4.0) * 5  # noqa: E731 - its one line is what is looked at
    assert sum(both(tmp_path, program, "mean == 20", values="stats").values()) == 1
    path = tmp_path / "t.numscope"
    with numscope.record(path, force=True, rule="mean == 20", values="none"):
        program()
    assert read_findings(path).undecided == {"mean == 20": 2}


def test_what_is_asked_of_arrays_in_views_tuples_and_scalars(tmp_path: Path) -> None:
    def program() -> None:
        a = np.arange(12.0).reshape(3, 4)
        a.mean()
        np.divmod(a, 2)
        a[1:, ::2]
        a[[0, 2]]
        np.concatenate([a, a])
        a += 100

    found = both(tmp_path, program, "copied_bytes > 0", "ndim == 0", "max == 1", "mean > 100", "size == 4")
    assert found == {
        ("ndim == 0", 2): 1,
        ("max == 1", 3): 1,
        ("size == 4", 4): 1,
        ("copied_bytes > 0", 5): 1,
        ("copied_bytes > 0", 6): 1,
        ("mean > 100", 7): 1,
    }


def test_what_a_call_of_pandas_does_is_asked(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas", reason="needs pandas")
    frame = pandas.DataFrame({"a": [1.0, 2.0], "b": [3.0, 4.0]})

    def program() -> None:
        frame["a"] * 1000

    assert both(tmp_path, program, "max == 2000")[("max == 2000", 1)] >= 1
    assert both(tmp_path, program, "max == 2000", rules_in_libraries=True)[("max == 2000", 1)] >= 1


def test_a_ufunc_on_a_series_is_asked_of_the_array_inside(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas", reason="needs pandas")
    series = pandas.Series([1.0, 2.0])

    def program() -> None:
        np.multiply(series, 1000)

    assert both(tmp_path, program, "max == 2000")[("max == 2000", 1)] >= 1


def test_rules_do_not_record_themselves_nor_change_the_program(tmp_path: Path) -> None:
    def program() -> list[float]:
        a = np.linspace(-90, 90, 1000)
        with pytest.raises(ValueError, match="core dimension"):
            np.ones(2) @ np.ones(3)
        return [float(x) for x in (np.tanh(a).sum(), (a / 3).std())]

    with numscope.record(tmp_path / "a.numscope") as plain:
        expected = program()
    with numscope.record(tmp_path / "b.numscope", rule=["saturated", "denormal-heavy", "mean > 1"]) as judged:
        assert program() == expected
    assert [operation.name for operation in plain] == [operation.name for operation in judged]


def test_no_operand_is_kept_alive(tmp_path: Path) -> None:
    import weakref

    with numscope.record(tmp_path / "t.numscope", rule="mean > 1", stop_on="mean > 1e9"):
        a = np.full(10, 5.0)
        b = a * 2
        references = weakref.ref(a), weakref.ref(b)
        count = sys.getrefcount(b)
        del a, b
    assert count == 2
    assert [reference() for reference in references] == [None, None]


def test_processes_add_up(tmp_path: Path) -> None:
    code = "import numpy as np\nfor n in range(3): np.full(4, 20.0)"
    with numscope.record(tmp_path / "t.numscope", rule="mean > 10"):
        for _ in range(2):
            subprocess.run([sys.executable, "-c", code], check=True)
    (finding,) = read_findings(tmp_path / "t.numscope").findings
    assert (finding.place, finding.count) == ("<string>:2", 6)


def test_a_check_is_json_and_has_a_limit(tmp_path: Path) -> None:
    from numscope.cli.main import main

    with numscope.record(tmp_path / "t.numscope"):
        np.ones(3) * 20
        np.ones(3) * 30
    path = str(tmp_path / "t.numscope")
    with numscope.open(path) as trace:
        answer: Check = check(trace, ["mean > 10"], limit=1)
    assert (answer.found, len(answer.violations), answer.times) == (2, 1, 2)
    assert main(["check", path, "--rule", "mean > 10", "--json"]) == 1
    assert main(["check", path, "--rule", "mean > 99"]) == 0
    assert main(["check", path, "--rule", "maen > 99"]) == 2
    assert main(["check", path]) == 2
