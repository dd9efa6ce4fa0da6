"""`numscope gradients`: norms against torch's own, and findings that are planted."""

import io
import json
import re
import sys
from pathlib import Path

import numpy as np
import pytest

import numscope
from numscope.analysis.gradients.gradient_flow import GradientFlow, LayerGradients, gradient_flow
from numscope.cli.main import main
from numscope.errors import UsageError
from numscope.views.gradients import gradients_svg
from numscope.views.gradients_png import gradients_png

torch = pytest.importorskip("torch", reason="PyTorch is not installed")


def train(path, net, steps=4, change=None, values="stats"):
    optimizer = torch.optim.SGD(net.parameters(), lr=1e-3)
    norms = {name: [] for name, _ in net.named_parameters()}
    with numscope.record(path, values=values) as recording:
        for step in range(steps):
            optimizer.zero_grad()
            loss = net(torch.ones(4, 8)).pow(2).sum()
            (change(loss, step) if change else loss).backward()
            for name, parameter in net.named_parameters():
                norms[name].append(
                    float(parameter.grad.double().norm()) if parameter.grad is not None else None
                )
            optimizer.step()
    return recording, norms


def net():
    torch.manual_seed(0)
    return torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.Tanh(), torch.nn.Linear(16, 2))


def test_norms_are_those_of_torch(tmp_path):
    recording, norms = train(tmp_path / "t.numscope", net())
    flow = gradient_flow(recording.open())
    assert flow.steps == (0, 1, 2, 3)
    assert [layer.name for layer in flow.layers] == list(norms)
    for layer in flow.layers:
        assert np.allclose(layer.norms, norms[layer.name], rtol=1e-5)
        assert layer.finding == ""


def test_what_is_wrong_is_named(tmp_path):
    model = net()
    model[2].weight.register_hook(lambda gradient: gradient * 1e-9)  # hardly learns
    model[0].bias.register_hook(torch.zeros_like)  # dead
    recording, _ = train(tmp_path / "t.numscope", model)
    findings = {layer.name: layer.finding for layer in gradient_flow(recording.open()).layers}
    assert findings["2.weight"].startswith("vanishing")
    assert findings["0.bias"].startswith("dead")
    assert findings["0.weight"] == ""


class Scaled(torch.nn.Module):
    """A layer with a parameter of a kind that no other layer has."""

    def __init__(self):
        super().__init__()
        self.first, self.second = torch.nn.Linear(8, 8), torch.nn.Linear(8, 2)
        self.scale = torch.nn.Parameter(torch.ones(2))

    def forward(self, x):
        return self.second(torch.tanh(self.first(x))) * self.scale


def test_small_gradients_that_grow_or_have_none_of_their_kind_beside_them_are_healthy(tmp_path):
    torch.manual_seed(0)
    model, steps = Scaled(), iter(range(4))
    model.scale.register_hook(lambda gradient: gradient * 1e-8)
    recording, _ = train(tmp_path / "t.numscope", model)
    assert gradient_flow(recording.open()).found == 0
    model = net()
    model[2].weight.register_hook(lambda gradient: gradient * 1e-9 * 15 ** next(steps))
    recording, _ = train(tmp_path / "u.numscope", model)
    flow = gradient_flow(recording.open())
    assert flow.layers[2].norms[3] > 1000 * flow.layers[2].norms[0]
    assert flow.found == 0


def test_a_layer_that_is_never_finite_hides_no_other(tmp_path):
    model = torch.nn.Sequential(*(torch.nn.Linear(8, 8) for _ in range(3)))
    model[0].weight.register_hook(lambda gradient: gradient * float("nan"))
    model[1].weight.register_hook(lambda gradient: gradient * 1e-9)
    recording, _ = train(tmp_path / "t.numscope", model, steps=1)
    findings = {layer.name: layer.finding for layer in gradient_flow(recording.open()).layers}
    assert findings["0.weight"] == "NaN or Inf from step 0 on"
    assert findings["1.weight"].startswith("vanishing")
    assert findings["2.weight"] == ""


def test_growth_and_nan_are_named_with_their_step(tmp_path):
    recording, _ = train(tmp_path / "t.numscope", net(), change=lambda loss, step: loss * 10.0**step)
    assert all(layer.finding.startswith("exploding") for layer in gradient_flow(recording.open()).layers)
    recording, _ = train(
        tmp_path / "u.numscope", net(), change=lambda loss, step: loss * (float("nan") if step == 2 else 1)
    )
    assert {layer.finding for layer in gradient_flow(recording.open()).layers} == {
        "NaN or Inf from step 2 on"
    }


class Attention(torch.nn.Module):
    """A block with biases that have no influence: of keys before a softmax, and before a BatchNorm."""

    def __init__(self):
        super().__init__()
        self.query, self.key, self.value = (torch.nn.Linear(8, 8) for _ in range(3))
        self.scale, self.norm = torch.nn.Linear(8, 8), torch.nn.BatchNorm1d(5)

    def forward(self, x):
        weights = torch.softmax(self.query(x) @ self.key(x).transpose(1, 2), -1)
        return x + self.norm(self.scale(weights @ self.value(x)))


def test_a_bias_without_influence_and_a_head_of_zeros_are_healthy(tmp_path):
    torch.manual_seed(0)
    head = torch.nn.Linear(8, 3)
    torch.nn.init.zeros_(head.weight)
    torch.nn.init.zeros_(head.bias)
    model = torch.nn.Sequential(Attention(), Attention(), head)
    optimizer = torch.optim.AdamW(model.parameters(), 1e-2)
    with numscope.record(tmp_path / "t.numscope", values="stats") as recording:
        for _ in range(6):
            optimizer.zero_grad()
            loss = torch.nn.functional.cross_entropy(
                model(torch.randn(16, 5, 8)).mean(1), torch.randint(0, 3, (16,))
            )
            loss.backward()
            optimizer.step()
    flow = gradient_flow(recording.open())
    assert flow.found == 0, [layer for layer in flow.layers if layer.finding]
    keys = next(layer for layer in flow.layers if layer.name == "0.key.bias")
    queries = next(layer for layer in flow.layers if layer.name == "0.query.bias")
    assert keys.rms < 1e-4 * queries.rms  # what would else be called vanishing


def test_findings_come_first_and_say_where_nan_began(tmp_path, capsys):
    model = torch.nn.Sequential(*(torch.nn.Linear(8, 8) for _ in range(4)), torch.nn.Linear(8, 2))
    model[3].weight.register_hook(lambda gradient: gradient * 1e-9)
    trace = tmp_path / "t.numscope"
    train(trace, model)
    assert main(["gradients", str(trace), "--limit", "1"]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "1. 1 of 10 gradients is far smaller than others of its kind: 3.weight"
    assert said[2].startswith("3.weight")
    trace = tmp_path / "u.numscope"
    train(trace, net(), change=lambda loss, step: loss * (torch.zeros(1).log() * 0 if step == 2 else 1))
    assert main(["gradients", str(trace)]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "1. all 4 gradients became NaN or infinite at step 2, first 2.bias"
    assert "test_torch_gradients.py" in said[1]
    assert "takes the logarithm of zero" in said[1]


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (
            lambda: torch.ones(1, 1).std(),
            "takes the standard deviation of a single value: it divides by n - 1, which is 0",
        ),
        (
            lambda: torch.ones(3).var(0, keepdim=True) + torch.ones(3, 1).var(1),
            "takes the variance of a single value: it divides by n - 1, which is 0",
        ),
        (
            lambda: torch.addcdiv(torch.ones(3), torch.ones(3), torch.tensor([1.0, 0.0, 2.0])),
            "divides by zero: its divisor is 0 in 1 of 3 values",
        ),
    ],
)
@pytest.mark.filterwarnings("ignore:.*degrees of freedom")
def test_the_usual_accidents_are_named(make, sentence, tmp_path, capsys):
    with numscope.record(tmp_path / "t.numscope"):
        print(make().sum().item())
    assert main(["nan", str(tmp_path / "t.numscope")]) == 1
    assert sentence in capsys.readouterr().out


@pytest.mark.parametrize("way", ["in the text", "of a checkpoint"])
def test_a_nan_that_was_put_into_a_weight_blames_the_line_that_put_it(way, tmp_path, capsys):
    model = net()
    broken = {name: value.clone() for name, value in model.state_dict().items()}
    broken["2.weight"][0, 3] = float("nan")
    torch.save(broken, tmp_path / "weights.pt")
    with numscope.record(tmp_path / "t.numscope"):
        if way == "in the text":
            model[2].weight.data[0, 3] = float("nan")  # blamed: in the text
        else:
            model.load_state_dict(torch.load(tmp_path / "weights.pt"))  # blamed: of a checkpoint
        loss = model(torch.ones(4, 8)).pow(2).sum()
        loss.backward()
        print(loss.item())
    assert main(["nan", str(tmp_path / "t.numscope")]) == 1
    said = capsys.readouterr().out
    source = Path(__file__).read_text().splitlines()
    line = next(number for number, text in enumerate(source, 1) if text.endswith(f"# blamed: {way}"))
    first = next(text for text in said.splitlines() if text.startswith("1. "))
    assert f"test_torch_gradients.py:{line} " in first
    assert {"in the text": "writes 1 NaN itself", "of a checkpoint": "that it did not compute"}[way] in first


def test_an_eps_that_is_zero_in_float16_is_named(tmp_path, capsys):
    torch.manual_seed(0)
    model = torch.nn.Linear(8, 2).half()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    with numscope.record(tmp_path / "t.numscope"):
        for _ in range(3):
            batch = torch.randn(32, 8).half()
            batch[:, 3] = 0
            optimizer.zero_grad()
            loss = model(batch).float().pow(2).mean()
            loss.backward()
            optimizer.step()
            print(loss.item())
    assert main(["gradients", str(tmp_path / "t.numscope")]) == 1
    first, why, *_ = capsys.readouterr().out.splitlines()[3:]
    assert first.startswith("1. all 2 gradients became NaN")
    assert "since its eps is 0 in float16" in why


def test_the_command_prints_draws_and_exits_by_what_it_found(tmp_path, capsys):
    trace = str(tmp_path / "t.numscope")
    train(trace, net())
    assert main(["gradients", trace, "--svg", str(tmp_path / "g.svg")]) == 0
    assert "0.weight" in capsys.readouterr().out
    assert (tmp_path / "g.svg").read_text().count("<title>") == 4 * 4
    assert main(["gradients", trace, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["steps"] == [0, 1, 2, 3]


def test_a_trace_without_gradients_says_what_to_do(tmp_path):
    with numscope.record(tmp_path / "t.numscope") as recording:
        torch.ones(3) + 1
    with pytest.raises(UsageError, match="no gradients"):
        gradient_flow(recording.open())
    recording, _ = train(tmp_path / "u.numscope", net(), values="none")
    with pytest.raises(UsageError, match="--values stats"):
        gradient_flow(recording.open())


@pytest.mark.parametrize("infinite", [(1, 3), (0, 1, 2, 3, 4)], ids=["some", "all"])
def test_steps_that_a_scaler_left_out_are_named(infinite, tmp_path, capsys):
    model = torch.nn.Linear(4, 1)
    optimizer, scaler = (
        torch.optim.SGD(model.parameters(), lr=1e-3),
        torch.amp.GradScaler("cpu", init_scale=256.0),
    )
    scale, unchanged = 256.0, []
    with numscope.record(tmp_path / "t.numscope") as recording:
        for step in range(5):
            x = torch.full((2, 4), float("inf") if step in infinite else 1.0)
            before = model.weight.detach().clone()
            optimizer.zero_grad()
            scale = scaler.get_scale()
            scaler.scale(model(x).sum()).backward()
            scaler.step(optimizer)
            scaler.update()
            if torch.equal(before, model.weight):
                unchanged.append(step)
    exit_code = main(["gradients", str(recording.path)])
    told = capsys.readouterr()
    said = " ".join((told.out + told.err).split())
    assert f"left out {len(unchanged)} of 5 steps" in said
    assert f"steps {', '.join(map(str, unchanged))}; its scale was 256 at first and {scale:g} at last" in said
    assert exit_code == (0 if len(unchanged) < 5 else 2)


def test_the_png_has_the_cells_of_the_svg(tmp_path):
    image = pytest.importorskip("matplotlib.image", reason="Matplotlib is not installed")
    model = net()
    model[2].weight.register_hook(lambda gradient: gradient * float("nan"))
    model[0].bias.register_hook(torch.zeros_like)
    recording, _ = train(tmp_path / "t.numscope", model)
    assert main(["gradients", str(recording.path), "--png", str(tmp_path / "g.png")]) == 1
    pixels = np.rint(image.imread(tmp_path / "g.png") * 255).astype(int)
    with recording.open() as trace:
        drawn = gradients_svg(gradient_flow(trace))
    width, height = map(int, re.search(r'width="(\d+)" height="(\d+)"', drawn).groups())
    assert pixels.shape == (height, width, 4)
    cells = re.findall(r'<rect x="(\d+)" y="(\d+)" width="14" height="18" fill="#(\w+)"', drawn)
    assert len(cells) == 4 * 4
    assert len({colour for _, _, colour in cells}) > 3
    for left, top, colour in cells:
        inside = pixels[int(top) + 1 : int(top) + 17, int(left) + 1 : int(left) + 13, :3]
        assert (inside == list(bytes.fromhex(colour))).all()
    names = (pixels[28:, :250, :3] < 128).any(axis=(1, 2))  # rows of pixels with letters in them
    assert (np.diff(names.astype(int)) == 1).sum() >= 4


def test_a_png_of_a_long_training_is_made_smaller():
    image = pytest.importorskip("matplotlib.image", reason="Matplotlib is not installed")
    layer = LayerGradients("a$_b$", (2,), tuple(float(step + 1) for step in range(9_000)), 1.0, "")
    pixels = image.imread(io.BytesIO(gradients_png(GradientFlow(tuple(range(9_000)), (layer,)))))
    assert 20_000 < pixels.shape[1] <= 30_000


def test_without_matplotlib_a_png_is_refused_in_a_sentence(tmp_path, capsys, monkeypatch):
    recording, _ = train(tmp_path / "t.numscope", net())
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert main(["gradients", str(recording.path), "--png", str(tmp_path / "g.png")]) == 2
    told = capsys.readouterr()
    assert "pip install matplotlib" in told.err
    assert len(told.err.splitlines()) == 1
    assert not (tmp_path / "g.png").exists()


THREADS = """
import threading, torch
def train(width):
    model = torch.nn.Linear(width, 1)
    optimizer = torch.optim.SGD(model.parameters(), 1e-3)
    for _ in range(4):
        optimizer.zero_grad()
        model(torch.ones(2, width)).sum().backward()
        both.wait()
        optimizer.step()
both = threading.Barrier(2)
threads = [threading.Thread(target=train, args=(width,)) for width in (5, 7)]
for thread in threads: thread.start()
for thread in threads: thread.join()
"""


def test_a_step_begins_with_the_gradients_of_its_own_threads_models(numscope_command, tmp_path):
    (tmp_path / "threads.py").write_text(THREADS)
    run = numscope_command("run", "-o", "t.numscope", "threads.py")
    assert run.returncode == 0, run.stderr
    with numscope.open(tmp_path / "t.numscope") as trace:
        steps = [one for one in trace.operations if one.name == "optim::SGD.step"]
        shapes = {thread: set() for thread in {one.thread for one in steps}}
        for one in steps:
            shapes[one.thread].add(tuple(operand.shape for operand in one.inputs))
    assert sorted(shapes.values(), key=str) == [{((1, 5), (1,))}, {((1, 7), (1,))}]
