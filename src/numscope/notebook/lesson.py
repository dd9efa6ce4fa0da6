"""A recorded cell drawn step by step, in a frame of its own below the cell."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import replace

from numscope.analysis.explain.walk import walk
from numscope.trace import Trace
from numscope.views.explain import write_explanation
from numscope.views.notebook import framed

# Each step adds to the size of the notebook's file.
_MOST_STEPS = 100


def lesson_html(trace: Trace, language: str, cells: Mapping[str, str]) -> str | None:
    """The page of `numscope explain` for `trace` in a frame; None if the cell performed no operation to draw.

    cells: names of cells by path.
    The frame may run the page's own script and nothing else: it has no access to the notebook.
    """
    steps = walk(trace, _MOST_STEPS)
    if not steps.steps:
        return None
    page = io.StringIO()
    sources = tuple(replace(source, path=cells.get(source.path, source.path)) for source in steps.sources)
    named = replace(steps, sources=sources)
    write_explanation(named, trace.path.stem, language, page)
    return framed(page.getvalue())
