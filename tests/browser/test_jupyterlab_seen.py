"""Outputs of `%%numscope` in a real JupyterLab: our extension draws them, and leads to their places."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.warm_numscope import SOURCES

nbformat = pytest.importorskip("nbformat", reason="nbformat, the notebooks' own format, is not installed")
pytest.importorskip("jupyterlab.labapp", reason="JupyterLab is not installed (pip install jupyterlab)")
pytest.importorskip("ipykernel.kernelspec", reason="ipykernel is not installed")

HELPER = "import numpy as np\n\n\ndef share(part, whole):\n    return part / whole\n"
CELLS = (
    "%load_ext numscope",
    "import numpy as np\nfrom helper import share\nclicks = np.array([3.0, 0.0])\nviews = np.array([10.0, 0.0])",
    "%%numscope --list\nrate = share(clicks, views)\nbig = clicks.repeat(50)",
    "%numscope why",
    "numscope_trace[0]",
)
PATIENCE = 120_000  # milliseconds
EXTENSION = Path(sysconfig.get_path("data"), "share/jupyter/labextensions/numscope/package.json")
IDLE = "window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'"
RUN_ALL = "void window.jupyterapp.commands.execute('notebook:run-all-cells')"
# Path, number of the cell, and line of the cursor in what is in front.
WHERE = """() => {
  const { context, content } = window.jupyterapp.shell.currentWidget;
  const editor = content.activeCell?.editor ?? content.editor;
  return [context.path, content.activeCellIndex ?? null, editor?.getCursorPosition().line ?? null];
}"""
COLOR = "element => getComputedStyle(element).color"


# JupyterLab itself, in a browser: a minute. That its extension is built from its sources is seen by `make lint`.
pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A notebook and its helper in a folder of their own below the server's."""
    folder = tmp_path_factory.mktemp("lab")
    (folder / "work").mkdir()
    (folder / "work" / "helper.py").write_text(HELPER)
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in CELLS])
    notebook.metadata.kernelspec = {"name": "here", "display_name": "here", "language": "python"}
    nbformat.write(notebook, folder / "work" / "clicks.ipynb")
    return folder


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    """A JupyterLab over the folder, with a kernel of this interpreter; its settings are its own."""
    if not EXTENSION.is_file():
        pytest.skip("the extension is not in this environment (make build)")
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMSCOPE")}
    homes = {f"JUPYTER_{name}_DIR": str(folder / name) for name in ("DATA", "CONFIG", "RUNTIME")}
    environment = {**kept, **homes, "HOME": str(folder), "PYTHONPATH": SOURCES}
    install = [sys.executable, "-m", "ipykernel", "install", "--user", "--name", "here"]
    subprocess.run(install, env=environment, check=True, capture_output=True)
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--port=0"]
    command += ["--expose-app-in-browser", f"--ServerApp.root_dir={folder}"]
    with open(folder / "server.log", "w", encoding="utf-8") as log:
        server = subprocess.Popen(command, env=environment, stdout=log, stderr=log, cwd=folder)
    try:
        yield _address(folder, server)
    finally:
        server.terminate()
        server.wait(60)


def _address(folder: Path, server: subprocess.Popen[bytes]) -> str:
    """Wait until the server says where it is."""
    while server.poll() is None:
        for found in (folder / "RUNTIME").glob("jpserver-*.json"):
            try:
                said = json.loads(found.read_text(encoding="utf-8"))
            except ValueError:
                continue  # not yet written whole
            return f"{said['url']}lab/tree/work/clicks.ipynb?token={said['token']}"
        time.sleep(0.1)
    raise AssertionError((folder / "server.log").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def lab(browser: Any, address: str) -> Iterator[Any]:
    """The notebook after a run of all cells."""
    context = browser.new_context(viewport={"width": 1280, "height": 1100})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    page.wait_for_function(IDLE)
    page.evaluate(RUN_ALL)
    page.locator(".output h3", has_text="numpy.divide #0").wait_for()  # the last cell's
    yield page
    context.close()


@pytest.fixture
def notebook(lab: Any) -> Any:
    """The notebook in front, whatever a test opened."""
    lab.evaluate("window.jupyterapp.commands.execute('docmanager:open', { path: 'work/clicks.ipynb' })")
    lab.wait_for_function(f"({WHERE})()[0] === 'work/clicks.ipynb'")
    return lab


def test_operations_are_a_table_that_sorts(notebook: Any) -> None:
    table = notebook.locator(".output table")
    assert table.locator("tbody td:nth-child(3)").all_inner_texts() == [
        "numpy.divide invalid",
        "numpy.ndarray.repeat",
    ]
    assert table.locator("tbody td:nth-child(2)").all_inner_texts() == ["helper.py:5", "In [3]:2"]
    for shown in (["1", "0"], ["0", "1"]):
        table.locator("th:first-child button").click()
        assert table.locator("tbody td:nth-child(1)").all_inner_texts() == shown


def test_findings_take_the_colours_of_the_theme(notebook: Any) -> None:
    finding = notebook.locator(".output ol li")
    assert finding.locator("p").first.inner_text().startswith("divides 0 by 0: `whole` is 0 in 1 of 2 values")
    light = finding.evaluate(COLOR)
    notebook.evaluate(
        "window.jupyterapp.commands.execute('apputils:change-theme', { theme: 'JupyterLab Dark' })"
    )
    dark = finding.evaluate(
        f"""async (element, light) => {{
      while (({COLOR})(element) === light) await new Promise(requestAnimationFrame);
      return ({COLOR})(element);
    }}""",
        light,
    )
    assert dark != light


def test_a_click_leads_to_the_cell(notebook: Any) -> None:
    notebook.locator(".output .place", has_text="In [3]:2").click()
    notebook.wait_for_function(f"({WHERE})()[1] === 2")
    notebook.wait_for_function(f"({WHERE})()[2] === 2")  # counted from 0, the magic's line too


def test_a_click_opens_the_file_at_the_line(notebook: Any) -> None:
    notebook.locator(".output h3 .place", has_text="helper.py:5").first.click()
    notebook.wait_for_function(f"({WHERE})()[0] === 'work/helper.py'")
    notebook.wait_for_function(f"({WHERE})()[2] === 4")
