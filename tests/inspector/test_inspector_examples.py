"""The examples run, and show what they say."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.mark.long
def test_the_notebook_runs_from_top_to_bottom(clean_environ, monkeypatch, tmp_path):
    nbclient = pytest.importorskip("nbclient", reason="nbclient, which runs notebooks, is not installed")
    nbformat = pytest.importorskip("nbformat", reason="nbformat, which reads notebooks, is not installed")
    pytest.importorskip("ipykernel", reason="ipykernel, which notebooks run in, is not installed")
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    for name in set(os.environ) - set(clean_environ):
        monkeypatch.delenv(name)
    monkeypatch.setenv("PYTHONPATH", clean_environ["PYTHONPATH"])
    notebook = nbformat.read(EXAMPLES / "inspector.ipynb", as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "kept without its outputs"
    with_own_kernel(tmp_path, monkeypatch)
    nbclient.NotebookClient(notebook, timeout=600, kernel_name="here").execute()
    shown = [
        kind
        for cell in notebook.cells
        for output in cell.get("outputs", ())
        for kind in output.get("data", ())
    ]
    assert shown.count("image/png") == 2, "each plot once"
    assert shown.count("text/html") == 2, "the table and the diagnosis"


def with_own_kernel(folder, monkeypatch):
    """A kernel of the interpreter the tests run in, whatever kernels the machine has."""
    kernel = folder / "kernels" / "here"
    kernel.mkdir(parents=True)
    command = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    (kernel / "kernel.json").write_text(
        json.dumps({"argv": command, "display_name": "here", "language": "python"})
    )
    monkeypatch.setenv("JUPYTER_PATH", str(folder))


@pytest.mark.parametrize("words", [["examples/inspect_model.py"], None], ids=["script", "untouched"])
def test_the_example_finds_what_is_wrong_with_the_first_model_only(clean_environ, words):
    untouched = ["-m", "numscope", "inspect", "examples/inspect_model.py", "--diagnose", "--", "--plain"]
    done = subprocess.run(
        [sys.executable, *(words or untouched)],
        cwd=EXAMPLES.parent,
        env=clean_environ,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == (0 if words else 1), done.stderr
    assert done.stdout.count("saturated:") == 1
    if words:
        assert done.stdout.index("saturated:") < done.stdout.index("mended:")
        assert "nothing wrong with what was watched" in done.stdout
