"""A planted fault is the first change that diff names."""

from __future__ import annotations

import itertools
import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import numscope
from numscope.analysis.concepts.array_difference import Tolerance, compare_arrays
from numscope.analysis.diff.alignment import align
from numscope.analysis.diff.comparison import Diff, diff
from numscope.cli.main import main
from numscope.errors import UsageError

pytest.importorskip("numscope._core", reason="the native core is not built")


def pipeline(fault: str = "") -> None:
    """Standardise, project, squash and reduce, with one fault planted."""
    rng = np.random.default_rng(1 if fault == "seed" else 0)
    data = rng.normal(size=(6, 4))
    centred = data - data.mean(axis=1 if fault == "axis" else 0, keepdims=True)
    if fault == "extra operation":
        centred = np.abs(centred)
    weights = np.linspace(0.5, 2.0, 12).reshape(4, 3)
    if fault == "scaled":
        weights = np.multiply(weights, 1.5)
    elif fault == "0.1 % drift":
        weights = np.multiply(weights, 1.001)
    else:
        weights = np.multiply(weights, 1.0)
    projected = np.matmul(centred, weights)
    order = np.arange(6)
    if fault == "permuted rows":
        order = np.array([1, 0, 2, 3, 4, 5])
    projected = np.take(projected, order, axis=0)
    if fault == "one element":
        projected[2, 1] = 77.0
    else:
        projected[2, 1] = 7.0
    if fault == "dtype":
        projected = projected.astype(np.float32)
    else:
        projected = projected.astype(np.float64)
    if fault != "missing operation":
        projected = np.tanh(projected)
    if fault == "other order":
        low, high = np.max(projected), np.min(projected)
    else:
        high, low = np.min(projected), np.max(projected)
    if fault == "behind":
        memoryview(projected)[0, 0] = 0.125
    total = np.sum(projected, axis=0)
    if fault == "exception":
        np.add(total, np.zeros(7))
    np.sort(total)
    np.add(total, low - high)


@pytest.fixture(scope="module")
def compared(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Diff]:
    folder = tmp_path_factory.mktemp("diff")
    pipeline()  # what is imported on first use runs operations of its own
    with numscope.record(folder / "plain.numscope"):
        pipeline()

    def compare(fault: str) -> Diff:
        path = folder / f"{fault.replace(' ', '_') or 'again'}.numscope"
        with numscope.record(path, force=True):
            try:
                pipeline(fault)
            except ValueError:
                assert fault == "exception"
        with numscope.open(folder / "plain.numscope") as first, numscope.open(path) as second:
            return diff(first, second)

    return compare


def test_two_equal_runs_do_not_differ(compared: Callable[[str], Diff]) -> None:
    found = compared("")
    assert (found.found, found.consequences.total, found.changes) == (0, 0, ())
    assert found.paired == found.first_count == found.second_count


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    ("fault", "kind", "name"),
    [
        ("seed", "argument", "numpy.random.default_rng"),
        ("axis", "argument", "numpy.ndarray.mean"),
        ("scaled", "argument", "numpy.multiply"),
        ("0.1 % drift", "argument", "numpy.multiply"),
        ("one element", "argument", "numpy.ndarray.__setitem__"),
        ("dtype", "argument", "numpy.ndarray.astype"),
        ("extra operation", "inserted", "numpy.absolute"),
        ("missing operation", "removed", "numpy.tanh"),
        ("behind", "inserted", "numpy.ndarray.__buffer__"),
        ("exception", "inserted", "numpy.zeros"),
    ],
)
def test_the_planted_fault_comes_first(
    compared: Callable[[str], Diff], fault: str, kind: str, name: str
) -> None:
    found = compared(fault)
    first = found.changes[0]
    operation = first.second or first.first
    assert operation is not None
    assert (first.kind, operation.name) == (kind, name)
    assert found.related


def test_an_inserted_literal_array_is_named(compared: Callable[[str], Diff]) -> None:
    first = compared("permuted rows").changes[0]
    assert first.second is not None
    assert first.second.name == "numpy.array"


def test_swapped_operations_are_moved_not_equal(compared: Callable[[str], Diff]) -> None:
    found = compared("other order")
    assert {change.kind for change in found.changes} == {"moved"}
    assert {change.second.name for change in found.changes if change.second} <= {"numpy.min", "numpy.max"}


def test_consequences_are_counted_not_listed(compared: Callable[[str], Diff]) -> None:
    found = compared("scaled")
    assert found.found == 1
    assert found.consequences.values >= 6
    (change,) = found.changes
    (result,) = [operand for operand in change.operands if operand.role == "output"]
    assert result.difference is not None
    assert result.difference.relation == "scaled by 1.5"


def test_a_changed_kernel_is_a_result_with_the_same_inputs(tmp_path: Path) -> None:
    for number, function in enumerate((lambda x: x * 2, lambda x: x * 2 + (x == 3))):
        with numscope.record(tmp_path / f"{number}.numscope"):
            kernel = np.frompyfunc(function, 1, 1)
            np.asarray(kernel(np.arange(5.0)), dtype=float)
    with numscope.open(tmp_path / "0.numscope") as a, numscope.open(tmp_path / "1.numscope") as b:
        found = diff(a, b)
    assert found.found >= 1


def test_differences_within_tolerance_do_not_count(tmp_path: Path) -> None:
    for number, factor in enumerate((1.0, 1.0 + 1e-12)):
        data = np.arange(1.0, 50) * factor
        with numscope.record(tmp_path / f"{number}.numscope"):
            np.sqrt(data)
    with numscope.open(tmp_path / "0.numscope") as a, numscope.open(tmp_path / "1.numscope") as b:
        assert diff(a, b).found == 0
        assert diff(a, b).within_tolerance == 1
        strict = diff(a, b, Tolerance(relative=0.0))
        assert [change.kind for change in strict.changes] == ["input"]
        assert diff(a, b, Tolerance(relative=0.0, ulp=10**5)).found == 0


def test_an_argument_may_differ_within_the_tolerance_too(tmp_path: Path) -> None:
    for number, factor in enumerate((0.5, 0.5 + 2**-53)):
        with numscope.record(tmp_path / f"{number}.numscope"):
            np.sqrt(np.linspace(0.1, 1, 50) * factor)
    with numscope.open(tmp_path / "0.numscope") as a, numscope.open(tmp_path / "1.numscope") as b:
        found = diff(a, b)
        strict = diff(a, b, Tolerance(relative=0))
        assert diff(a, b, Tolerance(relative=0, ulp=2)).changes == ()
    assert (found.changes, found.within_tolerance) == ((), 2)
    (change,) = strict.changes
    assert change.kind == "argument"
    # One rounding off, here more and there less: not "scaled by 1".
    assert [operand.difference.relation for operand in change.operands if operand.difference] == [None, None]


def test_different_programs_are_said_to_be(tmp_path: Path) -> None:
    with numscope.record(tmp_path / "0.numscope"):
        for _ in range(5):
            np.sqrt(np.ones(3))
    with numscope.record(tmp_path / "1.numscope"):
        for _ in range(5):
            np.fft.fft(np.zeros(4))
    with numscope.open(tmp_path / "0.numscope") as a, numscope.open(tmp_path / "1.numscope") as b:
        assert not diff(a, b).related


def test_the_command_ends_with_1_if_runs_differ(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in (0, 1):
        with numscope.record(tmp_path / f"{number}.numscope"):
            np.multiply(np.arange(4.0), 2.0 + number)
    paths = [str(tmp_path / f"{number}.numscope") for number in (0, 1)]
    assert main(["diff", *paths]) == 1
    text = capsys.readouterr().out
    assert "called with another argument" in text
    assert "np.multiply(np.arange(4.0), 2.0 + number)" in text
    assert main(["diff", *paths, "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["changes"][0]["kind"] == "argument"
    assert main(["diff", paths[0], paths[0]]) == 0


def test_a_trace_without_hashes_says_so(tmp_path: Path) -> None:
    with numscope.record(tmp_path / "t.numscope", values="none"):
        np.ones(1000) + np.ones(1000)
    with (
        numscope.open(tmp_path / "t.numscope") as trace,
        pytest.raises(UsageError, match="no content hashes"),
    ):
        diff(trace, trace)


@settings(suppress_health_check=[HealthCheck.too_slow])  # on a busy machine
@given(st.lists(st.integers(0, 3), max_size=12), st.lists(st.integers(0, 3), max_size=12))
def test_alignment_is_a_longest_common_subsequence(first: list[int], second: list[int]) -> None:
    a, b = np.array(first, np.uint64), np.array(second, np.uint64)
    pairs = align(a, b)
    assert all(a[i] == b[j] for i, j in pairs)
    assert all(x[0] < y[0] and x[1] < y[1] for x, y in itertools.pairwise(pairs))
    lengths = np.zeros((len(a) + 1, len(b) + 1), int)
    for i in range(len(a)):
        for j in range(len(b)):
            longer = max(lengths[i, j + 1], lengths[i + 1, j])
            lengths[i + 1, j + 1] = lengths[i, j] + 1 if a[i] == b[j] else longer
    assert len(pairs) == lengths[-1, -1]


BASE = np.arange(1.0, 13).reshape(3, 4)


@pytest.mark.parametrize(
    ("other", "relation"),
    [
        (BASE * 3, "scaled by 3"),
        (-BASE, "negated"),
        (BASE + 2, "shifted by 2"),
        (BASE[[1, 0, 2]], "rows permuted"),
        (BASE[:, [1, 0, 2, 3]], "columns permuted"),
        (BASE.T, "transposed"),
        (BASE.reshape(4, 3), "reshaped"),
        (np.where(BASE == 5, 99, BASE), "one element"),
        (np.roll(BASE.ravel(), 1).reshape(3, 4), "permuted"),
        (BASE**2, None),
    ],
)
def test_simple_relations_are_named(other: Any, relation: str | None) -> None:
    found = compare_arrays(BASE, other, Tolerance())
    assert not found.equal
    assert found.relation == relation


def test_distances_are_numpys_own() -> None:
    a = np.array([1.0, 2.0, np.nan, np.inf, 0.0])
    b = np.array([1.0 + 2**-52, 2.5, np.nan, np.inf, 0.0])
    found = compare_arrays(a, b, Tolerance(relative=0.0))
    assert (found.max_absolute, found.max_relative, found.share) == (0.5, 0.25, 0.4)
    assert found.first_index == (0,)
    assert compare_arrays(a, a.copy(), Tolerance(relative=0.0)).equal
    one_ulp = compare_arrays(np.float32(1), np.nextafter(np.float32(1), np.float32(2)), Tolerance(0.0))
    assert (one_ulp.ulp, one_ulp.equal) == (1.0, False)
    assert compare_arrays(
        np.float32(1), np.nextafter(np.float32(1), np.float32(2)), Tolerance(0.0, ulp=1)
    ).equal


def test_what_threads_share_out_otherwise_is_no_difference(tmp_path: Path) -> None:
    def work(number: int, gate: threading.Barrier) -> None:
        gate.wait()
        for step in range(4):
            np.sqrt(np.arange(3.0) + 10 * number + step)

    for name, order, extra in (("a", (0, 1, 2), 0), ("b", (2, 0, 1), 0), ("c", (1, 2, 0), 0.5)):
        with numscope.record(tmp_path / f"{name}.numscope"):
            np.zeros(2)
            for number in order:
                thread = threading.Thread(target=work, args=(number, threading.Barrier(1)))
                thread.start()
                thread.join()
            np.add(np.ones(2), extra)
    with numscope.open(tmp_path / "a.numscope") as a, numscope.open(tmp_path / "b.numscope") as b:
        same = diff(a, b)
        with numscope.open(tmp_path / "c.numscope") as c:
            other = diff(a, c)
    assert (same.found, same.paired) == (0, same.first_count)
    assert [(change.kind, change.second.name) for change in other.changes if change.second] == [
        ("argument", "numpy.add")
    ]


def test_a_renamed_function_is_one_change_and_values_are_compared_across_it(tmp_path: Path) -> None:
    def old(values: Any, factor: float) -> Any:
        return np.sqrt(np.multiply(np.add(values, 1), factor))

    def new(values: Any, factor: float) -> Any:
        return np.sqrt(np.multiply(np.add(values, 1), factor))

    for name, function, factor in (("a", old, 2.0), ("b", new, 2.0), ("c", new, 3.0)):
        with numscope.record(tmp_path / f"{name}.numscope"):
            function(np.arange(3.0), factor)
    with numscope.open(tmp_path / "a.numscope") as a:
        with numscope.open(tmp_path / "b.numscope") as b:
            assert [(change.kind, change.times) for change in diff(a, b).changes] == [("other path", 3)]
        with numscope.open(tmp_path / "c.numscope") as c:
            found = diff(a, c)
    assert [change.kind for change in found.changes] == ["other path", "argument"]
    assert found.consequences.values == 1


def test_two_versions_of_a_script_may_have_two_names(tmp_path: Path, numscope_command: Any) -> None:
    text = "import numpy as np\n\n\ndef load():\n    return np.arange(6.0)\n\n\nload().reshape(2, 3).mean(axis={})\n"
    for name, axis in (("old", 0), ("new", 1)):
        (tmp_path / f"{name}.py").write_text(text.format(axis))
        numscope_command("run", f"{name}.py")
    told = json.loads(numscope_command("diff", "old.numscope", "new.numscope", "--json").stdout)
    assert [change["kind"] for change in told["changes"]] == ["argument"]
    assert {"name": "program", "first": "old.py", "second": "new.py"} in told["environment"]


@pytest.mark.parametrize("damage", ["newer", "gone", "no value"])
def test_what_cannot_be_read_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], damage: str
) -> None:
    for number in (0, 1):
        with numscope.record(tmp_path / f"{number}.numscope"):
            np.multiply(np.arange(900.0), 2.0 + number)
    paths = [tmp_path / f"{number}.numscope" for number in (0, 1)]
    if damage == "newer":
        manifest = json.loads((paths[1] / "manifest.json").read_text())
        (paths[1] / "manifest.json").write_text(json.dumps({**manifest, "version": 99}))
    elif damage == "gone":
        paths[1] = tmp_path / "missing.numscope"
    else:
        (pack,) = paths[1].glob("processes/*/values.pack")
        pack.write_bytes(b"")
    code = main(["diff", *map(str, paths)])
    told = capsys.readouterr()
    if damage == "no value":
        assert code == 1
        assert "other content; the values were not kept" in told.out
    else:
        assert code == 3
        assert told.err.startswith("numscope: ")
        assert str(paths[1]) in told.err
        assert told.err.count("\n") == 1


def recorded(folder: Path, text: str) -> Path:
    """Record a program and return the trace."""
    folder.mkdir()
    file = folder / "program.py"
    file.write_text(text)
    with numscope.record(folder / "program.numscope"):
        exec(compile(text, str(file), "exec"), {"np": np})
    return folder / "program.numscope"


DENSE = "x = np.arange(12.0).reshape(3, 4) / 7\n"
CAUSES = {
    "a number that became a default": (
        f"{DENSE}def f(x):\n    return np.clip(x, 0.0, 0.5)\nr = f(x).sum()",
        f"{DENSE}def f(x, most=0.7):\n    return np.clip(x, 0.0, most)\nr = f(x).sum()",
        2,
    ),
    "a column that was filled": (
        "t = {'a': np.ones(3)}\ndef f(t):\n    return t['a'] * 2\nr = f(t).sum()",
        "t = {'a': np.ones(3)}\nt['a'] = t['a'] + 0.5\ndef f(t):\n    return t['a'] * 2\nr = f(t).sum()",
        2,
    ),
}


@pytest.mark.parametrize("case", CAUSES, ids=str)
def test_the_changed_line_that_made_the_difference_is_the_cause(tmp_path: Path, case: str) -> None:
    first, second, line = CAUSES[case]
    traces = [recorded(tmp_path / name, text) for name, text in (("a", first), ("b", second))]
    with numscope.open(traces[0]) as one, numscope.open(traces[1]) as other:
        cause = diff(one, other).verdict.cause
    assert cause is not None
    assert cause.line == line
