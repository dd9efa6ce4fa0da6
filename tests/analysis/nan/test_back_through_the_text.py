"""`nan` follows keys and numbers back through the program's text: odd spellings, and a 0 that stands for two things."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis.nan.answered import blamed, first, report

pytest.importorskip("numscope._core", reason="the native core is not built")

FIXED_COLUMNS = (
    "class Record:\n    def __init__(self, line):\n        self.unit = line[5:7]{}\n"
    "factor = {{'KG': 1.0, 'G': 0.001}}\nrecords = [Record(line) for line in ['0001 KG 12.0', '0002 G  550.']]\n"
    "factors = np.array([factor.get(one.unit, np.nan) for one in records])\nprint(factors.sum())\n"
)
MAPPED = (
    "import pandas as pd\ntext = '''oak ;12.5\nash;8.0'''\ndensity = {{'oak': 0.72, 'ash': 0.65}}\n"
    "rows = []\nfor line in text.splitlines():\n    kind, length = line.split(';')\n"
    "    rows.append({{'kind': kind{}, 'length': float(length)}})\n"
    "logs = pd.DataFrame(rows)\nlogs['mass'] = logs['kind'].map(density) * logs['length']\n"
    "print(np.sum(logs['mass'].to_numpy()))\n"
)
NUMBERED = (
    "import io\nimport pandas as pd\n"
    "rents = pd.read_csv(io.StringIO('''shop,rent\n001,1200\n002,950'''), dtype={{'shop': str}})\n"
    "sold = pd.DataFrame({{'number': [1, 2, 2], 'sold': [3.0, 4.0, 5.0]}})\n"
    "sold['shop'] = sold['number'].map(lambda n: f'{{n:0{}d}}')\n"
    "table = sold.groupby('shop', as_index=False)['sold'].sum().merge(rents, on='shop', how='left')\n"
    "print(np.mean((table['sold'] - table['rent']).to_numpy()))\n"
)


@pytest.mark.sweep(1)
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("program", "line", "said"),
    [
        (FIXED_COLUMNS.format(""), 3, "makes the key 'G ' where the other side has 'G': line 6"),
        (MAPPED.format(""), 7, "makes the key 'oak ' where the other side has 'oak': line 10"),
        (NUMBERED.format(2), 7, "makes the key '01' where the other side has '001': line 8"),
    ],
)
def test_keys_in_another_spelling(tmp_path: Path, program: str, line: int, said: str) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    place, sentence = first(tmp_path, program)
    assert place == line
    assert said in sentence


@pytest.mark.sweep(1)
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "program", [FIXED_COLUMNS.format(".strip()"), MAPPED.format(".strip()"), NUMBERED.format(3)]
)
def test_keys_in_one_spelling(tmp_path: Path, program: str) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    assert blamed(report(tmp_path, program)) == []


@pytest.mark.filterwarnings("ignore")
def test_a_key_that_is_not_there_in_any_spelling(tmp_path: Path) -> None:
    line, _ = first(tmp_path, FIXED_COLUMNS.format(".strip()").replace("'G': 0.001", "'T': 1000.0"))
    assert line == 6, "where it is looked up"


PARTS = (
    "import pandas as pd\nprices = {{'K204': 3.5, 'K310': 7.25}}\n"
    "orders = pd.DataFrame({{'item': ['DE-K204-02', 'AT-{}-11'], 'pieces': [3, 2]}})\n"
    "def code(item):\n    return item.{}('-')[{}]\n"
    "orders['price'] = orders['item'].map(code).map(prices)\n"
    "print(np.sum((orders['price'] * orders['pieces']).to_numpy()))\n"
)


@pytest.mark.sweep(1)
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("program", "line"),
    [
        (PARTS.format("K310", "rsplit", -1), 5),
        (PARTS.format("K310", "partition", 2), 6),  # no part of these is a key
        (PARTS.format("K999", "rsplit", -1), 6),  # and not all keys are a part of these
    ],
)
def test_keys_of_which_a_line_keeps_another_part(tmp_path: Path, program: str, line: int) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    place, sentence = first(tmp_path, program)
    assert place == line
    kept = "keeps '02' of 'DE-K204-02', where the other side has 'K204': line 6 finds no value for it"
    assert (sentence == kept) == (line == 5)


PADDED = (
    "class Pages:\n    NONE = 0\n    def __init__(self, paths):\n"
    "        names = sorted({{p for path in paths for p in path}})\n"
    "        self.number = {{name: k for k, name in enumerate(names{})}}\n"
    "    def row(self, path):\n        return [self.number[p] for p in path] + [{}] * (3 - len(path))\n"
    "paths = ['bca', 'a', 'cb']\npages = Pages(paths)\nids = np.array([pages.row(path) for path in paths])\n"
    "real = ids != {}\nprint((real * ids).sum(axis=1) / real.sum(axis=1))\n"
)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("zero", ["Pages.NONE", "0"])
def test_entries_numbered_as_the_padding_is(tmp_path: Path, zero: str) -> None:
    line, said = first(tmp_path, PADDED.format("", zero, zero))
    assert line == 5
    assert "numbers from 0, which line 11 takes for padding; line 12 makes NaN of it" in said


@pytest.mark.filterwarnings("ignore")
def test_entries_numbered_behind_the_padding(tmp_path: Path) -> None:
    assert blamed(report(tmp_path, PADDED.format(", start=1", "0", "0"))) == []


@pytest.mark.filterwarnings("ignore")
def test_entries_numbered_from_0_where_padding_is_another_number(tmp_path: Path) -> None:
    """A row of padding alone has no mean: the line that divides is to blame."""
    program = PADDED.format("", "-1", "-1").replace("'cb']", "'']")
    assert first(tmp_path, program)[0] == 12


LOOKED_UP = (
    "import jax\nimport jax.numpy as jnp\n@jax.jit\ndef cost(prices, rows, weights):\n"
    "    found = jnp.take(prices, rows{})\n    return jnp.sum(jnp.log(weights) * found)\n"
    "print(cost(np.array([1.0, 2.0, 3.0]), np.array([1, {}, 2]), np.array([0.5, {}, 2.0])))\n"
)


@pytest.mark.sweep(1)
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("program", "line"),
    [
        (LOOKED_UP.format("", 3, 1.0), 5),
        (LOOKED_UP.format(" - 1", 3, -1.0), 6),  # the rows are computed, so their numbers are not known
        (LOOKED_UP.format("", 0, -1.0), 6),
    ],
)
def test_rows_that_a_table_has_not(tmp_path: Path, program: str, line: int) -> None:
    pytest.importorskip("jax", reason="JAX is not installed")
    place, sentence = first(tmp_path, program)
    assert place == line, sentence
    assert sentence.startswith("looks up row 3 of 3 rows, numbered from 0") == (line == 5)


DAYS = (
    "import pandas as pd\nzone = '{}'\nhours = pd.date_range('2024-10-25', periods=168, freq='h', tz=zone)\n"
    "a_day = pd.Series(np.arange(168.0), index=hours).groupby(hours.normalize()).sum(){}\n"
    "days = pd.date_range('2024-10-25', periods=7, freq='{}', tz=zone)\n"
    "plan = pd.Series(np.arange(7.0), index=days)\nprint(np.sum((a_day - plan).to_numpy()))\n"
)


@pytest.mark.sweep(1)
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("program", "line"),
    [
        (DAYS.format("Europe/Vienna", "", "24h"), 5),
        (DAYS.format("UTC", ".iloc[1:]", "24h"), 7),
        (DAYS.format("Europe/Vienna", ".iloc[1:]", "D"), 7),
    ],
)
def test_days_of_24_hours_where_clocks_change(tmp_path: Path, program: str, line: int) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    place, sentence = first(tmp_path, program)
    assert place == line, sentence
    assert sentence.startswith("steps by `24h`") == (line == 5)
