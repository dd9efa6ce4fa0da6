"""How traces, operations and operands look as the result of a cell."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.text import Text

from numscope.analysis.listing import Selection, list_operations
from numscope.analysis.surroundings import Surroundings
from numscope.recording.record import Recording
from numscope.trace import Operand, Operation, Trace
from numscope.views.operations import listing_view, operand_view, operation_view
from numscope.views.visible import Visible

_WIDTH = 120
_FRAME = (
    '<pre style="font-family: Menlo, Consolas, monospace; line-height: normal; overflow-x: auto; '
    'white-space: pre">{code}</pre>'
)


def as_html(view: RenderableType) -> str:
    """The terminal's view as HTML, its texts escaped."""
    console = Console(
        record=True,
        width=_WIDTH,
        file=io.StringIO(),
        force_terminal=True,
        force_jupyter=False,  # in a kernel it would show by itself what it prints, once more
        color_system="truecolor",
    )
    console.print(Visible(view))
    return console.export_html(code_format=_FRAME, inline_styles=True)


def as_text(view: RenderableType) -> str:
    """The same for where there is no display."""
    file = io.StringIO()
    Console(width=_WIDTH, file=file, force_jupyter=False, color_system=None).print(Visible(view))
    return file.getvalue().rstrip()


def trace_view(trace: Trace) -> RenderableType:
    """The trace's first user-visible operations, and how many there are."""
    return Group(
        Text(str(trace.path), style="bold"), listing_view(list_operations(trace, Selection(), 10), False)
    )


def recording_view(recording: Recording) -> RenderableType:
    """A recording that has ended as its trace; any other as what it says of itself."""
    return Text(repr(recording)) if recording.counters is None else trace_view(recording.open())


_VIEWS: dict[type[Any], Callable[[Any], RenderableType]] = {
    Trace: trace_view,
    Recording: recording_view,
    Operation: lambda operation: operation_view(Surroundings(operation, None, (), 0)),
    Operand: operand_view,
}


def add_formats(shell: Any) -> None:
    """Teach the IPython shell `shell` to show our objects."""
    formatter = shell.display_formatter.formatters["text/html"]
    for kind, view in _VIEWS.items():
        formatter.for_type(kind, lambda value, view=view: as_html(view(value)))


def take_formats(shell: Any) -> None:
    """Undo `add_formats`."""
    formatter = shell.display_formatter.formatters["text/html"]
    for kind in _VIEWS:
        formatter.pop(kind, None)
