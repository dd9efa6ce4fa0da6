"""`nan` about arrays that are computed later: the program's line that says what is computed, not a thread's."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis.nan.answered import first

pytest.importorskip("numscope._core", reason="the native core is not built")
pytest.importorskip("dask.array", reason="Dask is not installed")

BEGINNING = (
    "import dask.array as da\nrooms = da.from_array(np.array([[3.0, {}], [2.0, 0.0]]), chunks=(1, 2))\n"
)
SAID = {
    "an operator": (
        "0.0",
        "share = rooms / rooms.sum(axis=0)\nprint(share.compute())",
        3,
        "divides 0 by 0: `rooms.sum(axis=0)` is 0 in 1 of 2 values",
    ),
    "a function": (
        "-1.0",
        "level = da.log(rooms)\nprint(level.mean().compute())",
        3,
        "takes the logarithm of negative numbers",
    ),
    "one of two lines, which is not known": (
        "-1.0",
        "low, level = da.log(rooms + 4), None\nlevel = da.log(rooms)\nprint(level.mean().compute())",
        5,
        "takes the logarithm of negative numbers",
    ),
    "values that were put in": (
        "np.nan",
        "print((rooms.max() - rooms.min()).compute())",
        2,
        "writes 1 NaN itself",
    ),
}


@pytest.mark.parametrize("case", SAID)
def test_the_line_of_the_program_is_named(tmp_path: Path, case: str) -> None:
    number, computed, line, sentence = SAID[case]
    found, said = first(tmp_path, BEGINNING.format(number) + computed)
    assert (found, said[: len(sentence)]) == (line, sentence)


def test_a_table_is_no_such_object(tmp_path: Path) -> None:
    """What a sum has left out of one table is not what another table lacks."""
    pytest.importorskip("pandas", reason="pandas is not installed")
    program = (
        "import pandas as pd\nfrom io import StringIO\ngifts = pd.read_csv(StringIO('area,euro\\na,1\\nb,\\nb,2'))\n"
        "sums = gifts.groupby('area', as_index=False)['euro'].sum()\n"
        "table = sums.merge(pd.DataFrame({'area': ['b'], 'people': [5]}), on='area', how='left')\n"
        "print(min(table['euro'] / table['people']))"
    )
    assert first(tmp_path, program)[0] == 5
