"""The report of a training as its reader uses it: layers to choose, the layer of an operation, what findings tell."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import numscope
from numscope.analysis.nan.nonfinite import find_nonfinite
from numscope.cli.main import main
from sweeps import shortened

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

Open = Callable[..., Any]
ROWS = "#operations-rows [role=row]"


class Head(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.logits = torch.nn.Linear(4, 3)

    def forward(self, x: Any) -> Any:
        return torch.log(torch.softmax(self.logits(x), 1))


def train() -> None:
    torch.manual_seed(0)
    model = torch.nn.Sequential()
    model.add_module("body", torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.ReLU()))
    model.add_module("head", Head())
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(3):
        optimizer.zero_grad()
        x = torch.rand(5, 4) * (1e6 if step == 2 else 1)
        model(x).mean().backward()
        optimizer.step()


def learn_from_zero() -> None:
    weights = torch.nn.Parameter(torch.zeros(3))
    optimizer = torch.optim.SGD([weights], lr=0.1)
    for _ in range(2):
        optimizer.zero_grad()
        torch.sqrt(weights).sum().backward()
        optimizer.step()
    print(weights.sum())


def page_of(folder: Path, program: Callable[[], None]) -> Path:
    with numscope.record(folder / "t.numscope"):
        program()
    assert main(["report", str(folder / "t.numscope"), "-o", str(folder / "t.html")]) == 0
    return folder / "t.html"


@pytest.fixture(scope="module")
def training(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return page_of(tmp_path_factory.mktemp("training"), train)


def found(page: Any) -> int:
    return int(page.locator("#found").inner_text().split()[0].replace(",", ""))


def test_a_layer_is_chosen_with_those_inside_it(training: Path, open_page: Open) -> None:
    page = open_page(training)
    chosen = ["all", "body", "body.0", "body.1", "head", "head.logits"]
    assert page.locator("#layer option").all_inner_texts() == chosen
    page.locator("#kinds").select_option("all")
    counts = {}
    for name in chosen[1:]:
        page.locator("#layer").select_option(name)
        counts[name] = found(page)
    with numscope.open(training.with_suffix(".numscope")) as trace:
        told = trace.sql("select module, count(*) from modules group by all").to_pylist()
    own = {row["module"]: row["count_star()"] for row in told}
    assert counts["body.0"] == own["body.0"]
    assert counts["body"] == own["body.0"] + own["body.1"]
    assert counts["head"] == own["head"] + own["head.logits"]
    page.locator("#layer").select_option("all")
    page.locator("#search").fill("head.logits")
    assert found(page) == own["head.logits"]
    # What is opened by its address is shown, whatever was chosen before.
    page.locator("#layer").select_option("body.1")
    page.evaluate("location.hash = '#op=0'")
    page.wait_for_selector("#detail:not([hidden])")
    assert page.locator("#layer").input_value() == ""


def test_a_finding_of_the_backward_pass_names_its_forward_line(tmp_path: Path, open_page: Open) -> None:
    page = open_page(page_of(tmp_path, learn_from_zero))
    backward = page.locator("#findings .place", has_text="backward of").first.inner_text()
    assert "aten::sqrt" in backward
    assert "test_layers_seen.py:" in backward


@pytest.mark.parametrize("width", shortened([1280, 390]))
def test_an_operation_and_a_finding_tell_their_layer(
    training: Path, open_page: Open, accessible: Callable[[Any], list[str]], width: int
) -> None:
    page = open_page(training, width=width)
    first = page.locator("#findings .finding").first
    assert "aten::log" in first.locator("h3").inner_text()
    assert first.locator(".place").inner_text() == "in head, forward, step 2"
    page.locator("#layer").select_option("head.logits")
    page.locator("#search").fill("aten::linear")
    page.locator(ROWS).last.click()
    page.wait_for_selector("#detail:not([hidden])")
    facts = page.locator("#detail .facts").inner_text().split("\n")
    assert facts[facts.index("layer") + 1] == "head.logits"
    assert facts[facts.index("in training") + 1] == "forward, step 2"
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    # A link to an operation is no link within the page: its address, `#op=`, opens the panel.
    assert [fault for fault in accessible(page) if not fault.startswith('skip-link: <a href="#op=')] == []


def test_a_finding_tells_how_often_and_where_infinities_became_nan(tmp_path: Path, open_page: Open) -> None:
    def divide() -> None:
        with np.errstate(all="ignore"):
            for _ in range(87):
                far = np.ones(2) / np.zeros(2)
                np.subtract(far, far)

    page = open_page(page_of(tmp_path, divide))
    assert page.locator("#layer").count() == 0
    first = page.locator("#findings .finding").first
    assert (
        "divides by zero: `np.zeros(2)` is 0 in 2 of 2 values; 87 times at this line"
        in first.locator(".why").inner_text()
    )
    told = first.locator(".effect")
    assert "the infinities became NaN in numpy.subtract" in told.inner_text()
    told.locator("a").click()
    page.wait_for_selector("#detail:not([hidden])")
    assert "numpy.subtract" in page.locator("#detail h2").inner_text()


def test_memory_that_nobody_wrote_has_a_sentence_of_its_own(tmp_path: Path, open_page: Open) -> None:
    def read() -> None:
        for _ in range(20):  # the memory of one is given to the next
            dirty = np.full(50, np.nan) * 1.0
            del dirty
            fresh = np.empty(50)
            if np.isnan(np.sqrt(fresh)).all():
                break

    page = page_of(tmp_path, read)
    with numscope.open(tmp_path / "t.numscope") as trace:
        kinds = {origin.kind for origin in find_nonfinite(trace).origins}
    if "uninitialised" not in kinds:
        pytest.skip("memory was not given out again")
    assert "before it was written" in open_page(page).locator("#findings").inner_text()
