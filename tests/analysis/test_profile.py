"""What operations cost, by what is asked for; what memory they made, and how fast memory is."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import numscope
from numscope.analysis.top.bandwidth import machine_bandwidth
from numscope.analysis.top.machine import processor_name
from numscope.analysis.top.peak import machine_peak
from numscope.analysis.top.profile import Cost, profile
from numscope.cli.main import main
from numscope.errors import UsageError

pytest.importorskip("numscope._core", reason="the native core is not built")


def costs(path: Path, by: str, order: str = "self") -> dict[str, Cost]:
    with numscope.open(path) as trace:
        return {cost.group: cost for cost in profile(trace, by, order, limit=100).costs}


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    """Sums of three sizes, copies, and temporaries in a loop."""
    path = tmp_path / "t.numscope"
    image = np.ones((300, 400))
    with numscope.record(path):
        for length in (3, 900, 1000, 5000):
            np.ones(length).sum()
        image.T.reshape(-1)
        image.copy()
        image.reshape(-1)
        for _ in range(6):
            np.sqrt(np.abs(image))
    return path


def test_by_shape_similar_sizes_are_one_class(trace: Path) -> None:
    found = costs(trace, "shape")
    sums = {group: cost.calls for group, cost in found.items() if group.startswith("numpy.ndarray.sum")}
    assert sums == {
        "numpy.ndarray.sum float64[3]": 1,
        "numpy.ndarray.sum float64[<=1024]": 2,
        "numpy.ndarray.sum float64[<=8192]": 1,
    }


@pytest.mark.parametrize("by", ["operation", "shape", "site", "process"])
def test_every_grouping_adds_up_to_the_same(trace: Path, by: str) -> None:
    found = costs(trace, by).values()
    with numscope.open(trace) as opened:
        known = opened.sql(
            "select sum(bytes_in) r, sum(bytes_out) w, sum(self_ns) s, count(*) n from operations"
        )
    assert sum(cost.calls for cost in found) == known["n"][0].as_py()
    assert sum(cost.bytes_in for cost in found) == known["r"][0].as_py()
    assert sum(cost.bytes_out for cost in found) == known["w"][0].as_py()
    assert sum(cost.self_ns for cost in found) == known["s"][0].as_py()
    assert sum(cost.share for cost in found) == pytest.approx(1)
    assert sum(cost.copied_bytes for cost in found) == 2 * 960_000


def test_copies_and_temporaries_are_counted(trace: Path) -> None:
    found = costs(trace, "operation", "copies")
    assert (found["numpy.ndarray.copy"].copies, found["numpy.ndarray.copy"].copied_bytes) == (1, 960_000)
    assert found["numpy.ndarray.reshape"].copies == 1  # the second one is a view
    assert found["numpy.ndarray.reshape"].bytes_out == 960_000
    # Each absolute value was read once, and its memory went to the next; what comes last is not known to have gone.
    assert 4 <= found["numpy.absolute"].temporaries <= 6
    assert found["numpy.absolute"].temporary_bytes == found["numpy.absolute"].temporaries * 960_000
    assert next(iter(found.values())).copied_bytes == 960_000


def test_what_is_kept_or_used_twice_is_no_temporary(tmp_path: Path) -> None:
    with numscope.record(tmp_path / "t.numscope"):
        kept = [np.ones(20_000) for _ in range(4)]
        for array in kept:
            array.sum()
        for _ in range(4):
            twice = np.full(20_000, 2.0)
            twice.sum()
            twice.max()
            del twice
    found = costs(tmp_path / "t.numscope", "operation")
    assert found["numpy.ones"].temporaries == 0
    assert found["numpy.full"].temporaries == 0


def test_unknown_groupings_are_refused(trace: Path) -> None:
    with numscope.open(trace) as opened:
        with pytest.raises(UsageError, match="added up by 'size'"):
            profile(opened, "size")
        with pytest.raises(UsageError, match="ordered by 'name'"):
            profile(opened, "operation", "name")


def test_bandwidth_is_measured_once(tmp_path: Path) -> None:
    path = tmp_path / "cache" / "bandwidth.json"
    first = machine_bandwidth(path, elements=200_000)
    assert 0.05 < first.gb_per_s < 5000
    assert (first.processor, first.numpy) == (processor_name(), np.__version__)
    assert machine_bandwidth(path, elements=200_000) == first
    other = {"speed": 1.0, "processor": "another", "numpy": np.__version__}
    path.write_text(json.dumps(other))
    assert machine_bandwidth(path, elements=200_000).processor == processor_name()
    path.write_text(json.dumps({**other, "processor": processor_name()}))
    assert machine_bandwidth(path, elements=200_000).gb_per_s == 1.0
    for damage in ("", "[]", "{}", '{"speed": 0, "processor": "x", "numpy": "y"}'):
        path.write_text(damage)
        assert machine_bandwidth(path, elements=200_000).gb_per_s > 0.05
    assert machine_bandwidth(path / "below-a-file", elements=200_000).gb_per_s > 0.05


def test_the_command_holds_speeds_against_the_memory(
    trace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    cache = tmp_path / "numscope" / "bandwidth.json"
    cache.parent.mkdir()
    known = {"speed": 12.5, "processor": processor_name(), "numpy": np.__version__}
    cache.write_text(json.dumps(known))
    assert main(["top", str(trace), "--by", "shape", "--sort", "temporaries"]) == 0
    text = capsys.readouterr().out
    assert "this machine's memory: 12.5 GB/s" in text
    assert "copied" in text
    assert "numpy.absolute float64[<=512,<=512]" in text
    assert main(["top", str(trace), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["bandwidth"]["gb_per_s"] == 12.5


def test_the_peak_is_measured_once(tmp_path: Path) -> None:
    path = tmp_path / "cache" / "peak.json"
    first = machine_peak(path, side=200)
    assert 0.05 < first.gflops_per_s < 50_000
    assert machine_peak(path, side=200) == first
    path.write_text(json.dumps({**json.loads(path.read_text()), "cores": first.cores + 1, "speed": 0.01}))
    assert machine_peak(path, side=200).gflops_per_s > 0.01
