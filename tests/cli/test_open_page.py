"""`--open`: a real command started by `webbrowser` gets the page that was written."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote, urlparse

import numpy as np
import pytest

import numscope
from sweeps import shortened

pytest.importorskip("numscope._core", reason="the native core is not built")


@pytest.fixture(scope="module")
def trace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("my work") / "run.numscope"
    with numscope.record(path):
        np.ones(3) + 1
    return path


def run(folder: Path, browser: str, *words: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "numscope", *map(str, words)]
    environ = {**os.environ, "BROWSER": browser}
    return subprocess.run(
        command, cwd=folder, env=environ, capture_output=True, text=True, check=False, timeout=120
    )


@pytest.fixture
def browser(tmp_path: Path) -> Path:
    """A browser that writes the address that it is given into the file `address` beside it."""
    program = tmp_path / "browser"
    program.write_text(f'#!/bin/sh\nprintf %s "$1" > "{tmp_path}/address"\n')
    program.chmod(0o755)
    return program


@pytest.mark.parametrize("command", shortened(["explain", "report"]))
def test_the_written_page_opens_in_the_browser(
    command: str, trace: Path, browser: Path, tmp_path: Path
) -> None:
    page = tmp_path / "a page.html"
    done = run(tmp_path, f"{browser} %s", command, trace, "-o", "a page.html", "--open")
    assert done.returncode == 0, done.stderr
    address = urlparse((tmp_path / "address").read_text())
    assert address.scheme == "file"
    assert unquote(address.path) == str(page)
    assert page.read_text().startswith("<!")


def test_no_browser_is_opened_unasked(trace: Path, browser: Path, tmp_path: Path) -> None:
    assert run(tmp_path, f"{browser} %s", "report", trace, "-o", "page.html").returncode == 0
    assert not (tmp_path / "address").exists()


def test_without_a_browser_the_page_is_written_and_named(trace: Path, tmp_path: Path) -> None:
    code = (
        "import sys, webbrowser; webbrowser.open = lambda url: False\n"
        "from numscope.cli.main import main; sys.exit(main(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", code, "report", str(trace), "-o", "page.html", "--open"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0
    assert f"Open {tmp_path / 'page.html'} yourself" in done.stderr


def test_types_need_a_page_to_open(tmp_path: Path) -> None:
    (tmp_path / "p.py").write_text("")
    done = run(tmp_path, "false", "numba", "types", "--open", "p.py")
    assert done.returncode == 2
    assert "--html" in done.stderr
