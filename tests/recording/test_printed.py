"""What a program prints, as its trace has it."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numscope._core", reason="the native core is not built")

import numpy as np

import numscope
from numscope.recording import printed
from numscope.recording.printed import Printed


def _stream() -> io.TextIOWrapper:
    """Return the interpreter's own kind of stream: pytest puts another in its place."""
    return io.TextIOWrapper(io.BytesIO(), "utf-8")


def _recorded(folder: Path, stream: io.TextIOWrapper, **options: Any) -> str | None:
    """Return what the trace has of what was printed."""
    with redirect_stdout(stream):
        print("before")
        with numscope.record(folder / "run.numscope", **options):
            print("mean", np.arange(4.0).mean(), end=";")
            stream.writelines(["one\n", "two\n"])
        print("after")
    with numscope.open(folder / "run.numscope") as trace:
        (facts,) = trace.sql("select environment from processes")["environment"].to_pylist()
    return json.loads(facts).get("printed")  # type: ignore[no-any-return]


def _shown(stream: io.TextIOWrapper) -> str:
    stream.flush()
    return stream.buffer.getvalue().decode()  # type: ignore[attr-defined, no-any-return]


def test_what_is_printed_is_in_the_trace(tmp_path: Path) -> None:
    stream = _stream()
    assert _recorded(tmp_path, stream) == "mean 1.5;one\ntwo\n"
    assert _shown(stream) == "before\nmean 1.5;one\ntwo\nafter\n"
    assert "write" not in vars(stream)


PROGRAM = """
import sys
import numpy
numpy.ones(2) + 1
print(type(sys.stdout.write).__name__, "write" in vars(sys.stdout), sys.stdout.write.__self__ is sys.stdout)
sys.stdout.flush()
try:
    print(1, file=open("/dev/full", "w"), flush=True)
except OSError as error:
    print(error)
print("a", 5, sep="")
sys.stdout.write(5)
"""


def test_neither_the_stream_nor_a_traceback_shows_it(tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text(PROGRAM)
    plain = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False)
    words = [sys.executable, "-m", "numscope", "run", "-o", str(tmp_path / "t.numscope"), str(script)]
    run = subprocess.run(words, capture_output=True, text=True, check=False)
    assert plain.returncode == run.returncode == 1
    assert run.stdout == plain.stdout
    assert run.stderr.startswith(plain.stderr)
    with numscope.open(tmp_path / "t.numscope") as trace:
        (facts,) = trace.sql("select environment from processes")["environment"].to_pylist()
    assert json.loads(facts)["printed"] == plain.stdout


FORKING = """
import os, numpy
numpy.ones(2) + 1
print("first")
if os.fork() == 0:
    print("child", numpy.ones(2) + 2)
else:
    os.wait()
    print("last")
"""


def test_a_forked_child_has_what_it_prints_itself(tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text(FORKING)
    words = [sys.executable, "-m", "numscope", "run", "-o", str(tmp_path / "t.numscope"), str(script)]
    subprocess.run(words, capture_output=True, check=True)
    with numscope.open(tmp_path / "t.numscope") as trace:
        facts = trace.sql("select environment from processes order by id")["environment"].to_pylist()
    assert [json.loads(text)["printed"] for text in facts] == ["first\nlast\n", "child [3. 3.]\n"]


@pytest.mark.parametrize("texts", [1, 4095, 8192, 8193, 20_000])
def test_of_many_texts_the_last_are_kept_in_order(texts: int) -> None:
    kept = Printed()
    stream = _stream()
    with redirect_stdout(stream):
        kept.begin()
        for number in range(texts):
            stream.write(f"{number}\n")
    text = kept.end()
    assert _shown(stream) == "".join(f"{number}\n" for number in range(texts))
    lines = text.splitlines()
    assert lines[1:] == [str(number) for number in range(texts)][-len(lines) + 1 :] or texts == 1
    assert len(lines) >= min(texts, 4096)


def test_of_a_long_text_the_end_is_kept() -> None:
    kept = Printed()
    with redirect_stdout(_stream()):
        kept.begin()
        print("x" * 100_000 + "end")
    assert kept.end().endswith("xend\n")


def test_without_values_nothing_of_it_is_kept(tmp_path: Path) -> None:
    stream = _stream()
    assert _recorded(tmp_path, stream, values="stats") is None
    assert _shown(stream).endswith("two\nafter\n")


def test_secrets_are_redacted(tmp_path: Path) -> None:
    assert _recorded(tmp_path, _stream(), redact=["one"]) == "mean 1.5;<redacted>\ntwo\n"


def test_the_end_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printed, "_MOST_CHARACTERS", 10)
    kept = Printed()
    with redirect_stdout(_stream()):
        kept.begin()
        for number in range(100):
            print(number)
    assert kept.end() == "\n97\n98\n99\n"


def test_a_stream_of_the_programs_own_is_left_alone() -> None:
    stream, kept = io.StringIO(), Printed()
    with redirect_stdout(stream):
        kept.begin()
        print("unseen")
    assert stream.getvalue() == "unseen\n"
    assert kept.end() == ""
