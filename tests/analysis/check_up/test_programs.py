"""Whole programs: a fault is found at its line, as the first finding, and healthy programs stay silent."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable
from pathlib import Path

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
    "aliasing": "shared-memory",
    "broadcasting": "broadcasting",
    "sentinels": "sentinel",
    "growth": "growth",
    "conservation": "sum",
    "covariance": "covariance",
    "saturation": "saturation",
    "cancellation": "cancellation",
    "objects": "object",
    "repetition": "repetition",
}
Program = Callable[[], object]


def _programs(prefix: str) -> list[object]:
    found = []
    for name in KINDS:
        module = importlib.import_module(f"{__package__}.programs.{name}")
        for title, program in vars(module).items():
            if title.startswith(prefix):
                found.append(pytest.param(name, program, id=f"{name}-{title.removeprefix(prefix)}"))
    return found


def _checked(program: Program, folder: Path) -> CheckUp:
    with numscope.record(folder / "t.numscope", scalars=True), np.errstate(all="ignore"):
        program()
    with numscope.open(folder / "t.numscope") as trace:
        return check_up(trace)


def _marked_lines(program: Program) -> set[int]:
    """The lines with the mark in the program, and in the functions of its file that it calls."""
    module = inspect.getmodule(program)
    assert module is not None
    lines, start = inspect.getsourcelines(program)
    names = [name for name in vars(module) if name.startswith("_") and not name.startswith("__")]
    pieces = [(lines, start)]
    for name in names:
        helper = getattr(module, name)
        if inspect.isfunction(helper) and any(f"{name}(" in line for line in lines):
            pieces.append(inspect.getsourcelines(helper))
    return {
        first + number
        for text, first in pieces
        for number, line in enumerate(text)
        if line.rstrip().endswith("# fault")
    }


@pytest.mark.parametrize(("name", "program"), _programs("faulty_"))
def test_a_fault_is_the_first_finding(name: str, program: Program, tmp_path: Path) -> None:
    result = _checked(program, tmp_path)
    assert result.findings, "nothing was found"
    first = result.findings[0]
    assert (first.kind, first.line) == (KINDS[name], *_marked_lines(program)), result.findings
    assert first.fix
    assert any(character.isdigit() for character in first.problem)


@pytest.mark.parametrize(("name", "program"), _programs("healthy_"))
def test_a_healthy_program_is_not_accused(name: str, program: Program, tmp_path: Path) -> None:
    assert _checked(program, tmp_path).findings == ()
