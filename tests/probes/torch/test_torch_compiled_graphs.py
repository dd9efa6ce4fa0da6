"""What goes into compiled graphs and comes out of them, whatever backend made them."""

import functools
import shutil
import threading

import numpy as np
import pytest

import numscope
from sweeps import shortened

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
pytestmark = pytest.mark.skipif(
    not (shutil.which("g++") or shutil.which("c++")), reason="Inductor needs a C++ compiler"
)


def own(graph, inputs):
    """A backend of one's own, which returns one function a graph."""
    return lambda *inputs: graph(*inputs)


BACKENDS = ["inductor", "aot_eager", "eager", own]


def named(backend):
    return getattr(backend, "__name__", backend)


@pytest.fixture(autouse=True)
def nothing_compiled_before():
    torch._dynamo.reset()
    yield
    torch._dynamo.reset()


def product(x, w):
    return torch.relu(x @ w).sum(1) + 1, x.mean()


def broken(x):
    y = torch.sin(x)
    print(end="")
    return torch.cos(y)


def counts(x):
    x.add_(1)
    return x * 2


class Inner(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear, self.norm = torch.nn.Linear(8, 8), torch.nn.BatchNorm1d(8)

    def forward(self, x):
        return torch.sin(self.norm(self.linear(x)))


class Outer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Inner()

    def forward(self, x):
        return self.inner(x) + 1


def regions(recording):
    return [o for o in recording if o.name.startswith("Torch-Compiled Region")]


def held(operands):
    return {operand.value().tobytes() for operand in operands}


def content(*tensors):
    return {tensor.detach().numpy().tobytes() for tensor in tensors}


def graphs_in_globals(but=()):
    """What Dynamo's code calls; torch forgets that of resumed functions at no reset."""
    found = {name: value for name, value in globals().items() if name.startswith("__compiled_fn")}
    return {name: value for name, value in found.items() if name not in but}


def program(backend, model):
    """Everything at once: shapes that compile anew, a graph break, in place, nested modules, forward and backward."""
    torch._dynamo.reset()
    torch._dynamo.utils.counters.clear()
    torch.manual_seed(0)
    compile_ = functools.partial(torch.compile, backend=backend)
    function, halves, counting, net = compile_(product), compile_(broken), compile_(counts), compile_(model)
    w = torch.randn(8, 8, requires_grad=True)
    found = []
    for size in (4, 4, 5, 6):
        x = torch.randn(size, 8)
        first, second = function(x, w)
        out = net(x)
        (first.sum() + second).backward()
        out.sum().backward()
        gradients = [parameter.grad for parameter in model.parameters()]
        found += [
            first,
            second,
            halves(x),
            counting(x),
            x,
            out,
            w.grad,
            *gradients,
            model.inner.norm.running_mean,
        ]
        found = [value.detach().clone() for value in found]
    return found, {name: dict(counted) for name, counted in torch._dynamo.utils.counters.items()}


def new_model():
    torch.manual_seed(1)
    return Outer()


@pytest.mark.parametrize("backend", shortened(["aot_eager", "inductor", "eager", own]), ids=named)
def test_counters_and_every_bit_are_as_without_a_recording(backend, tmp_path):
    program(backend, new_model())  # fills Inductor's cache on disk
    plain, counters = program(backend, new_model())
    with numscope.record(tmp_path / "t.numscope", values="stats") as recording:
        recorded, counters_recorded = program(backend, new_model())
    for name in ("stats", "frames", "graph_break", "unimplemented", "recompiles"):
        assert counters_recorded.get(name) == counters.get(name), name
    assert counters["stats"]["unique_graphs"] >= 9
    assert all(torch.equal(one, other) for one, other in zip(plain, recorded, strict=True))
    found = regions(recording)
    assert len(found) == 4 * 5
    assert all(o.inputs and o.outputs and o.attributes["graph"].startswith("__compiled_fn_") for o in found)
    functions = {o.attributes["function"] for o in found}
    assert {"product", "broken", "counts", "Outer.forward"} < functions
    (rest,) = functions - {"product", "broken", "counts", "Outer.forward"}
    assert rest.startswith("torch_dynamo_resume_in_broken_at_")


@pytest.mark.sweep(4)
@pytest.mark.parametrize("before", [True, False], ids=["compiled before", "compiled meanwhile"])
@pytest.mark.parametrize("backend", BACKENDS, ids=named)
def test_a_graph_has_what_goes_in_and_comes_out(backend, before, tmp_path):
    older = graphs_in_globals()
    function = torch.compile(product, backend=backend)
    x, w = torch.randn(4, 8), torch.randn(8, 8)
    if before:
        function(x, w)
    with numscope.record(tmp_path / "t.numscope") as recording:
        results = [function(x, w) for _ in range(2)]
    for region, result in zip(regions(recording), results, strict=True):
        assert held(region.inputs) == content(x, w)
        assert [np.array_equal(o.value(), r) for o, r in zip(region.outputs, result, strict=True)] == [
            True,
            True,
        ]
        assert not region.mutated
        assert region.attributes["function"] == "product"
        (name,) = graphs_in_globals(but=older)
        assert name.startswith(region.attributes["graph"] + "_")


@pytest.mark.parametrize("backend", BACKENDS, ids=named)
def test_a_graph_break_gives_two_graphs(backend, tmp_path):
    function = torch.compile(broken, backend=backend)
    x = torch.randn(4, 8)
    with numscope.record(tmp_path / "t.numscope") as recording:
        result = function(x)
    first, second = regions(recording)
    assert (held(first.inputs), held(second.outputs)) == (content(x), content(result))
    assert held(first.outputs) == held(second.inputs)
    assert first.attributes["graph"] != second.attributes["graph"]
    assert (first.depth, second.parent) == (
        0,
        first.id,
    )  # what comes after the break is called from before it


@pytest.mark.parametrize("backend", BACKENDS, ids=named)
def test_what_a_graph_writes_into_is_told(backend, tmp_path):
    function = torch.compile(counts, backend=backend)
    x = torch.zeros(4, 8)
    function(x)
    with numscope.record(tmp_path / "t.numscope") as recording:
        result = function(x)
    (region,) = regions(recording)
    assert held(region.inputs) == content(torch.ones(4, 8))
    (written,) = region.mutated
    assert written.position == 0
    assert written.value().tobytes() == x.numpy().tobytes() == content(torch.full((4, 8), 2.0)).pop()
    assert content(result) == held([region.outputs[0]])


@pytest.mark.parametrize("backend", BACKENDS, ids=named)
def test_dynamic_shapes_are_one_graph(backend, tmp_path):
    function = torch.compile(product, backend=backend, dynamic=True)
    w = torch.randn(8, 8)
    with numscope.record(tmp_path / "t.numscope") as recording:
        batches = [torch.randn(size, 8) for size in (3, 5, 7)]
        for x in batches:
            function(x, w)
    found = regions(recording)
    assert len({region.attributes["graph"] for region in found}) == 1
    assert [held(region.inputs) for region in found] == [content(x, w) for x in batches]


@pytest.mark.parametrize("backend", ["inductor", "aot_eager"])
def test_a_backward_graph_has_what_goes_in_and_comes_out(backend, tmp_path):
    net = new_model()
    model = torch.compile(net, backend=backend)
    x = torch.randn(4, 8)
    model(x).sum().backward()
    net.zero_grad()
    with numscope.record(tmp_path / "t.numscope") as recording:
        model(x).sum().backward()
    (region,) = regions(recording)
    (node,) = (o for o in recording if o.name == "autograd::CompiledFunctionBackward")
    assert node.attributes["forward"] == region.id
    assert region.attributes["function"] == "Outer.forward"
    assert held(node.outputs) == content(*(parameter.grad for parameter in net.parameters()))
    saved = [output for output in region.outputs if output.name == "saved"]
    assert saved
    assert held(saved) <= held(node.inputs)
    assert not held(saved) & held(region.inputs)
    assert content(net.inner.norm.running_mean, net.inner.norm.running_var) <= held(region.mutated)


def test_a_backend_without_a_backward_graph_goes_backward_operator_by_operator(tmp_path):
    model = torch.compile(new_model(), backend="eager")
    with numscope.record(tmp_path / "t.numscope") as recording:
        model(torch.randn(4, 8)).sum().backward()
    assert {"autograd::SinBackward0", "autograd::AddmmBackward0"} <= {o.name for o in recording}


def test_the_mode_of_fewer_overheads(tmp_path):
    function = torch.compile(product, mode="reduce-overhead")
    x, w = torch.randn(4, 8), torch.randn(8, 8)
    plain = function(x, w)
    with numscope.record(tmp_path / "t.numscope") as recording:
        result = function(x, w)
    (region,) = regions(recording)
    assert held(region.inputs) == content(x, w)
    assert held(region.outputs) == content(*result) == content(*plain)


def test_its_name_is_that_of_the_dumped_files(tmp_path):
    import numscope.compiled

    with (
        numscope.compiled.prepare_debug(tmp_path / "dump"),
        numscope.record(tmp_path / "t.numscope") as recording,
    ):
        torch.compile(product, backend="eager")(torch.randn(4, 8), torch.randn(8, 8))
    (region,) = regions(recording)
    assert (tmp_path / "dump" / f"{region.attributes['graph']}.Captured_Graph.py").exists()
    assert (tmp_path / "dump" / f"full_code_for_{region.attributes['function']}_0.py").exists()


def test_compiled_autograd_gives_all_inputs_as_one(tmp_path):
    w = torch.randn(8, 8, requires_grad=True)
    compiled_autograd = torch._dynamo.config.patch(compiled_autograd=True)
    with compiled_autograd, numscope.record(tmp_path / "t.numscope") as recording:
        torch.compile(lambda x: product(x, w)[0].sum().backward(), backend="aot_eager")(torch.randn(4, 8))
    forward, backward = regions(recording)
    saved = [output for output in forward.outputs if output.name == "saved"]
    assert held(saved) <= held(backward.inputs)
    assert w.grad.numpy().tobytes() in held([*backward.outputs, *backward.mutated])


def test_graphs_of_several_threads(tmp_path):
    def run(number):
        function = torch.compile(
            eval(f"lambda x: torch.sin(x) + {number}", {"torch": torch}), backend="eager"
        )
        for _ in range(3):
            results.append(function(x))

    x, results = torch.randn(4, 8), []
    with numscope.record(tmp_path / "t.numscope") as recording:
        threads = [threading.Thread(target=run, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(regions(recording)) == 12
    assert {held(region.inputs).pop() for region in regions(recording)} == content(x)
    assert {held(region.outputs).pop() for region in regions(recording)} == content(*results)


def test_a_module_of_torch_has_no_function_of_the_user(tmp_path):
    model = torch.compile(torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.ReLU()), backend="eager")
    with numscope.record(tmp_path / "t.numscope") as recording:
        model(torch.randn(4, 8))
    (region,) = regions(recording)
    assert "function" not in region.attributes
    assert region.attributes["graph"].startswith("__compiled_fn_")


def test_compiled_after_a_reset_and_in_a_namespace_of_its_own(tmp_path):
    scope = {"torch": torch}
    exec("def f(x):\n    return torch.sin(x) + 1\n", scope)
    x = torch.randn(4, 8)
    with numscope.record(tmp_path / "t.numscope") as recording:
        results = []
        for _ in range(2):
            torch._dynamo.reset()  # torch numbers its regions anew
            results.append(torch.compile(scope["f"], backend="eager")(x))
    first, second = regions(recording)
    assert first.name == second.name
    assert first.attributes["graph"] != second.attributes["graph"]
    assert held(first.outputs) == held(second.outputs) == content(results[0])


def test_tensors_of_a_class_of_their_own_are_not_asked(tmp_path):
    asked = []

    class Asking(torch.Tensor):
        @classmethod
        def __torch_function__(cls, function, types, args=(), kwargs=None):
            if not torch.compiler.is_compiling():  # not what Dynamo makes part of the graph
                asked.append(function)
            return super().__torch_function__(function, types, args, kwargs)

    function = torch.compile(lambda x: torch.sin(x) + 1, backend="eager")
    x = torch.randn(4).as_subclass(Asking)
    for _ in range(2):
        asked.clear()
        function(x)
    plain = len(asked)
    with numscope.record(tmp_path / "t.numscope") as recording:
        asked.clear()
        function(x)
        assert len(asked) == plain
    assert any(region.inputs for region in regions(recording))


def test_a_graph_that_raises_still_raises(tmp_path):
    def failing(graph, inputs):
        def run(*inputs):
            raise ArithmeticError("no")

        return run

    function = torch.compile(lambda x: torch.sin(x) + 1, backend=failing)
    x = torch.randn(4)
    with numscope.record(tmp_path / "t.numscope") as recording:
        for _ in range(2):
            with pytest.raises(ArithmeticError):
                function(x)
    assert [held(region.inputs) for region in regions(recording)] == [content(x)] * 2
    assert not any(region.outputs for region in regions(recording))


@pytest.mark.parametrize("backend", BACKENDS, ids=named)
def test_what_was_put_in_place_is_taken_away(backend, tmp_path):
    from torch._dynamo.utils import CleanupManager
    from torch._functorch._aot_autograd import runtime_wrappers

    def places():
        state = runtime_wrappers._AutogradSavedState
        backward = runtime_wrappers.call_func_at_runtime_with_args
        return vars(CleanupManager).get("__setitem__"), state.save_from_forward, backward

    older = graphs_in_globals()
    function = torch.compile(product, backend=backend)
    again = torch.compile(broken, backend=backend)
    x, w = torch.randn(4, 8), torch.randn(8, 8, requires_grad=True)
    function(x, w)
    before, graphs = places(), graphs_in_globals(but=older)
    with numscope.record(tmp_path / "t.numscope"):
        function(x, w)[0].sum().backward()
        again(x)
        assert not any(one is other for one, other in zip(places(), before, strict=True))
        (name,) = graphs
        assert globals()[name] is not graphs[name]
        meanwhile = graphs_in_globals(but=older)
    assert places() == before
    assert globals()[name] is graphs[name]
    left = graphs_in_globals(but=older)
    assert len(left) == len(meanwhile) == 3
    assert all(left[key] is getattr(meanwhile[key], "__wrapped__", None) for key in left)
    function(x, w)  # and runs on


def test_a_graph_that_torch_forgets_is_not_kept_alive(tmp_path):
    import gc
    import weakref

    older, kept = graphs_in_globals(), []

    def keeping(graph, inputs):
        kept.append(weakref.ref(graph))
        return graph.forward

    with numscope.record(tmp_path / "t.numscope"):
        torch.compile(product, backend=keeping)(torch.randn(4, 8), torch.randn(8, 8))
        assert kept[0]() is not None
        torch._dynamo.reset()
        gc.collect()
        assert kept[0]() is None
        assert not graphs_in_globals(but=older)
