"""Short changes between a solver's steps are found; those that it sees, or that are solved up to, are not."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("scipy", reason="SciPy is not installed")

from scipy.integrate import solve_ivp

import numscope
from numscope.analysis.check_up import check_up

Program = Callable[[], object]


def _shower(t: float) -> float:
    if t < 30:
        return 0.0
    return 500.0 if t < 30.05 else 0.0


def _tank(t: float, level: np.ndarray) -> list[float]:
    return [_shower(t) - 0.2 * level[0]]


def a_shower_in_branches() -> object:
    return solve_ivp(_tank, (0, 100), [0.0], method="RK23").y.max()  # fault


def a_pump_in_a_mask() -> object:
    def level(t: float, y: np.ndarray) -> list[float]:
        return [np.where((t >= 50) & (t < 50.2), 100.0, 0.0) - 0.1 * y[0]]

    return solve_ivp(level, (0, 100), [0.0]).y.max()  # fault


def a_smooth_peak() -> object:
    def level(t: float, y: np.ndarray) -> list[float]:
        return [80 * np.exp(-(((t - 60) / 0.1) ** 2)) - 0.05 * y[0]]

    return solve_ivp(level, (0, 100), [1.0]).y[0, -1]  # fault


def a_shower_with_short_steps() -> object:
    return solve_ivp(_tank, (0, 100), [0.0], max_step=0.02).y.max()


def a_shower_solved_up_to() -> object:
    level = [0.0]
    for span in ((0, 30), (30, 30.05), (30.05, 100)):
        level = solve_ivp(_tank, span, level).y[:, -1]
    return level[0]


def a_broad_peak_and_limits_of_the_state() -> object:
    def level(t: float, y: np.ndarray) -> list[float]:
        lit = 80 * np.exp(-(((t - 60) / 5) ** 2)) if 20 < t < 70 else 0.0
        return [lit + (2.0 if y[0] > 3 else 1.0) - 0.2 * y[0]]

    return solve_ivp(level, (0, 100), [1.0], max_step=2.0).y.max()


FAULTY = [a_shower_in_branches, a_pump_in_a_mask, a_smooth_peak]
HEALTHY = [a_shower_with_short_steps, a_shower_solved_up_to, a_broad_peak_and_limits_of_the_state]


def _found(program: Program, path: Path) -> list[tuple[str, int]]:
    with numscope.record(path, scalars=True):
        program()
    _, first = inspect.getsourcelines(program)
    with numscope.open(path) as trace:
        return [(one.kind, one.line - first) for one in check_up(trace).findings]


@pytest.mark.parametrize("program", FAULTY)
def test_the_solver_is_named(program: Program, tmp_path: Path) -> None:
    lines, _ = inspect.getsourcelines(program)
    marked = next(number for number, line in enumerate(lines) if line.rstrip().endswith("# fault"))
    assert _found(program, tmp_path / "t.numscope") == [("convergence", marked)]


@pytest.mark.parametrize("program", HEALTHY)
def test_what_the_solver_sees_is_not_accused(program: Program, tmp_path: Path) -> None:
    assert _found(program, tmp_path / "t.numscope") == []
