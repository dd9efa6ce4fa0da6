"""Pages without a script as their reader sees them: readable in both themes, and in the colours of the others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from numscope.compiled.numba.compilation.line_types import CompiledFunction, Line
from numscope.compiled.torch_compile.records import Compilation, Function, Record
from numscope.views.numba.line_types import as_html
from numscope.views.torch_compile.page import page

Open = Callable[..., Any]


@pytest.fixture(params=["torch.compile", "Numba"])
def written(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    file = tmp_path / "index.html"
    file.write_text(of_torch(tmp_path) if request.param == "torch.compile" else of_numba())
    return file


def of_torch(folder: Path) -> str:
    function = Function("f", "model.py", 3, 0)
    function.compilations.append(Compilation("0/0", "inductor", error="it failed: <b>"))
    return page(Record("2.13", "3.11", [function]), folder)


def of_numba() -> str:
    lines = [Line(1, "def f(a):", {"a": "int64"}, [], False), Line(2, "    return [a]", {}, ["<note>"], True)]
    return as_html([CompiledFunction("f", "model.py", "(int64) -> list", "nopython", 0.5, lines, [])])


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_page_is_readable(
    written: Path, theme: str, open_page: Open, accessible: Callable[[Any], list[str]]
) -> None:
    page = open_page(written, theme=theme, ready="h1")
    assert accessible(page) == []
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert background == {"light": "rgb(255, 255, 255)", "dark": "rgb(17, 21, 26)"}[theme]
