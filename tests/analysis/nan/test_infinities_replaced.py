"""`nan` about infinities that the program itself replaced by NaN: where they began is where the NaN began."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis.nan.answered import blamed, first, report

pytest.importorskip("numscope._core", reason="the native core is not built")

IN_NUMPY = "years = np.array([3.0, 0.0, 5.0, 0.0, 2.0])\nlevel = np.log(years)\n{}\nprint(level.sum())"
REPLACED = {
    "chosen": "level = np.where(np.isinf(level), np.nan, level)",
    "assigned": "level[np.isinf(level)] = np.nan",
    "put": "np.copyto(level, np.nan, where=np.isinf(level))",
}
IN_PANDAS = (
    "import pandas as pd\nrate = 10 / pd.Series([3.0, {}, 5.0, 0.0])\n"
    "rate = rate.replace([np.inf, -np.inf], np.nan)\nprint({}.to_numpy().sum())"
)
IN_TORCH = "import torch\nrate = 1 / torch.tensor([3.0, 0.0, 5.0])\n{}\nprint(rate.mean())"
REPLACED_IN_TORCH = {
    "chosen": "rate = torch.where(torch.isinf(rate), torch.nan, rate)",
    "filled": "rate = rate.masked_fill(rate.isinf(), float('nan'))",
}


@pytest.mark.parametrize("how", REPLACED)
def test_the_line_that_made_the_infinities_is_named(tmp_path: Path, how: str) -> None:
    line, said = first(tmp_path, IN_NUMPY.format(REPLACED[how]))
    assert line == 2
    assert said == "takes the logarithm of zero: `years` is 0 in 2 of 5 values"


@pytest.mark.parametrize("other", ["1.0", "0.0", "float('nan')"])
def test_a_series_whose_infinities_are_replaced(tmp_path: Path, other: str) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    line, said = first(tmp_path, IN_PANDAS.format(other, "rate"))
    assert line == 2
    assert said.startswith("divides by zero")


def test_what_is_dropped_after_it_was_replaced_is_no_finding(tmp_path: Path) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    assert blamed(report(tmp_path, IN_PANDAS.format("1.0", "rate.dropna()"))) == []


@pytest.mark.parametrize("how", REPLACED_IN_TORCH)
def test_a_tensor_whose_infinities_are_replaced(tmp_path: Path, how: str) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    assert first(tmp_path, IN_TORCH.format(REPLACED_IN_TORCH[how]))[0] == 2


def test_other_nan_that_a_choice_brings_in_are_its_own(tmp_path: Path) -> None:
    program = (
        "years = np.array([3.0, 4.0, 5.0, 0.0])\nlevel = np.log(years)\n"
        "level = np.where(years > 3.5, level, np.nan)\nprint(level.sum())"
    )
    assert 3 in blamed(report(tmp_path, program))
