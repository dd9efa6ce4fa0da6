"""Whole programs: a fault is found at its line, as the first finding, and healthy programs stay silent."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable

import numpy as np
import pytest

import numscope
from numscope.analysis.check_up import CheckUp, check_up

pytest.importorskip("numscope._core", reason="the native core is not built")

# Modules of programs -> the kind of finding that the faulty ones are about.
KINDS = {
    "wraparound": "wrap-around",
    "casts": "cast",
    "lost_updates": "lost-update",
    "replaced_again": "replaced-again",
    "aliasing": "shared-memory",
    "unread": "unread",
    "broadcasting": "broadcasting",
    "sentinels": "sentinel",
    "growth": "growth",
    "conservation": "sum",
    "covariance": "covariance",
    "saturation": "saturation",
    "cancellation": "cancellation",
    "objects": "object",
    "repetition": "repetition",
    "equality": "equality",
    "unfilled": "unfilled",
    "axes": "axes",
    "degrees": "meaning",
    "great_circles": "meaning",
    "sample_distances": "meaning",
    "errors_of_few": "meaning",
    "conditioning": "singular",
    "numbers_as_text": "meaning",
    "whole_shares": "meaning",
    "preconditions": "meaning",
    "first_types": "cast",
    "correlated_rows": "sample-axis",
    "cut_fractions": "cast",
    "ranges": "meaning",
    "exchanged": "meaning",
    "repeated_arrays": "shared-memory",
    "loop_names": "unread",
    "conditions": "meaning",
    "spacings": "meaning",
    "grids": "meaning",
    "decibels": "meaning",
    "cut_histograms": "sum",
    "smoothed_shares": "sum",
    "clipped_sums": "saturation",
    "time_units": "meaning",
    "rejected_steps": "sum",
    "file_order": "order",
    "counted_orders": "meaning",
    "never_true": "meaning",
    "counts": "meaning",
    "third_arguments": "lost-update",
    "by_elements": "meaning",
    "transposed_vectors": "broadcasting",
    "factor_sides": "covariance",
    "single_vectors": "meaning",
    "spectra": "meaning",
    "phases": "meaning",
    "outside_tables": "meaning",
    "scaled_coefficients": "meaning",
    "converted_coefficients": "meaning",
    "own_neighbours": "meaning",
    "shuffled_in_pairs": "shared-memory",
    "shuffled_rows": "shared-memory",
    "scaled_as_one": "data",
    "without_constant": "meaning",
    "twice_pi": "meaning",
}
Program = Callable[[], object]
Checked = Callable[[str, str], CheckUp]


def _programs(name: str, prefix: str) -> list[Program]:
    module = importlib.import_module(f"{__package__}.programs.{name}")
    return [program for title, program in vars(module).items() if title.startswith(prefix)]


def _parameters(prefix: str) -> list[object]:
    return [
        pytest.param(name, program, id=f"{name}-{program.__name__.removeprefix(prefix)}")
        for name in KINDS
        for program in _programs(name, prefix)
    ]


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Checked:
    """Record all programs of a module whose names begin alike, one after the other, and check them up together."""
    folder = tmp_path_factory.mktemp("traces")
    known: dict[tuple[str, str], CheckUp] = {}

    def check(name: str, prefix: str) -> CheckUp:
        if (name, prefix) not in known:
            path = folder / f"{name}-{prefix}.numscope"
            with numscope.record(path, scalars=True), np.errstate(all="ignore"):
                for program in _programs(name, prefix):
                    program()
            with numscope.open(path) as trace:
                known[name, prefix] = check_up(trace, limit=100)
        return known[name, prefix]

    return check


def _own_functions(program: Program) -> list[Callable[..., object]]:
    """The program, and the functions of its file that it calls."""
    module = inspect.getmodule(program)
    lines, _ = inspect.getsourcelines(program)
    helpers = [
        helper
        for name, helper in vars(module).items()
        if name.startswith("_") and inspect.isfunction(helper) and any(f"{name}(" in line for line in lines)
    ]
    return [program, *helpers]


def _lines(program: Program) -> dict[int, str]:
    """The program's lines and those of its helpers, by number."""
    found: dict[int, str] = {}
    for function in _own_functions(program):
        text, first = inspect.getsourcelines(function)
        found.update(enumerate(text, first))
    return found


@pytest.mark.sweep(2)
@pytest.mark.parametrize(("name", "program"), _parameters("faulty_"))
def test_a_fault_is_the_first_finding(name: str, program: Program, checked: Checked) -> None:
    lines = _lines(program)
    (marked,) = [number for number, line in lines.items() if line.rstrip().endswith("# fault")]
    found = [finding for finding in checked(name, "faulty_").findings if finding.line in lines]
    assert found, "nothing was found"
    first = found[0]
    assert (first.kind, first.line) == (KINDS[name], marked)
    assert first.fix
    assert any(character.isdigit() for character in first.problem), first.problem


@pytest.mark.parametrize(("name", "program"), _parameters("healthy_"))
def test_a_healthy_program_is_not_accused(name: str, program: Program, checked: Checked) -> None:
    lines = _lines(program)
    assert [finding for finding in checked(name, "healthy_").findings if finding.line in lines] == []
