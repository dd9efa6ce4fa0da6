"""`numscope summary`, and the FLOPs that it counts: held against torch's own counter and plain counts."""

import json

import pytest

import numscope
from numscope.analysis.concepts.flops import count_flops
from numscope.analysis.summary.summary import summarise
from numscope.cli.main import main

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
from some_models import MODELS
from torch.utils.flop_counter import FlopCounterMode

STEPS = 2


def one_step(model, inputs):
    result = model(*inputs)
    result.float().square().mean().backward()
    return result


def plain_products():
    """oneDNN's recurrent layers have no formula in torch: without oneDNN they are matrix products."""
    return torch.backends.mkldnn.flags(enabled=False)


def counted_by_torch(model, inputs):
    """(forward, backward)."""
    with FlopCounterMode(display=False) as forward:
        result = model(*inputs)
    with FlopCounterMode(display=False) as backward:
        result.float().square().mean().backward()
    return forward.get_total_flops(), backward.get_total_flops()


@pytest.fixture(scope="module", params=MODELS)
def recorded(request, tmp_path_factory):
    torch.manual_seed(0)
    model, inputs = MODELS[request.param]()
    folder = tmp_path_factory.mktemp(request.param) / "t.numscope"
    with plain_products():
        wanted = counted_by_torch(model, inputs)
        model.zero_grad()
        with numscope.record(folder, values="none") as recording:
            for _ in range(STEPS):
                one_step(model, inputs)
    with recording.open() as trace:
        yield request.param, model, inputs, wanted, trace, folder


def test_totals_are_those_of_torch(recorded):
    _, model, _, wanted, trace, _ = recorded
    summary = summarise(trace)
    assert [one.model for one in summary.models] == [type(model).__name__]
    whole = summary.models[0].rows[0]
    assert (whole.flops_forward, whole.flops_backward) == wanted
    assert count_flops(trace).total == STEPS * sum(wanted)
    assert summary.unknown == {}


def test_parameters_are_the_plain_count(recorded):
    _, model, _, _, trace, _ = recorded
    whole = summarise(trace).models[0].rows[0]
    assert whole.parameters == sum(parameter.numel() for parameter in model.parameters())
    assert whole.trainable == whole.parameters
    assert summarise(trace).models[0].calls == STEPS


def test_shapes_are_those_of_the_layers(recorded):
    """Against forward hooks on a second run, which is not recorded."""
    _, model, inputs, _, trace, _ = recorded
    shapes = {}

    def note(name):
        def hook(module, given, returned):
            shapes[name] = _shapes(returned)

        return hook

    hooks = [module.register_forward_hook(note(name)) for name, module in model.named_modules()]
    model(*inputs)
    for hook in hooks:
        hook.remove()
    found = {}
    rows = trace.sql(
        "select coalesce(module, '') as module, shape from module_calls join module_operands on operation = id "
        "where role = 'returned' and step = 0 and id in ("
        "select min(id) from module_calls where not met group by module)"
        " order by id, item"
    ).to_pylist()
    for row in rows:
        found.setdefault(row["module"], []).append(tuple(row["shape"]))
    assert found == shapes


def _shapes(returned):
    if isinstance(returned, torch.Tensor):
        return [tuple(returned.shape)]
    return [shape for one in returned for shape in _shapes(one)]


def test_the_command_fits_and_speaks(recorded, capsys):
    name, _, _, _, _, folder = recorded
    assert main(["summary", str(folder), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["models"][0]["rows"][0]["depth"] == 0
    assert main(["summary", str(folder), "--markdown", "--depth", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("| layer | in | out | parameters |")
    assert main(["summary", str(folder)]) == 0
    text = capsys.readouterr().out
    if name in ("encoder", "decoder"):
        assert "blocks.0-2 Block x3" in text
        assert "mask" not in text  # None is no tensor


def test_a_row_fits_a_terminal(recorded):
    from rich.console import Console

    from numscope.views.summary import summary_view

    *_, trace, _ = recorded
    console = Console(width=80, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    console.print(summary_view(summarise(trace), 80))
    lines = console.export_text().splitlines()
    rows = lines[: len(summarise(trace).models[0].rows) + 1]
    assert lines[0].split()[-1] == "share"
    assert all(len(line) <= 80 for line in rows)
    assert all(line.rstrip().endswith("%") for line in rows[1:])


def test_parts_make_the_whole(recorded):
    """FLOPs, parameters that are not tied and shares of rows one below another add up to the row above."""
    name, *_, trace, _ = recorded
    rows = summarise(trace).models[0].rows
    first = [row for row in rows if row.depth == 1]
    assert sum(row.flops_forward for row in first) <= rows[0].flops_forward
    assert sum(row.share for row in first) <= 1.001
    assert rows[0].share == pytest.approx(1)
    tied = model_tied(name)
    assert sum(row.parameters for row in first) - tied == rows[0].parameters


def model_tied(name):
    return 40 * 16 if name == "decoder" else 0


def test_fused_layers_count_as_the_products_they_stand_for(tmp_path):
    """oneDNN's LSTM and the fused attention of the CPU, which torch's counter passes over."""
    torch.manual_seed(0)
    model, inputs = MODELS["lstm"]()
    with plain_products():
        forward, backward = counted_by_torch(model, inputs)
    query = torch.randn(2, 4, 10, 8, requires_grad=True)
    attention = torch.nn.functional.scaled_dot_product_attention
    with torch.nn.attention.sdpa_kernel(torch.nn.attention.SDPBackend.MATH):
        plain, plain_backward = counted_by_torch(lambda one: attention(one, one, one), (query,))
    with numscope.record(tmp_path / "t.numscope", values="none") as recording:
        one_step(model, inputs)
        attention(query, query, query).sum().backward()
    with recording.open() as trace:
        flops = count_flops(trace)
        names = {trace[number].name for number in flops.of}
        assert {"aten::mkldnn_rnn_layer", "aten::_scaled_dot_product_flash_attention_for_cpu"} <= names
        assert summarise(trace).models[0].rows[0].flops_forward == forward
        # oneDNN computes the gradient of the first state too; fused attention the scores a second time.
        first_state = 4 * 2 * 2 * 64 * 16
        scores = 2 * query.numel() * query.shape[-2]
        assert flops.total == forward + backward + first_state + plain + plain_backward + scores


def test_numpy_by_hand(tmp_path):
    np = pytest.importorskip("numpy")
    a = np.ones((3, 4, 5))
    square = np.eye(6)
    with numscope.record(tmp_path / "t.numscope") as recording:
        a @ np.ones((5, 7))
        np.einsum("bij,bkj->bik", a, a)
        np.tensordot(a, np.ones((5, 2)), axes=1)
        np.dot(np.ones(9), np.ones(9))
        np.fft.fft(np.ones((3, 8)))
        np.fft.rfft(np.ones(16))
        np.linalg.solve(square, np.ones(6))
        np.linalg.inv(square)
        np.add(a, a)
    with recording.open() as trace:
        flops = count_flops(trace)
        found = {trace[number].name: count for number, count in flops.of.items() if trace[number].depth == 0}
    assert found == {
        "numpy.matmul": 2 * 12 * 5 * 7,
        "numpy.einsum": 2 * 3 * 4 * 4 * 5,
        "numpy.dot": 18,
        "numpy.fft.fft": 5 * 24 * 3,
        "numpy.fft.rfft": 2.5 * 16 * 4,
        "numpy.linalg.solve": 2 / 3 * 216 + 2 * 36,
        "numpy.linalg.inv": 2 * 216,
    }
    assert flops.total - sum(found.values()) == 2 * 12 * 5 * 2  # the product inside tensordot
    assert flops.unknown == {}
