"""Pages in a real browser: headless Chromium, driven by Playwright. Without either, these tests are skipped."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import numscope
from numscope.cli.main import main

playwright = pytest.importorskip(
    "playwright.sync_api", reason="Playwright is not installed (pip install playwright)"
)
axe = pytest.importorskip(
    "axe_playwright_python", reason="axe is not installed (pip install axe-playwright-python)"
)
pytest.importorskip("numscope._core", reason="the native core is not built")

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
LESSONS = Path(__file__).resolve().parents[2] / "examples" / "lessons"
HOSTILE = "<img src=x onerror=document.title='owned'>\x1b[31m\u202egnp"

Open = Callable[..., Any]


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium, once for all tests."""
    program = next((path for path in map(shutil.which, _NAMES) if path), None)
    if program is None:
        pytest.skip("no Chromium here (apt-get install chromium)")
    with playwright.sync_playwright() as runner:
        browser = runner.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser: Any) -> Iterator[Open]:
    """Open a file in a new window; at the end nothing may have been asked of the network, and no error been raised."""
    contexts, wrong = [], []

    def opened(
        file: Path, anchor: str = "", width: int = 1280, theme: str = "light", ready: str = "html[data-ready]"
    ) -> Any:
        height = 844 if width < 500 else 800
        context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=theme)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
        page.on(
            "request", lambda request: None if request.url.startswith("file:") else wrong.append(request.url)
        )
        page.goto(file.as_uri() + anchor)
        page.wait_for_selector(ready)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.fixture(scope="session")
def accessible() -> Callable[[Any], list[str]]:
    """What axe finds wrong with a page, in words."""
    script = (Path(axe.__file__).parent / "axe.min.js").read_text(encoding="utf-8")

    def found(page: Any) -> list[str]:
        page.evaluate(script)
        result = page.evaluate("axe.run()")
        return [
            f"{violation['id']}: {node['html'][:160]} {node['any'][0]['message'] if node['any'] else ''}"
            for violation in result["violations"]
            for node in violation["nodes"][:3]
        ]

    return found


def work() -> None:
    """A program with loops, NaN, an exception, hostile names."""
    rng = np.random.default_rng(0)
    weights = rng.normal(size=(4, 4))
    x = rng.normal(size=(8, 4))
    for _ in range(30):
        x = np.tanh(x @ weights)
        x -= x.mean(axis=0)
    with np.errstate(all="ignore"):
        np.log(x)
    with pytest.raises(ValueError, match="broadcast"):
        np.add(np.zeros(3), np.zeros(4))
    exec(compile("import numpy as np\nnp.sqrt(np.arange(5.0))", HOSTILE, "exec"), {})


@pytest.fixture(scope="session")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of `work`."""
    folder = tmp_path_factory.mktemp("report")
    with numscope.record(folder / "work.numscope"):
        work()
    assert main(["report", str(folder / "work.numscope"), "-o", str(folder / "work.html")]) == 0
    return folder / "work.html"


@pytest.fixture(scope="session")
def lesson(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of the first lesson."""
    page = tmp_path_factory.mktemp("lesson") / "lesson.html"
    assert main(["explain", "-o", str(page), str(LESSONS / "broadcasting_and_views.py")]) == 0
    return page
