"""What the Python interface does with a stranger's trace: what `numscope replay --trust` and its like do, no more."""

from __future__ import annotations

import io
import os
import pickle
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.fatal_pandas import put_fatal_pandas
from tests.hostile.conftest import ask as command
from tests.hostile.conftest import change_cells, tree

import numscope
from numscope.analysis.confined import asking
from numscope.analysis.confined.wire import pack, unpack
from numscope.analysis.precision.precision import precision
from numscope.analysis.replay.replay import Target, replay
from numscope.analysis.replay.single_call import NotReplayableError, call_again, prepare_call
from numscope.analysis.testgen.selection import Wishes, select
from numscope.errors import NumscopeError, TraceError, UsageError

Capture = pytest.CaptureFixture[str]


def own_copy(folder: Path) -> tuple[Path, Path]:
    """Record a trace of one's own; return it and a copy, which counts as a stranger's."""
    own = folder / "own.numscope"
    with numscope.record(own), np.errstate(all="ignore"):
        a = np.arange(40.0)
        np.log(a - 3)
        np.subtract(np.exp(a[:9] * 1e-9), 1.0)
        (a * 3).sum()
    numscope.open(own).close()
    return own, Path(shutil.copytree(own, folder / "copy.numscope"))


def test_a_strangers_trace_gives_the_answers_of_ones_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_fatal_pandas(tmp_path, monkeypatch)
    own, copy = own_copy(tmp_path)
    with numscope.open(own) as mine, numscope.open(copy, trust=True) as other:
        assert other.replay() == mine.replay()
        assert other.replay((1,), Target(dtype="float32")) == mine.replay((1,), Target(dtype="float32"))
        assert other.precision() == mine.precision()
        assert other.precision().accuracy
        first, second = mine.tests(Wishes(cases=1)), other.tests(Wishes(cases=1))
    assert second.left_out == first.left_out
    assert second.tests == first.tests > 2
    for one, two in zip(first.files, second.files, strict=True):
        for group, same in zip(one.groups, two.groups, strict=True):
            assert same.source.text == group.source.text
            assert [case.operation.id for case in same.cases] == [case.operation.id for case in group.cases]
            np.testing.assert_array_equal(same.cases[0].results[0], group.cases[0].results[0])


def questions(trace: numscope.Trace) -> tuple[Callable[[], Any], ...]:
    return trace.replay, trace.precision, trace.tests


def test_nothing_is_called_in_the_users_process(
    sealed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """Whether it is trusted or not, by none of the ways in, and for none of the pages."""

    def called(*_: object) -> Any:
        raise AssertionError("called in this process")

    monkeypatch.setattr("numscope.probes.calling.recipes.Recipe.call", called)
    monkeypatch.setattr("numscope.probes.calling.recipes.Recipe.prepare", called)
    for trust in (False, True):
        with numscope.open(sealed, trust=trust) as trace:
            for question in questions(trace):
                if trust:
                    question()
                else:
                    with pytest.raises(UsageError, match="trust=True"):
                        question()
            for function, *more in ((replay,), (precision,), (select, Wishes())):
                with pytest.raises(UsageError, match="trust=True"):
                    function(trace, *more)
            for operation in trace:
                for again in (call_again, prepare_call):
                    with pytest.raises(NotReplayableError, match="confined"):
                        again(operation)
    for words in (
        ("nan",),
        ("report", "-o", tmp_path / "r.html"),
        ("explain", "-o", tmp_path / "e.html"),
        ("halted",),
    ):
        assert command(capsys, words[0], sealed, *words[1:])[0] in (0, 1, 2), words
    assert "import numpy" not in (tmp_path / "r.html").read_text()


def test_ones_own_trace_is_called_in_the_users_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, _ = own_copy(tmp_path)

    def started(*_: object, **__: object) -> Any:
        raise AssertionError("a confined process was started")

    monkeypatch.setattr(asking.subprocess, "run", started)
    with numscope.open(own) as trace:
        assert trace.tests().tests
        assert trace.precision().measured
        assert call_again(next(one for one in trace if one.name == "numpy.log")).outputs[0].size == 40


def test_strides_and_shapes_of_a_stranger_reach_no_memory_outside(strided: Path) -> None:
    assert change_cells(
        strided, "operands", "text", lambda text: "(99999999999,)" if text == "(8,)" else text
    )
    with numscope.open(strided, trust=True) as trace:
        reasons = [reason.text for reason in trace.replay().reasons]
        assert any("outside of its array" in reason for reason in reasons), reasons
        assert trace.tests().left_out
        trace.precision()
    change_cells(strided, "slots", "shape", lambda shape: [2**40] if shape == [9] else shape)
    change_cells(strided, "slots", "strides", lambda strides: [0] if strides == [8] else strides)
    try:
        with numscope.open(strided, trust=True) as trace:
            for question in questions(trace):
                question()
    except NumscopeError:
        pass  # refused as a whole, in a sentence


def test_a_file_is_written_where_the_user_says_and_nowhere_else(
    sealed: Path, secret: Path, tmp_path: Path
) -> None:
    notes = tmp_path / "notes" / "state"
    notes.parent.mkdir()
    before = tree(secret.parent), tree(sealed)
    with numscope.open(sealed, trust=True) as trace:
        first = trace.replay(state=notes)
        assert notes.stat().st_size
        assert trace.replay(state=notes) == first
    assert (tree(secret.parent), tree(sealed)) == before


ATTACKS = {
    "a function": b"cposix\nsystem\n(S'touch EVIL'\ntR.",
    "a builtin": b"cbuiltins\neval\n(S'1'\ntR.",
    "a part of a class that is allowed": b"cnumscope.analysis.replay.answers\nReplay.__init__\n.",
    "numpy's reader": b"cnumpy._core.multiarray\n_reconstruct\n.",
    "nothing": b"",
    "a part of one": pack((None, 1))[:-2],
    "a stand-in that is none": b"I1\nQ.",
    "an operation that is not there": b"(S'operation'\nI99999\ntQ.",
    "an array of objects": b"(S'array'\nS'x'\ntQ.",
}


@pytest.mark.parametrize("name", ATTACKS)
def test_an_answer_that_is_none_makes_nothing(name: str, sealed: Path, tmp_path: Path) -> None:
    before = os.listdir(tmp_path)
    with numscope.open(sealed, trust=True) as trace, pytest.raises(TraceError, match="gave no answer"):
        unpack(ATTACKS[name], trace)
    assert os.listdir(tmp_path) == before


def test_an_answer_of_few_bytes_takes_little_memory(sealed: Path) -> None:
    evil = b"\x80\x04]r" + (30_000_000).to_bytes(4, "little") + b"."
    with (
        numscope.open(sealed) as trace,
        pytest.raises(TraceError, match="numbers a value 30,000,000 in 9 bytes"),
    ):
        unpack(evil, trace)


def test_arrays_of_objects_are_neither_sent_nor_read(sealed: Path) -> None:
    with pytest.raises(ValueError, match="Object arrays"):
        pack(np.array([None, {}], dtype=object))
    stored = io.BytesIO()
    np.save(stored, np.array([None], dtype=object), allow_pickle=True)
    packed = pickle.dumps(stored.getvalue(), protocol=4)[:-1]
    evil = b"\x80\x04(\x8c\x05array" + packed[2:] + b"tQ."
    with numscope.open(sealed) as trace, pytest.raises(TraceError, match="Object arrays"):
        unpack(evil, trace)


def test_a_process_that_ends_without_an_answer_is_reported(
    sealed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking.sys, "executable", "/bin/false")
    with numscope.open(sealed, trust=True) as trace, pytest.raises(NumscopeError, match="gave no answer"):
        trace.replay()
