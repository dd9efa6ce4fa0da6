"""What people look at: tables, reports and pictures."""

from __future__ import annotations

import io
from html.parser import HTMLParser

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

from rich.console import Console
from torch import nn

from numscope.inspector import InspectionError, Inspector
from numscope.inspector.table import Table

EVERYTHING = ("activations", "gradients", "inputs", "weights", "weight_gradients")


@pytest.fixture
def ran(mlp):
    inspector = Inspector(mlp).watch("*", what=EVERYTHING)
    inspector.run_inspection(torch.randn(5, 6), loss=lambda output: output.mean())
    return inspector


@pytest.fixture
def streamed(mlp):
    inspector = Inspector(mlp).watch("*", what=("activations", "gradients"))
    with inspector:
        for _ in range(4):
            mlp(torch.randn(5, 6)).mean().backward()
    return inspector


def test_the_summary_has_a_line_for_every_layer_and_kind(ran):
    text = str(ran.summary())
    lines = text.splitlines()
    assert lines[0] == "Sequential: 1 forward pass"
    records = ran.summary().records
    assert len(lines) == 3 + len(records)
    # 5 layers of 3 kinds, and 3 that have a weight and a bias with a gradient each.
    assert len(records) == 5 * 3 + 3 * 2 * 2
    truth = ran.get_statistics("0")["activations"]
    (record,) = [record for record in records if (record["layer"], record["kind"]) == ("0", "activations")]
    assert record["mean"] == truth["mean"]
    assert f"{truth['mean']:.4g}" in text


def test_a_limit_says_what_it_left_out(ran):
    summary = ran.summary(limit=4)
    assert len(str(summary).splitlines()) == 3 + 4 + 1
    assert "23 more lines not shown" in str(summary)


def test_a_table_fits_into_eighty_columns_and_says_the_common_path_once(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    model = nn.ModuleDict({"body": nn.ModuleDict({"deep": nn.Sequential(nn.Linear(4, 4), nn.ReLU())})})
    model.forward = lambda x: model["body"]["deep"](x)
    inspector = Inspector(model).watch("body.deep.*", EVERYTHING[:3])
    inspector.run_inspection(torch.tensor([[1.0, 2.0, 3.0, float("nan")]]), loss=lambda output: output.sum())
    console = Console(file=io.StringIO(), width=80)
    console.print(inspector.summary())
    for text in (str(inspector.summary()), console.file.getvalue()):
        assert max(map(len, text.splitlines())) <= 80
        assert text.count("body.deep") == 1
        assert "layers of body.deep" in text.splitlines()[0]
        assert "NaN" in text


def test_what_was_seen_is_cleared(ran):
    ran.clear()
    assert len(ran.watched) == 5
    with pytest.raises(InspectionError, match="nothing has been seen yet"):
        ran.summary()


def test_layers_that_were_never_called_are_named():
    model = nn.ModuleDict({"used": nn.Linear(2, 2), "spare": nn.Linear(2, 2)})
    model.forward = lambda x: model["used"](x)
    inspector = Inspector(model).watch("*")
    inspector.run_inspection(torch.randn(1, 2))
    assert "nothing seen of 1 watched: spare" in str(inspector.summary())


class Cells(HTMLParser):
    def __init__(self):
        super().__init__()
        self.texts = []
        self.open = []

    def handle_starttag(self, tag, attributes):
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)


def test_notebooks_get_well_formed_html_of_everything(ran):
    for thing in (ran, ran.summary(), ran.diagnose()):
        parser = Cells()
        parser.feed(thing._repr_html_())
        assert parser.open == []
    table = Table("<title>", ["a & b"], [["<script>"]])
    parser = Cells()
    parser.feed(table._repr_html_())
    assert parser.texts == ["<title>", "a & b", "<script>"]


def test_rich_consoles_get_the_same(ran):
    for thing in (ran, ran.summary(), ran.diagnose()):
        console = Console(file=io.StringIO(), width=200)
        console.print(thing)
        assert console.file.getvalue().strip()
    console = Console(file=io.StringIO(), width=200)
    console.print(ran.summary())
    for record in ran.summary().records:
        assert record["type"] in console.file.getvalue()


def test_before_it_ran_an_inspector_describes_itself(mlp):
    inspector = Inspector(mlp).watch("*")
    assert repr(inspector) == "<Inspector of Sequential: 5 layers watched, not run>"
    assert "not run" in inspector._repr_html_()
    console = Console(file=io.StringIO())
    console.print(inspector)
    assert "not run" in console.file.getvalue()


@pytest.fixture(autouse=True)
def closed_figures():
    matplotlib = pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    matplotlib.use("agg")
    yield
    from matplotlib import pyplot

    pyplot.close("all")


def heights(axes):
    """The counts of the histogram drawn on `axes`."""
    (steps,) = axes.patches
    return steps.get_data().values


def test_a_histogram_counts_every_finite_number(ran):
    figure = ran.plot("0")
    panels = {axes.get_title().split("\n")[0]: axes for axes in figure.axes}
    assert set(panels) == {
        "0 activations",
        "0 gradients",
        "0 inputs",
        "0 weights weight",
        "0 weights bias",
        "0 weight gradients weight",
        "0 weight gradients bias",
    }
    assert heights(panels["0 activations"]).sum() == 40


@pytest.mark.parametrize(
    ("values", "counted"),
    [
        ([1.0, 2.0, float("nan"), float("inf")], 2),
        ([0.0, 0.0, 0.0], 3),
        ([3.0], 1),
        ([1e308, -1e308], 2),
        ([5e-324, 0.0], 2),
        ([1e-320], 1),
        ([float(n) for n in range(1000)] + [0.0] * 100_000, 101_000),
    ],
    ids=["gaps", "constant", "one", "huge", "tiny", "subnormal", "mostly-zero"],
)
def test_histograms_of_awkward_numbers(values, counted):
    inspector = Inspector(nn.Sequential(nn.Identity())).watch("0")
    inspector.run_inspection(torch.tensor(values, dtype=torch.float64))
    figure = inspector.plot("0")
    figure.savefig(io.BytesIO(), format="png")
    (axes,) = figure.axes
    assert heights(axes).sum() == counted


@pytest.mark.parametrize("values", [[], [float("nan")] * 3])
def test_a_histogram_of_nothing_says_so(values):
    inspector = Inspector(nn.Sequential(nn.Identity())).watch("0")
    inspector.run_inspection(torch.tensor(values))
    (axes,) = inspector.plot("0").axes
    assert axes.texts[0].get_text() == "no finite numbers"
    assert not values or "3 NaN, 0 Inf left out" in axes.get_title()


def test_a_streamed_run_is_drawn_over_its_steps(streamed):
    figure = streamed.plot("0")
    activations, gradients = figure.axes
    assert list(activations.lines[0].get_xdata()) == [1, 2, 3, 4]
    means = [entry["mean"] for entry in streamed.get_history("0")["activations"]]
    assert list(activations.lines[0].get_ydata()) == means
    assert "gradients" in gradients.get_title()


def test_steps_with_nan_are_marked():
    model = nn.Sequential(nn.Identity())
    inspector = Inspector(model).watch("0")
    with inspector:
        model(torch.tensor([1.0, 2.0]))
        model(torch.tensor([1.0, float("nan")]))
    (axes,) = inspector.plot("0").axes
    assert [list(line.get_xdata()) for line in axes.lines if line.get_label() == "NaN, Inf"] == [[2]]


def test_plot_all_draws_what_matches_up_to_a_limit(ran):
    assert len(ran.plot_all("[02]").axes) == 14
    figure = ran.plot_all(limit=2)
    assert {axes.get_title().split()[0] for axes in figure.axes} == {"0", "1"}
    assert "the first 2 of 5 layers" in figure.get_suptitle()


def test_drawing_does_not_disturb_the_users_own_figure(ran):
    from matplotlib import pyplot

    own, _ = pyplot.subplots()
    figure = ran.plot("0")
    assert figure is not own
    assert not own.axes[0].patches


def test_one_kind_is_drawn_with_as_many_bins_as_asked_for_and_saved(ran, tmp_path):
    figure = ran.plot("0", "activations", bins=7, path=tmp_path / "layer.png")
    (panel,) = figure.axes
    assert len(heights(panel)) == 7
    assert (tmp_path / "layer.png").read_bytes().startswith(b"\x89PNG")
    assert len(ran.plot("0", ("activations", "inputs")).axes) == 2
    with pytest.raises(InspectionError, match="did you mean 'gradients'"):
        ran.plot("0", "gradient")


def test_a_panel_of_yours_is_drawn_on(ran):
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(1, 2)
    assert ran.plot("0", "activations", ax=left) is figure
    assert heights(left).sum() == ran.get_statistics("0")["activations"]["count"]
    assert not right.patches
    with pytest.raises(InspectionError, match="weights bias: name one kind"):
        ran.plot("0", "weights", ax=right)


def test_what_was_not_watched_is_said_by_its_kind(mlp):
    inspector = Inspector(mlp).watch("*")
    inspector.run_inspection(torch.randn(5, 6))
    with pytest.raises(InspectionError, match="no weights of 0 were seen"):
        inspector.plot("0", "weights")
