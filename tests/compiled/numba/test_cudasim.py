"""Faults planted in CUDA kernels are found in the simulator, with line, block and thread; right kernels pass."""

from __future__ import annotations

from pathlib import Path

import pytest

numba = pytest.importorskip("numba", reason="numba is not installed")

from numscope.compiled.numba.cuda.findings import KernelFinding
from numscope.compiled.numba.cuda.simulate import simulate

HEAD = "import numpy as np\nfrom numba import cuda, float64\n\n\n@cuda.jit\n"
LAUNCH = "\n\nkernel[{grid}, {block}](np.arange({size}.0), np.zeros({size}))\n"


def run(tmp_path: Path, body: str, grid: int = 1, block: int = 8, size: int = 8) -> list[KernelFinding]:
    script = tmp_path / "kernel.py"
    lines = "\n".join("    " + line for line in body.strip("\n").split("\n"))
    text = HEAD + "def kernel(a, out):\n" + lines + LAUNCH.format(grid=grid, block=block, size=size)
    script.write_text(text)
    return simulate(str(script), timeout=100).findings


def test_index_past_the_end_is_found_with_its_thread(tmp_path: Path) -> None:
    (finding,) = run(tmp_path, "i = cuda.grid(1)\nout[i] = 1.0", block=9)
    assert (finding.kind, finding.line, finding.thread) == ("out-of-bounds", 8, (8, 0, 0))
    assert finding.sentence == "index 8 is outside `out`, which has 8 items"


def test_negative_index_is_found_which_the_simulator_lets_pass(tmp_path: Path) -> None:
    findings = run(tmp_path, "i = cuda.grid(1)\nout[i] = a[i - 1]")
    assert [f.sentence for f in findings if f.kind == "out-of-bounds"] == [
        "index -1 is outside `a`, which has 8 items"
    ]
    assert findings[0].thread == (0, 0, 0)


SUM = """
shared = cuda.shared.array(8, float64)
i = cuda.threadIdx.x
shared[i] = a[i]
{barrier}
out[i] = shared[7 - i]
"""


def test_missing_barrier_is_a_race_and_with_it_there_is_none(tmp_path: Path) -> None:
    (finding,) = run(tmp_path, SUM.format(barrier=""))
    assert finding.kind == "race"
    assert "`shared` with no barrier between" in finding.sentence
    assert run(tmp_path, SUM.format(barrier="cuda.syncthreads()")) == []


def test_shared_memory_of_two_blocks_is_not_shared(tmp_path: Path) -> None:
    body = SUM.format(barrier="cuda.syncthreads()").replace("out[i]", "out[cuda.grid(1)]")
    assert run(tmp_path, body, grid=3, size=24) == []


def test_counting_without_an_atomic_is_a_race_and_with_it_there_is_none(tmp_path: Path) -> None:
    (finding,) = run(tmp_path, "out[0] += 1.0")
    assert finding.kind == "race"
    assert "the same element of `out`" in finding.sentence
    assert run(tmp_path, "cuda.atomic.add(out, 0, 1.0)") == []


def test_barrier_that_some_threads_skip_is_found(tmp_path: Path) -> None:
    (finding,) = run(tmp_path, "i = cuda.threadIdx.x\nif i < 4:\n    cuda.syncthreads()\nout[i] = a[i]")
    assert (finding.kind, finding.line) == ("divergent-barrier", 9)
    assert "meets 1, another 0" in finding.sentence


def test_blocks_that_write_one_cell_race(tmp_path: Path) -> None:
    (finding,) = run(tmp_path, "out[cuda.threadIdx.x] = cuda.blockIdx.x", grid=2)
    assert finding.kind == "race"


def test_script_keeps_its_exit_code_and_results(tmp_path: Path) -> None:
    script = tmp_path / "plain.py"
    script.write_text(
        HEAD + "def kernel(a):\n    i = cuda.grid(1)\n    a[i] *= 2\n\n\n"
        "a = np.arange(6.0)\nkernel[2, 3](a)\nraise SystemExit(int(a[5]))\n"
    )
    result = simulate(str(script), timeout=100)
    assert result.exit_code == 10
    assert result.findings == []
