"""Whole-numbered pictures that are filtered, points that find themselves, and factors of SciPy: the line is found."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("scipy", reason="SciPy is not installed")

from scipy import ndimage
from scipy.linalg import cholesky, expm
from scipy.spatial import KDTree, cKDTree

import numscope
from numscope.analysis.check_up import check_up

Program = Callable[[], object]


def _picture() -> np.ndarray:
    picture = np.full((30, 40), 40, np.uint8)
    picture[10:20, 12:30] = 200
    return picture


def _nests() -> np.ndarray:
    return np.random.default_rng(5).uniform(0, 100, (40, 2))


def clicks_that_are_smoothed() -> float:
    clicks = np.random.default_rng(6).poisson(0.3, (40, 40))
    return float(ndimage.gaussian_filter(clicks, 2.0).mean())  # fault


def counts_in_a_window() -> float:
    counts = np.random.default_rng(7).poisson(0.6, 200)
    smooth = ndimage.uniform_filter1d(counts, 5)  # fault
    return float(smooth.max())


def edges_in_bytes() -> float:
    return float(np.abs(ndimage.sobel(_picture(), axis=1)).mean())  # fault


def spots_in_bytes() -> float:
    spots = ndimage.laplace(_picture())  # fault
    return float(spots.mean())


def distance_to_itself() -> float:
    nests = _nests()
    distances, _ = cKDTree(nests).query(nests)  # fault
    return float(distances.mean())


def nearest_of_a_tree() -> float:
    nests = _nests()
    tree = KDTree(nests)
    nearest = tree.query(nests)[0]  # fault
    return float(np.median(nearest))


def upper_factor_on_the_left() -> np.ndarray:
    spread = np.array([[1.0, 0.8], [0.8, 2.0]])
    factor = cholesky(spread)  # fault
    return (factor @ np.random.default_rng(0).standard_normal((2, 300))).std(axis=1)


def smooth_floats() -> float:
    clicks = np.random.default_rng(6).poisson(0.3, (40, 40))
    light = np.random.default_rng(6).poisson(90, (40, 40)).astype(np.uint8)
    smooth = ndimage.gaussian_filter(clicks.astype(float), 2.0)
    return float(smooth.mean() + ndimage.gaussian_filter(light, 2.0).mean())


def edges_in_floats() -> float:
    return float(np.abs(ndimage.sobel(_picture().astype(float), axis=1)).mean())


def distance_to_others() -> float:
    nests = _nests()
    others = cKDTree(nests).query(nests + 3.0)[0]
    return float(cKDTree(nests).query(nests, k=2)[0][:, 1].mean() + others.mean())


def factors_on_their_sides() -> np.ndarray:
    spread = np.array([[1.0, 0.8], [0.8, 2.0]])
    draws = np.random.default_rng(0).standard_normal((2, 300))
    return cholesky(spread, lower=True) @ draws + (draws.T @ cholesky(spread)).T


def states_of_rates() -> np.ndarray:
    return np.array([1.0, 0.0]) @ expm(np.array([[-0.2, 0.2], [0.0, 0.0]]))


FAULTY = [
    clicks_that_are_smoothed,
    counts_in_a_window,
    edges_in_bytes,
    spots_in_bytes,
    distance_to_itself,
    nearest_of_a_tree,
    upper_factor_on_the_left,
]
HEALTHY = [smooth_floats, edges_in_floats, distance_to_others, factors_on_their_sides, states_of_rates]
HELPERS = (_picture, _nests)
IMPORTS = """import numpy as np
from scipy import ndimage
from scipy.linalg import cholesky, expm
from scipy.spatial import KDTree, cKDTree
"""


def _found(program: Program, path: Path) -> list[int]:
    """Run a program out of a file of its own, with what it calls; return the lines of the findings."""
    parts = [one for one in HELPERS if f"{one.__name__}(" in inspect.getsource(program)]
    text = "\n\n".join([IMPORTS, *map(inspect.getsource, parts), inspect.getsource(program)])
    script = path / "program.py"
    script.write_text(f"from __future__ import annotations\n{text}\n{program.__name__}()\n")
    with numscope.record(path / "t.numscope"):
        exec(compile(script.read_text(), str(script), "exec"), {})
    with numscope.open(path / "t.numscope") as trace:
        return [one.line for one in check_up(trace).findings]


@pytest.mark.parametrize("program", FAULTY)
def test_the_marked_line_is_found(program: Program, tmp_path: Path) -> None:
    found = _found(program, tmp_path)
    lines = (tmp_path / "program.py").read_text().splitlines()
    assert found == [next(number for number, line in enumerate(lines, 1) if line.endswith("# fault"))]


@pytest.mark.parametrize("program", HEALTHY)
def test_what_only_looks_like_it_is_not_accused(program: Program, tmp_path: Path) -> None:
    assert _found(program, tmp_path) == []
