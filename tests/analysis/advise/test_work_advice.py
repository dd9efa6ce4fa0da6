"""Advice about work: each fault is found where it is, and what only looks like it is not."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import numscope
from numscope.analysis.advise import advise
from numscope.cli.main import main
from numscope.errors import UsageError
from sweeps import shortened

from .conftest import Advised

pytest.importorskip("numscope._core", reason="the native core is not built")


@pytest.mark.parametrize(
    "reduce",
    shortened(
        [
            lambda a: a.cumsum(axis=0),
            lambda a: np.asfortranarray(a).argmin(axis=-1),
            lambda a: np.argmax(a, 0),
            lambda a: np.sort(a, axis=0),
            lambda a: np.fft.rfft(a, axis=0),
            lambda a: np.partition(a, 5, axis=-2),
        ],
        2,
    ),
)
def test_a_reduction_against_the_order_in_memory(advised: Advised, reduce: object) -> None:
    def program() -> None:
        reduce(np.ones((500, 400)))  # type: ignore[operator]

    (finding,) = advised(program, "reduction")
    assert finding.cost_bytes == 500 * 400 * 8
    assert "bytes apart in memory" in finding.problem


def test_a_sum_over_short_rows(advised: Advised) -> None:
    def program() -> None:
        points = np.ones((100_000, 3))
        points.sum(axis=0)
        points.max(axis=1)

    findings = advised(program, "reduction")
    assert [finding.operations[0].rpartition(".")[2] for finding in findings] in (
        ["sum", "max"],
        ["max", "sum"],
    )
    assert all("rows of 3 elements" in finding.problem for finding in findings)


def test_what_costs_less_than_a_millisecond_or_two_parts_in_a_hundred_is_left_out(tmp_path: Path) -> None:
    with numscope.record(tmp_path / "t.numscope"):
        angles = np.linspace(0, 1, 4000)
        np.sin(angles), np.sin(angles), np.sin(angles)
        np.sort(np.cos(np.arange(300_000.0)))
    with numscope.open(tmp_path / "t.numscope") as trace:
        whole = advise(trace, kinds=("identical",), least_ns=0, least_share=0)
        (finding,) = whole.findings
        by_time = advise(trace, kinds=("identical",), least_share=0)
        by_share = advise(trace, kinds=("identical",), least_ns=0)
    # Of a stalled machine, too: what it cost says what is expected.
    assert by_time.found == (finding.cost_ns >= 1_000_000)
    assert by_share.found == (finding.cost_ns >= 0.02 * whole.total_ns)


def test_reductions_that_suit_the_memory_and_sums_that_do_not_mind(advised: Advised) -> None:
    def program() -> None:
        image = np.ones((500, 400))
        image.cumsum(axis=1)
        image.sum(axis=0)
        image.sum(axis=1)
        image.max(axis=0)
        image.sum()
        np.sort(image)
        np.asfortranarray(image).cumsum(axis=0)
        np.asfortranarray(image).sum(axis=1)
        np.ones((50, 4)).argmax(axis=0)
        np.ones((3, 100_000)).sum(axis=1)
        np.argmax(image)
        np.fft.fft(image)
        np.partition(image, 5)

    assert advised(program, "reduction") == []


def test_promotion_by_a_scalar_an_integer_array_and_a_row_of_weights(advised: Advised) -> None:
    def program() -> None:
        signal = np.ones((100, 1000), np.float32)
        counts = np.ones((100, 1000), np.int32)
        weights = np.linspace(0, 1, 1000)
        signal * counts
        signal * weights
        if np.lib.NumpyVersion(np.__version__) >= "2.0.0":
            signal * np.float64(2)
        np.ones(100_000, np.uint64) + np.ones(100_000, np.int64)

    findings = advised(program, "promotion")
    problems = " / ".join(finding.problem for finding in findings)
    assert "because of int32[100,1000]" in problems
    assert "because of float64[1000]" in problems
    assert "uint64 and int64" in problems
    assert np.__version__ < "2" or "because of a NumPy scalar of float64" in problems
    assert all(finding.cost_bytes == 800_000 for finding in findings)


def test_what_stays_as_narrow_or_is_asked_for_is_no_accident(advised: Advised) -> None:
    def program() -> None:
        signal = np.ones(100_000, np.float32)
        counts = np.ones(100_000, np.int64)
        signal * 2.5
        signal * np.float32(2.5)
        signal + np.float64(0) if np.__version__ < "2" else None
        counts / 3
        counts * 0.5
        signal.astype(np.float64) * np.linspace(0, 1, 100_000)
        signal + np.ones(100_000)  # two whole arrays: the wide one is data too
        np.multiply(signal, np.float64(2), dtype=np.float64)
        signal.mean(dtype=np.float64)
        signal * 1j

    assert advised(program, "promotion") == []


def test_a_loop_over_tiny_arrays(advised: Advised) -> None:
    def program() -> None:
        generator = np.random.default_rng(0)
        points = list(generator.random((1500, 3)))
        for point in points:
            np.linalg.norm(point)

    (finding,) = advised(program, "tiny-loop")
    assert finding.operations == ("numpy.linalg.norm",)
    assert finding.calls == 1500
    assert finding.cost_ns > 0


def test_a_double_loop_that_fills_a_large_table(advised: Advised) -> None:
    def program() -> None:
        points = np.random.default_rng(0).random((120, 3))
        table = np.zeros((120, 120))  # above 64 kB: not hashed each time
        for i in range(40):
            for j in range(40):
                difference = points[i] - points[j]
                table[i, j] = np.sqrt(np.sum(difference**2))

    findings = advised(program, "tiny-loop")
    assert {finding.calls for finding in findings} == {1600, 4800}
    assert any("numpy.sum" in finding.operations for finding in findings)


def test_a_table_whose_rows_need_the_row_before_is_no_loop_to_undo(advised: Advised) -> None:
    def program() -> None:
        table = np.ones((1500, 8))
        for i in range(1, 1500):
            table[i] = np.cos(table[i - 1])

    assert advised(program, "tiny-loop") == []


def test_steps_that_need_the_one_before_are_no_loop_to_undo(advised: Advised) -> None:
    def program() -> None:
        turn = np.array([[0.8, -0.6], [0.6, 0.8]])
        state, speed = np.array([1.0, 0.5]), np.array([0.1, 0.3])
        for _ in range(1500):
            state = turn @ state
        for _ in range(1500):
            force = np.sin(state)
            speed = speed - 0.01 * force
            state = state + 0.01 * speed

    found = advised(program, "tiny-loop")
    assert found == []


def test_a_loop_over_large_arrays_or_a_short_one_is_none(advised: Advised) -> None:
    def program() -> None:
        rows = np.random.default_rng(0).random((100, 2000))
        for _ in range(12):
            for row in rows:
                np.sqrt(row)
        for row in rows:
            np.linalg.norm(row[:3])

    assert advised(program, "tiny-loop") == []


def test_single_elements_in_a_loop(advised: Advised) -> None:
    def program() -> float:
        values, table, total = np.arange(1200.0), np.zeros((40, 40)), 0.0
        for index in range(len(values)):
            total += float(values[index])
        for row in range(40):
            for column in range(40):
                table[row, column] = row * column
        for value in values:
            total += value
        return total

    findings = advised(program, "element-loop")
    assert [finding.calls for finding in sorted(findings, key=lambda f: f.line)] == [1200, 1600, 1200]


def test_rows_slices_masks_and_lists_are_no_single_elements(advised: Advised) -> None:
    def program() -> float:
        table, total = np.zeros((1200, 40)), 0.0
        for index in range(1200):
            table[index] = 1.0
            table[index].sum()
            table[index, :3].sum()
            table[:, 0][index : index + 1] = 2.0
            table[[index], [3]] = 1.0
            table[index, table[0] > 3] = 5
        for value in table[:, 0].tolist():
            total += value
        for index in range(100):
            total += table[index, 0]
        return total

    assert advised(program, "element-loop") == []


def test_calls_whose_result_was_known(advised: Advised) -> None:
    def program() -> None:
        matrix = np.random.default_rng(0).random((120, 120))
        for _ in range(5):
            np.linalg.inv(matrix)

    (finding,) = advised(program, "identical")
    assert (finding.operations, finding.calls) == (("numpy.linalg.inv",), 4)
    assert "4 times more" in finding.problem
    assert "cache" in finding.fix


def test_an_equal_call_that_waited_for_the_processor_costs_no_more(tmp_path: Path) -> None:
    falling = np.arange(100_000.0)[::-1].copy()
    with numscope.record(tmp_path / "t.numscope", values="full"):
        for _ in range(4):
            np.sort(falling)
    with numscope.open(tmp_path / "t.numscope") as trace:
        took = trace.ask("select duration_ns from operations where name = 'numpy.sort'")["duration_ns"]
        (finding,) = advise(trace, kinds=("identical",), least_ns=0, least_share=0).findings
    assert finding.cost_ns == 3 * min(took.to_pylist())


def test_other_inputs_arguments_or_random_numbers_are_not_identical(advised: Advised) -> None:
    def program() -> None:
        generator = np.random.default_rng(0)
        matrix, buffer = generator.random((120, 120)), np.empty((120, 120))
        for number in range(5):
            np.linalg.inv(matrix)
            matrix[0, 0] += 1
            matrix.sum(axis=number % 2)
            generator.random((120, 120))
            generator.permutation(matrix)
            np.random.permutation(np.ones((200, 200)))  # alike by chance
            np.sqrt(matrix, out=buffer)
            matrix.copy()
            np.zeros((300, 300))
            buffer.fill(number)

    found = advised(program, "identical")
    assert found == []


def test_an_iteration_that_came_to_rest_is_not_identical(advised: Advised) -> None:
    def program() -> None:
        towards, state = np.linspace(1, 2, 400_000), np.zeros(400_000)
        for _ in range(200):
            state = np.sqrt(state + towards)

    assert advised(program, "identical") == []


def test_batches_that_come_again_in_each_epoch_are_identical(advised: Advised) -> None:
    def program() -> None:
        batches = np.random.default_rng(0).random((10, 200, 200))
        for _ in range(3):
            for batch in batches:
                np.linalg.inv(batch)

    (finding,) = advised(program, "identical")
    assert finding.calls == 20


def test_identical_calls_need_hashes(advised: Advised) -> None:
    def program() -> None:
        matrix = np.random.default_rng(0).random((120, 120))
        for _ in range(5):
            np.linalg.inv(matrix)

    assert len(advised(program, "identical", "stats")) == 1
    assert advised(program, "identical", "none") == []


def test_arithmetic_with_objects(advised: Advised) -> None:
    def program() -> None:
        prices = np.array([1, 2.5, 3] * 1000, dtype=object)
        prices * 2

    (finding,) = advised(program, "object")
    assert finding.operations == ("numpy.multiply",)
    assert finding.cost_bytes == 3000 * 8


def test_moving_objects_about_is_no_arithmetic(advised: Advised) -> None:
    def program() -> None:
        names = np.array(["a", "b", "c"] * 1000, dtype=object)
        names[::2]
        names + names
        np.equal(names, "a")
        np.array([1, 2, None], dtype=object).nonzero()

    assert advised(program, "object") == []


def test_the_command_shows_costs_and_fixes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "t.numscope"
    with numscope.record(path):
        np.ones((2000, 1500)).cumsum(axis=0)
        matrix = np.ones((300, 300)) + np.eye(300)
        for _ in range(5):
            np.linalg.inv(matrix)
    assert main(["advise", str(path)]) == 1
    text = capsys.readouterr().out
    assert "np.ones((2000, 1500)).cumsum(axis=0)" in text
    assert "test_work_advice.py" in text
    assert "-> keep the first result" in text
    assert main(["advise", str(path), "--json", "--limit", "1"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert document["found"] == 2
    assert len(document["findings"]) == 1
    assert document["by_kind"] == {"reduction": 1, "identical": 1}
    assert main(["advise", str(path), "--kind", "copy"]) == 0
    assert "nothing to advise" in capsys.readouterr().out
    with numscope.open(path) as trace:
        assert [finding.kind for finding in trace.advise(kinds=("identical",)).findings] == ["identical"]
        with pytest.raises(UsageError, match="no advice of the kind"):
            trace.advise(kinds=("speed",))


def test_products_of_tiny_matrices_are_to_be_batched(advised: Advised) -> None:
    left, right = np.ones((1200, 8, 8)), np.ones((1200, 8, 8))

    def program() -> None:
        for first, second in zip(list(left), list(right), strict=True):
            first @ second

    (finding,) = [one for one in advised(program, "tiny-loop") if "numpy.matmul" in one.operations]
    assert finding.calls == 1200
    assert "batch them" in finding.fix


def test_large_products_in_a_loop_are_no_tiny_ones(advised: Advised) -> None:
    matrix = np.ones((64, 64))

    def program() -> None:
        for _ in range(1100):
            matrix @ matrix

    assert advised(program, "tiny-loop") == []


def test_results_that_are_nan_are_no_repeated_work(advised: Advised) -> None:
    def healthy() -> None:
        data = np.full(300_000, 2.0)
        for _ in range(4):
            np.sqrt(data)

    def spoiled() -> None:
        data = np.full(300_000, np.nan)
        for _ in range(4):
            np.sqrt(data)

    assert [finding.calls for finding in advised(healthy, "identical")] == [3]
    assert advised(spoiled, "identical") == []


def test_rows_walked_one_by_one(advised: Advised) -> None:
    pandas = pytest.importorskip("pandas", reason="pandas walks the rows; it is not installed")
    table = pandas.DataFrame(np.ones((1500, 2)), columns=["a", "b"])

    def program() -> None:
        for _, row in table.iterrows():
            row["a"]

    def in_columns() -> None:
        table["a"] * table["b"]

    (finding,) = advised(program, "row-loop")
    assert "iterrows" in finding.problem
    assert "whole columns" in finding.fix
    assert advised(in_columns, "row-loop") == []


def test_a_function_applied_to_rows(advised: Advised) -> None:
    """The call is recorded itself, with what the function did inside it; of columns there are but two."""
    pandas = pytest.importorskip("pandas", reason="pandas applies the function; it is not installed")
    table = pandas.DataFrame(np.ones((600, 2)), columns=["a", "b"])

    def by_rows() -> None:
        table.apply(lambda row: row["a"] * row["b"], axis=1)

    def by_columns() -> None:
        table.apply(lambda column: column.sum())

    (finding,) = advised(by_rows, "row-loop")
    assert finding.problem.startswith("`apply` goes row by row")
    assert advised(by_columns, "row-loop") == []


def test_nan_is_said_before_any_advice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with numscope.record(tmp_path / "t.numscope"), np.errstate(all="ignore"):
        np.log(np.full(3, -1.0))
    assert main(["advise", str(tmp_path / "t.numscope")]) == 0
    first = capsys.readouterr().out.splitlines()[0]
    assert "test_work_advice.py" in first
    assert "numscope nan first" in first
