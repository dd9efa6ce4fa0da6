"""The models of a run in the report: drawn, unfolded by the reader, saved as a picture."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import numscope
from numscope.cli.main import main
from sweeps import shortened

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
pytest.importorskip("torch.nn", reason="PyTorch is not installed")

Open = Callable[..., Any]


class Block(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.up, self.down = torch.nn.Linear(8, 16), torch.nn.Linear(16, 8)

    def forward(self, x: Any) -> Any:
        return x + self.down(torch.relu(self.up(x)))


class Blocks(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.blocks = torch.nn.ModuleList([Block() for _ in range(12)])
        self.log = torch.nn.LogSigmoid()

    def forward(self, x: Any) -> Any:
        for block in self.blocks:
            x = block(x)
        return self.log(x) - torch.log(x * 0)


@pytest.fixture(scope="module")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("model")
    torch.manual_seed(0)
    model = Blocks()
    with numscope.record(folder / "t.numscope"):
        for _ in range(2):
            model(torch.rand(4, 8)).sum().backward()
    assert main(["report", str(folder / "t.numscope"), "-o", str(folder / "t.html")]) == 0
    return folder / "t.html"


def boxes(page: Any) -> list[str]:
    return [str(text) for text in page.locator("#model .node .label").all_text_contents()]


def shown(page: Any) -> Any:
    page.locator("#model").scroll_into_view_if_needed()
    page.wait_for_selector("#model .node")
    return page.locator("#model")


@pytest.mark.parametrize("width", shortened([1280, 390]))
def test_layers_are_unfolded_and_folded(
    page_file: Path, open_page: Open, accessible: Callable[[Any], list[str]], width: int
) -> None:
    page = open_page(page_file, width=width)
    model = shown(page)
    alike = "blocks.0-11 ×12"
    assert boxes(page) == ["Blocks", "x", alike, "log", "mul", "log", "sub", "result"]
    assert model.locator(".told").inner_text() == f"7 of {len(read(page_file))} boxes"
    model.get_by_role("button", name=f"{alike}, unfold").click()
    assert len(boxes(page)) == 20
    page.keyboard.press("Enter")  # the head keeps the focus: it folds
    assert len(boxes(page)) == 8
    page.keyboard.press("Enter")
    model.get_by_role("button", name="blocks.3, unfold").press("Enter")
    assert boxes(page)[5:10] == ["blocks.2", "blocks.3  Block", "up", "relu", "down"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert accessible(page) == []
    model.get_by_role("button", name="relu, open").click()
    page.wait_for_selector("#detail:not([hidden])")
    assert "aten::relu" in page.locator("#detail h2").inner_text()


def read(page_file: Path) -> Any:
    from numscope.analysis.model_graph.boxes import model_graphs

    with numscope.open(page_file.with_suffix(".numscope")) as trace:
        return model_graphs(trace)[0].boxes


def test_boxes_do_not_lie_upon_each_other(page_file: Path, open_page: Open) -> None:
    page = open_page(page_file)
    shown(page).get_by_role("button", name="blocks.0-11 ×12, unfold").click()
    places = page.locator("#model .node:not(.opened) .box").evaluate_all(
        "all => all.map((one) => { const at = one.getBoundingClientRect(); return [at.x, at.y, at.right, at.bottom]; })"
    )
    assert len(places) == 18
    for number, (left, top, right, bottom) in enumerate(places):
        for other in places[number + 1 :]:
            apart = right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top
            assert apart


def test_the_picture_is_saved_as_it_is_seen(page_file: Path, open_page: Open, tmp_path: Path) -> None:
    page = open_page(page_file)
    model = shown(page)
    assert "bad" in (model.locator(".node.opened").first.get_attribute("class") or "")
    with page.expect_download() as download:
        model.get_by_role("button", name="Save as SVG").click()
    assert download.value.suggested_filename == "Blocks.svg"
    download.value.save_as(tmp_path / "saved.svg")
    saved = ET.parse(tmp_path / "saved.svg")
    texts = [one.text for one in saved.iter("{http://www.w3.org/2000/svg}text")]
    assert "blocks.0-11 ×12" in texts
    box = next(one for one in saved.iter("{http://www.w3.org/2000/svg}rect"))
    assert str(box.get("fill")).startswith(("rgb", "color"))


def test_a_program_without_a_model_has_no_section(report: Path, open_page: Open) -> None:
    page = open_page(report)
    assert page.locator("#model").count() == 0
    assert "Model" not in page.locator("nav").first.inner_text()


def test_the_chinese_page_names_it_in_chinese(page_file: Path, open_page: Open) -> None:
    page = open_page(page_file)
    page.locator("#language").click()
    page.wait_for_selector("html[lang=zh][data-ready]")
    model = shown(page)
    assert model.locator("h2").inner_text() == "模型"
    assert "个参数" in str(model.locator(".node .fact").first.text_content())
