"""`nan` blames the line that makes text of numbers where the other side's keys are digits with zeros before them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis.nan.answered import blamed, first, report

pytest.importorskip("numscope._core", reason="the native core is not built")
pytest.importorskip("pandas")

# {}: how the keys are made, or how many digits they get there.
MAPPED = (
    "import pandas as pd\n"
    "rent = {{'0042': 310.0, '0107': 275.0, '1200': 420.0}}\n"
    "flats = pd.DataFrame({{'flat': [42, 107, {}], 'area': [31.0, 28.5, 40.0]}})\n"
    "flats['key'] = flats['flat'].map(str){}\n"
    "print(np.sum((flats['key'].map(rent) / flats['area']).to_numpy()))"
)
OF_SEVERAL_COLUMNS = (
    "import io\nimport pandas as pd\n"
    "doors = pd.read_csv(io.StringIO('door,width\\n01,1.2\\n04,0.9\\n'), dtype={{'door': str}})\n"
    "def passed(counts):\n"
    "    text = counts.astype({{'gate': str, 'persons': float}})\n"
    "    return text{}\n"
    "counts = passed(pd.DataFrame({{'gate': [1, {}], 'persons': [18, 22]}}))\n"
    "both = counts.merge(doors, left_on='gate', right_on='door', how='left')\n"
    "print(np.mean((both['persons'] / both['width']).to_numpy()))"
)
ASKED_FOR = (
    "import pandas as pd\n"
    "heights = pd.Series({{'0{}': 1204.0, '17': 980.0}})\n"
    "snow = pd.DataFrame({{'stake': [9, 17], 'depth': [1.4, 0.8]}})\n"
    "stakes = snow['stake'].astype('string'){}\n"
    "print(np.dot(heights.reindex(stakes).to_numpy(), snow['depth']))"
)


@pytest.mark.parametrize(
    ("program", "line", "said"),
    [
        (MAPPED.format(1200, ""), 4, "makes the key '107' where the other side has '0107': line 5"),
        (OF_SEVERAL_COLUMNS.format("", 4), 5, "makes the key '1' where the other side has '01': line 8"),
        (ASKED_FOR.format(9, ""), 4, "makes the key '9' where the other side has '09': line 5"),
    ],
    ids=["a column is mapped", "a table is converted", "labels are asked for"],
)
def test_text_of_numbers_without_zeros(tmp_path: Path, program: str, line: int, said: str) -> None:
    place, sentence = first(tmp_path, program)
    assert place == line, sentence
    assert said in sentence


@pytest.mark.parametrize(
    ("program", "line"),
    [
        (MAPPED.format(1300, ".str.zfill(4)"), 5),
        (OF_SEVERAL_COLUMNS.format(".assign(gate=text['gate'].str.zfill(2))", 7), 8),
        (ASKED_FOR.format(8, ".str.zfill(2)"), 5),
    ],
    ids=["mapped", "merged", "asked for"],
)
def test_a_number_that_is_not_there(tmp_path: Path, program: str, line: int) -> None:
    """The keys have as many digits as the others, and one has no partner: that is where they meet."""
    place, sentence = first(tmp_path, program)
    assert place == line, sentence


def test_keys_with_zeros(tmp_path: Path) -> None:
    assert blamed(report(tmp_path, MAPPED.format(1200, ".str.zfill(4)"))) == []
