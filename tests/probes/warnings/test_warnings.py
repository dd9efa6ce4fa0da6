"""A warning is an operation of the line that it is about, whether it is shown or not, and is given as it would be."""

from __future__ import annotations

import _warnings
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest

import numscope
from numscope.trace import Operation

pytest.importorskip("numscope._core", reason="the native core is not built")

PROGRAM = """\
import sys
import warnings
import numpy as np

class RoundedWarning(UserWarning):
    pass

def level(values):
    warnings.warn("level of the caller", RuntimeWarning, stacklevel=2)
    return values.mean()

years = np.arange(2000.0, 2005.0)
np.polyfit(years, years, 5)
shown = level(years)
warnings.warn(RoundedWarning("given as an object"))
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    np.nanmean([np.nan])
print([(one.category.__name__, str(one.message)) for one in caught])
warnings.simplefilter("ignore")
np.polyfit(years, years, 5)
warnings.simplefilter("error")
try:
    np.polyfit(years, years, 5)
except Warning as error:
    print(type(error), error)
try:
    warnings.warn("x", category=int)
except TypeError as error:
    print(error)
print(warnings.warn is sys.modules["_warnings"].warn, warnings.warn.__name__, warnings.warn.__module__)
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    script = tmp_path_factory.mktemp("warnings") / "program.py"
    script.write_text(PROGRAM, encoding="utf-8")
    return script


def run(*words: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *map(str, words)], cwd=cwd, capture_output=True, text=True, check=True
    )


@pytest.fixture(scope="module")
def recorded(program: Path) -> subprocess.CompletedProcess[str]:
    return run("-m", "numscope", "run", "-o", "t.numscope", program, cwd=program.parent)


@pytest.fixture(scope="module")
def said(program: Path, recorded: object) -> list[Operation]:
    with numscope.open(program.with_name("t.numscope")) as trace:
        ids = trace.sql("select id from operations where name = 'warnings.warn' order by id")["id"]
        return list(trace.operations.fetch(ids.to_pylist()))


def texts(operation: Operation) -> list[object]:
    of_objects = [one.attributes["text"] for one in operation.operands if one.kind == "object"]
    return of_objects + [one.literal for one in operation.operands if one.kind in ("string", "literal")]


def test_what_is_printed_and_shown_is_the_same(
    program: Path, recorded: subprocess.CompletedProcess[str]
) -> None:
    plain = run(program, cwd=program.parent)
    assert recorded.stdout == plain.stdout
    assert "in this version" not in plain.stderr
    assert plain.stderr.count("Warning") >= 3
    assert recorded.stderr.startswith(plain.stderr)  # the recorder's own lines follow
    assert recorded.stdout.endswith("True warn _warnings\n")


def test_each_is_at_the_line_of_the_program_that_it_is_about(program: Path, said: list[Operation]) -> None:
    lines = PROGRAM.splitlines()
    found = [
        (lines[one.user_site.line - 1].strip(), texts(one)[:2]) for one in said if one.user_site is not None
    ]
    fit = ("np.polyfit(years, years, 5)", ["Polyfit may be poorly conditioned", "RankWarning"])
    assert found[:3] == [
        fit,
        (lines[8].strip(), ["level of the caller", "RuntimeWarning"]),
        ('warnings.warn(RoundedWarning("given as an object"))', ["given as an object"]),
    ]
    assert found[3] == ("np.nanmean([np.nan])", ["Mean of empty slice", "RuntimeWarning"])
    assert found[4:6] == [fit, fit]  # ignored, and raised
    assert [bool(one.exception) for one in said] == [False] * 5 + [True] * 2


def test_one_given_as_an_object_is_named_by_its_class(said: list[Operation]) -> None:
    assert [one.type for one in said[2].operands if one.kind == "object"] == ["__main__.RoundedWarning"]


def test_without_values_its_text_is_not_kept(program: Path) -> None:
    run("-m", "numscope", "run", "-o", "private.numscope", "--values", "none", program, cwd=program.parent)
    with numscope.open(program.with_name("private.numscope")) as trace:
        tables = "".join(str(trace.table(name).to_pylist()) for name in trace.table_names())
    assert "RankWarning" in tables
    assert "poorly conditioned" not in tables
    assert "given as an object" not in tables


def test_replay_says_why_it_gives_none_again(program: Path, recorded: object) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "numscope", "replay", "t.numscope"],
        cwd=program.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "it warns the people who run the program" in done.stdout


def test_after_the_recording_nothing_is_left(tmp_path: Path) -> None:
    function = warnings.warn
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with numscope.record(tmp_path / "t.numscope"):
            np.add(1.0, 2.0)
            warnings.warn("while recording", stacklevel=1)
        warnings.warn("after it", stacklevel=1)
    assert warnings.warn is function is _warnings.warn
    assert [str(one.message) for one in caught] == ["while recording", "after it"]
    assert {Path(one.filename).name for one in caught} == {Path(__file__).name}
    with numscope.open(tmp_path / "t.numscope") as trace:
        ids = trace.sql("select id from operations where name = 'warnings.warn'")["id"].to_pylist()
        assert [texts(one) for one in trace.operations.fetch(ids)] == [["while recording"]]
