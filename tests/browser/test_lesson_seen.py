"""The teaching page as a class uses it: stepped by key, pointed at, guessed, in two languages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.browser.looks import LOOKS

import numscope
from numscope.cli.main import main
from numscope.notebook.lesson import lesson_html
from sweeps import shortened

LESSONS = Path(__file__).resolve().parents[2] / "examples" / "lessons"
Open = Callable[..., Any]


@LOOKS
def test_every_step_reads_without_fault(
    lesson: Path, open_page: Open, accessible: Callable[[Any], list[str]], width: int, theme: str
) -> None:
    page = open_page(lesson, width=width, theme=theme)
    steps = int(page.locator("#slider").get_attribute("max"))
    for step in range(1, steps + 1):
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        if step in (3, 8, 13, steps):
            assert accessible(page) == []
        page.keyboard.press("ArrowRight")
    assert page.url.endswith(f"#step={steps}")
    assert page.locator("#next").is_disabled()


def test_keys_step_forward_back_and_by_line(lesson: Path, open_page: Open) -> None:
    page = open_page(lesson)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("n")
    assert page.locator(".line.now").inner_text().endswith("scores = scores + bonus")
    page.keyboard.press("ArrowLeft")
    assert "bonus = np.array" in page.locator(".line.now").inner_text()
    page.keyboard.press("End")
    assert page.locator(".stage .bad").inner_text().startswith("NaN came in")
    page.keyboard.press("Home")
    page.keyboard.press("Shift+ArrowRight")
    assert page.url.endswith("#step=2")


def test_a_stretched_row_is_drawn_and_an_element_lights_what_it_is_made_of(
    lesson: Path, open_page: Open
) -> None:
    page = open_page(lesson, "#step=3")
    assert page.locator(".before .ghost").count() == 8
    assert page.locator(".shapes .stretched").inner_text() == "→ 3"
    page.locator(".after .cell", has_text="102").hover()
    assert page.locator(".before .from").all_inner_texts() == ["97", "5"]


def test_a_mean_lights_its_column_and_a_view_shares_memory(lesson: Path, open_page: Open) -> None:
    page = open_page(lesson, "#step=4")
    assert page.locator(".axis.gone").inner_text().startswith("axis 0")
    page.locator(".after .cell").nth(1).hover()
    assert page.locator(".before .from").all_inner_texts() == ["71", "85", "66"]
    page.evaluate("location.hash = '#step=13'")
    page.wait_for_selector(".memory")
    reached = page.locator(".walk").nth(1).locator(".reached small").all_inner_texts()
    assert reached == ["0", "2", "4", "6", "8", "10"]


def test_nan_begins_in_red(lesson: Path, open_page: Open) -> None:
    page = open_page(lesson, "#step=21")
    assert page.locator(".after .cell.nan").count() == 1
    assert "became NaN here" in page.locator(".stage .bad").inner_text()
    assert page.locator(".before .from").all_inner_texts() == ["0", "0"]


def test_chinese_and_back(lesson: Path, open_page: Open) -> None:
    page = open_page(lesson, "#step=3")
    page.locator("#language").click()
    assert page.locator("html").get_attribute("lang") == "zh"
    assert "第四次测验太难" in page.locator(".narration").inner_text()
    assert page.locator("#next").inner_text().startswith("下一步")
    assert page.url.endswith("#step=3")
    page.keyboard.press("l")
    assert page.locator(".narration").inner_text().startswith("The fourth test")


def test_a_class_may_guess_first(lesson: Path, open_page: Open) -> None:
    page = open_page(lesson, "#step=3")
    page.keyboard.press("g")
    assert page.locator(".after").count() == 0
    page.keyboard.press("ArrowRight")
    assert page.locator(".after").count() == 1
    assert page.url.endswith("#step=3")
    page.keyboard.press("ArrowRight")
    assert page.locator(".after").count() == 0


@pytest.mark.long
@pytest.mark.parametrize(("width", "theme"), shortened([(390, "dark"), (1280, "light")]))
def test_the_frame_of_a_notebook_steps_without_reaching_out_of_it(
    tmp_path: Path, open_page: Open, accessible: Callable[[Any], list[str]], width: int, theme: str
) -> None:
    with numscope.record(tmp_path / "cell.numscope"):
        np.arange(6.0).reshape(2, 3).sum(axis=0)
    with numscope.open(tmp_path / "cell.numscope") as trace:
        frame = lesson_html(trace, "en", {})
    notebook = tmp_path / "notebook.html"
    notebook.write_text(f"<!doctype html><html lang=en data-ready><title>cells</title><h1>1</h1>{frame}")
    page = open_page(notebook, width=width, theme=theme)
    inside = page.frames[1]
    inside.wait_for_selector("html[data-ready]")
    inside.locator("#next").click()
    page.keyboard.press("ArrowRight")
    assert inside.locator("#counter").inner_text() == "step 3 of 3"
    assert inside.locator(".axis.gone").inner_text().startswith("axis 0")
    assert inside.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert inside.evaluate("window.origin") == "null"
    assert [fault for fault in accessible(inside) if "landmark" not in fault] == []


@pytest.fixture(scope="session")
def failing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The lesson whose broadcast fails."""
    page = tmp_path_factory.mktemp("failing") / "failing.html"
    assert main(["explain", str(LESSONS / "broadcast_that_fails.py"), "-o", str(page)]) == 0
    return page


@pytest.fixture(scope="session")
def strides(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The lesson about strides."""
    page = tmp_path_factory.mktemp("strides") / "strides.html"
    assert main(["explain", str(LESSONS / "strides.py"), "-o", str(page)]) == 0
    return page


def test_shapes_that_clash_are_red_with_the_index_that_mends_it(
    failing: Path, open_page: Open, accessible: Callable[[Any], list[str]]
) -> None:
    page = open_page(failing, "#step=3")
    assert page.locator(".shapes .clash").all_inner_texts() == ["4", "3"]
    assert page.locator(".fix").inner_text() == (
        "Write means[:, None] instead: its shape becomes (3, 1), the result (3, 4)."
    )
    assert accessible(page) == []
    page.keyboard.press("l")
    assert "means[:, None]，它的形状变为 (3, 1)" in page.locator(".fix").inner_text()


def test_the_memory_of_a_view_is_walked_by_key(strides: Path, open_page: Open) -> None:
    page = open_page(strides, "#step=3")
    page.keyboard.press("ArrowDown")
    assert page.locator(".steps-to").all_inner_texts() == [
        "[1, 0]: 0 + 1×4 + 0×1 = 4",
        "[0, 1]: 0 + 0×1 + 1×4 = 4",
    ]
    page.keyboard.press("w")
    page.wait_for_selector(".steps-to:has-text('[2, 0]')")
    assert page.locator(".walk").nth(1).locator(".here small").inner_text() == "8"
    page.keyboard.press("w")
    page.keyboard.press("ArrowRight")
    assert page.url.endswith("#step=4")


def test_the_shape_is_asked_for_before_it_is_shown(
    strides: Path, open_page: Open, accessible: Callable[[Any], list[str]]
) -> None:
    page = open_page(strides, "#step=3")
    page.keyboard.press("g")
    page.get_by_role("button", name="(3, 4)").click()
    assert page.locator(".answer").inner_text() == "No. Look at the axes once more."
    page.get_by_role("button", name="(4, 3)").click()
    assert page.locator(".answer").inner_text() == "Right."
    assert accessible(page) == []


def test_projector_mode_is_larger_and_does_not_overflow(strides: Path, open_page: Open) -> None:
    page = open_page(strides, "#step=3")
    before = page.locator(".cell").first.bounding_box()["height"]
    page.keyboard.press("b")
    assert page.locator(".cell").first.bounding_box()["height"] > 1.4 * before
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
