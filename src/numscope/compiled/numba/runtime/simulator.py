"""Checks CUDA kernels that run in Numba's simulator, and leaves what was found in a file."""

from __future__ import annotations

import atexit
import json
import os
from pathlib import Path

from numscope.compiled.numba.cuda.findings import KernelFinding
from numscope.recording.files import write_text
from numscope.startup.hook import when_imported

SUFFIX = ".kernels"


def check_kernels(folder: str) -> None:
    """Check every kernel from the moment the program imports `numba.cuda`."""
    when_imported("numba.cuda", lambda: _check(folder))


def _check(folder: str) -> None:
    from numscope.compiled.numba.cuda.checks import SimulatorChecks

    checks = SimulatorChecks()
    checks.__enter__()
    atexit.register(_write, checks.findings, Path(folder) / f"{os.getpid()}{SUFFIX}")


def _write(findings: list[KernelFinding], path: Path) -> None:
    write_text(path, "".join(f"{json.dumps(finding.as_json())}\n" for finding in findings))


def findings_in(folder: str) -> list[KernelFinding]:
    """What the processes of the program found."""
    lines = [
        line
        for path in sorted(Path(folder).glob(f"*{SUFFIX}"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    return [KernelFinding.from_json(json.loads(line)) for line in lines]
