"""A recorded cell drawn step by step, in a frame of its own below the cell."""

from __future__ import annotations

import html
import io
from dataclasses import replace
from pathlib import Path

from numscope.analysis.walkthrough.source import Source
from numscope.analysis.walkthrough.walk import walk
from numscope.trace import Trace
from numscope.views.explain import write_explanation

# Each step adds to the size of the notebook's file.
_MOST_STEPS = 100
_FRAME = (
    '<iframe sandbox="allow-scripts" title="the cell step by step" srcdoc="{page}" '
    'style="box-sizing: border-box; width: 100%; height: 560px; border: 1px solid #8886; border-radius: 8px">'
    "</iframe>"
)


def lesson_html(trace: Trace, language: str) -> str | None:
    """The page of `numscope explain` for `trace` in a frame; None if the cell performed no operation to draw.

    The frame may run the page's own script and nothing else: it has no access to the notebook.
    """
    steps = walk(trace, _MOST_STEPS)
    if not steps.steps:
        return None
    page = io.StringIO()
    named = replace(steps, sources=tuple(map(_named, steps.sources)))
    write_explanation(named, trace.path.stem, language, page)
    return _FRAME.format(page=html.escape(page.getvalue()))


def _named(source: Source) -> Source:
    """Cells lie in files that are not there, under names that tell nobody anything."""
    return source if Path(source.path).exists() else replace(source, path="the cell")
