"""What a program calls of polars is an operation with rows, columns, types and nulls, and arrays without a copy."""

from __future__ import annotations

from pathlib import Path

import pytest

from numscope.analysis.replay.single_call import NotReplayableError, call_again
from recorded_example import Recorded, assert_made_again, assert_same_without_numscope, coverage_of, record

pytest.importorskip("polars.dataframe", reason="polars is not installed")

PROGRAM = """\
import sys, numpy as np, polars as pl
numbers = np.arange(6.0)
series = pl.Series("a", numbers)
table = pl.DataFrame({"a": numbers, "name": list("xyxyxy")})
double = series * 2
back = double.to_numpy()
seen = np.asarray(series)
wide = table.with_columns(b=pl.col("a") + 1)
kept = wide.filter(pl.col("a") > 1)
means = wide.group_by("name", maintain_order=True).agg(pl.col("a").mean())
later = wide.lazy().filter(pl.col("a") > 1).select("a").collect()
upper = table["name"].str.to_uppercase()
joined = pl.concat([table, table])
gaps = pl.Series("gaps", [1.0, None, 3.0])
filled = gaps.to_numpy()
total = np.mean(filled)
chunks = pl.concat([series, series], rechunk=False)
longer = chunks + 1
ratio = (pl.Series([1.0, 0.0]) / pl.Series([1.0, 0.0])).to_numpy()
worst = np.sum(ratio)
open(sys.argv[1], "w").write(repr((back.tolist(), means.rows(), upper.to_list(), longer.sum(), total, worst)))
"""


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("polars") / "program.py"
    path.write_text(PROGRAM)
    return path


@pytest.fixture(scope="module")
def program(script: Path) -> Recorded:
    return record(script, script.parent, str(script.parent / "recorded.txt"))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("series =", ["Series"]),
        ("table =", ["DataFrame"]),
        ("double =", ["Series.__mul__"]),
        ("back =", ["Series.to_numpy"]),
        ("wide =", ["DataFrame.with_columns"]),
        ("kept =", ["DataFrame.filter"]),
        ("means =", ["DataFrame.group_by", "DataFrame.GroupBy.agg"]),
        ("later =", ["LazyFrame.collect"]),
        ("upper =", ["DataFrame.__getitem__", "Series.str.to_uppercase"]),
        ("joined =", ["concat"]),
    ],
)
def test_the_programs_calls_are_operations(program: Recorded, text: str, names: list[str]) -> None:
    assert [one.name.removeprefix("polars.") for one in program.on_line(text, "polars.")] == names


def test_values_are_described_where_they_lie(program: Recorded) -> None:
    made, doubled = program.on_line("numbers =")[0], program.on_line("double =", "polars.")[0]
    given = next(one for one in made.outputs if one.shape == (6,))
    used = next(one for one in doubled.operands if one.name == "values" and one.role == "input")
    assert used.address == given.address


def test_a_table_is_shown_with_rows_types_and_nulls(program: Recorded) -> None:
    text = program.ask("show", str(program.on_line("wide =", "polars.")[0].id))
    for said in ("rows: 6", "columns: 2", "labels: a, name", "a: dtype: Float64", "name: dtype: String"):
        assert said in text
    assert "memory: " in text


def test_nulls_are_counted_and_their_places_are_no_values(program: Recorded) -> None:
    call = program.on_line("filled =", "polars.")[0]
    assert "nulls: 1" in program.ask("show", str(call.id))
    assert not [one for one in call.operands if one.role == "input" and one.is_array()]


def test_each_chunk_is_described(program: Recorded) -> None:
    call = program.on_line("longer =", "polars.")[0]
    assert [one.name for one in call.operands if one.role == "input" and one.is_array()] == [
        "values, chunk 0",
        "values, chunk 1",
    ]


def test_nan_tells_nulls_from_a_division(program: Recorded) -> None:
    text = program.ask("nan")
    assert "gets 1 NaN from polars.Series.to_numpy" in text
    assert "divides 0 by 0" in text


def test_a_column_made_of_one_with_gaps_is_no_origin(tmp_path: Path) -> None:
    script = tmp_path / "roast.py"
    script.write_text(
        "import numpy as np, polars as pl\nroasted = np.array([1.0, 2.0, 3.0])\nroasted[1] = np.nan\n"
        "table = pl.DataFrame({'green': [2.0, 2.0, 4.0], 'roasted': roasted})\n"
        "table = table.with_columns((1 - pl.col('roasted') / pl.col('green')).alias('loss'))\n"
        "print(table['loss'].sum())\n"
    )
    text = record(script, tmp_path).ask("nan")
    assert "roast.py:3 writes 1 NaN itself" in text
    assert "roast.py:5" not in text.partition("\n")[0]
    assert "1 origin" in text


def test_data_flows_from_numpy_to_polars_and_back(program: Recorded) -> None:
    lines = program.ask("graph").splitlines()
    at = next(at for at, line in enumerate(lines) if line.startswith("numpy.asarray"))
    assert "<- polars." in lines[at + 1]


def test_the_program_computes_what_it_computes_without_numscope(program: Recorded) -> None:
    assert_same_without_numscope(program)


def test_calls_are_made_again_and_written_as_tests(program: Recorded) -> None:
    assert_made_again(program.on_line("double =")[0], "polars.Series('a', a).__mul__(2)")
    assert_made_again(program.on_line("series =", "polars.")[0], "polars.Series('a', a)")


def test_a_call_of_which_not_all_was_kept_is_not_made_again(program: Recorded) -> None:
    for line, reason in (("kept =", "'(name|a)'"), ("joined =", "'a'"), ("filled =", "Float64")):
        with pytest.raises(NotReplayableError, match=reason):
            call_again(program.on_line(line, "polars.")[0])


def test_the_public_api_is_watched() -> None:
    found = coverage_of("polars")
    assert found["computing"] > 600
    assert found["watched"] >= 0.98 * found["computing"]
    assert all(one["watched"] or one["reason"] for one in found["entries"])
