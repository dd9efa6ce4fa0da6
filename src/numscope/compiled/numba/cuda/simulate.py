"""Run a script with its CUDA kernels in Numba's simulator, and say what is wrong with them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from numscope.compiled.numba.cuda.findings import KernelFinding
from numscope.compiled.numba.script import compile_script
from numscope.probes.numba.adapter.compiler import require_numba


@dataclass(frozen=True)
class Simulation:
    """How the script ended under the simulator, and what the checks found, each fault once."""

    exit_code: int
    findings: list[KernelFinding]


def simulate(script: str, arguments: Sequence[str] = (), timeout: float | None = None) -> Simulation:
    """Run `script` in a process of its own with NUMBA_ENABLE_CUDASIM=1 (it must be set before Numba is imported).

    Reported, each with the kernel's line, block and thread: indexes outside an array, negative ones too; two threads
    touching one cell with at least one write and no barrier between; threads of a block that meet different numbers
    of barriers. Raises `subprocess.TimeoutExpired` after `timeout` seconds.
    """
    require_numba()
    compile_script(script)
    with tempfile.TemporaryDirectory(prefix="numscope-cudasim-") as folder:
        found = Path(folder) / "findings"
        command = [sys.executable, "-m", "numscope.compiled.numba.cuda.child", str(found), script, *arguments]
        environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
        done = subprocess.run(command, env=environment, timeout=timeout, check=False)
        lines = found.read_text(encoding="utf-8").splitlines() if found.exists() else []
    return Simulation(done.returncode, [KernelFinding.from_json(json.loads(line)) for line in lines])
