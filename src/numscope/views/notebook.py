"""Views as the output of a cell."""

from __future__ import annotations

import html
import io

from rich.console import Console, RenderableType

from numscope.views.escapes import Visible, written
from numscope.views.paths import renamed

_WIDTH = 120
_TERMINAL = (
    '<pre style="font-family: Menlo, Consolas, monospace; line-height: normal; overflow-x: auto; '
    'white-space: pre">{code}</pre>'
)
_FRAME = (
    '<iframe sandbox="allow-scripts" title="the cell step by step" srcdoc="{page}" '
    'style="box-sizing: border-box; width: 100%; height: 560px; border: 1px solid #8886; border-radius: 8px">'
    "</iframe>"
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
    return renamed(console.export_html(code_format=_TERMINAL, inline_styles=True))


def as_text(view: RenderableType) -> str:
    """The same for where there is no display."""
    return renamed(written(view, _WIDTH))


def framed(page: str) -> str:
    """Return a whole page in a frame: it may run its own script, and has no access to the notebook."""
    return _FRAME.format(page=html.escape(page))
