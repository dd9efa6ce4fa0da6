"""A report: one page that holds what ran, what it cost, what went wrong, and every operation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, TextIO

import numpy as np

from numscope.analysis.advise import Finding
from numscope.analysis.annotate.lines import Annotation, Line
from numscope.analysis.check_up import Finding as Fault
from numscope.analysis.model_graph.boxes import ModelGraph
from numscope.analysis.nan.nonfinite import Origin
from numscope.analysis.report.answer import Report
from numscope.analysis.report.columns import Columns
from numscope.analysis.report.layers import Layers
from numscope.analysis.top.profile import Profile
from numscope.trace import Operation, Trace
from numscope.views.annotate import line_text
from numscope.views.operations import result_text
from numscope.views.page.columns import encode_column
from numscope.views.page.document import Blocks, write_page
from numscope.views.page.operations import find_values, operation_page, source_text
from numscope.views.page.texts import Texts, clipped
from numscope.views.values import short_arguments

# Operations described in one block: what is unpacked when one of them is looked at.
_PER_BLOCK = 200
# Operations read at a time for their texts: in pieces of 1,000 it takes a fifth longer.
_PER_FETCH = 4_000
# Lines of source in a page; of files beyond, the lines that made calls.
_MOST_LINES = 20_000


def write_report(report: Report, trace: Trace, file: TextIO, language: str = "en") -> None:
    """Write the page of `report`, which was made of `trace`, to `file`.

    language: in which it begins; the reader can switch.
    """
    blocks = Blocks()
    blocks.add_document(
        "report",
        {
            "overview": report.overview,
            "trace": str(trace.path),
            "verdict": [fault_page(finding) for finding in report.verdict.findings],
            "verdict_found": report.verdict.found,
            "looked": report.verdict.looked,
            "hot": {"operation": costs_page(report.by_operation), "site": costs_page(report.by_site)},
            "nonfinite": _nonfinite(report),
            "advice": [advice_page(finding) for finding in report.advice.findings],
            "advice_found": report.advice.found,
            "flow_of": report.flow.of,
            "models": len(report.models),
        },
    )
    blocks.add_document("source", source_page(report.source))
    _add_operations(blocks, report.columns, trace)
    _add_layers(blocks, report.layers)
    _add_flow(blocks, report)
    blocks.add_document("models", [model_page(graph) for graph in report.models])
    _add_described(blocks, report, trace)
    write_page(file, "report", f"{report.overview.name} - numscope", blocks, language)


def costs_page(profile: Profile) -> dict[str, Any]:
    """Return the costliest groups."""
    costs = [replace(cost, group=clipped(cost.group) or "") for cost in profile.costs]
    return {"costs": costs, "groups": profile.groups}


def fault_page(finding: Fault) -> dict[str, Any]:
    """Return one finding of the check-up."""
    return {
        **{name: getattr(finding, name) for name in ("kind", "line", "calls", "operation")},
        **{name: clipped(getattr(finding, name)) for name in ("file", "problem", "fix")},
        "source": clipped(finding.source, 300) or "",
    }


def source_page(annotation: Annotation) -> list[dict[str, Any]]:
    """Return the program's files, costliest first."""
    room = _MOST_LINES
    files = []
    for file in annotation.files:
        whole = len(file.lines) <= room
        # A line inside a compiled function leads to the call that took most time.
        dearest = max(file.lines, key=lambda line: line.duration_ns).last
        lines = [_line(line, dearest) for line in file.lines if whole or line.calls or line.is_compiled]
        room -= len(lines)
        files.append({"path": clipped(file.path), "whole": file.complete and whole, "lines": lines})
    return files


def _line(line: Line, dearest: int | None) -> dict[str, Any]:
    text = {"number": line.number, "source": clipped(line.source, 300)}
    if not line.calls and not line.is_compiled:
        return text
    if not line.calls:
        line = replace(line, duration_ns=line.compiled_ns, last=dearest)
    costs = ("calls", "duration_ns", "share", "bytes", "raised", "nan", "inf", "last")
    # NaN and exceptions have marks of their own in a page.
    gave = line_text(replace(line, raised=False, nan=0, inf=0)).plain
    return {**text, **{name: getattr(line, name) for name in costs}, "gave": gave}


def _nonfinite(report: Report) -> dict[str, Any] | None:
    found = report.nonfinite
    if found is None:
        return None
    return {
        "found": found.places,
        "allowed": found.allowed,
        "contained": found.contained,
        "handled": found.handled,
        "imported": found.imported,
        "origins": [
            {**_origin(origin), "reproducing": report.reproducing.get(origin.operation.id)}
            for origin in found.origins
        ],
    }


def _origin(origin: Origin) -> dict[str, Any]:
    operation = origin.operation
    site = operation.user_site or operation.site
    return {
        "id": operation.id,
        "name": clipped(operation.name),
        "kind": origin.kind,
        "cause": clipped(origin.cause.sentence) if origin.cause else None,
        "advice": clipped(origin.cause.advice) if origin.cause else None,
        "times": origin.times,
        "place": None if origin.place is None else clipped(str(origin.place)),
        "forward": _named(origin.forward),
        "nans": origin.nans,
        "infinities": origin.infinities,
        "file": clipped(site.file) if site else None,
        "line": site.line if site else None,
        "source": source_text(site),
        "call": clipped(f"{operation.name}({short_arguments(operation)})"),
        "elements": origin.elements,
        "producers": [{"id": maker.id, "name": clipped(maker.name)} for maker in origin.producers],
        "poisoned": origin.poisoned,
        "poisoned_results": origin.poisoned_results,
        "poisoned_whole": origin.poisoned_whole,
        "first_nan": _named(origin.first_nan),
    }


def _named(operation: Operation | None) -> dict[str, Any] | None:
    """An operation that a finding leads to, with its line of the program."""
    if operation is None:
        return None
    site = operation.user_site or operation.site
    return {
        "id": operation.id,
        "name": clipped(operation.name),
        "file": clipped(site.file) if site else None,
        "line": site.line if site else None,
        "source": source_text(site),
    }


def advice_page(finding: Finding) -> dict[str, Any]:
    """Return one line that could be faster."""
    return {
        **{name: getattr(finding, name) for name in ("kind", "line", "calls", "cost_ns", "cost_bytes")},
        **{name: clipped(getattr(finding, name)) for name in ("file", "cost", "problem", "fix")},
        "source": clipped(finding.source, 300) or "",
        "examples": finding.examples,
    }


def model_page(graph: ModelGraph) -> dict[str, Any]:
    """Return one model's boxes, with the marks of all that is inside each."""
    boxes = [
        {
            **{
                name: getattr(box, name) for name in ("parent", "kind", "times", "operation", "inside", "row")
            },
            **{name: clipped(getattr(box, name)) for name in ("label", "detail")},
            "marks": [clipped(mark) for mark in graph.troubled(place)],
            "lines": box.lines,
        }
        for place, box in enumerate(graph.boxes)
    ]
    return {"model": clipped(graph.model), "boxes": boxes}


def _add_flow(blocks: Blocks, report: Report) -> None:
    """The edges as rows of operations, ordered by target."""
    ids, flow = report.columns.ids, report.flow
    edges = np.array([(edge.target, edge.source, edge.proven) for edge in flow.edges], np.int64).reshape(
        -1, 3
    )
    edges = edges[np.lexsort((edges[:, 1], edges[:, 0]))]
    target, source = np.searchsorted(ids, edges[:, 0]), np.searchsorted(ids, edges[:, 1])
    blocks.add_column("flow_rows", encode_column(np.searchsorted(ids, flow.ids), differences=True))
    blocks.add_column("flow_target", encode_column(target, differences=True))
    blocks.add_column("flow_back", encode_column(target - source))
    blocks.add_column("flow_proven", encode_column(edges[:, 2]))
    unknown = np.searchsorted(ids, list(flow.unknown)).tolist()
    blocks.add_document("flow_unknown", dict(zip(unknown, flow.unknown.values(), strict=True)))


def _add_layers(blocks: Blocks, layers: Layers) -> None:
    for name in ("layer", "phase", "step"):
        blocks.add_column(name, encode_column(getattr(layers, name)))
    blocks.add_document(
        "layers",
        {
            "layers": [{"path": clipped(path), "label": clipped(label)} for path, label in layers.layers],
            "phases": layers.phases,
        },
    )


def _add_operations(blocks: Blocks, columns: Columns, trace: Trace) -> None:
    rising = ("ids", "start")
    for name in ("ids", "call", "start", "duration", "bytes_in", "bytes_out", "flags"):
        blocks.add_column(name, encode_column(getattr(columns, name), differences=name in rising))
    # What is mostly the same as another column is stored as the difference to it.
    blocks.add_column("inner", encode_column(columns.duration - columns.self_time))
    parent = columns.parent
    blocks.add_column("parent", encode_column(np.where(parent >= 0, np.arange(len(parent)) - parent, 0)))
    blocks.add_column("signature", encode_column(columns.signatures.of))
    texts = Texts()
    calls = [
        {
            **{name: texts.number(call[name]) for name in ("name", "file", "function", "how")},
            **{name: call[name] for name in ("process", "thread", "depth", "line", "floating_point")},
            "visible": call["user_visible"],
        }
        for call in columns.calls
    ]
    fields = list(calls[0]) if calls else []
    blocks.add_document(
        "calls", {"texts": texts.all(), "columns": {name: [call[name] for call in calls] for name in fields}}
    )
    blocks.add_document(
        "signatures",
        [
            _signature(operation, columns.signatures.with_values)
            for operation in _fetched(trace, columns.signatures.examples)
        ],
    )
    blocks.add_document("exceptions", columns.exceptions)


def _signature(operation: Operation, with_values: bool) -> list[str]:
    """What an operation was given and what it gave, in words."""
    if not with_values:
        operands = tuple(
            replace(operand, literal=operand.kind)
            if operand.kind in ("int", "float", "bool", "string")
            else operand
            for operand in operation.operands
        )
        operation = replace(operation, operands=operands)
    given = clipped(short_arguments(operation), 300) or ""
    gave = "" if operation.exception is not None else result_text(operation).plain
    return [given, clipped(gave, 300) or ""]


def _add_described(blocks: Blocks, report: Report, trace: Trace) -> None:
    blocks.add_column("described", encode_column(report.described, differences=True))
    ids = report.columns.ids[list(report.described)].tolist()
    # A block by itself would take three queries, which cost the same for 200 operations and for 4,000.
    operations = list(_fetched(trace, ids))
    find_values(trace, operations)
    for number, first in enumerate(range(0, len(operations), _PER_BLOCK)):
        shown: dict[str, dict[str, Any]] = {}
        described = [operation_page(one, shown) for one in operations[first : first + _PER_BLOCK]]
        blocks.add_document(f"described-{number}", described)


def _fetched(trace: Trace, ids: Sequence[int]) -> Iterable[Operation]:
    for first in range(0, len(ids), _PER_FETCH):
        yield from trace.operations.fetch(ids[first : first + _PER_FETCH])
