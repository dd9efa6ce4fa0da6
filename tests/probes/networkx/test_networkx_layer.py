"""Where a graph becomes an array and back, and algorithms that compute with matrices, are operations."""

from __future__ import annotations

import pytest

from recorded_example import Recorded, assert_same_without_numscope, coverage_of, record

pytest.importorskip("networkx.algorithms", reason="networkx is not installed")
pytest.importorskip("scipy", reason="scipy is not installed")

PROGRAM = """\
import sys, numpy as np, networkx as nx
graph = nx.karate_club_graph()
dense = nx.to_numpy_array(graph)
sparse = nx.adjacency_matrix(graph)
ranks = nx.pagerank(graph)
spectrum = nx.laplacian_spectrum(graph)
half = dense / 2
lighter = nx.from_numpy_array(half)
again = nx.to_numpy_array(lighter)
open(sys.argv[1], "w").write(repr((ranks, spectrum.tolist(), again.tolist(), sparse.sum())))
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    folder = tmp_path_factory.mktemp("networkx")
    script = folder / "program.py"
    script.write_text(PROGRAM)
    return record(script, folder, str(folder / "recorded.txt"))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("dense =", "to_numpy_array"),
        ("sparse =", "adjacency_matrix"),
        ("ranks =", "pagerank"),
        ("spectrum =", "laplacian_spectrum"),
        ("lighter =", "from_numpy_array"),
    ],
)
def test_the_programs_calls_are_operations(program: Recorded, text: str, name: str) -> None:
    assert [one.name for one in program.on_line(text, "networkx.")] == [f"networkx.{name}"]


def test_a_graph_is_shown_with_its_nodes(program: Recorded) -> None:
    text = program.ask("show", str(program.on_line("dense =", "networkx.")[0].id))
    assert "nodes: 34" in text
    assert "edges: 78" in text


def test_data_flows_from_the_graphs_array(program: Recorded) -> None:
    lines = program.ask("graph").splitlines()
    at = next(at for at, line in enumerate(lines) if line.startswith("networkx.from_numpy_array"))
    assert "numpy.true_divide" in lines[at + 1] or "numpy.divide" in lines[at + 1]


def test_the_program_computes_what_it_computes_without_numscope(program: Recorded) -> None:
    assert_same_without_numscope(program)


def test_what_computes_is_watched() -> None:
    found = coverage_of("networkx")
    assert found["computing"] > 60
    assert found["watched"] >= 0.98 * found["computing"]
    assert all(one["watched"] or one["reason"] for one in found["entries"])
