"""Models as they come: odd outputs, wrappers, compilers, devices and dtypes."""

from __future__ import annotations

import dataclasses
from collections import OrderedDict

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

from torch import nn

from numscope.inspector import Inspector

EVERYTHING = ("activations", "gradients", "inputs", "weights", "weight_gradients")


def mean(output):
    return output.mean()


@dataclasses.dataclass
class Result:
    logits: torch.Tensor
    cache: object = None


class ModelOutput(OrderedDict):
    """As Hugging Face's: a mapping whose keys are attributes too, without the ones that are None."""

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


class Wrapped(nn.Module):
    """A layer inside that returns its result in some packaging."""

    def __init__(self, pack):
        super().__init__()
        self.inner = Packing(pack)

    def forward(self, x):
        self.inner(x)
        return x.sum()


class Packing(nn.Module):
    def __init__(self, pack):
        super().__init__()
        self.linear = nn.Linear(3, 3)
        self.pack = pack

    def forward(self, x):
        return self.pack(self.linear(x))


@pytest.mark.parametrize(
    ("pack", "places"),
    [
        (lambda y: y, None),
        (lambda y: (y, y * 2), ["[0]", "[1]"]),
        (lambda y: [y, (y, None)], ["[0]", "[1][0]"]),
        (lambda y: {"a": y, "b": {"c": y}}, ["a", "b.c"]),
        (lambda y: Result(y, (y, y)), ["logits", "cache[0]", "cache[1]"]),
        (lambda y: ModelOutput(loss=y.mean(), logits=y), ["loss", "logits"]),
        (lambda y: (y,), None),
    ],
    ids=["tensor", "tuple", "list", "dict", "dataclass", "hugging-face", "tuple-of-one"],
)
def test_outputs_in_every_packaging(pack, places):
    model = Wrapped(pack)
    batch = torch.randn(2, 3)
    inspector = Inspector(model).watch("inner")
    inspector.run_inspection(batch)
    (captured,) = inspector.captured_data["inner"]["activations"]
    truth = model.inner.linear(batch)
    if places is None:
        assert torch.equal(captured, truth)
        return
    assert list(captured) == places
    assert torch.equal(
        captured[places[-1]], truth if pack(truth) is not None and places[-1] != "[1]" else truth * 2
    )
    statistics = inspector.get_statistics("inner")["activations"]
    assert list(statistics["tensors"]) == places
    assert statistics["count"] == sum(one["count"] for one in statistics["tensors"].values())


def test_a_layer_that_returns_nothing_is_called_and_has_no_activations():
    model = Wrapped(lambda y: None)
    inspector = Inspector(model).watch(["inner", "inner.linear"])
    inspector.run_inspection(torch.randn(2, 3))
    assert "inner" not in inspector.captured_data
    assert inspector.get_statistics("inner") == {}
    assert len(inspector.diagnose()) == 0


def test_a_hugging_face_style_loss_is_differentiated_without_being_asked():
    model = Packing(lambda y: ModelOutput(loss=y.square().mean(), logits=y))
    inspector = Inspector(model).watch("linear", what="gradients")
    batch = torch.randn(2, 3)
    inspector.run_inspection(batch)
    y = model.linear(batch)
    (truth,) = torch.autograd.grad(y.square().mean(), y)
    assert torch.equal(inspector.captured_data["linear"]["gradients"][0], truth)


def test_recurrent_layers_and_attention():
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.lstm = nn.LSTM(4, 6, batch_first=True)
            self.attention = nn.MultiheadAttention(6, 2, batch_first=True)

        def forward(self, x):
            y, _ = self.lstm(x)
            return self.attention(y, y, y, need_weights=False)[0]

    model = Net()
    inspector = Inspector(model).watch("*", what=("activations", "gradients", "weights"))
    output = inspector.run_inspection(torch.randn(2, 5, 4), loss=mean)
    captured = inspector.captured_data
    assert list(captured["lstm"]["activations"][0]) == ["[0]", "[1][0]", "[1][1]"]
    assert torch.equal(captured["attention"]["activations"][0], output.detach())
    assert captured["attention"]["weights"][0]["in_proj_weight"].shape == (18, 6)


def test_a_transformer_in_eval_mode_with_its_fast_path(hooks_on):
    layer = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)
    model = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False).eval()
    batch = torch.randn(3, 5, 8)
    with torch.no_grad():
        before = model(batch)
        inspector = Inspector(model).watch("*.linear1")
        during = inspector.run_inspection(batch)
        after = model(batch)
    assert len(inspector.captured_data) == 2
    torch.testing.assert_close(during, before)
    assert torch.equal(after, before)
    assert hooks_on(model) == 0


@pytest.mark.parametrize("mode", ["train", "eval"])
def test_the_mode_is_left_as_it_is(mode):
    model = nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4), nn.Dropout(0.5))
    model.train(mode == "train")
    inspector = Inspector(model).watch("*")
    inspector.run_inspection(torch.randn(64, 4))
    assert model.training == (mode == "train")
    dropped = inspector.get_statistics("2")["activations"]["zero_fraction"]
    assert (dropped > 0.2) == (mode == "train")


@pytest.mark.parametrize(
    "dtype",
    [torch.float16, torch.bfloat16, torch.float64, torch.int64, torch.int8, torch.bool, torch.complex64],
)
def test_activations_of_every_dtype(dtype, device):
    class Cast(nn.Module):
        def forward(self, x):
            return x.to(dtype)

    model = nn.Sequential(Cast()).to(device)
    batch = torch.tensor([[0.0, 1.0, 1.0, 5.0]], device=device)
    inspector = Inspector(model).watch("0", what=("activations", "inputs"))
    for run in (inspector.run_inspection, streamed(inspector)):
        run(batch)
        found = inspector.get_statistics("0")["activations"]
        assert found["dtype"] == str(dtype).removeprefix("torch.")
        assert (found["zeros"], found["count"]) == (1, 4)
        assert found["max"] == (1.0 if dtype is torch.bool else 5.0)


def streamed(inspector):
    def run(batch):
        with inspector:
            inspector.model(batch)

    return run


def test_float8_and_empty_and_scalar_tensors():
    class Odd(nn.Module):
        def forward(self, x):
            return x.to(torch.float8_e4m3fn), x[:0], x.sum()

    inspector = Inspector(nn.Sequential(Odd())).watch("0")
    for run in (inspector.run_inspection, streamed(inspector)):
        run(torch.tensor([1.0, 2.0]))
        tensors = inspector.get_statistics("0")["activations"]["tensors"]
        assert tensors["[0]"]["mean"] == 1.5
        assert (tensors["[1]"]["count"], tensors["[1]"]["shape"]) == (0, (0,))
        assert (tensors["[2]"]["mean"], tensors["[2]"]["shape"]) == (3.0, ())


def test_nan_and_infinity_are_counted_and_left_out_of_the_figures():
    model = nn.Sequential(nn.Identity())
    inspector = Inspector(model).watch("0")
    for run in (inspector.run_inspection, streamed(inspector)):
        run(torch.tensor([1.0, 3.0, float("nan"), float("inf"), float("-inf")]))
        found = inspector.get_statistics("0")["activations"]
        assert (found["nan_count"], found["inf_count"], found["mean"], found["max"]) == (1, 2, 2.0, 3.0)


def test_autocast(mlp, device):
    mlp = mlp.to(device)
    inspector = Inspector(mlp).watch("*", what=("activations", "gradients"))
    with torch.autocast(device.type, dtype=torch.bfloat16):
        inspector.run_inspection(torch.randn(3, 6, device=device), loss=mean)
    assert inspector.get_statistics("0")["activations"]["dtype"] == "bfloat16"


def test_tensors_without_values_are_counted_and_do_no_harm(mlp):
    inspector = Inspector(mlp).watch("*", what=("activations", "weights"))
    mlp.to("meta")
    inspector.run_inspection(torch.empty(3, 6, device="meta"))
    found = inspector.get_statistics("0")["activations"]
    assert (found["unreadable"], found["shape"]) == (1, (3, 8))
    assert inspector.captured_data == {}
    str(inspector.summary())


def test_models_under_torch_func_run_as_they_would(mlp):
    batch = torch.randn(5, 6)
    parameters = dict(mlp.named_parameters())

    def one(sample):
        return torch.func.functional_call(mlp, parameters, (sample,))

    plain = torch.func.vmap(one)(batch)
    inspector = Inspector(mlp).watch("*", what=("activations", "inputs"))
    with inspector:
        watched = torch.func.vmap(one)(batch)
    assert torch.equal(plain, watched)
    assert inspector.get_statistics("0")["activations"]["unreadable"] == 1


def test_tensor_subclasses_run_as_they_would(mlp):
    class Tagged(torch.Tensor):
        pass

    batch = torch.randn(3, 6).as_subclass(Tagged)
    inspector = Inspector(mlp).watch("*")
    output = inspector.run_inspection(batch)
    assert isinstance(output, Tagged)
    assert inspector.get_statistics("0")["activations"]["count"] == 24


def test_data_parallel(mlp, hooks_on):
    wrapped = nn.DataParallel(mlp)
    inspector = Inspector(wrapped).watch("*", what=("activations", "gradients", "weights"))
    assert inspector.layers == ["", "0", "1", "2", "3", "4"]
    batch = torch.randn(4, 6)
    inspector.run_inspection(batch, loss=mean)
    assert inspector.get_statistics("module.0")["activations"]["count"] == 4 * 8
    assert inspector.get_statistics("0")["weights"]
    assert hooks_on(wrapped) == 0


@pytest.fixture
def process_group(tmp_path):
    distributed = torch.distributed
    if not distributed.is_available():
        pytest.skip("this PyTorch has no torch.distributed")
    distributed.init_process_group("gloo", init_method=f"file://{tmp_path}/store", rank=0, world_size=1)
    yield
    distributed.destroy_process_group()


def test_distributed_data_parallel(mlp, hooks_on, process_group):
    wrapped = nn.parallel.DistributedDataParallel(mlp)
    inspector = Inspector(wrapped).watch("*", what=EVERYTHING)
    batch = torch.randn(4, 6)
    before = hooks_on(wrapped)
    inspector.run_inspection(batch, loss=mean)
    assert inspector.captured_data["0"]["weight_gradients"][0]["weight"].shape == (8, 6)
    with inspector:
        for _ in range(3):
            wrapped(batch).mean().backward()
    assert hooks_on(wrapped) == before
    assert inspector.get_statistics("0")["activations"]["calls"] == 3
    assert inspector.get_statistics("0")["weights"]["tensors"]["bias"]["calls"] == 3
    wrapped(batch).mean().backward()


class Chain(nn.Sequential):
    """torch.compile leaves alone what is torch's own: this forward is ours."""

    def forward(self, x):
        for layer in self:
            x = layer(x)
        return x


def test_compiled_models_are_seen_and_stay_compiled(hooks_on):
    for way in ("function", "method", "part"):
        torch.compiler.reset()
        graphs = []

        def backend(graph, inputs, graphs=graphs):
            graphs.append(graph)
            return graph.forward

        plain = Chain(nn.Linear(6, 8), nn.ReLU(), nn.Sequential(nn.Linear(8, 2)))
        model = plain
        if way == "function":
            model = torch.compile(plain, backend=backend)
        elif way == "method":
            plain.compile(backend=backend)
        else:
            plain[2] = torch.compile(plain[2], backend=backend)
        batch = torch.randn(4, 6)
        before = model(batch)
        compiled = len(graphs)
        assert compiled

        inspector = Inspector(model).watch("*", what=("activations", "gradients"))
        assert inspector.layers == ["", "0", "1", "2", "2.0"], way
        inspector.run_inspection(batch, loss=mean)
        assert inspector.captured_data["2.0"]["activations"][0].shape == (4, 2), way
        assert inspector.captured_data["2.0"]["gradients"], way
        with inspector:
            model(batch)
        assert inspector.get_statistics("2.0")["activations"]["calls"] == 1, way

        assert torch.equal(model(batch), before)
        assert len(graphs) == compiled, f"{way}: inspected without compiling anything anew"
        assert hooks_on(plain) == 0


def test_a_model_compiled_while_watched_compiles_and_runs(mlp):
    torch.compiler.reset()
    batch = torch.randn(3, 6)
    plain = mlp(batch)
    with Inspector(mlp).watch("*", what=EVERYTHING):
        compiled = torch.compile(mlp, backend="eager", fullgraph=True)
        assert torch.equal(compiled(batch), plain)
    assert torch.equal(compiled(batch), plain)


@pytest.mark.filterwarnings("ignore:.*torch.jit.*:DeprecationWarning")
def test_scripted_models_run_as_they_would(mlp):
    scripted = torch.jit.trace(mlp, torch.randn(3, 6))
    inspector = Inspector(scripted).watch(["", "0"])
    inspector.run_inspection(torch.randn(3, 6))
    assert inspector.get_statistics("")["activations"]["calls"] == 1


def test_lazy_layers_are_filled_in_by_their_first_run():
    model = nn.Sequential(nn.LazyLinear(4), nn.LazyBatchNorm1d())
    inspector = Inspector(model).watch("*", what=("activations", "gradients"))
    inspector.run_inspection(torch.randn(5, 3), loss=mean)
    assert inspector.captured_data["1"]["activations"][0].shape == (5, 4)


def test_parametrised_weights():
    model = nn.utils.parametrizations.weight_norm(nn.Linear(3, 2))
    inspector = Inspector(model).watch(["", "parametrizations.weight"], what=("activations", "weights"))
    inspector.run_inspection(torch.randn(4, 3))
    captured = inspector.captured_data
    assert list(captured["parametrizations.weight"]["weights"][0]) == ["original0", "original1"]


@pytest.mark.skipif(not torch.cuda.is_available(), reason="there is no GPU")
def test_a_model_on_two_devices():
    class Split(nn.Module):
        def __init__(self):
            super().__init__()
            self.first = nn.Linear(4, 4)
            self.second = nn.Linear(4, 2).cuda()

        def forward(self, x):
            return self.second(self.first(x).cuda())

    inspector = Inspector(Split()).watch("*", what=EVERYTHING)
    inspector.run_inspection(torch.randn(3, 4), loss=mean)
    assert inspector.get_statistics("first")["activations"]["device"] == "cpu"
    with inspector:
        for _ in range(200):
            inspector.model(torch.randn(3, 4)).mean().backward()
    found = inspector.get_statistics("second")["activations"]
    assert found["device"].startswith("cuda")
    assert found["count"] == 200 * 6
