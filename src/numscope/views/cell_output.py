"""Views as data, for the renderers of notebooks (frontend/src/output): these draw them in the notebook's own theme."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import RenderableType

from numscope.analysis.check_up import CheckUp, Finding
from numscope.analysis.concepts.listed_calls import Listed
from numscope.analysis.ls.listing import Listing
from numscope.analysis.show.surroundings import Surroundings
from numscope.trace import Operand, Site
from numscope.views.escapes import written
from numscope.views.operations import (
    call_text,
    counts_text,
    given_text,
    operand_view,
    operation_view,
    result_text_of_call,
)
from numscope.views.paths import file_name, named, renamed
from numscope.views.values import short_time

MIME = "application/vnd.numscope.output.v1+json"
_WIDTH = 100

Output = dict[str, Any]
Block = dict[str, Any]


def output(*blocks: Block, title: str = "", note: str = "") -> Output:
    """Return what a renderer draws: a title, blocks, and a note below them. All are plain JSON."""
    return {"title": title, "blocks": list(blocks), "note": note}


def bundle(document: Output) -> Mapping[str, Output]:
    """Return an output under its MIME type."""
    return {MIME: document}


def listing_output(listing: Listing, title: str) -> Output:
    """Return a listing of the user's calls as a table."""
    several = any(listed.rank is not None for listed in listing.calls)
    heads = ["id", *(["rank"] if several else []), "line", "call", "inside", "inputs", "result", "time"]
    rows = [_call_cells(listed, several) for listed in listing.calls]
    note = "" if listing.counts is None else counts_text(listing.counts)
    hidden = listing.matching - len(listing.calls)
    more = f"; {hidden:,} more rows: numscope ls" if hidden > 0 else ""
    return output({"kind": "table", "heads": heads, "rows": rows}, title=title, note=note + more)


def _call_cells(listed: Listed, several: bool) -> list[Any]:
    call = listed.call
    result = result_text_of_call(listed)
    took = None if call.unfinished else call.duration_ns
    return [
        _number(str(call.operation), call.operation),
        *([_number(str(listed.rank), listed.rank)] if several else []),
        place(call.site),
        call_text(listed).plain,
        _number(f"{call.inside:,}" if call.inside else "", call.inside),
        given_text(listed),
        {"text": result.plain, "bad": True} if result.style == "red" else result.plain,
        _number(short_time(took), took),
    ]


def _number(text: str, value: float | None) -> dict[str, Any]:
    """Return a cell that is sorted by its value."""
    return {"text": text, "value": -1 if value is None else value}


def place(site: Site | None) -> Any:
    """Return a cell that opens its place when it is clicked."""
    return "" if site is None else _place(site.file, site.line)


def _place(file: str, line: int) -> dict[str, Any]:
    """Return the file as the notebook may open it: a cell by its name, another by its path."""
    return {"text": f"{file_name(file)}:{line}", "file": named(file), "line": line}


def findings_block(result: CheckUp) -> Block:
    """Return what a check-up found; where that is nothing, what it looked for."""
    looked = "" if result.found else ", ".join(result.looked)
    return {"kind": "findings", "findings": [_finding(one) for one in result.findings], "looked": looked}


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "place": _place(finding.file, finding.line),
        "kind": finding.kind,
        "times": finding.calls,
        "source": finding.source,
        "problem": renamed(finding.problem),
        "fix": finding.fix,
    }


def operation_block(around: Surroundings) -> Block:
    """Return one operation whole."""
    operation = around.operation
    return {
        "kind": "whole",
        "name": f"{operation.name}  #{operation.id}",
        "place": place(operation.user_site or operation.site),
        "text": _text(operation_view(around)),
    }


def operand_block(operand: Operand) -> Block:
    """Return one operand whole."""
    return {"kind": "whole", "name": "", "place": "", "text": _text(operand_view(operand))}


def _text(view: RenderableType) -> str:
    return "\n".join(line.rstrip() for line in renamed(written(view, _WIDTH)).splitlines())
