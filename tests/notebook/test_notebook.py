"""`%%numscope` in a real kernel: what a cell computes is recorded and shown, and the cell stays what it was."""

from __future__ import annotations

import base64
import gzip
import html
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

nbformat = pytest.importorskip("nbformat", reason="nbformat, the notebooks' own format, is not installed")
nbclient = pytest.importorskip("nbclient", reason="nbclient, which runs notebooks, is not installed")
kernelspec = pytest.importorskip("jupyter_client.kernelspec", reason="Jupyter's client is not installed")
ipykernel_install = pytest.importorskip("ipykernel.kernelspec", reason="ipykernel is not installed")

MIME = "application/vnd.numscope.output.v1+json"


@pytest.fixture
def run_cells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clean_environ: dict[str, str]):
    """Run cells in one new kernel of this interpreter and return their outputs."""
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "jupyter"))
    for name in [name for name in os.environ if name.startswith("NUMSCOPE")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PYTHONPATH", clean_environ["PYTHONPATH"])
    ipykernel_install.install(user=True, kernel_name="here")

    def run(*cells: str) -> list[list[Any]]:
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
        nbclient.NotebookClient(
            notebook,
            timeout=120,
            kernel_name="here",
            allow_errors=True,
            resources={"metadata": {"path": tmp_path}},
        ).execute()
        return [cell.outputs for cell in notebook.cells]

    return run


def text_of(outputs: list[Any]) -> str:
    return "".join(output.get("text", "") for output in outputs if output.output_type == "stream")


def html_of(outputs: list[Any]) -> str:
    return "".join(output["data"].get("text/html", "") for output in outputs if "data" in output)


def data_of(outputs: list[Any]) -> dict[str, Any]:
    """What the one output of ours holds for a renderer, checked to be beside HTML and text."""
    (data,) = [output["data"] for output in outputs if MIME in output.get("data", {})]
    assert {"text/html", "text/plain"} < data.keys()
    return data[MIME]


def visible(html: str) -> str:
    return re.sub(r"<[^>]*>", "", html)


def test_a_cell_is_recorded_and_shown(run_cells) -> None:
    _, _, cell, after, shown, operand, error = run_cells(
        "%load_ext numscope",
        "import numpy as np\na = np.arange(6.0).reshape(2, 3)",
        "%%numscope --as mine\nb = a + 1\nprint('said')\nb.sum()",
        "print(b.tolist(), [operation.name for operation in mine if operation.user_visible])",
        "mine[0]",
        "mine[0].outputs[0]",
        "%%numscope\n1 / 0",
    )
    assert text_of(cell) == "said\n"
    results = [output for output in cell if output.output_type == "execute_result"]
    assert [result["data"]["text/plain"] for result in results] == ["np.float64(21.0)"]
    seen = visible(html_of(cell))
    assert "numpy.add" in seen
    assert "float64[2,3]" in seen
    assert "numpy.ndarray.sum" in seen
    assert text_of(after) == "[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]] ['numpy.add', 'numpy.ndarray.sum']\n"
    assert "b = a + 1" in visible(html_of(shown))  # the source line, of a cell
    assert "float64 (2, 3), strides (24, 8)" in visible(html_of(operand))
    assert [output.ename for output in error if output.output_type == "error"] == ["ZeroDivisionError"]


def test_it_is_shown_once_and_drawn_step_by_step(run_cells) -> None:
    _, cell, chinese, alone, nothing, shown = run_cells(
        "import numpy as np\n%load_ext numscope",
        "%%numscope\n#: told to the class\nb = np.arange(3) + 1",
        "%%numscope --lang zh\nnp.arange(3)",
        "%%numscope --list\nnp.arange(3)",
        "%%numscope\n1 + 1",
        "numscope_trace",
    )
    pages = [output["data"]["text/html"] for output in cell]
    assert len(pages) == 2  # the list and the drawings
    assert visible(pages[0]).count("numpy.arange") == 1
    assert cell[0]["data"]["text/plain"].count("numpy.arange") == 1
    frame = re.fullmatch(
        r'<iframe sandbox="allow-scripts" .*? srcdoc="([^"]*)" style="[^"]*"></iframe>', pages[1]
    )
    assert frame
    block = re.search(r'id="block-walk">([A-Za-z0-9+/=]*)<', html.unescape(frame[1]))
    assert block
    walk = json.loads(gzip.decompress(base64.b64decode(block[1])))
    assert [step["name"] for step in walk["steps"]] == ["numpy.arange", "numpy.add"]
    assert walk["sources"][0]["name"] == "In [2]"
    assert walk["sources"][0]["narration"][0]["texts"] == {"en": "told to the class"}
    assert "&lt;html lang=&quot;zh&quot;" in html_of(chinese)
    assert "<iframe" not in html_of(alone) + html_of(nothing)
    assert len(shown) == 1


def test_places_are_cells_as_the_notebook_counts_them(run_cells) -> None:
    _, _, recorded, why, shown = run_cells(
        "%load_ext numscope",
        "import numpy as np\ndef double(x):\n    return np.add(x, x)",
        "%%numscope\ny = double(np.arange(3))\ny.reshape(2, 2)",
        "%numscope why",
        "numscope_trace[1]",
    )
    assert "In [3]" in recorded[-2]["data"]["text/plain"]
    assert "In [2]" in recorded[-2]["data"]["text/plain"]
    assert "from             In [3]:2 in" in visible(html_of(why))
    assert "y.reshape(2, 2)" in visible(html_of(why))
    assert "from             In [2]:3 in double" in visible(html_of(shown))


def test_wrong_options_are_told(run_cells) -> None:
    _, unknown, wrong, variable, pattern, still = run_cells(
        "%load_ext numscope",
        "%%numscope --nonsense\nx = 1",
        "%%numscope --values most\nx = 1",
        "%%numscope --as 1x\nx = 1",
        "%%numscope --values 'full\nx = 1",
        "print('x' in globals())",
    )
    assert "numscope: unrecognized arguments: --nonsense" in text_of(unknown)
    assert "'most' is none of auto, full, stats, none" in text_of(wrong)
    assert "numscope: --as: '1x' is no name of a variable" in text_of(variable)
    assert "numscope: No closing quotation" in text_of(pattern)
    assert text_of(still) == "False\n"


def test_names_and_values_are_escaped(run_cells) -> None:
    *_, cell = run_cells(
        "%load_ext numscope",
        "import numpy as np",
        "%%numscope\nnp.array(['<script>alert(1)</script>', 'a&b'])",
    )
    assert "<script>" not in html_of(cell)


def test_it_can_be_unloaded(run_cells, tmp_path: Path) -> None:
    *_, plain, gone = run_cells(
        "%load_ext numscope",
        "import numpy as np",
        f"%%numscope -o {tmp_path}/kept.numscope\nnp.ones(3) + 1",
        "%unload_ext numscope",
        "numscope_trace[0]",
        "%%numscope\n1",
    )
    assert html_of(plain) == ""
    assert "not found" in text_of(gone)
    assert (tmp_path / "kept.numscope" / "manifest.json").exists()


def test_after_an_exception_why_shows_the_operands_that_did_not_fit(run_cells) -> None:
    _, _, failed, why, _, nan, other, after, again = run_cells(
        "%load_ext numscope",
        "import numpy as np\ncount = []",
        "count.append(1)\nprint('said')\na = np.ones((3, 4))\nb = np.ones(3)\na + b",
        "%numscope why",
        "with np.errstate(all='ignore'):\n    rate = np.array([1.0, 0.0]) / np.array([2.0, 0.0])\nrate.mean()",
        "%numscope why",
        "%numscope what",
        "print(count, numscope_trace.path, numscope_trace)\n%unload_ext numscope",
        "1 / 0",
    )
    assert [output.ename for output in failed if output.output_type == "error"] == ["ValueError"]
    assert not [output for output in why if output.output_type in ("error", "stream")]
    shown = visible(html_of(why))
    assert "numpy.add" in shown
    assert "float64 (3, 4)" in shown
    assert "operands could not be broadcast together" in shown
    assert "a + b" in shown
    assert "divides 0 by 0" in visible(html_of(nan))
    assert "%numscope why" in text_of(other)
    twice, _, path_and_trace = text_of(after).partition(" /")
    assert twice == "[1, 1]"  # the cell ran twice
    named = re.search(r"see: numscope nan #\d+ (\S+)|see: numscope nan (\S+)", visible(html_of(nan)))
    assert named is not None
    assert (named[1] or named[2]) == f"/{path_and_trace}".split()[0]
    assert [output.ename for output in again] == ["ZeroDivisionError"]


def test_outputs_are_data_for_renderers_too(run_cells, tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("def share(part, whole):\n    return part / whole\n")
    *_, cell, why, shown, operand, alone = run_cells(
        "%load_ext numscope\nimport numpy as np\nfrom helper import share\nzeros = np.zeros(2)",
        "%%numscope --list\nrate = share(zeros, zeros)\nmean = rate.mean()\nzeros.reshape(3)",
        "%numscope why",
        "numscope_trace[0]",
        "numscope_trace[0].outputs[0]",
        "%load_ext numscope\nnumscope_trace",
    )
    (table,) = data_of(cell)["blocks"]
    assert table["heads"] == ["id", "line", "call", "inside", "inputs", "result", "time"]
    assert [row[1] for row in table["rows"]] == [
        {"text": "helper.py:2", "file": "helper.py", "line": 2},
        {"text": "In [2]:2", "file": "In [2]", "line": 2},
        {"text": "In [2]:3", "file": "In [2]", "line": 3},
    ]
    assert [row[2] for row in table["rows"]] == [
        "numpy.divide invalid",
        "numpy.ndarray.mean",
        "numpy.ndarray.reshape",
    ]
    assert [row[5] for row in table["rows"]][:2] == ["float64[2]", "float64"]
    assert table["rows"][2][5]["bad"]
    times = [row[6]["value"] for row in table["rows"]]
    assert all(value > 0 for value in times)
    raised, found = data_of(why)["blocks"]
    assert raised["name"].startswith("numpy.ndarray.reshape  #")
    assert raised["place"] == {"text": "In [2]:3", "file": "In [2]", "line": 3}
    assert any(
        line.split() == ["from", "In", "[2]:3", "in", "<module>"] for line in raised["text"].splitlines()
    )
    (nan,) = [finding for finding in found["findings"] if finding["kind"] == "nan"]
    assert nan["place"]["file"] == "helper.py"
    assert nan["problem"].endswith("numpy.ndarray.mean gives nan at In [2]:2")
    (block,) = data_of(shown)["blocks"]
    assert block["place"] == {"text": "helper.py:2", "file": "helper.py", "line": 2}
    (block,) = data_of(operand)["blocks"]
    assert block["text"].startswith("output")
    assert data_of(alone)["title"].endswith(".numscope")
