"""What the user's own lines called, through a library without a probe: named by its source, its operations inside."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import numscope
from numscope.analysis.concepts.user_calls import CallCounts, UserCall, call_counts, user_calls
from numscope.analysis.top.profile import profile
from numscope.cli.main import main
from numscope.trace import Operation

pytest.importorskip("numscope._core", reason="the native core is not built")

# By its name this is a library that numscope watches.
LIBRARY = """\
import numpy as np

TABLE = np.linspace(0.0, 1.0, 50)
WIDTHS = np.diff(TABLE)


class Smooth:
    def __init__(self, values):
        self.values = np.convolve(np.asarray(values, float), np.ones(3) / 3, "same")

    def total(self):
        return np.sum(self.values) * 1.0

    def each(self, function):
        return [function(value) for value in np.split(self.values, 3)]

    def __add__(self, other):
        return Smooth(np.add(self.values, other.values))


def smooth(values):
    return Smooth(values)
"""
PROGRAM = """\
import numpy as np
import keras

a = np.arange(6.0)
b = keras.smooth(a)
for _ in range(2):
    c = np.sqrt(b.values)
    d = keras.smooth(c).total()
e = b + keras.smooth(
    a,
)
f = b.each(
    lambda part: np.max(part)
)
print(keras.smooth(a).total())
"""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("library")
    (folder / "keras").mkdir()
    (folder / "keras" / "__init__.py").write_text(LIBRARY)
    (folder / "mine.py").write_text(PROGRAM)
    words = [sys.executable, "-m", "numscope", "run", "--output", "t.numscope", "mine.py"]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder / "t.numscope"


@pytest.fixture(scope="module")
def calls(path: Path) -> list[UserCall]:
    with numscope.open(path) as trace:
        return user_calls(trace)


def lines(calls: list[UserCall]) -> list[tuple[int, str]]:
    return [(call.site.line, call.name) for call in calls if call.site is not None]


def test_calls_into_a_library_have_the_names_that_the_source_has(calls: list[UserCall]) -> None:
    assert lines(calls) == [
        (4, "numpy.arange"),
        (5, "keras.smooth()"),
        *[(7, "numpy.sqrt"), (8, "keras.smooth().total()")] * 2,
        (9, "keras.smooth()"),
        (12, "b.each()"),
        *[(13, "numpy.max")] * 3,
        (15, "keras.smooth().total()"),
    ]


def test_calls_recorded_on_another_python_are_named_by_their_line(path: Path, tmp_path: Path) -> None:
    """Offsets of instructions mean nothing to the compiler of another version."""
    elsewhere = shutil.copytree(path, tmp_path / "t.numscope")
    processes = elsewhere / "tables" / "processes.parquet"
    table = pq.read_table(processes)
    column = table.schema.get_field_index("python")
    changed = pa.array(["3.99.1"] * len(table), table.schema.field(column).type)
    pq.write_table(table.set_column(column, table.schema.field(column), changed), processes)
    with numscope.open(elsewhere) as trace:
        names = lines(user_calls(trace))
    assert names[-1] == (15, "print()")
    assert (12, "b.each()") in names


def test_what_ran_inside_is_counted_once(path: Path, calls: list[UserCall]) -> None:
    with numscope.open(path) as trace:
        counts = call_counts(trace)
        assert profile(trace).counts == counts
        imported = [operation.id for operation in trace if _of_line(operation, 2)]
        every = len(trace)
    assert counts == CallCounts(len(calls), every - sum(call.visible for call in calls), len(imported))
    assert len(imported) > 2
    assert sum(call.operations for call in calls) == every - len(imported)


def _of_line(operation: Operation, line: int) -> bool:
    return operation.user_site is not None and operation.user_site.line == line


def test_the_list_shows_arrays_that_went_in_and_came_out(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ls", str(path)]) == 0
    text = capsys.readouterr().out
    row = next(line for line in text.splitlines() if "mine.py:5" in line)
    assert "keras.smooth()" in row
    assert row.count("float64[6]") == 2
    assert "operations of yours" in text.splitlines()[-1]
    assert "while importing" in text.splitlines()[-1]
    assert "linspace" not in text


def test_a_pattern_finds_the_calls_that_hold_such_an_operation(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ls", str(path), "--ops", "sum", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["calls"]
    assert [row["call"]["name"] for row in found] == ["keras.smooth().total()"] * 3


def test_costs_are_added_up_by_call(path: Path) -> None:
    with numscope.open(path) as trace:
        costs = {(cost.group, cost.place): cost for cost in trace.top(limit=100).costs}
        total = trace.sql("select sum(duration_ns) n from operations where depth = 0")["n"][0].as_py()
    place = str(path.parent / "mine.py")
    assert costs["keras.smooth().total()", f"{place}:8"].calls == 2
    assert costs["numpy.max", None].calls == 3
    assert sum(cost.self_ns for cost in costs.values()) == total
    assert costs["imports", None].calls == 1


def test_the_graph_is_of_these_calls(path: Path, calls: list[UserCall]) -> None:
    with numscope.open(path) as trace:
        flow = trace.graph()
        whole = trace.graph(fold="operation")
    assert [(node.id, node.label) for node in flow.nodes] == [(call.operation, call.name) for call in calls]
    names = {node.id: node.label for node in flow.nodes}
    links = {(names[link.source], names[link.target]) for link in flow.links}
    assert ("numpy.arange", "keras.smooth()") in links
    assert ("keras.smooth()", "numpy.sqrt") in links
    assert ("numpy.sqrt", "keras.smooth().total()") in links
    assert all(link.source != link.target for link in flow.links)
    assert len(whole.nodes) > len(flow.nodes)


def test_a_walk_goes_through_these_calls(path: Path, calls: list[UserCall], tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert main(["explain", str(path), "-o", str(page)]) == 0
    assert page.stat().st_size > 1000
