"""The graph command: the right part of the graph, folded, in every format, read back by others' parsers."""

from __future__ import annotations

import json
import shutil
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest

import numscope
from numscope.analysis.graph.flow import Reach, data_flow
from numscope.cli.main import main

pytest.importorskip("numscope._core", reason="the native core is not built")


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("flow") / "t.numscope"
    with numscope.record(path):
        a = np.arange(6.0)
        b = a + 1
        c = np.sqrt(b)
        np.exp(a)
        for _ in range(3):
            c += b
        np.log(c)
    return path


def edges(path: Path, reach: Reach, fold: str | None = None) -> set[tuple[str, str, int]]:
    with numscope.open(path) as trace:
        flow = data_flow(trace, reach, fold)
    names = {node.id: node.label.removeprefix("numpy.") for node in flow.nodes}
    return {(names[link.source], names[link.target], link.count) for link in flow.links}


def id_of(path: Path, name: str) -> int:
    with numscope.open(path) as trace:
        return next(operation.id for operation in trace if operation.name == name)


def test_up_is_what_flowed_in(path: Path) -> None:
    sqrt = id_of(path, "numpy.sqrt")
    assert edges(path, Reach(sqrt, up=True, down=False)) == {("arange", "add", 1), ("add", "sqrt", 1)}
    assert edges(path, Reach(sqrt, up=True, down=False, depth=1)) == {("add", "sqrt", 1)}


def test_down_is_what_flowed_out(path: Path) -> None:
    found = edges(path, Reach(id_of(path, "numpy.sqrt"), up=False, down=True))
    assert ("sqrt", "add", 1) in found
    assert ("add", "log", 1) in found
    assert not [edge for edge in found if "exp" in edge]


def test_loops_fold_into_one_node(path: Path) -> None:
    found = edges(path, Reach(), "loop")
    assert ("add", "add", 2) in found  # from one round to the next
    assert ("add", "add", 3) in found  # b, into each round
    assert ("arange", "exp", 1) in found


def test_who_wrote_into_an_array_that_was_there_is_marked(path: Path) -> None:
    with numscope.open(path) as trace:
        nodes = data_flow(trace, Reach()).nodes
    assert [node.label for node in nodes if "in place" in node.detail] == ["numpy.add"] * 3


def test_more_calls_than_anyone_reads_fold_into_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "total = np.zeros(3)\nfor n in range(70):\n    total = total + np.sqrt(total)\nr = total.sum()\n"
    )
    with numscope.record(tmp_path / "t.numscope"):
        exec(compile(program.read_text(), str(program), "exec"), {"np": np})
    found = edges(tmp_path / "t.numscope", Reach())
    assert found == {("program.py:1", "program.py:3", 1), ("program.py:3", "program.py:4", 1)}
    assert ("sqrt", "add", 1) in edges(tmp_path / "t.numscope", Reach(), "call")
    assert main(["graph", str(tmp_path / "t.numscope")]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "program.py:1  total = np.zeros(3)",
        "program.py:3  total = total + np.sqrt(total)",
        "    <- program.py:1",
        "program.py:4  r = total.sum()",
        "    <- program.py:3",
        "3 lines, 2 links, 0 gaps (--collapse call shows each call)",
    ]


@pytest.mark.parametrize("fold", ["function", "module"])
def test_all_of_one_function_is_one_node(path: Path, fold: str) -> None:
    with numscope.open(path) as trace:
        (node,) = data_flow(trace, Reach(), fold).nodes
    assert node.count == 8


def test_graphml_is_graphml(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # A module of it: the folder with the tests of its probe, which has its name, is on the path too.
    pytest.importorskip("networkx.readwrite", reason="networkx reads GraphML back; it is not installed")
    import networkx

    assert main(["graph", str(path), "--format", "graphml"]) == 0
    graph = networkx.parse_graphml(capsys.readouterr().out)
    labels = networkx.get_node_attributes(graph, "label")
    assert "numpy.sqrt" in labels.values()


def test_every_format_is_written(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["graph", str(path), "-o", str(tmp_path / "g.graphml")]) == 0
    nodes = ET.parse(tmp_path / "g.graphml").getroot().iter("{http://graphml.graphdrawing.org/xmlns}node")
    assert len(list(nodes)) == 8
    assert main(["graph", str(path), "--format", "dot"]) == 0
    assert capsys.readouterr().out.startswith("digraph flow {")
    assert main(["graph", str(path), "-o", str(tmp_path / "g.mmd")]) == 0
    assert (tmp_path / "g.mmd").read_text().startswith("flowchart TB\n")
    assert main(["graph", str(path), "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["nodes"]) == 8
    if shutil.which("dot"):
        assert main(["graph", str(path), "-o", str(tmp_path / "g.svg")]) == 0
        assert ET.parse(tmp_path / "g.svg").getroot().tag.endswith("svg")


def test_an_inner_operation_stands_for_its_outermost(tmp_path: Path) -> None:
    with numscope.record(tmp_path / "t.numscope"):
        np.mean(np.arange(4.0))
    with numscope.open(tmp_path / "t.numscope") as trace:
        inner = next(operation for operation in trace if operation.depth)
        flow = data_flow(trace, Reach(inner.id))
    assert [node.label for node in flow.nodes if node.asked] == ["numpy.mean"]


def test_mistakes_are_told(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["graph", str(path), "--of", "99999"]) == 2
    assert "there is no operation 99999" in capsys.readouterr().err
    assert main(["graph", str(path), "-o", "flow.xyz"]) == 2
    assert "no suffix of a known format" in capsys.readouterr().err


def test_without_hashes_nothing_is_claimed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with numscope.record(tmp_path / "t.numscope", values="none"):
        np.sqrt(np.ones(100))
    assert main(["graph", str(tmp_path / "t.numscope")]) == 2
    assert "holds no content hashes" in capsys.readouterr().err


def test_a_chain_without_end_is_followed_as_far_as_anyone_reads(tmp_path: Path) -> None:
    path = tmp_path / "t.numscope"
    with numscope.record(path):
        state = np.ones(8)
        for _ in range(2000):
            state = state + 1
    with numscope.open(path) as trace:
        flow = data_flow(trace, Reach(2000, down=False))
        assert 60 <= len(flow.nodes) < 1500
        (missing,) = flow.missing
        assert missing.reason == "it was made further back than was looked"
        assert len(data_flow(trace, Reach(2000, down=False, depth=1500)).nodes) == 1501
        whole = data_flow(trace, Reach(300, down=False))
        assert (len(whole.nodes), whole.missing) == (299, ())  # 1 and 2 ran inside np.ones
