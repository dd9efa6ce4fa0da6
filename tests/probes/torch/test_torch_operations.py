"""What a recording of torch holds, against what torch itself says."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

import numscope

torch = pytest.importorskip("torch", reason="PyTorch is not installed")


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.ReLU())
        self.head = torch.nn.Linear(16, 3)

    def forward(self, x):
        return self.head(self.encoder(x))


def named(recording, name):
    return [operation for operation in recording if operation.name == name]


def test_an_operator_has_its_operands_values_and_place(tmp_path):
    x, y = torch.arange(6.0).reshape(2, 3), torch.full((2, 3), 2.0)
    with numscope.record(tmp_path / "t.numscope") as recording:
        z = torch.add(x, y, alpha=3)
    (add,) = named(recording, "aten::add")
    assert add.user_site.file == __file__
    assert [operand.name for operand in add.operands[:3]] == ["self", "other", "alpha"]
    assert np.array_equal(add.inputs[0].value(), x.numpy())
    assert add.inputs[0].strides == (12, 4)
    assert add.scalars["alpha"] == 3
    (out,) = add.outputs
    assert np.array_equal(out.value(), z.numpy())
    assert (out.statistics.minimum, out.statistics.maximum) == (6.0, 11.0)
    assert add.attributes["overload"] == "Tensor"


def test_numpy_and_torch_stand_in_one_order(tmp_path):
    with numscope.record(tmp_path / "t.numscope") as recording:
        a = np.add(np.float32([1, 2]), 1)
        t = torch.from_numpy(a) * 2
        np.sqrt(t.numpy())
    names = [operation.name for operation in recording if operation.user_visible]
    order = [names.index(name) for name in ("numpy.add", "aten::mul", "numpy.sqrt")]
    assert order == sorted(order)
    add, mul, sqrt = (named(recording, name)[0] for name in ("numpy.add", "aten::mul", "numpy.sqrt"))
    # The same bytes, dtype and shape have the same hash whoever made them.
    assert add.outputs[0].hash == mul.inputs[0].hash
    assert mul.outputs[0].hash == sqrt.inputs[0].hash


def test_operators_inside_operators_nest(tmp_path):
    x, weight = torch.randn(2, 4), torch.randn(3, 4)
    with numscope.record(tmp_path / "t.numscope") as recording:
        torch.nn.functional.linear(x, weight)
    (linear,) = named(recording, "aten::linear")
    (matmul,) = named(recording, "aten::matmul") or named(recording, "aten::mm")
    ids = {operation.id: operation for operation in recording}
    assert linear.user_visible
    assert linear.depth == 0
    assert matmul.depth >= 1
    assert not matmul.user_visible
    above = matmul
    while above.parent is not None:
        above = ids[above.parent]
    assert above.id == linear.id


def test_training_tells_module_phase_step_and_the_forward_operation(tmp_path):
    torch.manual_seed(0)
    net = Net()
    optimizer = torch.optim.Adam(net.parameters())
    x, y = torch.randn(4, 8), torch.tensor([0, 1, 2, 0])
    with numscope.record(tmp_path / "t.numscope") as recording:
        for _ in range(2):
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(net(x), y).backward()
            optimizer.step()
    operations = {operation.id: operation for operation in recording}
    linears = named(recording, "aten::linear")
    assert [linear.attributes["module"] for linear in linears] == ["encoder.0", "head"] * 2
    assert {linear.attributes["model"] for linear in linears} == {"Net"}
    assert [linear.attributes.get("step", 0) for linear in linears] == [0, 0, 1, 1]
    nodes = named(recording, "autograd::AddmmBackward0")
    assert [node.attributes["module"] for node in nodes] == ["head", "encoder.0"] * 2
    assert all(node.attributes["phase"] == "backward" for node in nodes)
    for node in nodes:
        forward = operations[node.attributes["forward"]]
        assert forward.name == "aten::addmm"
        assert forward.attributes["module"] == node.attributes["module"]
    products = [
        product for product in named(recording, "aten::mm") if product.attributes.get("phase") == "backward"
    ]
    assert {product.attributes["module"] for product in products} == {"encoder.0", "head"}
    steps = [operation for operation in recording if operation.attributes.get("phase") == "optimizer"]
    assert {operation.attributes.get("step", 0) for operation in steps} == {0, 1}
    assert any(
        operation.name.startswith("aten::_foreach") or "addcdiv" in operation.name for operation in steps
    )


def test_an_operator_that_returns_nothing_shows_what_it_wrote(tmp_path):
    tensors = [torch.ones(3), torch.zeros(2)]
    with numscope.record(tmp_path / "t.numscope") as recording:
        torch._foreach_add_(tensors, 2.0)
    (operation,) = named(recording, "aten::_foreach_add_")
    assert [list(operand.value()) for operand in operation.mutated] == [[3, 3, 3], [2, 2]]
    assert [list(operand.value()) for operand in operation.inputs[:2]] == [[1, 1, 1], [0, 0]]


def test_threads_of_python_and_of_autograd_are_seen(tmp_path):
    results = []

    def work():
        x = torch.ones(3, requires_grad=True)
        torch.sinh(x).sum().backward()
        results.append(x.grad)

    with numscope.record(tmp_path / "t.numscope") as recording:
        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(named(recording, "aten::sinh")) == 4
    assert len({operation.thread for operation in named(recording, "aten::sinh")}) == 4
    assert len(named(recording, "autograd::SinhBackward0")) == 4
    assert not recording.problems
    assert len({operation.id for operation in recording}) == len(recording)


def test_an_exception_passes_and_is_told(tmp_path):
    with (
        numscope.record(tmp_path / "t.numscope") as recording,
        pytest.raises(RuntimeError, match="shapes cannot be multiplied"),
    ):
        torch.mm(torch.ones(2, 3), torch.ones(2, 3))
    (product,) = named(recording, "aten::mm")
    assert product.exception == "a C++ exception"
    assert not product.outputs


def test_gradients_are_still_stolen(tmp_path):
    torch.manual_seed(0)
    linear = torch.nn.Linear
    net = torch.nn.Sequential(linear(64, 64), torch.nn.ReLU(), torch.nn.LayerNorm(64), linear(64, 4))
    addresses = {}
    for name, parameter in net.named_parameters():
        parameter.register_hook(lambda grad, name=name: addresses.__setitem__(name, grad.data_ptr()))
    with numscope.record(tmp_path / "t.numscope"):
        net(torch.randn(4, 64)).pow(2).sum().backward()
    assert {name: parameter.grad.data_ptr() for name, parameter in net.named_parameters()} == addresses


def test_nothing_is_kept_alive_and_nothing_is_left_behind(tmp_path):
    import weakref

    with numscope.record(tmp_path / "t.numscope") as recording:
        x = torch.ones(1000)
        y = x * 2
        gone = weakref.ref(y)
        del y
        assert gone() is None
    count = len(recording)
    torch.ones(3) + 1
    with numscope.record(tmp_path / "u.numscope") as second:
        torch.ones(3) + 1
    assert len(recording) == count
    assert len(named(second, "aten::add")) == 1


@pytest.mark.parametrize("make", [torch.from_numpy, lambda array: torch.from_numpy(array.copy())])
def test_a_tensor_is_looked_at_again_when_numpy_may_have_written(tmp_path, make):
    array = np.ones(100, np.float32)
    tensor = make(array)
    view = tensor.numpy()
    with numscope.record(tmp_path / "t.numscope", scalars=False) as recording:
        tensor + 0
        view[50] = 7
        tensor + 0
    first, second = named(recording, "aten::add")
    assert first.inputs[0].value()[50] == 1
    assert second.inputs[0].value()[50] == 7


PROGRAM = """
import numpy as np
import torch
x = torch.ones(4) * 3
print(np.sqrt(x.numpy()).sum())
"""


def run(tmp_path: Path, program: str, *options: str, **environ: str) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "numscope", "run", "--output", str(tmp_path / "t.numscope"), *options]
    return subprocess.run(
        [*command, "-c", program], capture_output=True, text=True, check=False, env={**os.environ, **environ}
    )


@pytest.mark.parametrize(
    "program",
    [PROGRAM, PROGRAM.replace("import numpy as np\nimport torch", "import torch\nimport numpy as np")],
)
def test_a_program_is_recorded_whichever_it_imports_first(tmp_path, program):
    done = run(tmp_path, program)
    assert done.returncode == 0
    with numscope.open(tmp_path / "t.numscope") as trace:
        names = [operation.name for operation in trace if operation.user_visible]
    assert names.index("aten::mul") < names.index("numpy.sqrt")


def test_numpy_is_recorded_where_torch_can_not_be(tmp_path):
    done = run(tmp_path, PROGRAM, NUMSCOPE_TORCH_BACKEND="nonsense")
    assert done.returncode == 0
    assert "NUMSCOPE_TORCH_BACKEND=nonsense is none of" in done.stderr
    with numscope.open(tmp_path / "t.numscope") as trace:
        names = {operation.name for operation in trace}
    assert "numpy.sqrt" in names
    assert not any(name.startswith("aten::") for name in names)
