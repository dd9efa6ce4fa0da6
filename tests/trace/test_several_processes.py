"""A selection of processes, and a merge of traces, answer as traces of these processes alone do."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import numscope
from numscope.cli.main import main
from sweeps import shortened

pytest.importorskip("numscope._core", reason="the native core is not built")

PART = """
import sys, numpy as np
rank = int(sys.argv[1])
x = np.arange(5.0) + rank
for _ in range(3 + rank):
    x = np.sqrt(x) * 2
if rank == 1:
    y = np.log(x - x)
    z = y * 2
"""
# One process that starts the parts, so that they are in one trace.
WHOLE = """
import os, subprocess, sys
for rank in range(3):
    subprocess.run([sys.executable, sys.argv[1], str(rank)], env={**os.environ, "RANK": str(rank), "WORLD_SIZE": "3"})
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the trace of all parts, those of the parts 1 and 2 alone, and these merged."""
    home = tmp_path_factory.mktemp("parts")
    (home / "part.py").write_text(PART)
    (home / "whole.py").write_text(WHOLE)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMSCOPE")}

    def run(name: str, program: str, word: str, **variables: str) -> None:
        words = ["run", "-o", str(home / f"{name}.numscope"), str(home / program), word]
        subprocess.run(
            [sys.executable, "-m", "numscope", *words],
            env={**environment, **variables},
            capture_output=True,
            timeout=60,
            check=True,
        )

    run("whole", "whole.py", str(home / "part.py"))
    for rank in ("1", "2"):
        run(rank, "part.py", rank, RANK=rank, WORLD_SIZE="3")
    traces = [str(home / f"{rank}.numscope") for rank in ("1", "2")]
    assert main(["merge", *traces, "-o", str(home / "merged.numscope")]) == 0
    return home


FACTS = (
    "select operations.name, user_line, list(shape order by place) shapes, list(hash order by place) hashes "
    "from operations join operands on operation = id group by id, operations.name, user_line order by id"
)


def facts(trace: Path, rank: int | None = None) -> list[dict[str, Any]]:
    with numscope.open(trace) as opened:
        if rank is not None:
            opened.select([process for process, found in opened.ranks.items() if found == rank])
        return list(opened.sql(FACTS).to_pylist())


def test_a_rank_of_a_trace_is_what_it_is_alone(folder: Path) -> None:
    for rank in (1, 2):
        alone = facts(folder / f"{rank}.numscope")
        assert len(alone) > 8
        assert facts(folder / "whole.numscope", rank) == alone


def test_a_merged_trace_holds_what_its_parts_hold(folder: Path) -> None:
    both = facts(folder / "1.numscope") + facts(folder / "2.numscope")
    assert facts(folder / "merged.numscope") == both


def test_values_of_a_merged_trace_are_those_of_numpy(folder: Path) -> None:
    with numscope.open(folder / "merged.numscope") as trace:
        roots = [operation for operation in trace if operation.name == "numpy.sqrt"]
        assert [operation.rank for operation in roots] == [1] * 4 + [2] * 5
        for operation in roots:
            given = trace.values[operation.inputs[0].hash]
            np.testing.assert_array_equal(trace.values[operation.outputs[0].hash], np.sqrt(given))
        assert roots[0].user_site.source == "x = np.sqrt(x) * 2"
        assert not trace.wrong_cells()


COMMANDS = ["ls", "top", "nan", "check-up", "advise", "graph"]


@pytest.mark.parametrize("command", shortened(COMMANDS, 3))
def test_every_reading_command_takes_a_selection(
    command: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = str(folder / "whole.numscope")
    codes = [main([command, whole, "--rank", "1"]), main([command, str(folder / "1.numscope")])]
    capsys.readouterr()
    assert codes[0] == codes[1]


def test_a_selection_by_rank_number_and_host(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    count = [
        "sql",
        str(folder / "whole.numscope"),
        "select count(distinct process) n from operations",
        "--json",
    ]
    for words, expected in (
        (["--rank", "0,2"], 2),
        (["--rank", "1-2"], 2),
        (["--host", os.uname().nodename], 3),
        (["--rank", "1", "--host", os.uname().nodename], 1),
    ):
        assert main([*count, *words]) == 0
        assert json.loads(capsys.readouterr().out) == [{"n": expected}]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--rank", "7"], "the trace has no rank 7: it has 0, 1, 2."),
        (["--host", "elsewhere"], "the trace has no host elsewhere"),
        (["--process", "99"], "the trace has no process 99"),
    ],
)
def test_what_is_not_there_is_said(
    words: list[str], complaint: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ls", str(folder / "whole.numscope"), *words]) == 2
    assert complaint in capsys.readouterr().err


def test_one_trace_twice_is_no_merge(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    twice = [str(folder / "1.numscope")] * 2
    assert main(["merge", *twice, "-o", str(folder / "twice.numscope")]) == 2
    assert "these are not parts of one job" in capsys.readouterr().err
    assert not (folder / "twice.numscope").exists()


def test_ranks_are_compared_without_collectives(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ranks", str(folder / "whole.numscope"), "--json"]) == 1
    (finding,) = json.loads(capsys.readouterr().out)["findings"]
    assert (finding["kind"], finding["ranks"]) == ("nan", [1])
    assert finding["place"].endswith("part.py:8")


def test_a_trace_without_ranks_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with numscope.record(tmp_path / "t.numscope"):
        np.ones(3) + 1
    assert main(["ranks", str(tmp_path / "t.numscope")]) == 2
    assert "has no ranks" in capsys.readouterr().err
