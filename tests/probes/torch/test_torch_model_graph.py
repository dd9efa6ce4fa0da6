"""`numscope graph --model`: the tensors between layers, held against what torch.fx traces of the same models."""

import json
import operator
import xml.etree.ElementTree as ET

import pytest

import numscope
from numscope.analysis.model_graph.boxes import OUTSIDE, model_graphs
from numscope.analysis.model_graph.folding import open_boxes, shown_inside
from numscope.analysis.model_graph.one_call import follow_call
from numscope.cli.main import main

pytest.importorskip("torch.nn", reason="PyTorch is not installed")
import torch
from some_models import MODELS
from torch import fx, nn

# These show memory that others wrote.
VIEWS = {"view", "flatten", "transpose", "permute", "unsqueeze"}
SVG = "{http://www.w3.org/2000/svg}"


class Bottleneck(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(width, width, 3, padding=1), nn.BatchNorm2d(width), nn.ReLU())
        self.shortcut, self.last = nn.Identity(), nn.ReLU(inplace=True)

    def forward(self, x):
        way = self.body(x)
        way.add_(self.shortcut(x))
        return self.last(way)


class Residual(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(3, 4, 3, padding=1)
        self.blocks = nn.ModuleList([Bottleneck(4) for _ in range(3)])
        self.head = nn.Linear(64, 5)

    def forward(self, images):
        hidden = self.stem(images)
        for block in self.blocks:
            hidden = block(hidden)
        return self.head(hidden.flatten(1)).unsqueeze(0)


class TwoTowers(nn.Module):
    """Two inputs, a layer that is called twice, branches that meet again, parts of one tensor, two results."""

    def __init__(self):
        super().__init__()
        self.left, self.right, self.shared = nn.Linear(4, 6), nn.Linear(5, 6), nn.Linear(6, 6)
        self.out = nn.Linear(12, 3)

    def forward(self, words, pixels):
        one, other = self.shared(self.left(words)), self.shared(self.right(pixels))
        both = torch.cat([one, other], 1)
        upper, lower = both[:, :6], both[:, 6:]
        return self.out(both), torch.tanh(upper) + torch.relu(lower)


def traced(model, name):
    """Return the ends of all tensors as fx has them, by path of the layer or name of the function."""
    functions = {
        operator.add: "add",
        "add_": "add_",
        torch.cat: "cat",
        torch.tanh: "tanh",
        torch.relu: "relu",
    }
    sources = {}

    def source(node):
        while node in sources or node in changed:
            node = sources.get(node) or changed[node]
        if node.op == "placeholder":
            return node.target
        return node.target if node.op == "call_module" else functions[node.target]

    found = set()
    changed = {}
    for node in fx.symbolic_trace(model).graph.nodes:
        shows = node.op == "call_method" and node.target in VIEWS
        if shows or node.target is operator.getitem:
            sources[node] = node.args[0]
        elif node.op == "output":
            found |= {(source(one), name) for one in node.all_input_nodes}
        elif node.op == "call_method":  # in place: what reads it later reads what this one wrote
            found |= {(source(one), node.target) for one in node.all_input_nodes}
            changed[node.args[0]] = node
        elif node.op != "placeholder":
            target = node.target if node.op == "call_module" else functions[node.target]
            found |= {(source(one), target) for one in node.all_input_nodes}
    return found


def followed(trace, call, layers, name):
    """Return the same of a recorded call."""

    def title(part):
        if part.kind == "result":
            return name
        return part.layer if part.layer in layers else part.name.removeprefix("aten::")

    found = follow_call(trace, call).tensors
    return {(title(source), title(target)) for source, target in found}


@pytest.mark.parametrize("values", ["none", "full"])
@pytest.mark.parametrize(
    ("model", "inputs"),
    [(Residual, [(2, 3, 4, 4)]), (TwoTowers, [(7, 4), (7, 5)])],
    ids=["residual", "towers"],
)
def test_tensors_flow_as_fx_traces_them(model, inputs, values, tmp_path):
    torch.manual_seed(0)
    model, inputs = model(), [torch.rand(shape) for shape in inputs]
    with numscope.record(tmp_path / "t.numscope", values=values) as recording:
        for _ in range(3):
            model(*inputs)
    leaves = {path for path, module in model.named_modules() if not list(module.children())}
    with recording.open() as trace:
        (graph,) = model_graphs(trace)
        assert followed(trace, graph.call, leaves, "result") == traced(model, "result")


@pytest.fixture(scope="module", params=MODELS)
def recorded(request, tmp_path_factory):
    torch.manual_seed(0)
    model, inputs = MODELS[request.param]()
    folder = tmp_path_factory.mktemp(request.param) / "t.numscope"
    with numscope.record(folder, values="none") as recording:
        for _ in range(2):
            model(*inputs).float().square().mean().backward()
    with recording.open() as trace:
        yield model, model_graphs(trace)[0], folder


def test_lines_lead_through_every_layer(recorded):
    """Each box stands inside its parent once; something flows into each layer, and out of it."""
    _, graph, _ = recorded
    for place, box in enumerate(graph.boxes):
        assert [graph.boxes[one].parent for one in box.inside] == [place] * len(box.inside)
        assert {end for line in box.lines for end in (line.source, line.target)} <= {OUTSIDE, *box.inside}
        if box.kind in ("layer", "repeated") and place:
            around = graph.boxes[box.parent].lines
            assert [line for line in around if line.target == place]
            assert [line for line in around if line.source == place]


def test_boxes_are_the_layers_with_their_parameters(recorded):
    model, graph, _ = recorded
    layers = [box for box in graph.boxes if box.kind == "layer"]
    assert len(layers) == len([one for one in model.modules() if not isinstance(one, nn.ModuleList)])
    whole = graph.boxes[0].row
    assert whole.parameters == sum(parameter.numel() for parameter in model.parameters())


@pytest.mark.sweep(3)
def test_the_command_draws_and_speaks(recorded, tmp_path, capsys):
    model, graph, folder = recorded
    assert main(["graph", str(folder), "--model", "-o", str(tmp_path / "m.svg")]) == 0
    picture = ET.parse(tmp_path / "m.svg")
    drawn = [one for one in picture.iter(f"{SVG}rect") if one.get("class") not in (None, "behind")]
    assert len(drawn) == _shown(graph, 0, open_boxes(graph, 0))
    assert main(["graph", str(folder), "--model"]) == 0
    text = capsys.readouterr().out
    assert text.startswith(type(model).__name__)
    assert main(["graph", str(folder), "--model", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["model"] == type(model).__name__


def _shown(graph, box, opened):
    if box not in opened:
        return 1
    return 1 + sum(_shown(graph, one, opened) for one in graph.boxes[shown_inside(graph, box)].inside)


def test_depth_opens_so_many_levels(tmp_path, capsys):
    with numscope.record(tmp_path / "t.numscope", values="none"):
        Residual()(torch.rand(2, 3, 4, 4))
    lines = {}
    for depth in ("1", "2", "3"):
        assert main(["graph", str(tmp_path / "t.numscope"), "--model", "--depth", depth]) == 0
        shown = capsys.readouterr().out.splitlines()
        lines[depth] = [line.strip() for line in shown if "<-" not in line]
    assert [line.split()[0] for line in lines["1"][:-1]] == [
        "Residual",
        "images",
        "stem",
        "blocks.0-2",
        "head",
        "result",
    ]
    assert any(line.startswith("blocks.0-2 ×3  Bottleneck") for line in lines["1"])
    assert [line.split()[0] for line in lines["2"][4:8]] == ["body", "shortcut", "add_", "last"]
    assert len(lines["3"]) == len(lines["2"]) + 3


class Broken(nn.Module):
    def __init__(self):
        super().__init__()
        self.before, self.log, self.after = nn.Linear(3, 3), Log(), nn.Linear(3, 2)

    def forward(self, x):
        return self.after(self.log(self.before(x)))


class Log(nn.Module):
    def forward(self, x):
        return (x - 100).log()


def test_a_layer_that_makes_nan_of_numbers_is_marked(tmp_path, capsys):
    model = Broken()
    with numscope.record(tmp_path / "t.numscope", values="stats") as recording:
        model(torch.ones(4, 3))
        model(torch.ones(4, 3))
    with recording.open() as trace:
        (graph,) = model_graphs(trace)
    marks = {box.label: box.marks for box in graph.boxes if box.kind == "layer"}
    assert marks["log"] == ("NaN in 2 of 2 calls, first in step 1, given finite numbers",)
    assert marks["after"] == ("NaN in 2 of 2 calls, first in step 1",)
    assert marks["before"] == ()
    made = {box.label: box.marks for box in graph.boxes if box.kind == "operation"}
    assert made == {"aten::sub": (), "aten::log": ("makes NaN of finite numbers",)}
    assert main(["graph", str(tmp_path / "t.numscope"), "--model", "--format", "svg"]) == 0
    drawn = ET.fromstring(capsys.readouterr().out)
    assert [one.get("class") for one in drawn.iter(f"{SVG}rect") if "bad" in one.get("class", "")] == [
        *("open bad", "open bad", "operation bad", "layer bad")
    ]


def test_a_parameter_without_gradient_marks_its_layer(tmp_path):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 1))
    with torch.no_grad():
        model[0].bias.fill_(-100)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    with numscope.record(tmp_path / "t.numscope", values="stats") as recording:
        for _ in range(4):
            optimizer.zero_grad()
            model(torch.rand(5, 3)).sum().backward()
            optimizer.step()
    with recording.open() as trace:
        (graph,) = model_graphs(trace)
    marks = {box.label: box.marks for box in graph.boxes if box.kind == "layer"}
    assert "gradient of weight: dead: zero in every step" in marks["0"]
    assert not any("gradient of bias" in mark for mark in marks["2"])


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--model", "Other"], "holds no model 'Other'; it holds Residual"),
        (["--model", "--format", "dot"], "drawn as svg, not as dot"),
        (["--model", "--of", "3"], "leave out --of"),
    ],
)
def test_what_cannot_be_drawn_is_refused(words, told, tmp_path, capsys):
    with numscope.record(tmp_path / "t.numscope", values="none"):
        Residual()(torch.rand(2, 3, 4, 4))
    assert main(["graph", str(tmp_path / "t.numscope"), *words]) == 2
    assert told in " ".join(capsys.readouterr().err.split())
