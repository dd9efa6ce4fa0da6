"""Faults planted in scripts: what operators write, that a fault must show, and that `nan` is asked about it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks.planted_nan import judge
from benchmarks.planting.naming import Named
from benchmarks.planting.operators import edits
from benchmarks.planting.plain import run_plainly
from benchmarks.planting.source import Source

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize(
    ("operator", "line", "planted"),
    [
        ("guard_dropped", "y = np.log(np.clip(x, 1e-9, None))", "y = np.log(x)"),
        ("guard_dropped", "y = 1 / (x + 1e-8)", "y = 1 / ((x))"),
        ("guard_dropped", "y = t.fillna(0).sum()", "y = t.sum()"),
        ("mask_dropped", "y = np.log(x[x > 0])", "y = np.log(x)"),
        ("sign_flipped", "y = np.sqrt(1 + x)", "y = np.sqrt((1 - (x)))"),
        ("wrong_operation", "y = x**2", "y = (x ** 0.5)"),
        ("domain_widened", "x = np.linspace(1, 5, num=9)", "x = np.linspace(0, 5, num=9)"),
        ("zero_divisor", "y = a / x", "y = (a / (x - (x).min()))"),
        ("other_axis", "y = x.sum(axis=1)", "y = x.sum(axis=0)"),
        ("missing_number", "x = [1.0, 2.0, 3.0]", "x = [1.0, float('nan'), 3.0]"),
        ("missing_row", "x = read()", "x = read()\nx[3] = float('nan')"),
        ("misaligned", "s = t['2011-03':]", "s = t['2012-03':]"),
        ("longer_window", "y = s.rolling(7).mean()", "y = s.rolling(7000).mean()"),
        ("step_too_large", "w = w - 0.01 * g", "w = w - 0.01 * 1e5 * g"),
        ("number_zeroed", "y = x / 0.5", "y = x / 0.0"),
        ("half_precision", "y = np.exp(x)", "y = (np.exp(x)).astype('float16')"),
        ("single_value", "y = x.std()", "y = x[:1].std(ddof=1)"),
        ("emptied", "y = x[10:20]", "y = x[20:10]"),
        ("wrong_units", "y = np.sin(x)", "y = np.sin(180 / 3.141592653589793 * (x))"),
        ("argument_forgotten", "y = f(x, axis=0, keepdims=True)", "y = f(x, axis=0)"),
    ],
)
def test_an_operator_writes_what_a_mistaken_person_would_have_written(
    operator: str, line: str, planted: str
) -> None:
    source = Source(line)
    assert planted in {source.with_edit(edit).text for edit in edits(source, {1})[operator]}


def test_only_lines_that_ran_are_rewritten() -> None:
    source = Source("def unused(x):\n    return x / 2\ny = 3 / z\n")
    assert {edit.start for some in edits(source, {1, 3}).values() for edit in some} == {36}


def test_of_a_block_only_its_head_is_the_line() -> None:
    source = Source("for x in (1,\n          2):\n    y = x\n")
    assert source.lines_of(0) == range(1, 3)
    assert source.lines_of(source.text.index("y")) == range(3, 4)


def test_what_a_statement_sets_a_part_of_is_its_own() -> None:
    source = Source("t = x\nt.iloc[3] = y[0]\nself.a, b = z\nprint(q)\n")
    assert [source.names_given(range(line, line + 1)) for line in (1, 2, 3, 4)] == [
        {"t"},
        {"t"},
        {"self", "b"},
        set(),
    ]


def test_nan_is_counted_where_it_is_shown(tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text(
        "import numpy as np\nx = np.array([1.0, np.nan])\nn = 3\nif n > 5:\n    n = 4\nprint('nanometre', x.sum())\n"
    )
    shown = run_plainly(script, tmp_path, 60.0, [])
    assert shown is not None
    assert shown.places == {"held x": 1, "held n": 0, "held np": 0, "printed": 1, "drawn": 0}
    assert shown.lines == {1, 2, 3, 4, 6}


@pytest.mark.parametrize("text", ["1 / 0", "import sys\nsys.exit(2)", "while True: pass"])
def test_a_script_that_does_not_end_well_shows_nothing(tmp_path: Path, text: str) -> None:
    script = tmp_path / "program.py"
    script.write_text(text)
    assert run_plainly(script, tmp_path, 2.0) is None


@pytest.mark.parametrize(
    ("first", "screen", "verdict"),
    [(5, [5, 7], "right"), (7, [7, 6], "screen"), (7, [7, 9], "wrong"), (None, [], "silent")],
)
def test_right_is_a_first_line_in_the_statement(first: int | None, screen: list[int], verdict: str) -> None:
    assert judge(Named(first, screen, ""), range(5, 7)) == verdict


def test_a_planted_fault_is_asked_about_and_what_nan_accuses_as_it_is_is_left_out(tmp_path: Path) -> None:
    folder = tmp_path / "examples"
    folder.mkdir()
    healthy = (
        "import numpy as np\nx = np.array([4.0, 1.0, 0.25])\ny = np.log(np.abs(x - 2.0))\n"
        "z = np.sqrt(x) / x + np.exp(x) / 2.0\nprint(y.sum() * z.sum())\n"
    )
    (folder / "healthy.py").write_text(healthy)
    accused = "print(np.log(-np.ones(2)).sum())\n"
    (folder / "accused.py").write_text(healthy.replace("x =", f"{accused}x =", 1))
    (folder / "too_simple.py").write_text("import numpy as np\nprint(np.log(np.arange(3.0) + 1.0).sum())\n")
    (folder / "refused.py").write_text("import numpy as np\nraise ValueError\n")
    command = [
        sys.executable,
        "-m",
        "benchmarks.planted_nan",
        str(folder),
        "--mutants",
        "3",
        "--tries",
        "60",
        "--keep",
    ]
    logs = []
    for kept in (tmp_path / "first", tmp_path / "second"):
        done = subprocess.run([*command, str(kept)], cwd=ROOT, capture_output=True, text=True, check=True)
        logs.append((kept / "planted.jsonl").read_text())
    assert logs[0] == logs[1]
    (planted,) = map(json.loads, logs[0].splitlines())
    assert Path(planted["script"]).name == "healthy.py"
    assert planted["verdict"] == "right"
    assert "as it is: examples_accused" in done.stdout
    assert "right: 1 of 1" in done.stdout
