"""What a program calls of pyarrow is an operation with types and nulls, and arrays over Arrow's own buffers."""

from __future__ import annotations

from pathlib import Path

import pytest

from recorded_example import Recorded, assert_made_again, assert_same_without_numscope, coverage_of, record

PROGRAM = """\
import sys, numpy as np, pyarrow as pa, pyarrow.compute as pc
numbers = np.arange(6.0)
column = pa.array(numbers)
ratio = pc.divide(column, pa.array(np.zeros(6)))
seen = ratio.to_numpy()
worst = np.sum(seen)
table = pa.table({"a": column, "name": list("xyxyxy")})
kept = table.filter(pc.greater(table["a"], 1.0))
frame = kept.to_pandas()
part = column.slice(2, 3)
root = pc.sqrt(part)
gaps = pa.array([1.0, None])
filled = gaps.to_numpy(zero_copy_only=False)
asked = np.asarray(column)
more = np.sqrt(asked)
more_chunks = pa.chunked_array([column, column])
longer = pc.add(more_chunks, 1.0)
all_of_them = (seen.tolist(), frame.to_dict(), root.to_pylist(), filled.tolist(), longer.to_pylist())
open(sys.argv[1], "w").write(repr(all_of_them))
"""


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("pandas", reason="pandas is not installed")
    path = tmp_path_factory.mktemp("pyarrow") / "program.py"
    path.write_text(PROGRAM)
    return path


@pytest.fixture(scope="module")
def program(script: Path) -> Recorded:
    return record(script, script.parent, str(script.parent / "recorded.txt"))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("column =", ["array"]),
        ("ratio =", ["array", "compute.divide"]),
        ("seen =", ["Array.to_numpy"]),
        ("table =", ["table"]),
        ("kept =", ["Tabular.column", "compute.greater", "Tabular.filter"]),
        ("frame =", ["PandasConvertible.to_pandas"]),
        ("root =", ["compute.sqrt"]),
        ("longer =", ["compute.add"]),
    ],
)
def test_the_programs_calls_are_operations(program: Recorded, text: str, names: list[str]) -> None:
    assert [one.name.removeprefix("pyarrow.") for one in program.on_line(text, "pyarrow.")] == names


def test_values_are_described_where_they_lie(program: Recorded) -> None:
    given = program.on_line("numbers =")[0].outputs[0]
    result = next(one for one in program.on_line("column =", "pyarrow.")[0].outputs if one.is_array())
    assert result.address == given.address


def test_a_slice_is_described_from_its_offset(program: Recorded) -> None:
    whole = next(one for one in program.on_line("column =", "pyarrow.")[0].outputs if one.is_array())
    used = next(one for one in program.on_line("root =", "pyarrow.")[0].inputs if one.is_array())
    assert (used.shape, used.address) == ((3,), whole.address + 16)
    assert used.value().tolist() == [2.0, 3.0, 4.0]


def test_a_table_is_shown_with_rows_and_types(program: Recorded) -> None:
    text = program.ask("show", str(program.on_line("kept =", "pyarrow.")[-1].id))
    for said in ("rows: 6", "columns: 2", "labels: a, name", "a: type: double", "name: type: string"):
        assert said in text


def test_nulls_are_counted_and_their_places_are_no_values(program: Recorded) -> None:
    call = program.on_line("filled =", "pyarrow.")[0]
    assert "nulls: 1" in program.ask("show", str(call.id))
    assert not [one for one in call.operands if one.role == "input" and one.is_array()]


def test_nan_names_the_division(program: Recorded) -> None:
    assert "divides by zero" in program.ask("nan").splitlines()[0]


def test_data_flows_from_numpy_to_arrow_and_back(program: Recorded) -> None:
    lines = program.ask("graph").splitlines()
    at = next(at for at, line in enumerate(lines) if line.startswith("numpy.asarray"))
    assert "<- pyarrow." in lines[at + 1]


def test_the_program_computes_what_it_computes_without_numscope(program: Recorded) -> None:
    assert_same_without_numscope(program)


def test_calls_are_made_again_and_written_as_tests(program: Recorded) -> None:
    assert_made_again(
        program.on_line("ratio =", "pyarrow.compute.divide")[0],
        "pyarrow.compute.divide(pyarrow.array(a), pyarrow.array(b))",
    )
    assert_made_again(program.on_line("root =")[0], "pyarrow.compute.sqrt(pyarrow.array(a))")
    assert_made_again(program.on_line("part =")[0], "pyarrow.array(a).slice(2, 3)")


def test_the_public_api_is_watched() -> None:
    found = coverage_of("pyarrow")
    assert found["computing"] > 500
    assert found["watched"] >= 0.98 * found["computing"]
    assert all(one["watched"] or one["reason"] for one in found["entries"])
