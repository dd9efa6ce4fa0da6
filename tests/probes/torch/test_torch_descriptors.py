"""What a program does to its descriptors does not meet those of torch's recorder either."""

from __future__ import annotations

from pathlib import Path

import pytest

from descriptor_programs import (
    DOINGS,
    OPERATIONS,
    TORCH,
    VALUES,
    Run,
    both,
    both_daemons,
    left,
    program,
    recorded_operations,
)
from sweeps import shortened

pytest.importorskip("torch", reason="PyTorch is not installed")


@pytest.mark.parametrize("values", shortened(reversed(VALUES)))
def test_files_hold_what_they_hold_without_a_recording(
    values: str, tmp_path: Path, python: Run, numscope_command: Run
) -> None:
    code = program(TORCH, "\n".join(DOINGS.values()))
    plain, recorded, trace = both(tmp_path, python, numscope_command, code, values)
    assert recorded == plain
    assert left(tmp_path / "recorded") == left(tmp_path / "plain")
    assert recorded_operations(trace, "aten::sqrt") == 450 + sum(OPERATIONS.values())


def test_files_of_a_classical_daemon(tmp_path: Path, python: Run) -> None:
    trace = both_daemons(tmp_path, python, TORCH, "full")
    assert recorded_operations(trace, "aten::sqrt") in (50, 450)
