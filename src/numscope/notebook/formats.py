"""How traces, operations and operands look as the result of a cell."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass
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
from numscope.views.cell_output import (
    Output,
    bundle,
    findings_block,
    listing_output,
    operand_block,
    operation_block,
    output,
)
from numscope.views.check_up import check_up_view
from numscope.views.notebook import as_html, as_text
from numscope.views.operations import listing_view, operand_view, operation_view
from numscope.views.paths import named_files


@dataclass(frozen=True)
class Shown:
    """What a cell shows: a view for HTML and text, and the same as data for a renderer of the notebook's own."""

    view: RenderableType
    document: Output | None = None

    def bundle(self) -> dict[str, Any]:
        """Return the view under each MIME type that a notebook may choose from."""
        own = {} if self.document is None else bundle(self.document)
        return {"text/html": as_html(self.view), "text/plain": as_text(self.view), **own}


def trace_shown(trace: Trace) -> Shown:
    """The trace's first user-visible operations, and how many there are."""
    listing = list_operations(trace, Selection(), 10)
    title = str(trace.path)
    view = Group(Text(title, style="bold"), listing_view(listing, False))
    return Shown(view, listing_output(listing, title))


def recording_shown(recording: Recording) -> Shown:
    """A recording that has ended as its trace; any other as what it says of itself."""
    return Shown(Text(repr(recording))) if recording.counters is None else trace_shown(recording.open())


def why_shown(trace: Trace) -> Shown:
    """The operation that raised last, with its operands, and what the check-up finds."""
    raised = trace.ask("select max(id) as id from operations where exception is not null and user_visible")[
        "id"
    ][0].as_py()
    result = check_up(trace)
    words = shlex.quote(str(trace.path))
    views, blocks = [check_up_view(result, words, whole=True)], [findings_block(result)]
    if raised is not None:
        around = surroundings(trace, raised, 0)
        views.insert(0, operation_view(around))
        blocks.insert(0, operation_block(around))
    return Shown(Group(*views), output(*blocks))


def operation_shown(operation: Operation) -> Shown:
    """One operation whole."""
    around = Surroundings(operation, None, (), 0)
    return Shown(operation_view(around), output(operation_block(around)))


def operand_shown(operand: Operand) -> Shown:
    """One operand whole."""
    return Shown(operand_view(operand), output(operand_block(operand)))


_KINDS: dict[type[Any], Callable[[Any], Shown]] = {
    Trace: trace_shown,
    Recording: recording_shown,
    Operation: operation_shown,
    Operand: operand_shown,
}


def add_formats(shell: Any, cells: CellNames) -> None:
    """Teach the IPython shell `shell` to show our objects."""

    def shown(show: Callable[[Any], Shown], value: Any, **asked: Any) -> dict[str, Any]:
        with named_files(cells.known()):
            return show(value).bundle()

    for kind, show in _KINDS.items():
        shell.display_formatter.mimebundle_formatter.for_type(kind, partial(shown, show))


def take_formats(shell: Any) -> None:
    """Undo `add_formats`."""
    for kind in _KINDS:
        shell.display_formatter.mimebundle_formatter.pop(kind, None)
