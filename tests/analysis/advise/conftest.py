"""Programs are recorded, and what is advised about them is told by kind."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import numscope
from numscope.analysis.advise import Finding, advise

Advised = Callable[..., list[Finding]]


@pytest.fixture
def advised(tmp_path: Path) -> Advised:
    """Run a program recorded, and return the findings of one kind, however little they cost."""

    def record_and_advise(program: Callable[[], object], kind: str, values: str = "full") -> list[Finding]:
        with numscope.record(tmp_path / "t.numscope", force=True, values=values):
            program()
        with numscope.open(tmp_path / "t.numscope") as trace:
            findings = advise(trace, limit=100, kinds=(kind,), least_ns=0, least_share=0).findings
        assert {finding.kind for finding in findings} <= {kind}
        return [finding for finding in findings if finding.file == program.__code__.co_filename]

    return record_and_advise
