"""What programs do with torch, each run recorded and compared with what torch does unrecorded."""

import os
import subprocess
import sys
import textwrap

import numpy as np
import pytest

import numscope
from sweeps import shortened

torch = pytest.importorskip("torch", reason="PyTorch is not installed")


def names(recording):
    return {operation.name for operation in recording}


def test_training_is_bit_identical(tmp_path):
    def train():
        torch.manual_seed(0)
        convolve = torch.nn.Conv2d(3, 4, 3)
        layers = (
            convolve,
            torch.nn.BatchNorm2d(4),
            torch.nn.ReLU(),
            torch.nn.Flatten(),
            torch.nn.Linear(144, 2),
        )
        net = torch.nn.Sequential(*layers)
        optimizer = torch.optim.Adam(net.parameters(), fused=True)
        losses = []
        for _ in range(20):
            optimizer.zero_grad()
            loss = net(torch.randn(4, 3, 8, 8)).pow(2).mean()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        return losses, [bytes(x.detach().numpy().tobytes()) for x in net.state_dict().values()]

    plain = train()
    with numscope.record(tmp_path / "t.numscope", values="full"):
        recorded = train()
    assert recorded == plain


def test_what_hides_its_writes_is_looked_at_again(tmp_path):
    norm = torch.nn.BatchNorm1d(64)
    parameter = torch.nn.Parameter(torch.ones(64))
    parameter.grad = torch.ones(64)
    fused = torch.optim.SGD([parameter], lr=0.5, fused=True)
    data = torch.ones(64)
    with numscope.record(tmp_path / "t.numscope") as recording:
        norm.running_mean + 0
        norm(torch.full((4, 64), 3.0))
        norm.running_mean + 0
        parameter.detach() * 2
        fused.step()
        parameter.detach() * 2
        data - 0
        data.data.add_(1)
        data - 0
    additions, products, differences = (
        [operation for operation in recording if operation.name == name and operation.depth == 0]
        for name in ("aten::add", "aten::mul", "aten::sub")
    )
    assert [float(o.inputs[0].statistics.mean) for o in additions] == pytest.approx([0, 0.3])
    assert [float(o.inputs[0].statistics.mean) for o in products] == pytest.approx([1, 0.5])
    assert [float(o.inputs[0].statistics.mean) for o in differences] == pytest.approx([1, 2])


def test_modes_and_regions(tmp_path):
    from torch.utils.checkpoint import checkpoint

    linear = torch.nn.Linear(4, 4)
    x = torch.ones(2, 4, requires_grad=True)
    with numscope.record(tmp_path / "t.numscope") as recording:
        with torch.no_grad():
            torch.sinh(x)
        with torch.inference_mode():
            torch.cosh(x)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            linear(x)
        checkpoint(lambda y: torch.erf(linear(y)), x, use_reentrant=False).sum().backward()
    assert {"aten::sinh", "aten::cosh"} <= names(recording)
    half = [o for o in recording for operand in o.outputs if operand.dtype == "bfloat16"]
    assert half, names(recording)
    again = [o for o in recording if o.name == "aten::erf"]
    assert [o.attributes.get("phase", "forward") for o in again] == ["forward", "backward"]


def test_functions_of_functions_and_scripts(tmp_path):
    square = torch.jit.script(torch_square)
    with numscope.record(tmp_path / "t.numscope") as recording:
        torch.func.vmap(torch.sin)(torch.ones(3, 2))
        torch.func.grad(lambda x: torch.cos(x).sum())(torch.ones(3))
        square(torch.ones(3))
    assert {"aten::sin", "aten::cos", "aten::mul"} <= names(recording)
    outermost = [o for o in recording if o.name == "aten::sin" and o.depth == 0]
    assert len(outermost) == 1
    assert outermost[0].inputs[0].attributes["special"] == "functorch wrapper"


def torch_square(x: torch.Tensor) -> torch.Tensor:
    return x * x


@pytest.mark.parametrize(
    ("make", "dtype"),
    [
        (lambda: torch.ones(3, dtype=torch.complex64), "complex64"),
        (lambda: torch.eye(3).to_sparse(), "float32"),
        (lambda: torch.eye(3).to_sparse_csr(), "float32"),
        (lambda: torch.quantize_per_tensor(torch.ones(3), 0.1, 0, torch.qint8), "qint8"),
        (lambda: torch.ones(3, dtype=torch.float8_e4m3fn), "float8_e4m3fn"),
        (lambda: torch.nested.nested_tensor([torch.ones(2), torch.ones(3)]), None),
        (lambda: torch.empty(3, device="meta"), "float32"),
        (lambda: torch.ones(3, dtype=torch.complex64).conj(), "complex64"),
    ],
)
def test_every_kind_of_tensor_passes(tmp_path, make, dtype):
    tensor = make()
    with numscope.record(tmp_path / "t.numscope") as recording:
        result = tensor.clone()
    assert type(result) is type(tensor)
    clones = [o for o in recording if o.name == "aten::clone"]
    assert clones
    if dtype is not None:
        assert clones[0].inputs[0].dtype == dtype


def test_a_subclass_and_its_own_operators_pass(tmp_path):
    from torch.testing._internal.two_tensor import TwoTensor

    two = TwoTensor(torch.ones(3), torch.zeros(3))
    with numscope.record(tmp_path / "t.numscope") as recording:
        result = two + 1
    assert torch.equal(result.a, torch.full((3,), 2.0))
    assert sum(o.name == "aten::add" for o in recording) >= 3


def test_a_compiled_function_stays_compiled_and_is_seen(tmp_path):
    import torch._dynamo
    from torch._dynamo.testing import CompileCounter

    torch._dynamo.reset()
    counter = CompileCounter()
    function = torch.compile(lambda x: torch.sin(x) + torch.cos(x), backend=counter, fullgraph=True)
    function(torch.ones(4))
    before = counter.frame_count
    with numscope.record(tmp_path / "t.numscope") as recording:
        for _ in range(3):
            function(torch.ones(4))
    function(torch.ones(4))
    assert before == counter.frame_count == 1
    assert any("Torch-Compiled Region" in name for name in names(recording))
    torch._dynamo.reset()
    fresh = CompileCounter()
    function = torch.compile(lambda x: torch.sin(x) * 2, backend=fresh, fullgraph=True)
    with numscope.record(tmp_path / "u.numscope"):
        function(torch.ones(4))
        function(torch.ones(4))
    function(torch.ones(4))
    assert fresh.frame_count == 1


def run(tmp_path, program, *options, **environ):
    script = tmp_path / "program.py"
    script.write_text(textwrap.dedent(program))
    command = [sys.executable, "-m", "numscope", "run", "--output", str(tmp_path / "t.numscope"), *options]
    done = subprocess.run(
        [*command, str(script)], capture_output=True, text=True, check=False, env={**os.environ, **environ}
    )
    assert done.returncode == 0, done.stderr
    return numscope.open(tmp_path / "t.numscope")


@pytest.mark.parametrize("how", shortened(["fork", "spawn"]))
def test_workers_of_a_data_loader_are_recorded(tmp_path, how):
    program = f"""
        import torch
        class Data(torch.utils.data.Dataset):
            def __len__(self): return 4
            def __getitem__(self, i): return torch.full((2,), float(i)).sinh()
        if __name__ == "__main__":
            loader = torch.utils.data.DataLoader(Data(), batch_size=2, num_workers=2, multiprocessing_context="{how}")
            for batch in loader: print(batch.sum())
    """
    with run(tmp_path, program) as trace:
        sinh = [operation for operation in trace if operation.name == "aten::sinh" and operation.depth == 0]
    assert len(sinh) == 4
    assert len({operation.process for operation in sinh}) == 2
    assert 0 not in {operation.process for operation in sinh}


def test_collectives_of_two_processes_are_recorded(tmp_path):
    program = """
        import os, torch, torch.distributed as dist, torch.multiprocessing as mp
        def work(rank, folder):
            dist.init_process_group("gloo", init_method=f"file://{folder}/store", rank=rank, world_size=2)
            x = torch.full((64,), float(rank + 1))
            dist.all_reduce(x)
            assert x[0] == 3
            y = x * 2
            dist.destroy_process_group()
        if __name__ == "__main__":
            import tempfile
            mp.spawn(work, args=(tempfile.mkdtemp(),), nprocs=2)
    """
    with run(tmp_path, program) as trace:
        reductions = [o for o in trace if o.name.startswith("c10d::allreduce")]
        products = [o for o in trace if o.name == "aten::mul" and o.depth == 0]
        assert len({o.process for o in reductions}) == 2
        assert [np.unique(o.inputs[0].value()).tolist() for o in products] == [[3], [3]]


def test_nan_is_found_with_its_layer(tmp_path):
    class Bad(torch.nn.Module):
        def forward(self, x):
            return torch.log(x - 10)

    net = torch.nn.Sequential(torch.nn.Linear(4, 4), Bad(), torch.nn.Linear(4, 2))
    with numscope.record(tmp_path / "t.numscope") as recording:
        net(torch.ones(2, 4))
    (origin,) = recording.nan().origins
    assert origin.operation.name == "aten::log"
    assert origin.operation.attributes["module"] == "1"


def test_bfloat16_is_measured_and_read_as_float32(tmp_path):
    x = torch.tensor([1.5, -2.0, float("nan"), 0.0] * 40, dtype=torch.bfloat16)
    with numscope.record(tmp_path / "t.numscope") as recording:
        x.clone()
    (clone,) = (o for o in recording if o.name == "aten::clone")
    assert np.array_equal(clone.inputs[0].value(), x.float().numpy(), equal_nan=True)
    statistics = clone.inputs[0].statistics
    assert (statistics.minimum, statistics.maximum, statistics.nans, statistics.zeros) == (-2, 1.5, 40, 40)


def test_ranks_of_torchrun_are_recorded(tmp_path):
    program = """
        import os, torch, torch.distributed as dist
        dist.init_process_group("gloo")
        rank = dist.get_rank()
        model = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(64, 1, bias=False))
        x = torch.full((1, 64), float(rank + 1))
        model(x).sum().backward()
        y = model.module.weight.grad * 2
        assert y[0, 0] == 3
        gathered = [torch.zeros(64) for _ in range(2)]
        dist.all_gather(gathered, x[0])
        z = gathered[1 - rank] * 5
        work = dist.all_reduce(x, async_op=True)
        work.wait()
        w = x - 1
        dist.destroy_process_group()
    """
    script = tmp_path / "program.py"
    script.write_text(textwrap.dedent(program))
    output = str(tmp_path / "t.numscope")
    ranks = ["-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2", str(script)]
    done = subprocess.run(
        [sys.executable, "-m", "numscope", "run", "--output", output, *ranks],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    with numscope.open(tmp_path / "t.numscope") as trace:
        outermost = [o for o in trace if o.depth == 0 and o.user_site and o.user_site.file == str(script)]
        products = [o for o in outermost if o.name == "aten::mul"]
        differences = [o for o in outermost if o.name == "aten::sub"]
        assert len({o.process for o in products}) == 2
        values = sorted(float(o.outputs[0].value().ravel()[0]) for o in products)
        assert values == [3, 3, 5, 10]  # what collectives wrote without a trace of it is looked at again
        assert [float(o.inputs[0].value()[0, 0]) for o in differences] == [3, 3]
        assert {o.name for o in trace if o.name.startswith("c10d::")} >= {
            "c10d::allreduce_",
            "c10d::allgather_",
        }


def test_uninitialised_memory_is_not_content(tmp_path):
    with numscope.record(tmp_path / "t.numscope") as recording:
        made = torch.empty(64)
        made.fill_(3.0)
        made + 1
        torch.empty(64).exponential_().clamp_(min=0)
    empty, fill, add = (
        next(o for o in recording if o.name == f"aten::{name}") for name in ("empty", "fill_", "add")
    )
    assert empty.outputs[0].hash is None
    assert fill.inputs[0].hash is None
    assert float(fill.outputs[0].statistics.mean) == 3
    assert add.inputs[0].hash == fill.outputs[0].hash
    clamp = next(o for o in recording if o.name == "aten::clamp_")
    assert clamp.inputs[0].hash is not None


def test_views_of_known_bytes_have_their_own_hash_and_the_same_statistics(tmp_path):
    x = torch.randn(3, 4, 5)
    with numscope.record(tmp_path / "t.numscope", values="full") as recording:
        views = [x.view(12, 5), x.permute(2, 0, 1), x.permute(0, 2, 1), x[1:], x.transpose(0, 2)[:, ::2]]
        results = [view.neg() for view in views]
        x.add_(1)
        again = x.view(12, 5).neg()
    negations = [o for o in recording if o.name == "aten::neg"]
    for operation, result in zip(negations, results, strict=False):
        assert np.array_equal(operation.inputs[0].value(), -result.numpy())
        assert np.array_equal(operation.outputs[0].value(), result.numpy())
        statistics = operation.inputs[0].statistics
        assert statistics.minimum == -result.max()
        assert statistics.mean == pytest.approx(float((-result).double().mean()), abs=1e-12)
        assert statistics.deviation == pytest.approx(float(result.double().std(correction=0)))
    assert np.array_equal(negations[-1].outputs[0].value(), again.numpy())


def test_random_state_and_results_are_those_of_a_plain_run(tmp_path):
    def work():
        torch.manual_seed(3)
        net = torch.nn.Sequential(torch.nn.Linear(16, 16), torch.nn.Dropout(), torch.nn.Linear(16, 4))
        net(torch.randn(8, 16)).sum().backward()
        gradients = [parameter.grad.numpy().tobytes() for parameter in net.parameters()]
        return gradients, bytes(torch.get_rng_state().numpy()), torch.rand(3).tolist()

    plain = work()
    for values in ("none", "stats", "full"):
        with numscope.record(tmp_path / f"{values}.numscope", values=values):
            assert work() == plain


def test_a_fork_goes_on_recording_torch(tmp_path):
    program = """
        import os, torch
        torch.ones(2).sinh()
        child = os.fork()
        torch.ones(2).cosh() if child else torch.ones(2).tanh()
        if not child:
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
    """
    with run(tmp_path, program) as trace:
        where = {o.name: o.process for o in trace if o.name in ("aten::sinh", "aten::cosh", "aten::tanh")}
    assert where["aten::sinh"] == where["aten::cosh"] != where["aten::tanh"]


def test_a_child_of_fork_does_not_wait_for_what_a_thread_held(tmp_path):
    program = """
        import os, signal, sys, threading, time, torch
        sys.setswitchinterval(0.05)  # who waits for the GIL waits long: the fork comes meanwhile
        names = "sinh cosh tanh exp log sin cos tan erf sqrt abs neg sign floor ceil round trunc frac".split()
        def compute():
            for name in names:
                getattr(torch, name)(torch.ones(2))
        thread = threading.Thread(target=compute)
        thread.start()
        children = []
        while thread.is_alive() or not children:
            children.append(os.fork())
            if not children[-1]:
                torch.ones(2).square()
                os._exit(0)
            time.sleep(0)
        for child in children:
            for _ in range(300):
                ended, status = os.waitpid(child, os.WNOHANG)
                if ended: break
                time.sleep(0.1)
            else:
                os.kill(child, signal.SIGKILL)
                sys.exit("a child waits for ever")
            assert status == 0
    """
    with run(tmp_path, program) as trace:
        assert {o.name for o in trace} >= {"aten::sinh", "aten::frac"}
