"""`nan` blames the line that spelled labels otherwise than the other side of an operator of pandas has them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis.nan.answered import blamed, first, report

pytest.importorskip("numscope._core", reason="the native core is not built")
pytest.importorskip("pandas")

# Both sides of an operator have labels of text, which line 4 spells otherwise.
SPELLED = (
    "import pandas as pd\n"
    "sold = pd.DataFrame({'city': ['Bern', 'Basel', 'Chur', 'Bern'], 'litres': [3.0, 1.0, 2.0, 5.0]})\n"
    "known = pd.DataFrame({'town': ['bern', 'basel', 'chur'], 'price': [2.0, 3.0, 4.0]})\n"
    "known['town'] = known['town'].str.METHOD()\n"
    "prices = known.set_index('town')['price']\n"
    "total = sold.groupby('city')['litres'].sum()\n"
)
ALIGNED = {
    "an operator": "def worth(total, prices):\n    return total * prices\nr = worth(total, prices).sum(skipna=False)",
    "a method": "worth = total.mul(prices)\nr = worth.sum(skipna=False)",
}


@pytest.mark.parametrize("use", ALIGNED)
def test_labels_that_two_sides_of_an_operator_spell_in_two_ways(tmp_path: Path, use: str) -> None:
    found, sentence = first(tmp_path, SPELLED.replace("METHOD", "upper") + ALIGNED[use])
    assert found == 4, sentence
    assert "makes the key 'BASEL' where the other side has 'Basel'" in sentence


@pytest.mark.parametrize("use", ALIGNED)
def test_labels_that_both_sides_of_an_operator_spell_alike(tmp_path: Path, use: str) -> None:
    assert blamed(report(tmp_path, SPELLED.replace("METHOD", "title") + ALIGNED[use])) == []


@pytest.mark.parametrize("use", ALIGNED)
def test_a_label_that_one_side_of_an_operator_lacks(tmp_path: Path, use: str) -> None:
    """What finds no partner is another city, not another spelling."""
    program = SPELLED.replace("METHOD", "title").replace("'chur'", "'zug'") + ALIGNED[use]
    assert first(tmp_path, program)[0] > 6
