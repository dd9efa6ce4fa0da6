"""What was compiled: types and notes a line, times, the cache, and the dump, on one program."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="numba is not installed")

PROGRAM = Path(__file__).parent / "programs" / "compiled.py"
MADE = PROGRAM.with_name("made.py")
SOURCE = PROGRAM.read_text().splitlines()


def run(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "numscope", "numba", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=180)


def line_of(text: str) -> int:
    return next(n for n, line in enumerate(SOURCE, 1) if text in line)


@pytest.fixture(scope="module")
def functions() -> list[dict]:
    done = run("types", "--json", str(PROGRAM))
    assert done.returncode == 0, done.stderr
    assert "remark" not in done.stderr
    return json.loads(done.stdout)["functions"]


def named(functions: list[dict], name: str) -> dict:
    return next(function for function in functions if function["name"] == name)


def at(function: dict, text: str) -> dict:
    return next(line for line in function["lines"] if line["number"] == line_of(text))


def test_every_signature_is_there_with_its_types(functions: list[dict]) -> None:
    signatures = [function["signature"] for function in functions if function["name"] == "scale"]
    assert signatures == [
        "(values: array(float64, 1d, C), factor: int64) -> array(float64, 1d, C)",
        "(values: array(float64, 1d, A), factor: int64) -> array(float64, 1d, C)",
    ]
    scale = named(functions, "scale")
    assert at(scale, "np.empty_like")["types"] == {"out": "array(float64, 1d, C)"}
    assert at(scale, "def scale")["types"] == {}


def test_lines_are_those_of_the_file(functions: list[dict]) -> None:
    for function in functions:
        for line in function["lines"]:
            assert line["source"] == SOURCE[line["number"] - 1]


def test_conversions_and_allocations_are_noted_where_they_are(functions: list[dict]) -> None:
    scale = named(functions, "scale")
    assert "`factor` is converted from int64 to float64" in at(scale, "* factor")["notes"]
    assert "allocates memory" in at(scale, "np.empty_like")["notes"]
    assert not any("allocates" in note for note in at(scale, "* factor")["notes"])


def test_vectorised_loops_are_told_from_others_with_the_reason(functions: list[dict]) -> None:
    scale, total = named(functions, "scale"), named(functions, "total")
    assert any(note.startswith("vectorised loop") for line in scale["lines"] for note in line["notes"])
    assert any("vector instructions on" in note for note in at(scale, "* factor")["notes"])
    reasons = [note for line in total["lines"] for note in line["notes"]]
    assert "loop not vectorised: cannot prove it is safe to reorder floating-point operations" in reasons
    assert not any("vector instructions" in note for note in reasons)


def test_parallel_loops_and_object_mode_are_named(functions: list[dict]) -> None:
    spread, tally = named(functions, "spread"), named(functions, "tally")
    (loop,) = spread["parallel"]
    assert (loop["line"], loop["kind"], loop["fate"]) == (line_of("in prange"), "prange", "parallel")
    assert tally["mode"] == "object mode"
    assert at(tally, "def tally")["slow"]
    assert not any(line["slow"] for line in spread["lines"])


def test_linear_algebra_is_noted_and_numbas_own_variables_are_not(functions: list[dict]) -> None:
    assert (
        "calls linear algebra (BLAS or LAPACK)" in at(named(functions, "product"), "matrix @ matrix")["notes"]
    )
    assert {name for line in named(functions, "spread")["lines"] for name in line["types"]} <= {
        "result",
        "place",
        "return",
    }


@pytest.fixture(scope="module")
def made() -> dict[str, dict]:
    done = run("types", "--json", str(MADE))
    assert done.returncode == 0, done.stderr
    # What Numba and LLVM say because line tables were asked for is not the program's.
    assert "Could not find source" not in done.stderr
    assert "remark" not in done.stderr
    assert "dependence" not in done.stderr
    return {function["name"]: function for function in json.loads(done.stdout)["functions"]}


def lines_with(function: dict, text: str) -> dict:
    return next(line for line in function["lines"] if text in line["source"])


@pytest.mark.long
def test_loops_of_ufuncs_are_compiled_functions_too(made: dict[str, dict]) -> None:
    assert made["longer"]["signature"] == "(one: float64, other: float64) -> float64"
    assert lines_with(made["longer"], "return")["types"] == {"return": "float64"}
    assert lines_with(made["running"], "total +=")["types"] == {"total": "float64"}


def test_block_that_runs_in_python_is_red_and_the_rest_is_not(made: dict[str, dict]) -> None:
    slow = [line["source"].strip() for line in made["asks_python"]["lines"] if line["slow"]]
    assert slow == ['with objmode(found="float64"):', "found = float(np.polyval([1.0, 2.0], top))"]


def test_variables_inside_parallel_loops_have_their_types(made: dict[str, dict]) -> None:
    assert lines_with(made["table"], "half = ")["types"] == {"half": "float64"}
    assert lines_with(made["table"], "for row")["types"] == {"row": "int64"}


def test_fused_and_nested_parallel_loops_are_told_and_drawn(made: dict[str, dict], tmp_path: Path) -> None:
    fates = {loop["line"]: loop for loop in made["table"]["parallel"]}
    source = MADE.read_text().splitlines()

    def of(text: str) -> dict:
        return fates[next(n for n, line in enumerate(source, 1) if text in line)]

    assert of("doubled = ")["fate"] == "parallel"
    assert (of("raised = ")["fate"], of("raised = ")["host"]) == ("fused", of("doubled = ")["number"])
    assert of("np.zeros")["kind"] == "np.zeros"
    assert (of("for column")["fate"], of("for column")["host"]) == ("serial", of("for row")["number"])
    page = tmp_path / "page.html"
    assert run("types", "--html", str(page), str(MADE)).returncode == 0
    drawing = ElementTree.fromstring(re.search(r"<svg.*?</svg>", page.read_text(), re.DOTALL)[0])
    words = " ".join(drawing.itertext())
    assert f"fused into #{of('doubled = ')['number']}" in words
    assert f"serial inside #{of('for row')['number']}" in words


@pytest.mark.long
def test_further_signatures_show_only_what_is_otherwise() -> None:
    told = run("types", str(PROGRAM)).stdout
    assert told.count("def scale(values, factor):") == 1
    assert "every line as in scale(values: array(float64, 1d, C)" in told


def test_functions_made_anew_and_compiled_each_time_are_named() -> None:
    times = json.loads(run("times", "--json", str(MADE)).stdout)
    assert {item["function"] for item in times["functions"]} >= {"longer", "running"}
    because = {item["function"]: " ".join(item["because"]) for item in times["repeated"]}
    assert "made anew 3 times, inside `many`" in because["<lambda>"]
    assert because["use"] == "`function`: 3 different functions, all called many.<locals>.<lambda>"


def test_page_is_well_formed_and_escapes_the_source(tmp_path: Path) -> None:
    script = tmp_path / "less.py"
    script.write_text(
        "from numba import njit\n\n\n@njit\ndef less(a, b):\n    return a <b and b> a\n\n\nless(1, 2)\n"
    )
    page = tmp_path / "page.html"
    assert run("types", "--html", str(page), str(script)).returncode == 0
    text = page.read_text()
    assert "a &lt;b and b&gt; a" in text
    assert "a <b" not in text


@pytest.mark.long
def test_times_add_up_and_name_what_was_compiled_twice(tmp_path: Path) -> None:
    script = tmp_path / "compiled.py"
    shutil.copy(PROGRAM, script)
    first = json.loads(run("times", "--json", str(script)).stdout)
    rows = {item["function"]: item for item in first["functions"]}
    assert set(rows) == {"scale", "total", "spread", "both", "tally", "product"}
    assert rows["total"]["for"] == "both"
    inner = rows["total"]["seconds"] + rows["spread"]["seconds"]
    assert rows["both"]["own"] == pytest.approx(rows["both"]["seconds"] - inner)
    assert first["total"] == pytest.approx(sum(item["own"] for item in first["functions"]))
    assert [(item["function"], item["signatures"]) for item in first["repeated"]] == [("scale", 2)]
    assert first["repeated"][0]["because"] == ["`values`: only the layout of the array differs (A, C)"]
    assert {item["pass"] for item in first["passes"]} >= {"nopython_type_inference", "native_lowering"}
    assert [call["hit"] for call in first["cache"]] == [False, False]
    assert first["cache"][0]["reason"] == "nothing of this function is cached yet"
    second = json.loads(run("times", "--json", str(script)).stdout)
    assert [call["hit"] for call in second["cache"]] == [True, True]
    assert "scale" not in {item["function"] for item in second["functions"]}
    script.write_text(script.read_text() + "\n# changed\n")
    third = json.loads(run("times", "--json", str(script)).stdout)
    assert third["cache"][0]["reason"] == "the source file has changed since"


def test_dump_has_every_stage_and_links_that_lead_somewhere(tmp_path: Path) -> None:
    done = run("dump", "-o", str(tmp_path / "out"), str(PROGRAM))
    assert done.returncode == 0, done.stderr
    index = (tmp_path / "out" / "index.html").read_text()
    links = re.findall(r'href="([^"]+)"', index)
    assert len(links) > 50
    assert all((tmp_path / "out" / link).stat().st_size for link in links)
    folder = tmp_path / "out" / "01-scale"
    assert ast.parse((folder / "source.py").read_text())
    assert "BINARY" in (folder / "bytecode.txt").read_text()
    assert "getattr(value=values, attr=shape)" in (folder / "ir-final.txt").read_text()
    assert any(path.read_text().startswith("--- before\n+++ after") for path in folder.glob("*.diff"))
    assert (
        "4 x double" in (folder / "optimised.ll").read_text()
        or "2 x double" in (folder / "optimised.ll").read_text()
    )
    assert "x double>" not in (folder / "unoptimised.ll").read_text()
    assert "mul" in (folder / "assembly.html").read_text().split("* factor")[1].split("</tr>")[0]
    picture = ElementTree.parse(folder / "flow.svg").getroot()
    boxes = picture.findall("{http://www.w3.org/2000/svg}rect")
    arrows = [p for p in picture.findall("{http://www.w3.org/2000/svg}path") if p.get("marker-end")]
    assert len(boxes) - 1 == 4
    assert len(arrows) == 4
