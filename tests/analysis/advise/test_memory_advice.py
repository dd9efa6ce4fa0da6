"""Advice about memory: each fault is found where it is, and what only looks like it is not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from .conftest import Advised

pytest.importorskip("numscope._core", reason="the native core is not built")


def line_of(text: str) -> int:
    """The line of this file that ends with the comment `text`."""
    lines = Path(__file__).read_text().splitlines()
    (found,) = [number for number, line in enumerate(lines, 1) if line.endswith(f"  # {text}")]
    return found


def test_a_reshape_that_had_to_copy(advised: Advised) -> None:
    def program() -> None:
        image = np.ones((300, 400))
        image.T.reshape(-1)  # hidden copy

    (finding,) = advised(program, "copy")
    assert (finding.line, finding.operations) == (line_of("hidden copy"), ("numpy.ndarray.reshape",))
    assert finding.cost_bytes == 300 * 400 * 8
    assert finding.cost_ns > 0
    assert "strides (8, 3200)" in finding.problem


def test_a_reshape_that_is_a_view_is_none(advised: Advised) -> None:
    def program() -> None:
        image = np.ones((300, 400))
        image.reshape(-1)
        image.ravel()
        image.T.T.reshape(400, 300)

    assert advised(program, "copy") == []


def test_copies_that_nobody_needed(advised: Advised) -> None:
    def program() -> float:
        values = np.arange(100_000.0)
        same = values.astype(np.float64)  # same dtype
        again = np.array(values)  # own copy
        flat = values.reshape(100, 1000).flatten()  # flat copy
        return float(same.sum() + again.sum() + flat.sum())

    findings = {finding.line: finding for finding in advised(program, "copy")}
    assert set(findings) == {line_of("same dtype"), line_of("own copy"), line_of("flat copy")}
    assert "copy=False" in findings[line_of("same dtype")].fix
    assert "np.asarray" in findings[line_of("own copy")].fix
    assert "ravel" in findings[line_of("flat copy")].fix


def test_a_copy_that_is_written_to_was_needed(advised: Advised) -> None:
    def program() -> None:
        values = np.arange(100_000.0)
        mine = values.copy()
        mine[0] = 5
        before = values.copy()
        values += 1
        before - values
        single = values.astype(np.float32)
        np.ascontiguousarray(np.ones((300, 400)).T)
        single.sum()

    assert advised(program, "copy") == []


def test_a_snapshot_of_what_changes_was_needed(advised: Advised) -> None:
    def program() -> list[np.ndarray]:
        state, history = np.zeros(50_000), []
        for _ in range(3):
            history.append(state.copy())
            state[:] = state + 1
        return history

    assert advised(program, "copy") == []


def test_a_temporary_where_the_input_had_died(advised: Advised) -> None:
    def program() -> None:
        x, y = np.ones(200_000), np.ones(200_000)
        for _ in range(6):
            x = x + y  # rebound
            np.sqrt(np.abs(y))  # nested

    findings = {finding.line: finding for finding in advised(program, "temporary")}
    assert set(findings) == {line_of("rebound"), line_of("nested")}
    assert findings[line_of("rebound")].cost_bytes == 6 * 1_600_000
    assert "`x += ...`" in findings[line_of("rebound")].fix
    assert findings[line_of("nested")].operations == ("numpy.sqrt",)


def test_results_that_are_still_used_are_no_temporaries(advised: Advised) -> None:
    def program() -> None:
        x, y, buffer = np.ones(200_000), np.ones(200_000), np.empty(200_000)
        for _ in range(6):
            x += y
            np.add(x, y, out=buffer)
            scaled = x * 2.0 + y  # NumPy takes the product's memory over
            (scaled - x).sum()
            kept = y * 3
            kept[0] = x[0]
        small = np.ones(100)
        for _ in range(6):
            small = small + 1
            narrow = x > 0
            np.logical_not(narrow)

    # `scaled` dies after the subtraction: its memory could have taken the difference, and nothing else is said.
    found = advised(program, "temporary")
    assert [finding.operations for finding in found] in ([], [("numpy.subtract",)])


def test_what_is_read_later_is_no_temporary(advised: Advised) -> None:
    def program() -> None:
        x = np.ones(200_000)
        for _ in range(6):
            before = x
            x = x + 1
            np.abs(x - before).max()

    lines = {finding.operations for finding in advised(program, "temporary")}
    assert ("numpy.add",) not in lines


def test_arrays_that_grow(advised: Advised) -> None:
    def program() -> None:
        found = np.array([])
        for number in range(40):
            found = np.append(found, number)  # grows
        rows = np.empty((0, 3))
        for _ in range(40):
            rows = np.concatenate([rows, np.ones((1, 3))])  # grows by rows

    findings = {finding.line: finding for finding in advised(program, "growing")}
    assert set(findings) == {line_of("grows"), line_of("grows by rows")}
    assert findings[line_of("grows")].calls == 39
    assert findings[line_of("grows")].cost_bytes == 8 * sum(range(2, 41))


def test_joining_pieces_each_time_anew_is_not_growing(advised: Advised) -> None:
    def program() -> None:
        a, b = np.ones(10), np.ones(20)
        for _ in range(40):
            joined = np.concatenate([a, b])
            np.append(a, 3)
        joined.sum()

    assert advised(program, "growing") == []


def test_a_strided_matrix_multiplied_again_and_again(advised: Advised) -> None:
    def program() -> None:
        whole = np.arange(40_000.0).reshape(200, 200)
        part, vectors = whole[::2, ::2], np.ones((100, 100))
        for _ in range(4):
            vectors = part @ vectors  # strided
            vectors /= vectors.max()

    (finding,) = advised(program, "blas-input")
    assert (finding.line, finding.calls) == (line_of("strided"), 4)
    assert finding.cost_bytes == 4 * 100 * 100 * 8


def test_transposed_and_sliced_matrices_suit_blas(advised: Advised) -> None:
    def program() -> None:
        whole = np.arange(40_000.0).reshape(200, 200)
        part, other = whole[::2, :100], whole[::2, ::2]
        for _ in range(4):
            part @ np.ones((100, 100))
            part.T @ part
        other @ other

    assert advised(program, "blas-input") == []


@pytest.mark.parametrize("values", ["stats", "none"])
def test_memory_tells_without_values_too(advised: Advised, values: str) -> None:
    def program() -> None:
        x, y = np.ones(200_000), np.ones(200_000)
        for _ in range(6):
            x = x + y
        np.ones((300, 400)).T.ravel()

    assert len(advised(program, "temporary", values)) == 1
    assert len(advised(program, "copy", values)) == 1


def test_arrays_made_anew_in_each_step(advised: Advised) -> None:
    field = np.ones((400, 400))

    def program() -> None:
        for _ in range(150):
            np.tanh(field)

    def into_one() -> None:
        buffer = np.empty_like(field)
        for _ in range(150):
            np.tanh(field, out=buffer)

    (finding,) = advised(program, "step-temporary")
    assert (finding.operations, finding.calls) == (("numpy.tanh",), 150)
    assert "np.tanh(..., out=buffer)" in finding.fix
    assert advised(into_one, "step-temporary") == []
