"""Which line diff names in a rewritten program, where the first value that parts is not the cause."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.compared_programs import Compare, comparing, named

from numscope.views.verdict import verdict_view

pytest.importorskip("numscope._core", reason="the native core is not built")

BEFORE = """
    import numpy as np

    rng = np.random.default_rng(3)
    table = rng.normal(size=(30, 3)) * [3.0, 2.0, 0.5]
    centred = table - table.mean(axis=0)
    spread = np.std(centred, axis=0, ddof=1)
    order = np.exp(table[:, 0])
    steps = np.diff(order)
    values = np.linalg.eigvalsh(centred.T @ centred / 29)
    score = 0.5 * table[:, 0] + 0.25 * table[:, 1] + 0.125 * table[:, 2]
    print(spread.sum(), steps.max(), values.round(4), score.sum())
"""
AFTER = """
    import numpy as np

    WEIGHTS = np.array([0.5, 0.25, 0.125])

    class Table:
        def __init__(self, rows, ddof=1):
            self.rows = rows
            self.ddof = ddof
            self.middle = rows.mean(axis=0)

        def spread(self):
            return np.std(self.rows - self.middle, axis=0, ddof=self.ddof)

        def first(self):
            column = self.rows[:, 0]
            return np.exp(column)

        def axes(self):
            _, sizes, _ = np.linalg.svd(self.rows - self.middle, full_matrices=False)
            return sizes**2 / 29

    def draw(seed):
        generator = np.random.default_rng(seed)
        return generator.normal(size=(30, 3)) * [3.0, 2.0, 0.5]

    def gaps(values):
        return np.diff(values)

    def main():
        table = Table(draw(seed=3))
        total = table.spread().sum()
        widest = gaps(table.first()).max()
        print(total, widest, table.axes()[::-1].round(4), (table.rows @ WEIGHTS).sum())

    main()
"""


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Compare:
    return comparing(tmp_path_factory.mktemp("rewritten"), "table.py", BEFORE, AFTER)


def test_the_rewritten_program_is_equal(changed: Compare) -> None:
    assert changed("main()", "main()").verdict.agree


def test_numbers_of_the_old_text_are_no_new_values(changed: Compare) -> None:
    found = changed("(table.rows @ WEIGHTS)", "(table.rows[::-1] @ WEIGHTS)[3:]")
    assert found.verdict.parted is not None
    assert found.verdict.parted.name != "numpy.array"


def test_numbers_in_another_order_are_new_values(changed: Compare) -> None:
    found = changed("WEIGHTS = np.array([0.5, 0.25, 0.125])", "WEIGHTS = np.array([0.25, 0.5, 0.125])")
    assert found.verdict.parted is not None
    assert found.verdict.parted.name == "numpy.array"


def test_the_line_is_named_that_writes_an_argument(changed: Compare) -> None:
    assert "ddof=7" in named(changed("ddof=1", "ddof=7"))


def test_a_step_that_is_missing_is_named_after_the_line_before_it(changed: Compare) -> None:
    found = changed("return np.exp(column)", "return column")
    assert found.verdict.cause is not None
    assert "np.exp" in found.verdict.cause.text[0]


def test_a_factor_is_found_behind_another_way(changed: Compare) -> None:
    assert "/ 30" in named(changed("sizes**2 / 29", "sizes**2 / 30"))


def test_a_line_is_named_that_computes_with_a_number_in_python(changed: Compare) -> None:
    """What comes of the number is not recorded, but what is printed tells that it differs."""
    found = changed(
        "total = table.spread().sum()", "sums = [table.spread().sum().item()]\n        total = sum(sums) / 3"
    )
    assert not found.verdict.agree
    handed = found.verdict.handed
    assert handed is not None
    assert "sum(sums) / 3" in handed.source
    assert any("uses numbers in plain Python" in str(line) for line in verdict_view(found))


def test_a_number_that_is_printed_only_is_notnamed(changed: Compare) -> None:
    assert changed("print(total, widest,", "print(total.item(), widest,").verdict.handed is None


def test_what_a_starred_name_throws_away_is_no_result(tmp_path: Path) -> None:
    """Of the rank, the residuals and the singular values of a fit nothing is used."""
    start = "import numpy as np\n\nx = np.linspace(0.5, 3.0, 12)\ny = np.exp(x)\n"
    before = f"{start}print(np.polyfit(x, y, 2))\n"
    after = (
        f"{start}def weights(x, y):\n    found, *rest = np.linalg.lstsq(np.vander(x, 3), y, rcond=None)\n"
        "    return found\n\ndef main():\n    print(weights(x, y))\n\nmain()\n"
    )
    compare = comparing(tmp_path, "fit.py", before, after)
    assert compare("main()", "main()").verdict.agree
    assert not compare("return found", "return found, rest").verdict.agree


LOOP = """
    import numpy as np

    rng = np.random.default_rng(5)
    picture = rng.random((9, 7))
    soft = np.zeros_like(picture)
    for i in range(9):
        for j in range(7):
            soft[i, j] = picture[i, j] * 0.3 + 0.1
    dark = picture[picture < 0.25]
    print(soft.sum(), np.sqrt(dark).sum())
    for value in picture[0]:
        print(value * 2.5)
"""
ARRAYS = """
    import numpy as np

    def load(seed):
        generator = np.random.default_rng(seed)
        return generator.random((9, 7))

    def soften(picture):
        scaled = picture * 0.3
        return scaled + 0.1

    def shadows(picture):
        there = picture < 0.25
        return picture[there], there.sum()

    def main():
        picture = load(5)
        soft = soften(picture)
        dark, _ = shadows(picture)
        print(soft.sum(), np.sqrt(dark).sum())
        print(picture[0] * 2.5)

    main()
"""


@pytest.fixture(scope="module")
def vectorised(tmp_path_factory: pytest.TempPathFactory) -> Compare:
    return comparing(tmp_path_factory.mktemp("vectorised"), "picture.py", LOOP, ARRAYS)


def test_numbers_made_one_by_one_are_found_in_an_array(vectorised: Compare) -> None:
    """Every step of the loop is in no operation of the other program."""
    assert vectorised("main()", "main()").verdict.agree


def test_an_array_that_parts_from_numbers_made_one_by_one_is_named(vectorised: Compare) -> None:
    assert "0.1001" in named(vectorised("scaled + 0.1", "scaled + 0.1001"))


def test_a_count_is_the_length_of_what_was_chosen(vectorised: Compare) -> None:
    """The first program has 16 elements of a mask, and nowhere their number."""
    found = vectorised("np.sqrt(dark).sum())", "np.sqrt(dark).sum(), shadows(picture)[1])")
    assert found.verdict.agree


def test_what_a_library_fills_in_part_is_nobodys_value(tmp_path: Path) -> None:
    """Padding with the border's pixels begins in memory that the system gave: for a large array, of zeros."""
    start = "import numpy as np\n\npicture = np.random.default_rng(2).random((600, 500)) + 1.0\n"
    before = f"{start}wide = np.pad(picture, 1, mode='edge')\nprint(wide[:3, :3].sum(), wide.mean())\n"
    after = (
        f"{start}def widen(picture):\n    return np.pad(picture, 1, mode='edge')\n\n"
        "def corner(wide):\n    return wide[:3, :3].sum()\n\n"
        "def main():\n    wide = widen(picture)\n    print(corner(wide), wide.mean())\n\nmain()\n"
    )
    compare = comparing(tmp_path, "picture.py", before, after)
    found = compare(", mode='edge'", "")
    assert found.verdict.parted is not None
    assert found.verdict.parted.name == "numpy.pad"


def test_the_line_is_named_that_makes_an_object_with_another_setting(tmp_path: Path) -> None:
    """The line whose values part is given the object, and says nothing of its settings."""
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    start = (
        "import numpy as np\nfrom sklearn.linear_model import Ridge\n"
        "from sklearn.preprocessing import PolynomialFeatures\n"
        "from sklearn.pipeline import make_pipeline\n\nrng = np.random.default_rng(6)\n"
        "x = rng.normal(size=(40, 2))\ny = x[:, 0] * x[:, 1] + rng.normal(size=40)\n"
    )
    model = "model = make_pipeline(PolynomialFeatures(2), Ridge(alpha=2.0))"
    before = f"{start}{model}\nprint(model.fit(x, y).predict(x))\n"
    after = (
        f"{start}def features():\n    return PolynomialFeatures(degree=2)\n\n"
        "def build():\n    return make_pipeline(features(), Ridge(alpha=2.0))\n\n"
        "def main():\n    print(build().fit(x, y).predict(x))\n\nmain()\n"
    )
    compare = comparing(tmp_path, "fit.py", before, after)
    assert compare("main()", "main()").verdict.agree
    assert "degree=1" in named(compare("degree=2", "degree=1"))
    assert "alpha=3.0" in named(compare("alpha=2.0", "alpha=3.0"))


def test_a_step_whose_value_several_lines_read_is_missing_where_the_first_program_has_it(
    tmp_path: Path,
) -> None:
    start = "import numpy as np\n\nx = np.random.default_rng(4).normal(size=50)\nchange = np.diff(x, prepend=0.0)\n"
    steps = "held = np.sign(x)\nheld = np.roll(held, 1)\ngain = held * change\n"
    before = f"{start}{steps}print(gain.sum() - np.abs(np.diff(held)).sum())\n"
    after = (
        f"{start}def positions(x):\n    sign = np.sign(x)\n    return sign\n\n"
        "def wealth(x):\n    held = positions(x)\n    gain = held * change\n    paid = np.abs(np.diff(held))\n"
        "    return gain.sum() - paid.sum()\n\ndef main():\n    print(wealth(x))\n\nmain()\n"
    )
    cause = comparing(tmp_path, "rule.py", before, after)("main()", "main()").verdict.cause
    assert cause is not None
    assert cause.text == ("held = np.roll(held, 1)", "")


def test_a_call_for_its_effect_that_comes_earlier_is_named(tmp_path: Path) -> None:
    """Each call is made as often as before, at lines that say the same."""
    start = (
        "import numpy as np\n\nclass Cart:\n"
        "    def __init__(self):\n        self.x, self.v = np.ones(3), np.zeros(3)\n\n"
        "    def push(self):\n        self.v = self.v + 0.1 * self.x\n\n"
        "    def brake(self):\n        self.v = self.v * 0.9\n\n"
        "    def move(self):\n        self.x = self.x + self.v\n\ncart = Cart()\n"
    )
    steps = "    cart.push()\n    cart.brake()\n    cart.move()\n"
    before = f"{start}for _ in range(5):\n{steps}print(cart.x.sum())\n"
    after = f"{start}for step in range(5):\n{steps}print(cart.x.sum())\n"
    compare = comparing(tmp_path, "cart.py", before, after)
    assert compare("for step", "for each").verdict.agree
    turned = compare(steps, "    cart.push()\n    cart.move()\n    cart.brake()\n")
    assert named(turned).endswith("in another order")


def test_the_call_is_named_of_a_function_that_agreed_before(tmp_path: Path) -> None:
    """The function is right, as its first call shows; the second is given something else."""
    start = "import numpy as np\n\nx = np.random.default_rng(9).normal(size=(20, 3))\n"
    before = f"{start}known = np.tanh(x[:12]) / 2\nnew = np.tanh(x[12:]) / 2\nprint(known.sum(), new.sum())\n"
    after = (
        f"{start}def halved(part):\n    return np.tanh(part) / 2\n\ndef split(x):\n    return x[:12], x[12:]\n\n"
        "def main():\n    known, new = split(x)\n    first = halved(known)\n    second = halved(new)\n"
        "    print(first.sum(), second.sum())\n\nmain()\n"
    )
    compare = comparing(tmp_path, "parts.py", before, after)
    assert compare("main()", "main()").verdict.agree
    assert named(compare("halved(new)", "halved(x[8:])")) == "second = halved(x[8:])"
    assert named(compare("(part) / 2", "(part) / 3")) == "return np.tanh(part) / 3"


def test_a_default_argument_that_is_shared_is_named(tmp_path: Path) -> None:
    start = "import numpy as np\n\nrng = np.random.default_rng(3)\nrows = rng.normal(size=(3, 20))\n\n"
    before = (
        f"{start}for row in rows:\n    kept = []\n    for value in row:\n        if abs(value) < 1:\n"
        "            kept.append(value)\n    print(np.array(kept).mean())\n"
    )
    after = (
        f"{start}def middle(row, kept=[]):\n    for value in row:\n        if abs(value) < 1:\n"
        "            kept.append(value)\n    return np.array(kept)\n\n"
        "def main():\n    for row in rows:\n        print(middle(row).mean())\n\nmain()\n"
    )
    compare = comparing(tmp_path, "kept.py", before, after)
    assert named(compare("kept=[]", "kept=[]")) == "def middle(row, kept=[]):"
    extended = compare("kept.append(value)\n    return", "kept += [value]\n    return")
    assert named(extended) == "def middle(row, kept=[]):"
    healthy = compare("row, kept=[]):\n", "row):\n    kept = []\n")
    assert healthy.verdict.agree


NUMBERS = "import numpy as np\n\nx = np.random.default_rng(9).gamma(2.0, size=(20, 3))\n"


def test_a_step_that_comes_earlier_is_named(tmp_path: Path) -> None:
    """The logarithm of the mean for the mean of logarithms."""
    before = f"{NUMBERS}print(np.exp(np.log(x).mean(axis=0)).round(4))\n"
    after = (
        f"{NUMBERS}def level(x):\n    mean = x.mean(axis=0)\n    return np.log(mean)\n\n"
        "def main():\n    print(np.exp(level(x)).round(4))\n\nmain()\n"
    )
    assert named(comparing(tmp_path, "level.py", before, after)("main()", "main()")) == "return np.log(mean)"


def test_a_step_that_comes_besides_is_no_earlier_one(tmp_path: Path) -> None:
    """The first program divides plain numbers, the second an array; both divide arrays later."""
    before = f"{NUMBERS}edges = [0.2 / (5 / 2), 4 / (5 / 2)]\nprint(np.clip(x, *edges).sum() / np.var(x))\n"
    after = (
        f"{NUMBERS}class Band:\n    rate = 5\n\n    def clipped(self, x):\n"
        "        edges = np.array([0.2, 4]) / self.rate\n        low, high = edges\n"
        "        return np.clip(x, low, high)\n\n"
        "def main():\n    part = Band().clipped(x)\n    print(part.sum() / np.var(x))\n\nmain()\n"
    )
    found = comparing(tmp_path, "band.py", before, after)("main()", "main()")
    assert named(found) == "edges = np.array([0.2, 4]) / self.rate"


def test_a_column_that_a_table_dropped_is_not_followed(tmp_path: Path) -> None:
    """The first program draws with single numbers; the second joins them to its rows, and drops them."""
    pytest.importorskip("pandas", reason="pandas is not installed")
    start = "import numpy as np\nimport pandas as pd\n\nrng = np.random.default_rng(5)\n"
    before = (
        f'{start}rows = []\nfor net, metres in {{"A": 4.5, "B": 7.25, "C": 9.5}}.items():\n'
        "    for day in range(20):\n        rows.append([net, day % 7, rng.gamma(3.0) * metres])\n"
        'catch = pd.DataFrame(rows, columns=["net", "weekday", "kilos"])\n'
        'usual = catch.groupby("net")["kilos"].transform("mean")\ncatch["share"] = catch["kilos"] / usual\n'
        'print(catch.groupby("weekday")["share"].max().round(4).to_string())\n'
    )
    after = (
        f'{start}NETS = pd.DataFrame({{"net": ["A", "B", "C"], "metres": [4.5, 7.25, 9.5]}})\n\n'
        "def catches(days=20):\n"
        '    catch = NETS.merge(pd.DataFrame({"day": np.arange(days)}), how="cross")\n'
        '    catch["weekday"] = catch["day"] % 7\n'
        '    catch["kilos"] = rng.gamma(3.0, size=len(catch)) * catch["metres"]\n'
        '    return catch.drop(columns=["metres", "day"])\n\n'
        'def with_share(catch):\n    usual = catch.groupby("net")["kilos"].transform("mean")\n'
        '    return catch.assign(share=catch["kilos"] / usual)\n\n'
        'def best(catch):\n    return catch.groupby("weekday")["share"].max()\n\n'
        "def main():\n    print(best(catches().pipe(with_share)).round(4).to_string())\n\nmain()\n"
    )
    compare = comparing(tmp_path, "nets.py", before, after)
    assert compare("main()", "main()").equal
    found = compare('usual = catch.groupby("net")', 'usual = catch.groupby("weekday")')
    assert named(found) == 'usual = catch.groupby("weekday")["kilos"].transform("mean")'
