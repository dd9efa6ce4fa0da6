"""Four gloo ranks train together: `numscope ranks` names a planted fault first, and says nothing of healthy runs.

The programs are real processes, recorded as a user records them. What collectives hold is held against NumPy.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

import numscope
from numscope.analysis.learn import against, learn
from numscope.analysis.ranks import turns
from numscope.cli.main import main
from sweeps import shortened

pytest.importorskip("torch")
if not __import__("torch").distributed.is_available():
    pytest.skip("this torch has no torch.distributed", allow_module_level=True)

PROGRAM = Path(__file__).with_name("training.py")
SOURCE = PROGRAM.read_text().splitlines()
RANKS, STEPS, PARAMETERS = 4, 16, 4


# Fault, kind, ranks that are to blame, the mark of the line to name, words of the verdict.
FAULTS = [
    ("weight", "replica", [2], "weight", "from step 6 on"),
    ("shape", "mismatch", [1], "shape", "float32[7]"),
    ("barrier", "mismatch", [3], "barrier", "skipped barrier"),
    ("slow", "straggler", [1], "gradients", "is late"),
    ("nan", "nan", [3], "nan", "takes the logarithm of zero"),
    ("killed", "missing", [2], "gradients", "did not end in an orderly way"),
]


def line_of(mark: str) -> int:
    """The line of the program that has this mark."""
    return next(number for number, line in enumerate(SOURCE, 1) if line.endswith(f"# mark: {mark}"))


def environ() -> dict[str, str]:
    plain = {name: value for name, value in os.environ.items() if not name.startswith("NUMSCOPE")}
    return {**plain, "OMP_NUM_THREADS": "1"}


@pytest.fixture(scope="module")
def traces(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder with a trace of each fault."""
    folder = tmp_path_factory.mktemp("ranks")
    words = [sys.executable, str(PROGRAM), str(folder), "healthy", *(fault[0] for fault in FAULTS)]
    subprocess.run(words, env=environ(), capture_output=True, timeout=240, check=True)
    return folder


def ask(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, Any]:
    code = main([*words, "--json"])
    return code, json.loads(capsys.readouterr().out)


def test_nothing_is_said_of_a_healthy_run(traces: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, report = ask(capsys, "ranks", str(traces / "healthy.numscope"))
    assert (code, report["findings"], report["missing"]) == (0, [], [])
    assert [rank["rank"] for rank in report["ranks"]] == [0, 1, 2, 3]
    assert report["groups"][0]["collectives"] == 1 + STEPS * (PARAMETERS + 1)


@pytest.mark.parametrize(("fault", "kind", "ranks", "mark", "words"), FAULTS, ids=[one[0] for one in FAULTS])
def test_the_fault_is_named_first(
    fault: str,
    kind: str,
    ranks: list[int],
    mark: str,
    words: str,
    traces: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, report = ask(capsys, "ranks", str(traces / f"{fault}.numscope"))
    first = report["findings"][0]
    assert (code, first["kind"], first["ranks"]) == (1, kind, ranks), first
    assert words in first["text"]
    assert first["place"].endswith(f"training.py:{line_of(mark)}"), first


@pytest.mark.parametrize(
    "name",
    ["healthy", FAULTS[0][0], *(pytest.param(fault[0], marks=pytest.mark.long) for fault in FAULTS[1:])],
)
def test_ranks_compared_a_few_at_a_time_give_the_same_findings(
    name: str, traces: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    trace = str(traces / f"{name}.numscope")
    _, whole = ask(capsys, "ranks", trace)
    most = max(rank["operations"] for rank in whole["ranks"])
    for held in (most // 3, most + 1, 3 * most):  # two ranks at a time, some lines each; then three and two
        monkeypatch.setattr(turns, "MOST_OPERATIONS", held)
        _, parted = ask(capsys, "ranks", trace)
        assert parted["findings"] == whole["findings"]


def test_the_way_of_nan_goes_through_the_collective(traces: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, report = ask(capsys, "ranks", str(traces / "nan.numscope"))
    (way, *_) = report["findings"][0]["evidence"]
    assert way.startswith("allreduce number")
    assert way.endswith("brought NaN to ranks 0-2")
    assert f"training.py:{line_of('gradients')}" in way


def test_what_a_collective_brought_from_another_rank_is_no_origin(
    traces: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trace = str(traces / "nan.numscope")
    assert main(["nan", trace]) == 1
    text = capsys.readouterr().out
    assert "on rank 3" in text
    assert "c10d::allreduce_ #" not in text
    # The rank at which they began is not there: the collective is all that is known.
    assert main(["nan", trace, "--rank", "2"]) == 1
    assert "c10d::allreduce_ #" in capsys.readouterr().out


def test_who_waits_for_whom(traces: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, report = ask(capsys, "ranks", str(traces / "killed.numscope"))
    evidence = " ".join(report["findings"][0]["evidence"])
    assert "rank 2's last was number 31: barrier" in evidence
    assert "it failed on ranks 0, 1 and 3" in evidence


def test_a_killed_rank_loses_nothing_and_the_others_nothing(traces: Path) -> None:
    with numscope.open(traces / "killed.numscope") as trace:
        rows = trace.sql("select rank, number from collectives join processes on process = processes.id")
        last = {rank: max(n for r, n in _pairs(rows) if r == rank) for rank in range(RANKS)}
        counted = trace.sql(
            "select rank, count(*) n from operations join processes on process = processes.id "
            "where name = 'aten::addmm' group by rank"
        )
        ended = trace.sql("select rank, ended_ns is null killed from processes where rank is not null")
    # One barrier, then six steps with four reductions and a barrier; the others begin one more, and wait.
    assert last == {0: 32, 1: 32, 2: 31, 3: 32}
    assert dict(_pairs(counted)) == {0: 14, 1: 14, 2: 12, 3: 14}
    assert {rank for rank, killed in _pairs(ended, "killed") if killed} >= {2}


def _pairs(table: Any, second: str = "") -> list[tuple[Any, Any]]:
    names = table.column_names
    return list(zip(table[names[0]].to_pylist(), table[second or names[1]].to_pylist(), strict=True))


def test_results_of_reductions_are_the_sums_of_what_went_in(traces: Path) -> None:
    with numscope.open(traces / "healthy.numscope") as trace:
        rows = trace.sql(
            "select number, operation from collectives where name = 'c10d::allreduce_'"
        ).to_pylist()
        by_number: dict[int, list[int]] = {}
        for row in rows:
            by_number.setdefault(row["number"], []).append(row["operation"])
        for number in sorted(by_number)[:8]:
            parts = trace.operations.fetch(by_number[number])
            given = [trace.values[part.inputs[0].hash] for part in parts]
            left = [trace.values[part.outputs[0].hash] for part in parts]
            np.testing.assert_allclose(np.sum(given, axis=0), left[0], rtol=1e-5, atol=1e-6)
            assert all(np.array_equal(left[0], one) for one in left)


def test_completions_come_after_beginnings_and_when_all_have_begun(traces: Path) -> None:
    with numscope.open(traces / "slow.numscope") as trace:
        rows = trace.sql(
            "select name, number, max(begun_ns) as last, min(completed_ns) done, count(completed_ns) n, "
            "bool_or(failed) failed, bool_and(completed_ns > begun_ns) after from collectives group by all"
        ).to_pylist()
    assert len(rows) == 1 + STEPS * (PARAMETERS + 1)
    for row in rows:
        assert (row["n"], row["failed"], row["after"]) == (RANKS, False, True)
        # No rank has the sum before the last one gave its part: clocks of one host agree to this.
        assert row["done"] > row["last"] - 1_000_000, row


@pytest.mark.parametrize("command", shortened(["ls", "gradients", "check-up", "nan", "top", "graph"], 3))
def test_reading_commands_answer_for_one_rank(
    command: str, traces: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trace = str(traces / "nan.numscope")
    assert main([command, trace, "--rank", "3"]) in (0, 1)
    text = capsys.readouterr().out
    assert text
    if command == "nan":
        assert f"training.py:{line_of('nan')}" in text
        assert main([command, trace, "--rank", "2"]) in (0, 1)
        assert f"training.py:{line_of('nan')}" not in capsys.readouterr().out


def test_texts_say_which_rank(traces: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trace = str(traces / "nan.numscope")
    main(["nan", trace])
    assert "on rank 3" in capsys.readouterr().out
    main(["top", trace, "--by", "process"])
    assert "(rank 3)" in capsys.readouterr().out
    main(["top", trace])
    assert "4 ranks added up" in capsys.readouterr().out
    main(["ls", trace])
    assert capsys.readouterr().out.splitlines()[0].split()[:2] == ["id", "rank"]


def test_a_backward_operation_finds_its_forward_one_in_its_own_process(traces: Path) -> None:
    with numscope.open(traces / "healthy.numscope") as trace:
        rows = trace.sql(
            "select backward.process p, forward.process f, forward.name from modules "
            "join operations backward on modules.operation = backward.id "
            "join operations forward on modules.forward = forward.id "
            "where backward.name = 'autograd::AddmmBackward0'"
        ).to_pylist()
    assert len(rows) == RANKS * STEPS * 2
    assert all(row["p"] == row["f"] and row["name"] == "aten::addmm" for row in rows)


DDP = """
import torch, torch.distributed as dist
dist.init_process_group("gloo"); rank = dist.get_rank(); torch.manual_seed(0)
model = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(8, 4))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(6):
    batch = torch.randn(16, 8, generator=torch.Generator().manual_seed(step * 4 + rank))
    optimizer.zero_grad(); model(batch).pow(2).mean().backward(); optimizer.step()
    if step == 3 and rank == 1:
        model.module.weight.data[0, 5] += 1e-4
dist.destroy_process_group()
"""


def test_torchrun_with_ddp(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program, trace = tmp_path / "ddp.py", tmp_path / "t.numscope"
    program.write_text(DDP)
    words = ["-m", "torch.distributed.run", "--nproc_per_node", "3", str(program)]
    subprocess.run(
        [sys.executable, "-m", "numscope", "run", "-o", str(trace), *words],
        env=environ(),
        capture_output=True,
        timeout=240,
        check=True,
    )
    with numscope.open(trace) as opened:
        rows = opened.sql(
            "select rank, world_size, local_rank, launcher from processes where rank is not null order by rank"
        ).to_pylist()
    assert [tuple(row.values()) for row in rows] == [(rank, 3, rank, "torchrun") for rank in range(3)]
    code, report = ask(capsys, "ranks", str(trace))
    first = report["findings"][0]
    assert (code, first["kind"], first["ranks"]) == (1, "replica", [1])
    assert first["place"].endswith("ddp.py:10")
    assert "weight" in first["text"]


def _on_two_hosts(source: Path, target: Path, offset: int, drift: float) -> Path:
    """A copy of the trace in which ranks 2 and 3 ran on host b, whose clock goes so."""
    shutil.copytree(source, target)
    tables = target / "tables"
    processes = pq.read_table(tables / "processes.parquet")
    there = (
        pc.is_in(processes["rank"], pa.array([2, 3], processes["rank"].type))
        .combine_chunks()
        .fill_null(False)
    )
    hosts = pc.if_else(there, pa.scalar("b"), processes["host"].cast(pa.string()))
    ids = processes["id"].filter(there).to_pylist()
    processes = processes.set_column(
        processes.column_names.index("host"), "host", hosts.cast(processes["host"].type)
    )
    pq.write_table(processes, tables / "processes.parquet")
    calls = pq.read_table(tables / "calls.parquet")
    theirs = set(
        calls["id"].filter(pc.is_in(calls["process"], pa.array(ids, calls["process"].type))).to_pylist()
    )
    operations = pq.read_table(tables / "operations.parquet")
    start = min(operations["time_ns"].to_pylist())
    times = [
        time + offset + round(drift * (time - start)) if call in theirs else time
        for call, time in zip(operations["call"].to_pylist(), operations["time_ns"].to_pylist(), strict=True)
    ]
    column = pa.array(times, operations["time_ns"].type)
    operations = operations.set_column(operations.column_names.index("time_ns"), "time_ns", column)
    pq.write_table(operations, tables / "operations.parquet")
    return target


def _report(trace: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    main(["ranks", str(trace), "--json"])
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


@pytest.mark.parametrize("fault", shortened(["slow", "healthy", "nan"]))
def test_findings_do_not_depend_on_the_hosts_clocks(
    fault: str, traces: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trace = traces / f"{fault}.numscope"
    with numscope.open(trace):
        pass  # sealed
    before = _report(trace, capsys)
    offset, drift = -20_000_000, 5e-5
    moved = _on_two_hosts(trace, tmp_path / "moved.numscope", offset, drift)
    after = _report(moved, capsys)
    [clock] = after["clocks"]
    assert (clock["host"], clock["against"]) == ("b", before["ranks"][0]["host"])
    assert abs(clock["offset_ns"] - offset) < max(1_000_000, 4 * clock["error_ns"])
    # Processes of one host differ by some ten microseconds under load: each calibrates its own counter.
    assert clock["earliest_ns"] <= clock["latest_ns"] + 200_000
    assert [(one["kind"], one["ranks"]) for one in after["findings"]] == [
        (one["kind"], one["ranks"]) for one in before["findings"]
    ]
    main(["ranks", str(moved)])
    assert "behind that of" in capsys.readouterr().out


@pytest.mark.long
@pytest.mark.parametrize(
    ("fault", "word"),
    shortened(
        [("healthy", ""), ("slow", "is late"), ("shape", "float32[7]"), ("barrier", "skipped barrier")], 2
    ),
)
def test_check_up_says_it_too(
    fault: str, word: str, traces: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["check-up", str(traces / f"{fault}.numscope"), "--json"])
    findings = json.loads(capsys.readouterr().out)["findings"]
    problems = [one["problem"] for one in findings if one["kind"] == "ranks"]
    assert len(problems) == bool(word)
    assert all(word in problem for problem in problems)


def test_a_timeline_names_processes_after_their_ranks(
    traces: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written = tmp_path / "timeline.json"
    assert main(["export", str(traces / "healthy.numscope"), "--perfetto", str(written)]) == 0
    events = json.loads(written.read_text())["traceEvents"]
    names = {
        one["pid"]: one["args"]["name"].partition(" (")[0] for one in events if one["name"] == "process_name"
    }
    places = {one["pid"]: one["args"]["sort_index"] for one in events if one["name"] == "process_sort_index"}
    assert sorted(names.values()) == [f"rank {rank}" for rank in range(RANKS)]
    assert {pid: f"rank {place}" for pid, place in places.items()} == names
    assert {one["pid"] for one in events if one["ph"] == "X"} == set(names)


def test_a_rule_about_replicas_names_the_step_from_which_one_differs(traces: Path) -> None:
    """Rank 2 changes a weight behind the sixth step: the seventh leaves other numbers there."""
    with (
        numscope.open(traces / "healthy.numscope") as healthy,
        numscope.open(traces / "weight.numscope") as run,
    ):
        rules = learn([("healthy", healthy)])
        broken = [one for one in against(run, rules).violations if one.rule.kind == "ranks"]
    assert sum(rule.kind == "ranks" for rule in rules.rules) == PARAMETERS
    assert [(one.rule.subject, one.step) for one in broken] == [("Sequential.0.weight", 6)]
    assert broken[0].value == "not the same on all ranks"
