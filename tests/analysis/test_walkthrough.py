"""A program told step by step: every picture against what NumPy itself says of the same arrays."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import numscope
from numscope.analysis.explain.source import read_source
from numscope.analysis.explain.walk import Step, Walk, walk

pytest.importorskip("numscope._core", reason="the native core is not built")

PROGRAM = """
import numpy as np
#: Twelve numbers.
#:zh 十二个
#:zh 数。
a = np.arange(12.0).reshape(3, 4)
row = np.array([1.0, 2, 3, 4])

both = a + row
means = a.mean(axis=-1)
column = a.sum(1, keepdims=True)
part = a[1:, ::2]
rows = a[[2, 0]]
large = a[a > 5]
a[:, 1] = 7
turned = a.T
product = a @ turned
a += 1
with np.errstate(all="ignore"):
    bad = np.log(row - 2)
worse = bad * 2
corner = np.stack([a, a])[1, ..., None, 0]
last = np.sum(a, (0, 1))
"""


def told(folder: Path, program: str, **options: object) -> Walk:
    script = folder / "program.py"
    script.write_text(program, encoding="utf-8")
    with numscope.record(folder / "program.numscope", **options):  # type: ignore[arg-type]
        exec(compile(program, str(script), "exec"), {})
    with numscope.open(folder / "program.numscope") as trace:
        return walk(trace, 500)


@pytest.fixture(scope="module")
def steps(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Step]:
    found = told(tmp_path_factory.mktemp("walk"), PROGRAM)
    return {step.assigned: step for step in found.steps if step.assigned is not None}


def test_shapes_that_are_stretched(steps: dict[str, Step]) -> None:
    step = steps["both"]
    assert (step.picture.kind, [grid.name for grid in step.inputs]) == ("broadcast", ["a", "row"])
    assert [grid.shape for grid in (*step.inputs, *step.outputs)] == [(3, 4), (4,), (3, 4)]
    assert step.outputs[0].cells[:5] == ("1", "3", "5", "7", "5")
    assert (min(step.outputs[0].tints), max(step.outputs[0].tints)) == (0, 1)


def test_axes_that_disappear(steps: dict[str, Step]) -> None:
    assert (steps["means"].picture.kind, steps["means"].picture.axes) == ("reduce", (1,))
    assert not steps["means"].picture.keepdims
    assert (steps["column"].picture.axes, steps["column"].picture.keepdims) == ((1,), True)
    assert steps["last"].picture.axes == (0, 1)


@pytest.mark.parametrize(
    ("name", "index"),
    [
        ("part", np.s_[1:, ::2]),
        ("rows", np.s_[[2, 0]]),
        ("large", np.arange(12.0).reshape(3, 4) > 5),
    ],
)
def test_what_an_index_picks(steps: dict[str, Step], name: str, index: object) -> None:
    picked = np.arange(12).reshape(3, 4)[index]  # type: ignore[call-overload]
    assert steps[name].picture.kind == "pick"
    assert steps[name].picture.picks == tuple(picked.ravel().tolist())


def test_an_index_with_everything_in_it(steps: dict[str, Step]) -> None:
    step = steps["corner"]
    expected = np.arange(24).reshape(2, 3, 4)[1, ..., None, 0]
    assert step.picture.picks == tuple(expected.ravel().tolist())
    assert step.arguments[0].text == "[1, ..., None, 0]"
    assert steps["part"].arguments[0].text == "[1:, ::2]"


def test_a_view_and_its_memory(steps: dict[str, Step]) -> None:
    base = np.arange(12.0).reshape(3, 4)
    for name, view in (("part", base[1:, ::2]), ("turned", base.T)):
        buffer = steps[name].picture.buffer
        assert buffer is not None
        window = buffer.after
        places = [
            window.offset + sum(at * step for at, step in zip(index, window.steps, strict=True))
            for index in np.ndindex(window.shape)
        ]
        assert base.ravel()[places].tolist() == view.ravel().tolist()
        assert window.strides == view.strides
    assert steps["turned"].picture.kind == "view"
    assert steps["rows"].picture.buffer is None
    assert steps["large"].picture.buffer is None


def test_rows_by_columns(steps: dict[str, Step]) -> None:
    assert steps["product"].picture.kind == "product"
    assert [grid.name for grid in steps["product"].inputs] == ["a", "turned"]


def test_where_nan_begins_and_where_it_only_goes_on(steps: dict[str, Step]) -> None:
    assert steps["bad"].picture.new_nans == 1
    assert steps["bad"].outputs[0].cells == ("nan", "-inf", "0", "0.6931")
    assert steps["bad"].outputs[0].tints[0] is None
    assert steps["worse"].picture.new_nans == 0


def test_writing_names_and_in_place_work(tmp_path: Path) -> None:
    found = told(
        tmp_path, "import numpy as np\na = np.zeros((2, 3))\na[:, 1] = 7\na += 1\nb = a\nnp.negative(b)\n"
    )
    write, add, negative = found.steps[1:]
    assert (write.picture.kind, write.picture.picks) == ("assign", (1, 4))
    assert write.outputs[0].cells == ("0", "7", "0", "0", "7", "0")
    assert (add.how, add.outputs[0].name, negative.inputs[0].name) == ("in place", "a", "a")


def test_a_name_does_not_outlive_its_array(tmp_path: Path) -> None:
    found = told(tmp_path, "import numpy as np\na = np.ones(500)\ndel a\nnp.sqrt(np.zeros(500))\n")
    assert [grid.name for step in found.steps[1:] for grid in (*step.inputs, *step.outputs)] == [None] * 3


def test_narration_is_said_beside_its_lines_and_not_shown_among_them() -> None:
    source = read_source("program.py", PROGRAM)
    assert [(one.first, one.last, one.texts) for one in source.narration] == [
        (6, 7, {"en": "Twelve numbers.", "zh": "十二个数。"})
    ]
    assert {3, 4, 5}.isdisjoint(line.number for line in source.lines)
    shown = {line.number: "".join(text for _, text in line.pieces) for line in source.lines}
    assert all(shown[number] == PROGRAM.splitlines()[number - 1] for number in shown)
    assert ("number", "12.0") in next(line.pieces for line in source.lines if line.number == 6)


def test_large_arrays_show_their_edges(tmp_path: Path) -> None:
    (step,) = told(tmp_path, "import numpy as np\nnp.ones((5000, 300))\n").steps
    assert [len(indices) for indices in step.outputs[0].shown or ()] == [6, 6]
    assert len(step.outputs[0].cells) == 36


def test_values_that_were_not_kept_leave_shapes(tmp_path: Path) -> None:
    found = told(tmp_path, "import numpy as np\na = np.ones((50, 30))\na.sum(axis=0)\n", values="stats")
    assert found.steps[1].picture.axes == (0,)
    assert found.steps[1].inputs[0].missing is not None


def test_broken_and_missing_sources() -> None:
    assert not read_source("none.py", None).readable
    assert [line.pieces for line in read_source("broken.py", "def (\n  x = '''\n").lines] == [
        (("", "def ("),),
        (("", "  x = '''"),),
    ]
