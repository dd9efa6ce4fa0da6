"""The data flow of a trace as plain edges between operations: who reads it folds them together as wanted."""

from __future__ import annotations

from dataclasses import dataclass

from numscope.analysis.concepts.lineage import lineage
from numscope.trace import Trace

_PAGE = 5_000


@dataclass(frozen=True)
class FlowEdge:
    """Data of operation `source` flowed into operation `target`. proven: memory and content both say so."""

    source: int
    target: int
    proven: bool


@dataclass(frozen=True)
class WholeFlow:
    """The flow between outermost operations. ids: those looked at; of: how many outermost operations there are.

    unknown: operation -> why the origin of some of what flowed into it is not known.
    """

    ids: tuple[int, ...]
    edges: tuple[FlowEdge, ...]
    unknown: dict[int, str]
    of: int


def whole_flow(trace: Trace, most: int) -> WholeFlow:
    """The flow between the first `most` outermost operations of `trace`; no edges where it holds no content hashes."""
    found = trace.ask(
        # What libraries do while they are imported is not the program's.
        "select operation, count(*) over () as n from operations_in_user_calls where outermost and user_call not in "
        f"(select operation from user_calls where importing) order by operation limit {int(most)}"
    )
    ids = found["operation"].to_pylist()
    of = found["n"][0].as_py() if ids else 0
    pages = (ids[first : first + _PAGE] for first in range(0, len(ids), _PAGE))
    found = lineage(operation for page in pages for operation in trace.operations.fetch(page))
    proven: dict[tuple[int, int], bool] = {}
    for edge in found.edges:
        if edge.source != edge.target:
            key = (edge.source, edge.target)
            proven[key] = proven.get(key, False) or edge.certain
    edges = tuple(FlowEdge(source, target, certain) for (source, target), certain in proven.items())
    unknown = {gap.target: gap.reason for gap in found.gaps}
    return WholeFlow(tuple(ids), edges, unknown, of)
