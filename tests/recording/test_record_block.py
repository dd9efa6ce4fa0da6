"""`with numscope.record(...)`: a part of a program, from its own code."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import numscope
from numscope.errors import UsageError


def names(trace: object) -> list[str]:
    return [operation.name for operation in trace]  # type: ignore[attr-defined]


def test_what_the_block_does_is_in_the_trace(tmp_path: Path) -> None:
    a = np.arange(6.0)
    with numscope.record(tmp_path / "t.numscope") as recording:
        b = a * 2
    c = b + 1
    assert names(recording) == ["numpy.multiply"]
    assert len(recording) == 1
    assert recording[0].outputs[0].value().tolist() == b.tolist()
    assert recording.counters is not None
    assert recording.counters["operations"] == 1
    assert names(numscope.open(recording.path)) == ["numpy.multiply"]
    assert c.sum() == 36


def test_outside_the_block_nothing_is_left_of_the_hooks(tmp_path: Path) -> None:
    from numscope import _core

    environ = dict(os.environ)
    with numscope.record(tmp_path / "t.numscope"):
        assert _core.recording()
    assert not _core.recording()
    assert _core.unwatch_all() == 0
    assert dict(os.environ) == environ


def test_blocks_can_follow_one_another(tmp_path: Path) -> None:
    for number in range(3):
        with numscope.record(tmp_path / f"{number}.numscope") as recording:
            np.ones(number + 1).sum()
        assert "numpy.ndarray.sum" in names(recording)


def test_what_is_made_between_blocks_is_watched_in_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What an earlier block knew of NumPy and of modules is kept: new ufuncs, held anywhere, are found all the same."""
    module = ModuleType("between_blocks")
    monkeypatch.setitem(sys.modules, "between_blocks", module)
    holders: list[object] = [module]

    def called(number: int) -> list[str]:
        found = [one for holder in holders for one in vars(holder).values() if isinstance(one, np.ufunc)]
        with numscope.record(tmp_path / f"{number}.numscope") as recording:
            for ufunc in found:
                ufunc(3.0)
        return [name.partition(" ")[0] for name in names(recording)]

    assert called(0) == []
    vars(module)["first"] = np.frompyfunc(math.sqrt, 1, 1)
    assert called(1) == ["sqrt"]
    holders.append(type("Holder", (), {"second": np.frompyfunc(math.floor, 1, 1)}))
    assert called(2) == ["sqrt", "floor"]
    vars(module)["third"] = np.frompyfunc(math.ceil, 1, 1)
    assert called(3) == ["sqrt", "ceil", "floor"]


def test_an_exception_in_the_block_passes_and_ends_the_recording(tmp_path: Path) -> None:
    with (
        pytest.raises(ValueError, match="core dimension"),
        numscope.record(tmp_path / "t.numscope") as recording,
    ):
        np.ones(2) @ np.ones(3)
    failed = recording[-1]
    assert failed.name == "numpy.matmul"
    assert failed.exception
    with numscope.record(tmp_path / "u.numscope"):
        pass


def test_pause_and_resume(tmp_path: Path) -> None:
    a = np.arange(3)
    with numscope.record(tmp_path / "t.numscope") as recording:
        a + 1
        numscope.pause()
        a - 1
        numscope.resume()
        a * 1
    assert names(recording) == ["numpy.add", "numpy.multiply"]
    numscope.pause()
    numscope.resume()


def test_options_are_those_of_the_command_line(tmp_path: Path) -> None:
    options = {"values": "stats", "ops": ["numpy.add", "numpy.s*"], "skip": "numpy.subtract", "every": 2}
    with numscope.record(tmp_path / "t.numscope", **options) as recording:
        for n in range(4):
            np.add(np.arange(3), n)
            np.subtract(1, n)
            np.sqrt(n)
    assert names(recording) == ["numpy.add", "numpy.sqrt"] * 2
    assert recording[0].outputs[0].statistics is not None
    assert not recording[0].outputs[0].kept


def test_callers_are_selected_by_module(tmp_path: Path) -> None:
    with numscope.record(tmp_path / "t.numscope", from_="somebody.else.*") as recording:
        np.arange(3) + 1
    assert names(recording) == []
    with numscope.record(tmp_path / "u.numscope", from_=__name__) as recording:
        np.arange(3) + 1
    assert names(recording) == ["numpy.arange", "numpy.add"]


def test_a_block_inside_a_block_is_refused_and_the_outer_one_goes_on(tmp_path: Path) -> None:
    with numscope.record(tmp_path / "outer.numscope") as outer:
        with (
            pytest.raises(UsageError, match=r"already being recorded into .*outer\.numscope"),
            numscope.record(tmp_path / "inner.numscope"),
        ):
            pass
        np.arange(3) + 1
    assert "numpy.add" in names(outer)
    assert not (tmp_path / "inner.numscope").exists()


def test_a_recording_is_used_once(tmp_path: Path) -> None:
    recording = numscope.record(tmp_path / "t.numscope")
    with recording:
        pass
    with pytest.raises(UsageError, match="needs a record"), recording:
        pass


def test_a_trace_that_exists_is_replaced_only_by_force(tmp_path: Path) -> None:
    with numscope.record(tmp_path / "t.numscope"):
        pass
    with pytest.raises(UsageError, match="exists"), numscope.record(tmp_path / "t.numscope"):
        pass
    with numscope.record(tmp_path / "t.numscope", force=True) as recording:
        np.arange(3) + 1
    assert len(recording) == 2


def test_it_can_be_read_only_after_the_block(tmp_path: Path) -> None:
    with numscope.record(tmp_path / "t.numscope") as recording:
        with pytest.raises(UsageError, match="when its block has ended"):
            len(recording)
        assert not hasattr(recording, "operations")
        assert "still recording" in repr(recording)
    assert hasattr(recording, "operations")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"valeus": "none"}, "no option 'valeus'"),
        ({"values": "most"}, "'most' is none of"),
        ({"every": 0}, "'0' is not"),
    ],
)
def test_wrong_options(options: dict, message: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=message):
        numscope.record(tmp_path / "t.numscope", **options)
    assert not (tmp_path / "t.numscope").exists()


def test_processes_started_in_the_block_take_part(tmp_path: Path) -> None:
    code = "import numpy; numpy.arange(3) + 1"
    with numscope.record(tmp_path / "t.numscope") as recording:
        subprocess.run([sys.executable, "-c", code], check=True)
    subprocess.run([sys.executable, "-c", code], check=True)
    assert names(recording) == ["numpy.arange", "numpy.add"]


def test_a_forked_child_goes_on_in_a_shard_of_its_own(tmp_path: Path) -> None:
    with numscope.record(tmp_path / "t.numscope", ops="numpy.add") as recording:
        pid = os.fork()
        if pid == 0:
            np.arange(3) + 1
            os._exit(0)
        os.waitpid(pid, 0)
        np.arange(3) + 1
    assert sorted(operation.process for operation in recording) == [0, 1]


def test_the_package_offers_its_names_without_importing_them(python) -> None:
    code = (
        "import sys, numscope; print(sorted(n for n in sys.modules if n.startswith('numscope.')), dir(numscope)); "
        "numscope.record; print('numpy' in sys.modules, 'pyarrow' in sys.modules)"
    )
    first, second = python("-c", code).stdout.splitlines()
    assert first.startswith("[] ")
    for name in ("record", "open", "Trace", "pause", "resume"):
        assert f"'{name}'" in first
    assert second == "False False"


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'recrod'"):
        _ = numscope.recrod
