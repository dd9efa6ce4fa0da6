"""`numscope check-up`, a trace as the only word, and what a run ends with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import numscope
from numscope.cli.main import main
from numscope.errors import TooLargeError
from numscope.trace.database import Database
from numscope.trace.glance import glance

pytest.importorskip("numscope._core", reason="the native core is not built")


def _faulty() -> None:
    rng = np.random.default_rng(1)
    before, after = (rng.integers(0, 256, (40, 60)).astype(np.uint8) for _ in range(2))
    (after - before).mean()  # first
    for shape in (30, 31, 32, 33, 34, 35):
        np.array(np.full(shape, 300)).astype(np.uint8)
        np.array([100, 120], np.int8) + np.int8(50)


@pytest.fixture(scope="module")
def traces(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("traces")
    for name, program in (("faulty", _faulty), ("healthy", lambda: np.arange(5.0).sum())):
        with numscope.record(folder / f"{name}.numscope"):
            program()
    return {name: str(folder / f"{name}.numscope") for name in ("faulty", "healthy")}


def test_a_healthy_run_has_exit_code_0(traces: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-up", traces["healthy"]]) == 0
    assert capsys.readouterr().out.startswith("nothing found in ")


def test_a_trace_as_the_only_word_asks_the_same(
    traces: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check-up", traces["faulty"]]) == 1
    asked = capsys.readouterr().out
    assert main([traces["faulty"]]) == 1
    assert capsys.readouterr().out == asked
    line = next(
        n for n, text in enumerate(Path(__file__).read_text().splitlines(), 1) if text.endswith("# first")
    )
    assert f"test_check_up_command.py:{line}  wrap-around" in asked


def test_the_verdict_fits_on_one_screen(traces: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    main([traces["faulty"]])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) <= 24
    # The name of this trace is as long as the folder of tests is deep.
    assert max(len(line.replace(traces["faulty"], "fit.numscope")) for line in lines) <= 80


def test_json_has_every_finding_with_its_line(
    traces: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check-up", traces["faulty"], "--json"]) == 1
    findings = json.loads(capsys.readouterr().out)["findings"]
    assert {finding["kind"] for finding in findings} == {"wrap-around", "cast"}
    assert all(finding["file"] == __file__ and finding["fix"] for finding in findings)


def test_a_word_that_is_no_trace_is_no_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["checkup"]) == 2
    assert "Did you mean check-up?" in capsys.readouterr().err
    assert main(["nowhere.numscope"]) == 3
    assert "there is no trace at nowhere.numscope" in capsys.readouterr().err


def test_the_glance_counts_what_the_tables_hold(tmp_path: Path) -> None:
    path = tmp_path / "t.numscope"
    with numscope.record(path), np.errstate(all="ignore"):
        values = np.arange(20.0)
        np.log(values - 3), values / 0, np.array(["a", "b"]), values.astype(int)
    with numscope.open(path) as trace:
        counted = trace.sql(
            "select count(*) filter (nans > 0) nans, "
            "count(*) filter (positive_infinities + negative_infinities > 0) infinities from contents"
        ).to_pylist()[0]
    seen = glance(path)
    assert (seen.nans, seen.infinities) == (counted["nans"], counted["infinities"]) == (2, 2)
    assert (set(seen.flags), seen.name, seen.file) == ({"divide", "invalid"}, "numpy.log", __file__)


def test_values_that_nothing_was_computed_with_are_not_counted(tmp_path: Path) -> None:
    there = np.full(6, np.nan)  # as memory is that nobody has written yet
    with numscope.record(tmp_path / "seen.numscope"):
        there[1:], there.reshape(2, 3), there.T
    assert glance(numscope.open(tmp_path / "seen.numscope").path).nans == 0
    with numscope.record(tmp_path / "used.numscope"):
        there[1:] * 2
    assert glance(numscope.open(tmp_path / "used.numscope").path).nans == 1


def test_what_stayed_inside_an_operation_is_not_counted(tmp_path: Path) -> None:
    whole, divisors = np.ma.array([1.0, 2.0]), np.ma.array([0.0, 4.0])
    with numscope.record(tmp_path / "inside.numscope") as trace:
        whole / divisors  # divides in memory of its own, and masks what is infinite
    assert glance(trace.open().path).infinities == 0
    made = trace.open().sql("select count(*) made from contents where positive_infinities > 0").to_pylist()
    assert made[0]["made"] > 0


def test_what_a_library_made_while_it_was_imported_is_not_counted(numscope_command, tmp_path: Path) -> None:
    pytest.importorskip(
        "scipy.stats", reason="SciPy is not installed: its distributions have infinite bounds"
    )
    (tmp_path / "program.py").write_text(
        "import numpy as np\nimport scipy.stats\nnp.log(np.arange(2.0) - 1)\n"
    )
    verdict = numscope_command("run", "program.py").stderr.splitlines()[-2]
    assert verdict.startswith(
        "numscope: of the distinct values 1 holds NaN and 1 holds Inf; divide and invalid first"
    )
    with numscope.open(tmp_path / "program.numscope") as trace:
        assert (
            trace.sql("select count(*) n from operand_contents where positive_infinities > 0")["n"][0].as_py()
            > 10
        )


def test_a_run_ends_with_three_lines_on_standard_error(numscope_command, tmp_path: Path) -> None:
    code = "import numpy as np\nnp.seterr(all='ignore')\nprint(np.log(np.arange(3.0)))"
    (tmp_path / "logs.py").write_text(code)
    done = numscope_command("run", "logs.py")
    assert done.stdout == "[      -inf 0.         0.69314718]\n"
    recorded, verdict, following = done.stderr.splitlines()
    assert " in logs.numscope; none left out; recording took " in recorded
    assert verdict == "numscope: of the distinct values 1 holds Inf; divide first in numpy.log at logs.py:3"
    assert following == "numscope: look at it with: numscope logs.numscope"


def test_a_question_too_large_is_told_and_leaves_the_others_their_answers(
    traces: dict[str, str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answered = Database.query

    def query(self: Database, text: str, parameters: list[Any] | None = None) -> Any:
        if "-999.9" in text:  # asked among the questions of "sentinel"
            raise TooLargeError("the query can't be answered: out of memory")
        return answered(self, text, parameters)

    monkeypatch.setattr(Database, "query", query)
    assert main(["check-up", traces["healthy"]]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "in part only, as the trace is too large for a question: sentinel;" in out
    assert "broadcasting, ranks" in out
    assert main(["check-up", traces["faulty"], "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["too_large"] == ["sentinel"]
    assert "sentinel" not in answer["looked"]
    assert {finding["kind"] for finding in answer["findings"]} == {"wrap-around", "cast"}


def test_where_nothing_is_found_the_next_step_is_said_in_80_columns(
    traces: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    main([traces["healthy"]])
    lines = capsys.readouterr().out.replace(traces["healthy"], "fit.numscope").splitlines()
    assert lines[-1] == "   see: numscope diff OLD fit.numscope"
    assert max(map(len, lines)) <= 80
