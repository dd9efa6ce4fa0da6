"""How traces, operations and operands look as the result of a cell."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from numscope.analysis.check_up import check_up
from numscope.analysis.ls.listing import Selection, list_operations
from numscope.analysis.show.surroundings import Surroundings, surroundings
from numscope.block import Recording
from numscope.notebook.cells import CellNames
from numscope.trace import Operand, Operation, Trace
from numscope.views.check_up import check_up_view
from numscope.views.notebook import as_html
from numscope.views.operations import listing_view, operand_view, operation_view
from numscope.views.paths import named_files


def trace_view(trace: Trace) -> RenderableType:
    """The trace's first user-visible operations, and how many there are."""
    return Group(
        Text(str(trace.path), style="bold"), listing_view(list_operations(trace, Selection(), 10), False)
    )


def recording_view(recording: Recording) -> RenderableType:
    """A recording that has ended as its trace; any other as what it says of itself."""
    return Text(repr(recording)) if recording.counters is None else trace_view(recording.open())


def why_view(trace: Trace) -> RenderableType:
    """The operation that raised last, with its operands, and what the check-up finds."""
    raised = trace.sql("select max(id) as id from operations where exception is not null and user_visible")[
        "id"
    ][0].as_py()
    views = [check_up_view(check_up(trace), "numscope_trace", whole=True)]
    if raised is not None:
        views.insert(0, operation_view(surroundings(trace, raised, 0)))
    return Group(*views)


_VIEWS: dict[type[Any], Callable[[Any], RenderableType]] = {
    Trace: trace_view,
    Recording: recording_view,
    Operation: lambda operation: operation_view(Surroundings(operation, None, (), 0)),
    Operand: operand_view,
}


def add_formats(shell: Any, cells: CellNames) -> None:
    """Teach the IPython shell `shell` to show our objects."""
    formatter = shell.display_formatter.formatters["text/html"]

    def shown(view: Callable[[Any], RenderableType], value: Any) -> str:
        with named_files(cells.known()):
            return as_html(view(value))

    for kind, view in _VIEWS.items():
        formatter.for_type(kind, partial(shown, view))


def take_formats(shell: Any) -> None:
    """Undo `add_formats`."""
    formatter = shell.display_formatter.formatters["text/html"]
    for kind in _VIEWS:
        formatter.pop(kind, None)
