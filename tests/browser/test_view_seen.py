"""The page of `numscope view` as a reader uses it: one run, two side by side, and one that is still running."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.viewed_traces import serving, two_runs

ROWS = "#operations tbody tr"


def work(factor: float) -> None:
    rows = np.arange(-2.0, 4.0)
    for _ in range(150):
        np.tanh(rows * factor)
    with np.errstate(all="ignore"):
        np.sqrt(rows).sum()


@pytest.fixture(scope="module")
def traces(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return two_runs(tmp_path_factory.mktemp("viewed"), work)


@pytest.fixture
def open_address(browser: Any) -> Iterator[Callable[..., Any]]:
    """Open an address in a new window; nothing may have been asked of others, and no error been raised."""
    contexts, wrong = [], []

    def opened(address: str, width: int = 1280) -> Any:
        context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme="light")
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
        own = address.partition("?")[0]
        page.on("request", lambda one: None if one.url.startswith(own) else wrong.append(one.url))
        page.goto(address)
        page.wait_for_selector("html[data-ready]")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert wrong == []


def test_one_run_has_its_verdict_source_and_pages(
    traces: list[Path], open_address: Callable[..., Any]
) -> None:
    with serving(traces[:1]) as server:
        page = open_address(server.address)
        assert "test_view_seen.py" in page.locator(".verdict article h2").first.inner_text()
        assert "NaN" in page.locator(".listing tr.chosen").inner_text()
        assert page.locator("#compared").count() == 0
        page.locator(ROWS).nth(99).wait_for()
        assert page.locator(ROWS).count() == 100
        assert page.locator("#found").inner_text().startswith("1 to 100 of ")
        assert page.get_by_label("Previous page", exact=True).is_disabled()
        page.get_by_label("Next page", exact=True).click()
        page.locator("#found", has_text="101 to 200").wait_for()
        below = page.get_by_label("Next page, from below")
        for found in ("201 to 300", "301 to 30"):
            below.click()
            page.locator("#found", has_text=found).wait_for()
        assert below.is_disabled()
        assert page.evaluate("document.querySelector('#operations').getBoundingClientRect().top") < 800
        page.locator("#search").fill("sqrt")
        page.keyboard.press("Enter")
        page.locator("#found", has_text="1 to 1 of 1").wait_for()
        assert "NaN" in page.locator(ROWS).inner_text()
        page.locator(f"{ROWS} a").click()
        page.wait_for_selector("#detail:not([hidden])")
        assert "numpy.sqrt" in page.locator("#detail h2").inner_text()
        assert "np.sqrt(rows).sum()" in page.locator("#detail .source").inner_text()
        # The address alone leads to the same again.
        again = open_address(page.url)
        again.wait_for_selector("#detail:not([hidden])")
        again.locator("#found", has_text="1 to 1 of 1").wait_for()
        again.keyboard.press("Escape")
        assert again.locator("#detail").is_hidden()
        # A link of the verdict names the operation alone.
        again.locator(".verdict article h2 a").first.click()
        again.wait_for_selector("#detail:not([hidden])")
        assert "q=sqrt" in again.url


def test_two_runs_stand_side_by_side(
    traces: list[Path], open_address: Callable[..., Any], accessible: Callable[[Any], list[str]]
) -> None:
    with serving(traces) as server:
        page = open_address(server.address)
        assert "before.numscope" in page.locator("#compared thead").inner_text()
        assert "after.numscope" in page.locator("#compared thead").inner_text()
        page.locator("#compared button", has_text="after.numscope").click()
        text = page.locator("#compared pre")
        page.locator("#compared pre", has_text="test_view_seen.py").wait_for()
        assert "np.tanh(rows * factor)" in text.inner_text()
        page.locator("nav a", has_text="after").click()
        page.locator("h1", has_text="after.numscope").wait_for()
        page.locator("#found", has_text="1 to 100").wait_for()
        assert accessible(page) == []


def test_it_fits_a_telephone(traces: list[Path], open_address: Callable[..., Any]) -> None:
    with serving(traces) as server:
        page = open_address(server.address, width=390)
        page.locator(ROWS).first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.locator("#compared button", has_text="after.numscope").click()
        page.locator("#compared pre", has_text="test_view_seen.py").wait_for()
        assert page.evaluate("(e => e.scrollWidth <= e.clientWidth)(document.querySelector('#compared pre'))")


def test_a_running_program_is_shown_as_it_goes(tmp_path: Path, open_address: Callable[..., Any]) -> None:
    program = tmp_path / "slow.py"
    program.write_text(
        "import sys, numpy as np\nx = np.ones(3)\n"
        "for _ in range(50):\n    np.tanh(x)\nprint('half', flush=True)\nsys.stdin.readline()\n"
        "for _ in range(50):\n    np.tanh(x)\n"
    )
    trace = tmp_path / "slow.numscope"
    words = [sys.executable, "-m", "numscope", "run", "-o", str(trace), str(program)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(words, **pipes) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        assert running.stdout.readline() == b"half\n"
        with serving([trace]) as server:
            page = open_address(server.address)
            page.locator("#live tbody tr", has_text="numpy.tanh").wait_for()
            assert "50" in page.locator("#live tbody tr", has_text="numpy.tanh").inner_text()
            running.stdin.write(b"\n")
            running.stdin.close()
            # At the end the page has the whole run.
            page.locator("#operations").wait_for()
            page.locator("#search").fill("tanh")
            page.keyboard.press("Enter")
            page.locator("#found", has_text="1 to 100 of 100").wait_for()
        running.wait()


@pytest.mark.long
def test_two_runs_side_by_side_in_chinese(traces: list[Path], open_address: Callable[..., Any]) -> None:
    with serving(traces) as server:
        page = open_address(server.address)
        page.locator("#language").click()
        page.wait_for_selector("html[lang=zh][data-ready]")
        assert page.locator("#compared h2").inner_text() == "并列比较"
        assert page.locator("#compared tbody th").first.inner_text() == "运算"
        page.locator("#found", has_text=re.compile("^第 1 到 ")).wait_for()
