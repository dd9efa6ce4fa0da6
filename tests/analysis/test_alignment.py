"""Two sequences side by side, against a longest common subsequence by dynamic programming."""

from __future__ import annotations

import itertools
import tracemalloc

import numpy as np
import pytest

from numscope.analysis.diff.alignment import align


def _longest(first: np.ndarray, second: np.ndarray) -> int:
    """Return the length of a longest common subsequence from the full table."""
    table = np.zeros((len(first) + 1, len(second) + 1), int)
    for i, one in enumerate(first, 1):
        for j, other in enumerate(second, 1):
            table[i, j] = table[i - 1, j - 1] + 1 if one == other else max(table[i - 1, j], table[i, j - 1])
    return int(table[-1, -1])


@pytest.mark.parametrize("seed", range(60))
def test_pairs_are_a_longest_common_subsequence(seed: int) -> None:
    random = np.random.default_rng(seed)
    letters = int(random.integers(2, 12))
    first, second = (random.integers(0, letters, random.integers(0, 45)) for _ in range(2))
    pairs = align(first, second)
    assert all(first[i] == second[j] for i, j in pairs)
    assert all(i < k and j < m for (i, j), (k, m) in itertools.pairwise(pairs))
    assert len(pairs) == _longest(first, second)


def test_an_edited_copy_keeps_all_that_was_not_edited() -> None:
    random = np.random.default_rng(7)
    first = np.arange(20_000)
    gone = random.choice(20_000, 600, replace=False)
    pairs = align(first, np.delete(first, gone))
    assert [i for i, _ in pairs] == np.delete(first, gone).tolist()


def test_sequences_without_a_common_item_take_little_memory() -> None:
    first, second = np.arange(200), np.arange(200, 400)
    tracemalloc.start()
    try:
        assert align(first, second) == []
        assert tracemalloc.get_traced_memory()[1] < 400_000
    finally:
        tracemalloc.stop()


def test_both_ends_are_paired_where_the_middle_differs_too_much() -> None:
    same = np.arange(50)
    first = np.concatenate([same, np.arange(1000, 2000), same])
    second = np.concatenate([same, np.arange(5000, 6000), same])
    # A stretch that agrees beside each end, behind one item that does not.
    first[10], second[-10] = -1, -2
    pairs = align(first, second)
    assert len(pairs) == 98
