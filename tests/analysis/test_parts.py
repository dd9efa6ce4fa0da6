"""A large trace that is asked a few processes at a time gives the answers that it gives as a whole."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.warm_numscope import numscope_says

import numscope
from numscope.analysis.nan import operands
from numscope.cli.main import main
from numscope.trace import Trace, parts
from sweeps import shortened

PROGRAM = """
import sys, multiprocessing, numpy as np

def work(number):
    rows = np.arange(30_000.0) + number
    for _ in range(30 + number):
        copied = rows.copy()
        total = (copied * 2).sum()
    print(np.log(total - total))

if __name__ == "__main__":
    for number in range(4):
        process = multiprocessing.get_context("fork").Process(target=work, args=(number,))
        process.start()
        process.join()
"""


@pytest.fixture(scope="module")
def trace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("parts")
    script = folder / "pool.py"
    script.write_text(PROGRAM)
    path = folder / "pool.numscope"
    numscope_says("run", "-o", str(path), str(script))
    return path


@pytest.mark.parametrize(
    "words",
    [
        ("top",),
        *(
            pytest.param(("top", *words), marks=pytest.mark.long)
            for words in (
                ("--limit", "3"),
                ("--by", "module"),
                *(("--by", by) for by in ("operation", "site", "process", "shape")),
            )
        ),
        ("ls",),
        ("nan",),
        ("check-up",),
    ],
    ids=" ".join,
)
def test_the_answer_is_that_of_the_whole(
    words: tuple[str, ...], trace: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = []
    for most in (10**9, 1, 150):
        monkeypatch.setattr(parts, "MOST_OPERATIONS", most)
        with numscope.open(trace) as opened:
            asked = len(list(parts.map_parts(opened, len)))
        assert (asked == 1) == (most == 10**9)
        assert main([words[0], str(trace), *words[1:], "--json"]) in (0, 1)
        answer = json.loads(capsys.readouterr().out)
        answer.pop("bandwidth", None)
        said.append(answer)
    assert said[1:] == said[:1] * (len(said) - 1)


@pytest.mark.parametrize("most", shortened([3, 300_000, 2, 5], 2))
def test_the_first_rows_are_found_block_by_block_as_by_sorting_all(
    most: int, trace: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(operands, "MOST_ROWS", most)
    said = []
    for sorted_at_once, block in ((10**9, 1), (0, 1), (0, 7), (0, 65_536)):
        monkeypatch.setattr(operands, "_MOST_SORTED", sorted_at_once)
        monkeypatch.setattr(operands, "_BLOCK", block)
        assert main(["nan", str(trace), "--json"]) in (0, 1)
        said.append(json.loads(capsys.readouterr().out))
    assert said[1:] == said[:1] * (len(said) - 1)


def _processes(part: Trace) -> list[int]:
    found: list[int] = part.sql("select distinct process from operations order by 1")["process"].to_pylist()
    return found


def test_every_process_is_in_one_part_and_a_selection_holds(
    trace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "MOST_OPERATIONS", 1)
    with numscope.open(trace) as whole:
        there = _processes(whole)
        found = list(parts.map_parts(whole, _processes))
        found = [part for part in found if part]  # the parent computes nothing
        assert sorted(one for part in found for one in part) == there
        assert max(map(len, found)) == 1
        whole.select(there[1:3])
        found = list(parts.map_parts(whole, _processes))
        assert [part for part in found if part] == [[there[1]], [there[2]]]


@pytest.mark.parametrize("chosen", [(0,), (0, 1), (0, 2), (3, 1), (0, 1, 3), (0, 1, 2, 3)], ids=str)
def test_a_selection_has_the_operations_of_its_processes(trace: Path, chosen: tuple[int, ...]) -> None:
    """Neighbours in the table of operations and others."""
    count = "select process, count(*) n, min(id) first, max(id) as last from operations group by 1 order by 1"
    operands = "select count(*) n from stored.operands where operation between ? and ?"
    with numscope.open(trace) as whole:
        every = [row for row in whole.sql(count).to_pylist() if row["n"]]
        expected = sorted((every[one] for one in chosen), key=lambda row: row["process"])
        sizes = [whole.sql(operands, [row["first"], row["last"]])["n"][0].as_py() for row in expected]
        whole.select([row["process"] for row in expected])
        assert whole.sql(count).to_pylist() == expected
        assert whole.sql("select count(*) n from stored.operands")["n"][0].as_py() == sum(sizes)
