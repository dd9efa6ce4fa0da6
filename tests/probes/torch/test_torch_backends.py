"""Which backend records torch, and what happens where none can: mostly in processes with a cache of their own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import numscope

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

from numscope.probes.torch import build

PROGRAM = """
import numpy, torch
net = torch.nn.Sequential(torch.nn.Linear(4, 3), torch.nn.ReLU())
optimizer = torch.optim.SGD(net.parameters(), lr=0.5)
for _ in range(2):
    optimizer.zero_grad()
    net(torch.full((2, 4), 2.0)).sum().backward()
    optimizer.step()
torch.ones(4).resize_(100)
torch.sparse.mm(torch.eye(3).to_sparse(), torch.ones(3, 3))
torch.ones(3, dtype=torch.bfloat16) + 1
torch.empty(3, device="meta") + 1
print(torch.arange(6.0).reshape(2, 3).sinh().sum().item(), numpy.sqrt(4.0))
"""


def run(trace: Path, program: str = PROGRAM, **environ: str) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "numscope", "run", "--output", str(trace), "-c", program]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, **environ}, timeout=600
    )


def names(trace: Path) -> set[str]:
    with numscope.open(trace) as found:
        return {operation.name for operation in found}


@pytest.fixture(scope="module")
def without_compiler(tmp_path_factory):
    """Environment of a machine that has no compiler and never built a recorder."""
    folder = tmp_path_factory.mktemp("bare")
    return {"PATH": str(folder), "CXX": "", "XDG_CACHE_HOME": str(folder / "cache")}


def test_without_a_compiler_a_dispatch_mode_records_and_says_so(tmp_path, without_compiler):
    plain = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    done = run(tmp_path / "t.numscope", **without_compiler)
    assert (done.returncode, done.stdout) == (0, plain.stdout)
    assert "there is no C++ compiler" in done.stderr
    assert "[torch-reduced]" in done.stderr
    with numscope.open(tmp_path / "t.numscope") as trace:
        operations = [operation for operation in trace if operation.name.startswith("aten::")]
        (sinh,) = (o for o in operations if o.name == "aten::sinh")
        assert sinh.outputs[0].value().shape == (2, 3)
    assert sinh.user_visible
    assert sinh.user_site.line == 13
    products = [o for o in operations if o.name == "aten::addmm"]
    assert [o.attributes["module"] for o in products] == ["0", "0"]
    assert [o.attributes.get("step", 0) for o in products] == [0, 1]
    phases = {o.attributes.get("phase", "forward") for o in operations}
    assert phases == {"forward", "backward", "optimizer"}


def test_the_fallback_sees_what_a_dispatch_mode_counts_and_goes_away(tmp_path, monkeypatch):
    from collections import Counter

    from torch.utils._python_dispatch import TorchDispatchMode, _len_torch_dispatch_stack

    seen = Counter()

    class Counting(TorchDispatchMode):
        def __torch_dispatch__(self, operator, types, args=(), kwargs=None):
            if operator.namespace != "profiler":
                seen[operator._schema.name] += 1
            return operator(*args, **(kwargs or {}))

    layer = torch.nn.Linear(4, 3)
    monkeypatch.setenv("NUMSCOPE_TORCH_BACKEND", "dispatch")
    with numscope.record(tmp_path / "t.numscope") as recording, Counting():
        layer(torch.ones(2, 4)).relu().sum().backward()
        torch.ones(3).add_(1).t()
    assert _len_torch_dispatch_stack() == 0
    assert Counter(o.name for o in recording if "::" in o.name) == seen
    assert sum(seen.values()) > 10


def test_a_compiled_function_stays_compiled_under_the_fallback(tmp_path, monkeypatch):
    from torch._dynamo.testing import CompileCounter

    monkeypatch.setenv("NUMSCOPE_TORCH_BACKEND", "dispatch")
    torch._dynamo.reset()
    counter = CompileCounter()
    function = torch.compile(lambda x: torch.sin(x) + torch.cos(x), backend=counter, fullgraph=True)
    with numscope.record(tmp_path / "t.numscope"):
        function(torch.ones(4))
        function(torch.ones(4))
    function(torch.ones(4))
    assert counter.frame_count == 1


@pytest.mark.long
def test_the_native_backend_can_be_insisted_on(tmp_path, without_compiler):
    done = run(tmp_path / "t.numscope", NUMSCOPE_TORCH_BACKEND="native", **without_compiler)
    assert done.returncode == 0
    assert "[torch-unrecorded]" in done.stderr
    found = names(tmp_path / "t.numscope")
    assert "numpy.sqrt" in found
    assert not any(name.startswith("aten::") for name in found)


@pytest.mark.long
def test_doctor_says_which_backend_and_why(tmp_path, without_compiler):
    def torch_row(**environ):
        done = subprocess.run(
            [sys.executable, "-m", "numscope", "doctor", "torch", "--json"],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, **environ},
            cwd=tmp_path,
        )
        return next(row for row in json.loads(done.stdout) if row["about"] == "torch")

    row = torch_row()
    assert row["good"]
    assert f"{torch.__version__}, backend native: built for torch" in row["seen"]
    row = torch_row(**without_compiler)
    assert not row["good"]
    assert "reduced fidelity" in row["seen"]
    assert "backend dispatch: there is no C++ compiler" in row["seen"]


@pytest.mark.long
def test_two_processes_build_once_and_what_is_cut_short_is_built_again(tmp_path, copying_compiler):
    compiler = {**copying_compiler, "XDG_CACHE_HOME": str(tmp_path / "cache")}
    command = [sys.executable, "-m", "numscope", "run", "--output"]
    both = [
        subprocess.Popen(
            [*command, str(tmp_path / f"{number}.numscope"), "-c", "import torch; torch.ones(2).sinh()"],
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **compiler},
        )
        for number in range(2)
    ]
    said = [process.communicate(timeout=600)[1] for process in both]
    assert sum("building the recorder" in text for text in said) == 1, said
    assert all("aten::sinh" in names(tmp_path / f"{number}.numscope") for number in range(2))

    (library,) = (tmp_path / "cache").rglob(f"{build.NAME}.so")
    whole = library.read_bytes()
    library.write_bytes(whole[: len(whole) // 2])
    done = run(tmp_path / "again.numscope", "import torch; torch.ones(2).sinh()", **compiler)
    assert done.returncode == 0
    assert "building the recorder" in done.stderr
    assert library.stat().st_size == len(whole)
    assert "aten::sinh" in names(tmp_path / "again.numscope")


def test_an_old_torch_leaves_numpy_alone(tmp_path):
    package = tmp_path / "stub" / "torch"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("__version__ = '1.13.1'\nfrom . import nn\n")
    (package / "nn.py").write_text("")
    program = "import torch, numpy; print(torch.__version__, numpy.sqrt(9.0))"
    path = os.pathsep.join([str(tmp_path / "stub"), os.environ.get("PYTHONPATH", "")])
    done = run(tmp_path / "t.numscope", program, PYTHONPATH=path)
    assert (done.returncode, done.stdout) == (0, "1.13.1 3.0\n")
    assert "torch 1.13.1 is older than 2.4" in done.stderr
    assert "numpy.sqrt" in names(tmp_path / "t.numscope")


def test_a_module_that_is_only_called_torch_leaves_numpy_alone(tmp_path):
    (tmp_path / "stub").mkdir()
    (tmp_path / "stub" / "torch.py").write_text("light = True\n")
    path = os.pathsep.join([str(tmp_path / "stub"), os.environ.get("PYTHONPATH", "")])
    done = run(
        tmp_path / "t.numscope", "import torch, numpy; numpy.sqrt(9.0); print(torch.light)", PYTHONPATH=path
    )
    assert (done.returncode, done.stdout) == (0, "True\n")
    assert "numpy.sqrt" in names(tmp_path / "t.numscope")


def test_a_recorder_that_fails_its_own_test_is_not_used(tmp_path, monkeypatch):
    from numscope.probes.torch import watch

    class Blind:
        def begin_test(self):
            pass

        def end_test(self):
            return ("aten::add", 0, (), 0)

    monkeypatch.setattr(build, "load", lambda torch, tell: Blind())
    blind = watch._Watch()
    found = blind.start(lambda text: None)
    blind.stop()
    assert found.backend == "dispatch"
    assert "its self-test saw ('aten::add', 0, (), 0)" in found.reason
