"""Data that one library hands to another has one lineage: each border is an operation with an operand on each side."""

from __future__ import annotations

import pytest

from recorded_example import EXAMPLES, Recorded, record

for library in ("polars", "jax", "pandas", "torch"):
    pytest.importorskip(library, reason=f"{library} is not installed")

BORDERS = """\
import jax, jax.numpy as jnp, numpy as np, pandas as pd, polars as pl, pyarrow as pa, torch
first = np.arange(8.0) + 1
to_arrow = pa.array(first)
from_arrow = np.asarray(to_arrow)
to_polars = pl.from_arrow(to_arrow)
from_polars = to_polars.to_numpy()
to_torch = torch.from_numpy(first)
root = torch.sqrt(to_torch)
from_torch = root.numpy()
again = np.exp(from_torch)
given = torch.as_tensor(again)
other = torch.cos(given)
to_jax = jnp.asarray(np.float32(again))
tripled = to_jax * 3
from_jax = np.asarray(tripled)
capsule = np.from_dlpack(tripled)
sine = np.sin(capsule)
to_pandas = pd.Series(sine)
from_pandas = to_pandas.to_numpy()
tensor = torch.from_dlpack(sine)
last = torch.tanh(tensor)
frame = pl.DataFrame({"a": again}).to_pandas()
column = frame["a"].to_numpy()
final = np.cbrt(column)
"""


@pytest.fixture(scope="module")
def six(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    return record(EXAMPLES / "six_libraries.py", tmp_path_factory.mktemp("six"))


@pytest.fixture(scope="module")
def borders(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    script = tmp_path_factory.mktemp("borders") / "borders.py"
    script.write_text(BORDERS)
    return record(script, script.parent)


def links(text: str) -> dict[str, list[str]]:
    """Return, for each node of a graph as text, the names of the nodes that flowed into it, with their numbers."""
    found: dict[str, list[str]] = {}
    node = ""
    for line in text.splitlines():
        if line.startswith("    <- "):
            found[node] += [one.strip() for one in line.removeprefix("    <- ").split(",")]
        elif "#" in line:
            node = " ".join(line.split()[:2])
            found[node] = []
    return found


def test_the_sum_goes_back_to_the_first_array_through_six_libraries(six: Recorded) -> None:
    last = six.on_line("total =")[-1]
    text = six.ask("graph", "--of", str(last.id), "--up")
    found = links(text)
    assert not [line for line in text.splitlines() if line.startswith("    <- ?")], text
    assert "0 gaps" in text
    node, seen = next(node for node in found if node.startswith("aten::sum")), []
    while node:
        seen.append(node.partition(" ")[0])
        node = next((" ".join(one.split()[:2]) for one in found[node]), "")
    assert seen[-1] == "numpy.random.Generator.normal"
    for name in ("polars.Series", "jax.numpy.square", "pandas.DataFrame", "aten::sqrt"):
        assert name in seen


def test_a_conversion_of_type_is_an_edge_of_its_own(six: Recorded) -> None:
    lines = six.ask("graph").splitlines()
    at = next(at for at, line in enumerate(lines) if line.startswith("jax.numpy.asarray"))
    assert "polars.Series.to_numpy" in lines[at + 1]
    assert "(converted to another type)" in lines[at + 1]
    assert sum("converted" in line for line in lines) == 1


@pytest.fixture(scope="module")
def flows(borders: Recorded) -> dict[str, list[str]]:
    return links(borders.ask("graph", "--collapse", "operation"))


@pytest.mark.parametrize(
    ("line", "operation", "source"),
    [
        ("to_arrow =", "pyarrow.array", "numpy.add"),
        ("from_arrow =", "numpy.asarray", "pyarrow.array"),
        ("to_polars =", "polars.from_arrow", ""),
        ("from_polars =", "polars.Series.to_numpy", "polars.from_arrow"),
        ("root =", "aten::sqrt", "aten::lift_fresh"),
        ("again =", "numpy.exp", "aten::resolve_neg"),
        ("other =", "aten::cos", "aten::to"),
        ("from_jax =", "numpy.asarray", "jax.Array.__mul__"),
        ("sine =", "numpy.sin", "numpy.from_dlpack"),
        ("from_pandas =", "pandas.Series.to_numpy", "pandas.Series"),
        ("last =", "aten::tanh", "numpy.sin"),
        ("column =", "pandas.Series.to_numpy", "pandas.DataFrame.__getitem__"),
        ("final =", "numpy.cbrt", "pandas.Series.to_numpy"),
    ],
)
def test_each_border_is_linked_to_what_was_handed_over(
    borders: Recorded, flows: dict[str, list[str]], line: str, operation: str, source: str
) -> None:
    number = next(one.id for one in borders.on_line(line) if one.name == operation)
    into = flows[f"{operation} #{number}"]
    assert not any(one.startswith("?") for one in into), into
    assert any(one.startswith(source) for one in into), into


def test_each_border_has_an_operand_on_each_side(borders: Recorded) -> None:
    for line in (
        "to_arrow =",
        "from_arrow =",
        "to_polars =",
        "from_polars =",
        "to_torch =",
        "to_jax =",
        "from_pandas =",
    ):
        first = borders.on_line(line)[-1]
        assert any(one.is_array() for one in first.inputs), line
        assert any(one.is_array() for one in first.outputs), line
