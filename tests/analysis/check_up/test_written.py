"""What the check-up says to write in a line's place: with it the program runs, and the fault is gone."""

from __future__ import annotations

import importlib.util
import inspect
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from tests.analysis.check_up.programs import lost_updates, unread, wraparound

import numscope
from numscope.analysis.check_up import Finding, check_up

pytest.importorskip("numscope._core", reason="the native core is not built")

# Programs whose fault another line has to mend: the type of a target, or of all operands of a product.
ELSEWHERE = {
    "faulty_gram_matrix_of_samples",
    "faulty_votes_counted_in_bytes",
    "faulty_cells_of_a_grid",
    "faulty_exposures_added_up",
    "faulty_visits_of_every_second_day",
    "faulty_days_until_delivery",
    "faulty_stretched_levels",
}
MODULES = [(lost_updates, "lost-update"), (unread, "unread"), (wraparound, "wrap-around")]


def faulty(module: ModuleType) -> list[Callable[[], object]]:
    return [program for title, program in vars(module).items() if title.startswith("faulty_")]


def findings(program: Callable[[], object], trace: Path, kind: str) -> list[Finding]:
    with numscope.record(trace, scalars=True, force=True), np.errstate(all="ignore"):
        program()
    with numscope.open(trace) as opened:
        return [finding for finding in check_up(opened, 100).findings if finding.kind == kind]


def loaded(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    ("module", "kind", "program"),
    [
        pytest.param(
            module, kind, program, id=program.__name__, marks=[pytest.mark.long] if place > 1 else []
        )
        for module, kind in MODULES
        for place, program in enumerate(faulty(module))
    ],
)
def test_the_written_line_mends_the_program(
    module: ModuleType, kind: str, program: Callable[[], object], tmp_path: Path
) -> None:
    lines = inspect.getsource(module).split("\n")
    mended = {}
    for finding in findings(program, tmp_path / "a.numscope", kind):
        if finding.written:
            line = lines[finding.line - 1]
            lines[finding.line - 1] = line.replace(line.strip(), finding.written)
            mended[finding.line] = finding
    assert bool(mended) == (program.__name__ not in ELSEWHERE)
    copy = tmp_path / "mended.py"
    copy.write_text("\n".join(lines), encoding="utf-8")
    left = findings(getattr(loaded(copy), program.__name__), tmp_path / "b.numscope", kind)
    assert not [finding for finding in left if finding.line in mended]
