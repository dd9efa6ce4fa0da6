"""Each operator that torch's own profiler counts is recorded, as often, for each kind of program there is."""

from collections import Counter

import pytest

import numscope

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

from torch import nn


def train(optimizer, **options):
    def run():
        net = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Dropout(), nn.Linear(8, 2))
        steps = optimizer(net.parameters(), lr=0.01, **options)
        for _ in range(2):
            steps.zero_grad()
            nn.functional.cross_entropy(net(torch.ones(4, 4)), torch.tensor([0, 1, 1, 0])).backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            steps.step()

    return run


def in_place_and_views():
    x = torch.arange(24.0).reshape(2, 3, 4)
    x[0, 1].add_(1)
    x.transpose(0, 1)[:, :, ::2].mul_(2)
    x.permute(2, 0, 1).contiguous().view(-1).unsqueeze(0).expand(2, -1)
    torch.sum(x, 0, out=torch.empty(3, 4))
    x[x > 3] = 0
    torch.split(x, 2, dim=2)[0].copy_(torch.ones(2, 3, 2))


def modes():
    x = torch.ones(3, 3, requires_grad=True)
    with torch.no_grad():
        x @ x
    with torch.inference_mode():
        (x @ x).relu()
    with torch.autocast("cpu", dtype=torch.bfloat16):
        nn.functional.linear(x, x).sum().backward()


def checkpointed():
    from torch.utils.checkpoint import checkpoint

    layer = nn.Linear(4, 4)
    x = torch.ones(2, 4, requires_grad=True)
    for reentrant in (False, True):
        checkpoint(lambda y: torch.erf(layer(y)), x, use_reentrant=reentrant).sum().backward()


def functions_of_functions():
    x = torch.ones(3, 4)
    torch.func.vmap(lambda row: torch.sin(row).sum())(x)
    torch.func.grad(lambda y: torch.cos(y).sum())(x)
    torch.func.jacrev(torch.tanh)(x[0])
    torch.func.vmap(torch.func.grad(lambda row: row.pow(3).sum()))(x)


def scripted(x: torch.Tensor) -> torch.Tensor:
    for _ in range(3):
        x = x * 2 + 1
    return x


def scripts():
    function = torch.jit.script(scripted)
    for _ in range(3):
        function(torch.ones(3))


def twice_differentiated():
    x = torch.ones(3, requires_grad=True)
    (gradient,) = torch.autograd.grad(x.pow(3).sum(), x, create_graph=True)
    gradient.sum().backward()


class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, gradient):
        return gradient * 2


def own_function():
    Double.apply(torch.ones(3, requires_grad=True)).sum().backward()


def other_tensors():
    z = torch.ones(3, dtype=torch.complex64, requires_grad=True)
    (z * z.conj()).abs().sum().backward()
    sparse = torch.eye(3).to_sparse()
    (sparse @ torch.ones(3, 2)).sum()
    torch.sparse.mm(torch.eye(3).to_sparse_csr(), torch.ones(3, 3))
    quantised = torch.quantize_per_tensor(torch.ones(3), 0.1, 0, torch.qint8)
    quantised.dequantize() + 1
    nested = torch.nested.nested_tensor([torch.ones(2, 3), torch.ones(4, 3)])
    (nested * 2).to_padded_tensor(0.0)
    torch.ones(3, device="meta") + 1
    torch.ones(3, dtype=torch.bfloat16).sum()


def subclasses():
    from torch.testing._internal.two_tensor import TwoTensor

    two = TwoTensor(torch.ones(3), torch.zeros(3))
    (two * 2 + 1).sum()
    nn.Parameter(torch.ones(3)).sum().backward()


def attention():
    layer = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)
    layer(torch.ones(2, 5, 8)).sum().backward()
    layer.eval()
    with torch.no_grad():
        layer(torch.ones(2, 5, 8))


SCENARIOS = {
    "SGD": train(torch.optim.SGD, momentum=0.9),
    "Adam, a loop": train(torch.optim.Adam, foreach=False),
    "Adam, foreach": train(torch.optim.Adam, foreach=True),
    "Adam, fused": train(torch.optim.Adam, fused=True),
    "AdamW, fused": train(torch.optim.AdamW, fused=True),
    **{
        run.__name__: run
        for run in (
            *(in_place_and_views, modes, checkpointed, functions_of_functions, scripts, twice_differentiated),
            *(own_function, other_tensors, subclasses, attention),
        )
    },
}


def counted(names):
    """Operators and nodes of the backward graph by name: what torch itself calls so, not the ranges around them."""
    return Counter(
        name
        for name in names
        if "::" in name and not name.startswith(("autograd::engine", "torch::autograd", "profiler::"))
    )


@pytest.mark.sweep(6)
@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.filterwarnings("ignore")
def test_what_the_profiler_counts_is_recorded_as_often(tmp_path, name):
    run = SCENARIOS[name]
    run()  # what is done once only
    with numscope.record(tmp_path / "warm.numscope"):
        torch.ones(1)  # the recorder tests itself
    with (
        torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU]) as profiler,
        numscope.record(tmp_path / "t.numscope", values="stats") as recording,
    ):
        run()
    # Its `events()` leave out an operator that is all that another of the same name did.
    events = [event.name() for event in profiler.profiler.kineto_results.events()]
    truth = counted(events)
    found = counted(o.name for o in recording if not o.name.startswith(("autograd::", "numpy.", "optim::")))
    assert sum(truth.values()) > 3
    assert found == truth
    # The engine goes to a node without running it where only the gradient that arrives there is wanted.
    visited = {name.split(": ")[1] for name in events if "evaluate_function" in name}
    nodes = Counter(name.removeprefix("torch::autograd::") for name in events if name in visited)
    seen = Counter(o.name.removeprefix("autograd::") for o in recording if o.name.startswith("autograd::"))
    assert seen == nodes
    assert not recording.problems
