"""Whatever is planted in a program, the operation to blame is the first that diff names."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import numscope
from numscope.analysis.diff.comparison import Diff

pytest.importorskip("numscope._core", reason="the native core is not built")
sys.path.insert(0, str(Path(__file__).resolve().parent))
from planted.corpus import FAULTS, Fault, lay_out
from planted.harness import run_recorded, trace_of

from sweeps import shortened

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "diff.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def compared(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Fault | None], Diff]:
    root = tmp_path_factory.mktemp("planted")
    trace_of(root / "first", None)  # what is imported on first use runs operations of its own
    inside = trace_of(root / "right", None)
    lay_out(root / "apart", None)
    apart = root / "apart" / "run.numscope"

    def compare(fault: Fault | None) -> Diff:
        # Not named after the fault: the folder is in what np.load is given.
        trace = trace_of(root / f"faulty{len(list(root.iterdir()))}", fault)
        outside = fault is not None and (fault.environ or fault.file != "program.py")
        if outside and not apart.exists():
            run_recorded(root / "apart", apart, {})
        with numscope.open(apart if outside else inside) as first, numscope.open(trace) as second:
            return diff_of(first, second)

    return compare


def diff_of(first: numscope.Trace, second: numscope.Trace) -> Diff:
    return first.diff(second)


def test_there_are_at_least_thirty() -> None:
    assert len({fault.name for fault in FAULTS}) == len(FAULTS) >= 30


def test_the_right_program_run_again_does_not_differ(compared: Callable[[Fault | None], Diff]) -> None:
    found = compared(None)
    assert (found.found, found.consequences.total) == (0, 0)


@pytest.mark.parametrize(
    "fault", shortened([*FAULTS[::2], *FAULTS[1::2]], len(FAULTS) // 2), ids=lambda fault: fault.name
)
def test_the_planted_fault_comes_first(compared: Callable[[Fault | None], Diff], fault: Fault) -> None:
    found = compared(fault)
    change = found.changes[0]
    operation = change.second or change.first
    assert operation is not None
    assert operation.user_site is not None
    assert (change.kind, operation.name) == (fault.kind, fault.operation)
    lines = Path(operation.user_site.file).read_text(encoding="utf-8").splitlines()
    assert fault.line.strip() in lines[operation.user_site.line - 1]
    relations = [operand.difference.relation for operand in change.operands if operand.difference]
    assert fault.relation is None or fault.relation in relations
    told = [fact.name for fact in found.environment]
    assert fault.fact is None or any(fault.fact in name for name in told)
    assert found.related
    names = " -> ".join(dict.fromkeys(one.name for one in (change.first, change.second) if one is not None))
    assert f"| {fault.name} | `{names}` | {change.kind}" in PAGE
