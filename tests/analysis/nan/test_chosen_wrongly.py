"""`nan` blames what chose too little or along the wrong way: a number that is none, a single row, another axis."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis.nan.answered import first

pytest.importorskip("numscope._core", reason="the native core is not built")

# Programs, the line to blame and words of its sentence.
ABSENT = {
    "a loop counts one too far": (
        "room = np.array([0, 1, 2, 1, 0, 2])\nheat = np.array([19.0, 21.0, 18.5, 20.0, 19.5, 18.0])\n"
        "def mean_of(number):\n    return heat[room == number].mean()\n"
        "for number in range(1, 4):\n    print(mean_of(number))",
        5,
        "gives 3, which line 4 looks for",
    ),
    "a class that is none": (
        "GOOD = 7\nstate = np.array([1, 0, 1, 1])\nspeed = np.array([3.0, 4.0, 5.0, 6.0])\n"
        "chosen = speed[state == GOOD]\nprint(np.median(chosen))",
        1,
        "none of the 4 values is 7: they go from 0 to 1",
    ),
    "a limit that none reaches, in a table": (
        "import pandas as pd\nSINCE = 2950\n"
        "table = pd.DataFrame({'year': [2020, 2021, 2022], 'tons': [3.0, 4.0, 4.5]})\n"
        "late = table[table['year'] >= SINCE]\nprint(np.mean(late['tons'].to_numpy()))",
        2,
        "the 3 values go from 2020 to 2022",
    ),
    "a comprehension counts, and a loop has its name": (
        "room = np.array([0, 1, 2, 1])\nheat = np.array([19.0, 21.0, 18.5, 20.0])\n"
        "def mean_of(number):\n    return heat[room == number].mean()\n"
        "means = [mean_of(number) for number in range(1, 4)]\n"
        "for number, mean in enumerate(means):\n    print(number, mean)",
        5,
        "gives 3, which line 4 looks for",
    ),
    "the comparison writes it": (
        "state = np.array([1, 0, 1, 1])\nspeed = np.array([3.0, 4.0, 5.0, 6.0])\n"
        "chosen = speed[state == 7]\nprint(np.median(chosen))",
        3,
        "leaves none of 4 values",
    ),
    "the data have a gap": (
        "room = np.array([0, 2, 2, 0])\nheat = np.array([19.0, 21.0, 18.5, 20.0])\n"
        "for number in range(3):\n    inside = heat[room == number]\n    print(inside.mean())",
        4,
        "leaves none of 4 values",
    ),
}
AXES = (
    "table = np.arange(24.0).reshape(6, 4) % 5\ntable[:, 1] = 2.0\n"
    "middle = np.mean(table, axis=1, keepdims=True)\nwidest = table.max(axis={})\n"
    "spread = table.std(axis=0)\nshare = (table - middle) * (table != 2) / spread\nprint(share.sum())"
)
AXES_OF_A_TABLE = (
    "import pandas as pd\ntable = pd.DataFrame(np.arange(24.0).reshape(6, 4) % 5)\ntable[1] = 2.0\n"
    "middle = table.mean(axis=1)\nspread = table.std(axis=0)\n"
    "share = table.sub(middle, axis=0).where(table != 2, 0.0) / spread\nprint(share.to_numpy().max(axis=1))"
)
SHIFTED = (
    "scores = -np.array([[1.0, 3.0], [900.0, 990.0], [2.0, 4.0]])\ntop = scores.max({})\nshifted = scores - top\n"
    "weights = np.exp(shifted)\nparts = weights / weights.sum(axis=1, keepdims=True)\nprint(parts.min())"
)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", ABSENT)
def test_numbers_that_the_data_have_not(tmp_path: Path, case: str) -> None:
    program, line, words = ABSENT[case]
    found, said = first(tmp_path, program)
    assert found == line
    assert words in said


@pytest.mark.filterwarnings("ignore")
def test_a_reduction_along_an_axis_of_its_own(tmp_path: Path) -> None:
    found, said = first(tmp_path, AXES.format(1))
    assert found == 5
    assert "along axis 0 (std)" in said


@pytest.mark.filterwarnings("ignore")
def test_a_table_reduced_along_an_axis_of_its_own(tmp_path: Path) -> None:
    """A Series counts as the array of its values, not as one more."""
    found, said = first(tmp_path, AXES_OF_A_TABLE)
    assert found == 5
    assert "along axis 0 (pandas.DataFrame.std)" in said


@pytest.mark.filterwarnings("ignore")
def test_a_table_that_is_reduced_along_both_axes(tmp_path: Path) -> None:
    assert first(tmp_path, AXES.format(0))[0] == 6


@pytest.mark.filterwarnings("ignore")
def test_the_largest_of_all_in_place_of_each_rows(tmp_path: Path) -> None:
    found, said = first(tmp_path, SHIFTED.format(""))
    assert found == 2
    assert "the largest of all 6 numbers, where 3 rows are summed one by one" in said


@pytest.mark.filterwarnings("ignore")
def test_a_shift_that_is_not_of_all(tmp_path: Path) -> None:
    assert first(tmp_path, SHIFTED.format("axis=0"))[0] == 4


@pytest.mark.filterwarnings("ignore")
def test_the_line_that_leaves_a_single_row(tmp_path: Path) -> None:
    program = (
        "heights = np.array([1.2, 1.9, 2.4, 8.8])\nhigh = heights[heights > 5]\nscaled = high * 2\n"
        "print(scaled.std(ddof=1))"
    )
    found, said = first(tmp_path, program)
    assert found == 2
    assert "leaves 1 of 4 rows" in said


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("pairs", "line", "words"),
    [("pairs", 4, "the wrong way round"), ("(one[0], one[1] + 50) for one in pairs", 6, "keys are text")],
    ids=["turned round", "of other numbers"],
)
def test_a_mapping_the_wrong_way_round(tmp_path: Path, pairs: str, line: int, words: str) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    program = (
        "import pandas as pd\npairs = [('oak', 3), ('elm', 5), ('ash', 8)]\ndef kinds():\n    return dict({})\n"
        "trees = pd.Series([5, 8, 3, 5])\nnamed = trees.map(kinds())\nprint(named.isna().sum(), named.max())"
    )
    found, said = first(tmp_path, program.format(pairs))
    assert found == line
    assert words in said


@pytest.mark.filterwarnings("ignore")
def test_the_argument_that_says_what_is_missing(tmp_path: Path) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    program = (
        "import io\nimport pandas as pd\ntext = 'day,level\\n1,3.5\\n2,-999\\n3,4.5\\n'\n"
        "table = pd.read_csv(\n    io.StringIO(text),\n    na_values=['-99'],\n)\n"
        "print(np.log(table['level'].to_numpy()).mean())"
    )
    assert first(tmp_path, program)[0] == 6


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("factor", "line", "words"), [("CM", 6, "`metres * CM`"), ("(CM + len(wind.x))", 4, "bounds_error=False")]
)
def test_a_unit_in_which_an_interpolation_is_asked(
    tmp_path: Path, factor: str, line: int, words: str
) -> None:
    pytest.importorskip("scipy", reason="SciPy is not installed")
    program = (
        "from scipy.interpolate import interp1d\nCM = 100\nheights = np.array([0.0, 1.0, 2.0, 4.0])\n"
        "wind = interp1d(heights, heights**0.5, bounds_error=False)\n"
        "def height(metres):\n    return metres * {}\n"
        "asked = np.array([height(one) for one in (0.5, 1.5, 3.0)])\nprint(wind(asked).max())"
    )
    found, said = first(tmp_path, program.format(factor))
    assert found == line
    assert words in said


TRAINING = (
    "import torch\ntorch.manual_seed(1)\nx = torch.randn(32, 3)\ny = x.sum(dim=1, keepdim=True)\n"
    "model = torch.nn.Sequential(torch.nn.Linear(3, 8), torch.nn.ReLU(), torch.nn.Linear(8, 1))\n"
    "optimiser = torch.optim.SGD(model.parameters(), lr={}, momentum=0.9)\n{}"
    "for _ in range(90):\n    loss = (model(x) - y).pow(2).mean()\n{}    loss.backward()\n    optimiser.step()\n"
    "print(loss)"
)


@pytest.mark.filterwarnings("ignore")
def test_gradients_that_are_set_to_zero_once(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    found, said = first(tmp_path, TRAINING.format(0.1, "optimiser.zero_grad()\n", ""))
    assert found == 7
    assert "once, not in each step" in said


@pytest.mark.filterwarnings("ignore")
def test_a_step_that_is_too_large_stays_the_cause(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    assert first(tmp_path, TRAINING.format(60.0, "", "    optimiser.zero_grad()\n"))[0] == 6
