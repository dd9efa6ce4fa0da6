"""A made-up library whose public API is found in itself: what is watched, what it is called, what passes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import numscope
from numscope.trace import Operation

LIBRARY = {
    "grids/__init__.py": '''\
from functools import cached_property
import numpy as np
from grids.parts import Row

__version__ = "1.0"
__all__ = ["Grid", "Sheet", "Marked", "total", "both", "Error", "LIMIT"]
LIMIT = 3

class Error(Exception): ...

class When:
    """Gives a method under a condition, as a descriptor that hides the function."""
    def __init__(self, fn): self.fn = fn
    def __get__(self, instance, owner): return self.fn.__get__(instance, owner)

class Base:
    def __init__(self, values): self.values = np.asarray(values, float)
    def sum(self): return total(self)
    def __add__(self, other): return type(self)(self.values + other.values)
    @When
    def half(self): return type(self)(self.values / 2)
    @cached_property
    def mean(self): return self.values.mean()
    @property
    def size(self): return self.values.size
    @classmethod
    def zeros(cls, count): return cls(np.zeros(count))
    @staticmethod
    def widest(one, other): return one if one.size > other.size else other
    def apply(self, function): return function(self)
    @property
    def row(self): return Row(self)
    def secret(self): return self.values * 2

class Grid(Base): ...
class Sheet(Base): ...
class Marked(Sheet):
    def sum(self): return super().sum() + 1

def total(grid): return float(np.add.reduce(grid.values))
def both(one, other): return one.sum() + other.sum()
''',
    "grids/parts.py": """\
class Row:
    def __init__(self, owner): self.owner = owner
    def __getitem__(self, index): return self.owner.values[index]
""",
    "grids/late.py": "import numpy as np\ndef largest(grid): return np.max(grid.values)\ndef _hidden(grid): return 0\n",
    "others.py": "import grids\ndef doubled(grid): return grids.total(grid) * 2\n",
    "grids_probe.py": """\
from numscope.probes.layer.layer import Layer
from numscope.probes.probe import Function

class GridsProbe(Layer):
    library = "grids"
    probe_version = 1
    public = ("grids", "grids.late")
    handed_out = {"grids.parts:Row": "Grid.row"}
    holders = {"Grid.row": "owner"}
    computed = ("*.mean",)
    left_out = {"*.secret": "a secret"}
    describes = {"Grid": "grids_probe:grid", "Sheet": "grids_probe:grid"}

def grid(value):
    return ("cells", value.values.size), ("values", value.values), ()

PROBE = GridsProbe()
""",
    "grids_probe-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: grids-probe\nVersion: 1.0\n",
    "grids_probe-1.0.dist-info/entry_points.txt": "[numscope.probes]\ngrids = grids_probe:PROBE\n",
}
PROGRAM = """\
import numpy as np, grids, others
grid, sheet = grids.Grid([1.0, 2.0]), grids.Sheet([3.0])
plus = grid + grid
added = sheet + sheet
summed = grid.sum()
marked = grids.Marked([1.0]).sum()
halved = sheet.half()
mean = grid.mean
size = grid.size
zeros = grids.Sheet.zeros(2)
wide = grids.Grid.widest(grid, sheet)
back = grid.apply(lambda inner: inner.sum())
cell = sheet.row[0]
hidden = grid.secret()
elsewhere = others.doubled(grid)
two = grids.both(grid, sheet)
class Own(grids.Grid):
    pass
own = Own([1.0]).sum()
import grids.late
late = grids.late.largest(grid)
"""


def run(folder: Path, *options: str) -> list[Operation]:
    start(folder, PROGRAM, "-m", "numscope", "run", "--output", "trace", *options, "program.py")
    return recorded(folder / "trace")


def recorded(trace: Path) -> list[Operation]:
    return [one for one in numscope.open(trace).operations if one.name.startswith("grids.")]


def start(folder: Path, program: str, *words: str) -> None:
    """Run Python with the library, its probe and `program` in the folder."""
    for name, text in {**LIBRARY, "program.py": program}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    plain = {name: value for name, value in os.environ.items() if not name.startswith("NUMSCOPE")}
    environ = {**plain, "PYTHONPATH": os.pathsep.join([str(folder), plain.get("PYTHONPATH", "")])}
    done = subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env=environ,
        capture_output=True,
        text=True,
        check=False,
        timeout=200,
    )
    assert done.returncode == 0, done.stderr
    assert "grids" not in done.stderr, done.stderr


@pytest.fixture(scope="module")
def operations(tmp_path_factory: pytest.TempPathFactory) -> list[Operation]:
    return run(tmp_path_factory.mktemp("layer"))


def named(operations: list[Operation], text: str) -> list[str]:
    line = next(number for number, line in enumerate(PROGRAM.splitlines(), 1) if line.startswith(text))
    sites = ((one.name, one.user_site) for one in operations)
    return [
        name for name, site in sites if site and (Path(site.file).name, site.line) == ("program.py", line)
    ]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("grid, sheet", ["grids.Grid", "grids.Sheet"]),
        ("plus", ["grids.Grid.__add__"]),
        ("added", ["grids.Sheet.__add__"]),
        ("summed", ["grids.Grid.sum"]),
        ("marked", ["grids.Marked", "grids.Marked.sum"]),
        ("halved", ["grids.Sheet.half"]),
        ("mean", ["grids.Grid.mean"]),
        ("size", []),
        ("zeros", ["grids.Sheet.zeros"]),
        ("wide", ["grids.Grid.widest"]),
        ("back", ["grids.Grid.apply", "grids.Grid.sum"]),
        ("cell", ["grids.Sheet.row.__getitem__"]),
        ("hidden", []),
        ("two", ["grids.both"]),
        ("own", ["grids.Grid", "grids.Grid.sum"]),
        ("late", ["grids.late.largest"]),
    ],
)
def test_a_call_is_named_after_the_class_it_is_made_on(
    operations: list[Operation], text: str, names: list[str]
) -> None:
    assert named(operations, text) == names


def test_a_call_by_another_library_is_recorded(operations: list[Operation]) -> None:
    (total,) = (one for one in operations if one.name == "grids.total")
    assert total.site is not None
    assert Path(total.site.file).name == "others.py"


def test_an_object_is_described_and_what_is_made_is_the_result(operations: list[Operation]) -> None:
    made = next(one for one in operations if one.name == "grids.Grid")
    assert [operand.describe() for operand in made.inputs] == ["[1.0, 2.0]"]
    (owner,) = (operand for operand in made.outputs if operand.kind == "object")
    assert owner.attributes == {"cells": 2}
    assert [operand.shape for operand in made.outputs if operand.is_array()] == [(2,)]


def test_inside_brings_the_librarys_own_calls_back(tmp_path: Path) -> None:
    names = named(run(tmp_path, "--inside", "grids"), "two")
    assert sorted(names) == sorted(
        ["grids.both", "grids.Grid.sum", "grids.total", "grids.Sheet.sum", "grids.total"]
    )


SEVERAL = """\
import numpy as np, grids, numscope
def record(name, work):
    with numscope.record(name):
        work()
grid = grids.Grid([1.0, 2.0])
record("first", lambda: (grid.sum(), grids.total(grid)))
record("again", lambda: (grid.sum(), grids.total(grid)))
def total(grid): return 2 * float(np.add.reduce(grid.values))
total.__module__ = "grids"
grids.total = total
def more(grid): return grid.values.max()
more.__module__ = "grids"
grids.more = more
def sum(self): return 3 * float(self.values.sum())
grids.Base.sum = sum
record("changed", lambda: (grid.sum(), grids.total(grid), grids.more(grid)))
grids.__all__.append("more")
record("more", lambda: (grid.sum(), grids.total(grid), grids.more(grid)))
"""


def test_recordings_one_after_the_other_see_what_changed_between_them(tmp_path: Path) -> None:
    start(tmp_path, SEVERAL, "program.py")
    names = {
        trace: [one.name.removeprefix("grids.") for one in recorded(tmp_path / trace)]
        for trace in ("first", "again", "changed", "more")
    }
    assert names["first"] == names["again"] == ["Grid.sum", "total"]
    assert names["changed"] == ["Grid.sum", "total"]
    assert names["more"] == ["Grid.sum", "total", "more"]
