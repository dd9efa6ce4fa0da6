"""examples/tables.py: what each question answers about a program that cleans a table."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.recorded_text import recorded_text

from numscope.cli.main import main

pytest.importorskip("pandas")
PROGRAM = Path(__file__).resolve().parents[3] / "examples" / "tables.py"
LINES = PROGRAM.read_text().splitlines()
MERGE = next(number for number, line in enumerate(LINES, 1) if ".merge(" in line)


@pytest.fixture(scope="module")
def traces(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """The program recorded as it is, and with --fixed."""
    folder = tmp_path_factory.mktemp("tables")
    names = []
    for name, words in (("faulty", []), ("fixed", ["--fixed"])):
        command = [sys.executable, "-m", "numscope", "run", "--output", name, str(PROGRAM), *words]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=200)
        assert done.returncode == 0, done.stderr
        names.append(str(folder / name))
    return names[0], names[1]


def ask(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    main([*words, "--json"])
    return json.loads(capsys.readouterr().out)


def test_ls_shows_the_program_as_calls_of_pandas(
    traces: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    main(["ls", traces[0], "--limit", "100"])
    shown = capsys.readouterr().out
    assert "pandas.DataFrame.merge" in shown
    assert "DataFrame 8 x 3, DataFrame 3 x 2, on='depot', how='left'" in shown
    assert "SeriesGroupBy float64[8], 'sum'" in shown


def test_nan_blames_the_merge_and_not_the_gap_that_is_filled(
    traces: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    (origin,) = ask(capsys, "nan", traces[0])["origins"]
    assert origin["operation"]["name"] == "pandas.DataFrame.merge"
    assert origin["operation"]["user_site"]["line"] == MERGE
    assert "1 of 8 rows has no partner" in json.dumps(origin)
    assert ask(capsys, "nan", traces[1])["origins"] == []


def test_graph_leads_from_the_numbers_through_pandas_to_the_result(
    traces: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    flow = ask(capsys, "graph", traces[0])
    labels = {node["id"]: node["label"] for node in flow["nodes"]}
    edges = {(labels[link["source"]], labels[link["target"]]) for link in flow["links"]}
    assert ("pandas.DataFrame", "pandas.DataFrame.loc.__setitem__") in edges
    assert ("pandas.SeriesGroupBy.transform", "pandas.Series.__truediv__") in edges
    assert ("pandas.Series.to_numpy", "numpy.ndarray.sum") in edges


def test_show_tells_what_a_table_holds(traces: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    listed = ask(capsys, "ls", traces[0], "--ops", "pandas.DataFrame.merge")["operations"]
    main(["show", traces[0], str(listed[0]["id"])])
    shown = capsys.readouterr().out
    assert "labels: depot, litres, km, euro" in shown
    assert "index: RangeIndex(0, 8, 1)" in shown
    assert "memory: " in shown
    assert "NaN 1" in shown


def test_diff_blames_the_line_that_was_added(
    traces: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["diff", *traces]) == 1
    shown = capsys.readouterr().out
    assert "tables.py" in shown
    assert "pandas." in shown


def test_replay_makes_calls_of_pandas_again_or_says_why_not(
    traces: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    answer = ask(capsys, "replay", traces[1])
    assert answer["differs"] == 0
    assert answer["identical"] > 0
    reasons = [reason["text"] for reason in answer["reasons"]]
    # pandas 2 keeps texts as Python's objects.
    kept_as = (
        "the column 'depot' of its table is no plain array",
        "it works on Python objects (dtype object)",
    )
    assert any(reason.startswith(kept_as) for reason in reasons)
    assert not any("knows no operation" in reason for reason in reasons)


def test_a_result_that_is_a_series_differs_in_digits(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = """
        import pandas as pd

        rents = pd.Series([9.5, 12.25, 14.0, 31.0], index=list("aabb"))
        print(rents.groupby(level=0).{}().round(2).to_dict())
    """
    traces = [recorded_text(tmp_path / name, "p.py", program.format(name)) for name in ("mean", "max")]
    assert main(["diff", *map(str, traces)]) == 1
    headline = capsys.readouterr().out.splitlines()[0]
    assert headline == "The results differ; the last is of pandas.Series.round: float64[2], no digit agrees"
