"""Gradients that are not finite although the function is: the forward line whose slope is infinite is to blame."""

from __future__ import annotations

from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root
from numscope.operations.lore.gradients import DIFFERENTIATES, LIBRARIES, STEEP, STEEPEST
from numscope.trace import Operation, Site, Trace

_ADVICE = (
    "Replace the inputs at which it has no slope before you call it (a `where` around its result comes too late), "
    "or add a small number to them."
)
_MOST = 2000


def steep_slope(trace: Trace, operation: Operation) -> Root | None:
    """Return the forward line behind a gradient that `operation` computed; None if no line, or several, can be."""
    parts = operation.name.split(".")
    if parts[0] not in LIBRARIES or len(parts) < 2 or parts[1] not in DIFFERENTIATES:
        return None
    called = operation.user_site or operation.site
    if called is None:
        return None
    steep = _steep_lines(trace, operation, called)
    for names in (STEEPEST, STEEP):
        sites = {site.place: (name, site) for name, site in steep if name in names}
        if len(sites) == 1:
            ((name, site),) = sites.values()
            said = f"has an infinite slope: {name} has no finite gradient at one of its inputs (line {called.line})"
            return Root(site, Cause(said, _ADVICE))
    return None


def _steep_lines(trace: Trace, operation: Operation, called: Site) -> list[tuple[str, Site]]:
    """Return the functions with infinite slopes that the program's own lines called inside, with these lines."""
    ids = trace.ask(
        "select id from operations where process = ? and thread = ? and id > ? and not coalesce(in_library, false) "
        "and id < coalesce((select min(id) from operations where process = ? and thread = ? and id > ? and depth = 0), "
        "1::bigint << 62) order by id limit ?",
        [*[operation.process, operation.thread, operation.id] * 2, _MOST],
    )["id"].to_pylist()
    found = []
    for inner in trace.operations.fetch(ids):
        site = inner.user_site or inner.site
        name = inner.name.rpartition(".")[2]
        if site is not None and not site.in_library and site.line != called.line and name in STEEP:
            found.append((name, site))
    return found
