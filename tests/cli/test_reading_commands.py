"""ls, top, show, sql, dump and export on a real recording, as a user types them."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import duckdb
import numpy as np
import pyarrow.parquet as pq
import pytest
from rich.console import Console

import numscope
from numscope.analysis.ls.listing import Selection, list_operations
from numscope.cli.main import main
from numscope.trace import dropped
from numscope.views.operations import listing_view

pytest.importorskip("numscope._core", reason="the native core is not built")


def work() -> None:
    a = np.arange(6.0).reshape(2, 3)
    b = a + 1
    np.mean(a @ b.T, axis=0)
    np.concatenate([a, b])
    with np.errstate(all="ignore"):
        a / 0
    for _ in range(3):
        np.sqrt(b)
    with pytest.raises(ValueError, match="broadcast"):
        np.add(np.zeros(3), np.zeros(4))


@pytest.fixture(scope="module")
def trace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("recorded") / "work.numscope"
    with numscope.record(path):
        work()
    return path


def said(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    assert main([str(word) for word in words]) == 0
    return capsys.readouterr().out


def document(capsys: pytest.CaptureFixture[str], *words: object) -> object:
    return json.loads(said(capsys, *words, "--json"))


def test_ls_shows_what_the_user_asked_for(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answer = document(capsys, "ls", trace)
    names = [operation["name"] for operation in answer["operations"]]
    assert names[-1] == "numpy.add"
    assert names.count("numpy.sqrt") == 3
    assert "numpy.add.reduce" not in names
    everything = document(capsys, "ls", trace, "--all", "--limit", 1000)
    assert "numpy.add.reduce" in [operation["name"] for operation in everything["operations"]]
    assert len(everything["operations"]) == everything["in_all"] > answer["matching"] == len(names)


def test_ls_selects_by_name_and_from_the_end(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    last = document(capsys, "ls", trace, "--ops", "sqrt", "--last", "--limit", 2)
    assert [operation["name"] for operation in last["operations"]] == ["numpy.sqrt"] * 2
    assert last["matching"] == 3
    text = said(capsys, "ls", trace, "--ops", "numpy.conc*")
    assert "[float64[2,3], float64[2,3]]" in text
    assert "test_reading_commands.py" in text


def test_patterns_stand_one_by_one_or_with_commas_between_them(
    trace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    apart = said(capsys, "ls", trace, "--ops", "numpy.sqrt", "--ops", "numpy.mean", "--json")
    together = said(capsys, "ls", trace, "--ops", "numpy.sqrt, numpy.mean", "--json")
    assert apart == together
    assert {row["name"] for row in json.loads(together)["operations"]} == {"numpy.sqrt", "numpy.mean"}


@pytest.mark.long
def test_neither_a_run_nor_what_reads_it_waits_for_pandas(tmp_path: Path) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed: nothing to wait for")
    (tmp_path / "program.py").write_text("import numpy as np\nnp.arange(3) + 1\n")
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "numscope", "run", "program.py"],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    )
    imported = [line.rpartition("|")[2].strip() for line in done.stderr.splitlines() if "|" in line]
    assert "pyarrow" in imported
    assert "pandas.core" not in imported
    [recorded] = tmp_path.glob("*.numscope")
    asks = "import sys; from numscope.cli.main import main; main(); sys.exit('pandas' in sys.modules)"
    for command in ("ls", "graph", "nan"):
        words = [sys.executable, "-c", asks, command, str(recorded)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def test_sealing_imports_only_what_it_needs_and_the_program_keeps_its_environment(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(
        "import os\nimport numpy as np\nnp.arange(3) + 1.5\nprint(os.environ.get('OPENBLAS_THREAD_TIMEOUT'))\n"
    )
    environ = {name: text for name, text in os.environ.items() if name != "OPENBLAS_THREAD_TIMEOUT"}
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "numscope", "run", "program.py"],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
        env=environ,
    )
    assert done.stdout == "None\n"
    imported = [line.rpartition("|")[2].strip() for line in done.stderr.splitlines() if "|" in line]
    assert "pyarrow.parquet" in imported
    assert "pyarrow.compute" not in imported
    assert "pyarrow.dataset" not in imported
    assert imported.count("numpy._core.multiarray") == 1  # by the program


def test_top_adds_up(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answer = document(capsys, "top", trace, "--by", "operation", "--sort", "calls", "--limit", 100)
    calls = {cost["group"]: cost for cost in answer["costs"]}
    assert calls["numpy.sqrt"]["calls"] == 3
    assert calls["numpy.sqrt"]["bytes_in"] == calls["numpy.sqrt"]["bytes_out"] == 3 * 48
    assert sum(cost["calls"] for cost in answer["costs"]) == answer["operations"]
    assert sum(cost["self_ns"] for cost in answer["costs"]) == answer["self_ns"]
    assert sum(cost["share"] for cost in answer["costs"]) == pytest.approx(1)
    assert calls["numpy.mean"]["self_ns"] < calls["numpy.mean"]["total_ns"]
    counts = [cost["calls"] for cost in answer["costs"]]
    assert counts == sorted(counts, reverse=True)


@pytest.mark.parametrize("by", ["site", "file", "function", "process"])
def test_top_groups_by_place(trace: Path, capsys: pytest.CaptureFixture[str], by: str) -> None:
    answer = document(capsys, "top", trace, "--by", by, "--limit", 100)
    assert sum(cost["calls"] for cost in answer["costs"]) == answer["operations"]
    text = said(capsys, "top", trace, "--by", by)
    assert by in text


def test_show_tells_one_operation_whole(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mean = next(operation for operation in numscope.open(trace) if operation.name == "numpy.mean")
    text = said(capsys, "show", trace, mean.id)
    assert "np.mean(a @ b.T, axis=0)" in text
    assert "inside it:" in text
    assert "numpy.add.reduce" in text
    assert "argument axis: 0" in text
    answer = document(capsys, "show", trace, mean.id)
    assert answer["operation"]["name"] == "numpy.mean"
    assert answer["child_count"] == len(answer["children"])
    child = document(capsys, "show", trace, answer["children"][0]["id"])
    assert child["parent"]["id"] == mean.id


def test_hostile_names_never_reach_the_terminal_as_they_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ("\x1b[2J\x1b[31mred", "\u202egnp.exe", "N" * 100_000, "lone\udc80", "<script>\x07")
    with numscope.record(tmp_path / "t.numscope"):
        for name in names:
            with np.errstate(all="ignore"):
                exec(compile("import numpy as np\nnp.sqrt(np.arange(3.0) - 1)", name, "exec"), {})
        np.zeros(2, [("\x1b[5mfield", "f8")]).copy()
    with numscope.open(tmp_path / "t.numscope") as opened:
        ids = [operation.id for operation in opened]
    commands = [["show", number] for number in ids]
    for command in ("ls", "top", "nan", "replay", "precision", "graph", "dump"):
        commands.append([command])
    for name, *words in commands:
        assert main([str(name), str(tmp_path / "t.numscope"), *map(str, words)]) in (0, 1)
        out = capsys.readouterr().out
        assert not {letter for letter in out if not letter.isprintable()} - {"\n", "\t"}, name
        out.encode()
    assert main(["ls", str(tmp_path / "t.numscope")]) == 0
    out = capsys.readouterr().out
    assert "␛[2J␛[31mred:2" in out
    assert "⟨U+202E⟩gnp.exe:2" in out
    assert max(map(len, out.splitlines())) < 1000


def test_sql_answers(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    query = "select name, count(*) n from operations where user_visible group by 1 order by 2 desc, 1 limit 1"
    assert document(capsys, "sql", trace, query) == [{"name": "numpy.sqrt", "n": 3}]
    assert "numpy.sqrt" in said(capsys, "sql", trace, query)


def test_dumps_of_two_runs_are_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dumps = []
    for number in range(2):
        with numscope.record(tmp_path / f"{number}.numscope"):
            a = np.arange(4.0)
            b = a * 2
            np.sum(b)
        dumps.append(said(capsys, "dump", tmp_path / f"{number}.numscope").replace(f"{number}.numscope", ""))
    assert dumps[0] == dumps[1]
    assert "numpy.multiply operator" in dumps[0]
    assert "\n    input 0 array float64 shape=(4,) strides=(8,) at=#1 hash=" in dumps[0]


def test_exported_npy_files_follow_the_naming_rule(
    trace: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "npy"
    said(capsys, "export", trace, "--npy", folder, "--prefix", "work", "--ops", "add", "--ops", "sqrt")
    names = sorted(path.name for path in folder.iterdir())
    assert names == [
        # the second add raised: it has no output
        "op_add_input1_work-2.npy",
        "op_add_input1_work.npy",
        "op_add_input2_work-2.npy",
        "op_add_input2_work.npy",
        "op_add_output_work.npy",
        *(f"op_sqrt_input1_work{number}.npy" for number in ("-2", "-3", "")),
        *(f"op_sqrt_output_work{number}.npy" for number in ("-2", "-3", "")),
    ]
    a = np.load(folder / "op_add_input1_work.npy", allow_pickle=False)
    np.testing.assert_array_equal(a, np.arange(6.0).reshape(2, 3))
    assert np.load(folder / "op_add_input2_work.npy") == 1
    before = {path: path.read_bytes() for path in folder.iterdir()}
    said(capsys, "export", trace, "--npy", folder, "--prefix", "work")
    assert all(path.read_bytes() == data for path, data in before.items())


def test_exported_tables_read_without_us(
    trace: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said(capsys, "export", trace, "--parquet", tmp_path / "p", "--csv", tmp_path / "c")
    count = len(numscope.open(trace))
    assert pq.read_table(tmp_path / "p" / "operations.parquet").num_rows == count
    with (tmp_path / "c" / "operations.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == count
    assert {"numpy.sqrt", "numpy.mean"} <= {row["name"] for row in rows}


def test_exported_views_answer_in_duckdb_without_us_as_here(
    trace: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "views.sql"
    said(capsys, "export", trace, "--views", script)
    connection = duckdb.connect()
    connection.execute(script.read_text())
    with numscope.open(trace) as opened:
        for query in (
            "select name, file, line, count(*) from operations group by all order by all",
            "select o.name, role, dtype, shape, hash from operands join operations o on operation = id order by all",
            "select count(*) from results",
        ):
            assert connection.sql(query).fetchall() == [
                tuple(row.values()) for row in opened.sql(query).to_pylist()
            ]
    assert main(["export", str(trace), "--views", str(script)]) == 2
    assert "File exists" in capsys.readouterr().err


def test_perfetto_export_is_trace_event_json(
    trace: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said(capsys, "export", trace, "--perfetto", tmp_path / "t.json")
    events = json.loads((tmp_path / "t.json").read_text())["traceEvents"]
    assert len(events) == len(numscope.open(trace))
    # What the Trace Event Format asks of complete events; slices of one thread nest or follow each other.
    for event in events:
        assert (event["ph"], type(event["pid"]), type(event["tid"])) == ("X", int, int)
        assert isinstance(event["name"], str)
        assert event["dur"] >= 0
        assert event["ts"] >= 0
    assert len({(event["pid"], event["tid"]) for event in events}) == 1
    open_until = [float("inf")]
    for event in sorted(events, key=lambda event: (event["ts"], -event["dur"])):
        while event["ts"] >= open_until[-1]:
            open_until.pop()
        assert event["ts"] + event["dur"] <= open_until[-1] + 0.002  # readings are rounded to whole ns
        open_until.append(event["ts"] + event["dur"])


def test_speedscope_export_is_well_nested(
    trace: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said(capsys, "export", trace, "--speedscope", tmp_path / "s.json")
    document = json.loads((tmp_path / "s.json").read_text())
    (profile,) = document["profiles"]
    stack, last = [], 0
    for event in profile["events"]:
        assert event["at"] >= last
        last = event["at"]
        if event["type"] == "O":
            stack.append(event["frame"])
        else:
            assert stack.pop() == event["frame"]
    assert stack == []
    assert len(profile["events"]) == 2 * len(numscope.open(trace))
    assert {"numpy.sqrt", "numpy.mean"} <= {frame["name"] for frame in document["shared"]["frames"]}


def test_nothing_is_overwritten(trace: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "t.json").write_text("mine")
    assert main(["export", str(trace), "--perfetto", str(tmp_path / "t.json")]) == 2
    assert (tmp_path / "t.json").read_text() == "mine"
    assert "can't be written: File exists" in capsys.readouterr().err


ENDLESS = "select sum(range) from range(1000000000000)"


@pytest.mark.usefixtures("interruptible")
def test_an_interrupted_question_is_no_traceback(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    threading.Timer(1, os.kill, (os.getpid(), signal.SIGINT)).start()
    assert main(["sql", str(trace), ENDLESS]) == 130
    assert capsys.readouterr().err == "numscope: interrupted.\n"


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_while_a_trace_is_opened_is_no_traceback(
    trace: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dropped, "_GAPS", ENDLESS)
    threading.Timer(1, os.kill, (os.getpid(), signal.SIGINT)).start()
    assert main(["nan", str(trace)]) == 130
    assert capsys.readouterr().err == "numscope: interrupted.\n"


@pytest.mark.parametrize("error", [TimeoutError, SystemExit, KeyboardInterrupt, BaseException])
def test_whatever_a_signal_raises_ends_the_question(trace: Path, error: type[BaseException]) -> None:
    """As a time limit does, that of these tests too: else nothing but SIGKILL would."""
    moments = iter((0.1, 1))

    def overdue(number: int, frame: object) -> None:
        signal.setitimer(signal.ITIMER_REAL, next(moments, 0))  # and impatiently once more
        raise error("overdue")

    with numscope.open(trace) as opened:
        before = signal.signal(signal.SIGALRM, overdue), signal.setitimer(signal.ITIMER_REAL, 0.3)
        try:
            with pytest.raises(error, match="overdue"):
                opened.sql(ENDLESS)
        finally:
            signal.setitimer(signal.ITIMER_REAL, *before[1])
            signal.signal(signal.SIGALRM, before[0])
        assert opened.sql("select 1 as one")["one"].to_pylist() == [1]


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["ls", "/nowhere.numscope"], 3, "there is no trace at /nowhere.numscope"),
        (["ls", "TRACE", "--ops", "nope"], 2, "no operation in"),
        (["show", "TRACE", "99999"], 2, "there is no operation 99999"),
        (["sql", "TRACE", "drop view operations"], 2, "give a SELECT"),
        (["export", "TRACE"], 2, "say what to export"),
        (["export", "TRACE", "--csv", "/proc/nope"], 2, "can't be written"),
    ],
)
def test_mistakes_are_one_sentence(
    trace: Path, capsys: pytest.CaptureFixture[str], words: list[str], code: int, sentence: str
) -> None:
    assert main([str(trace) if word == "TRACE" else word for word in words]) == code
    error = capsys.readouterr().err
    assert sentence in error
    assert error.count("\n") == 1
    assert "Traceback" not in error


def test_in_a_narrow_terminal_names_of_calls_stay_readable(trace: Path) -> None:
    with numscope.open(trace) as opened:
        listing = list_operations(opened, Selection(), 100)
    console = Console(width=64, record=True, file=io.StringIO())
    console.print(listing_view(listing, False))
    lines = console.export_text().splitlines()
    assert all(len(line) <= 64 for line in lines)
    assert lines[0].endswith("test_reading_commands.py")
    for operation in listing.operations:
        last = operation.name.rpartition(".")[2]
        assert any(f"{last} " in line for line in lines), (operation.name, lines)
