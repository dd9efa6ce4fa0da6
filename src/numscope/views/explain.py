"""A recorded program as a lesson: one page that steps through it and draws what each operation does."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any, TextIO

from numscope.analysis.explain.source import Source
from numscope.analysis.explain.walk import Step, Walk
from numscope.views.page.document import Blocks, write_page
from numscope.views.page.texts import clipped


def write_explanation(walk: Walk, title: str, language: str, file: TextIO) -> None:
    """Write the page of `walk` to `file`; it begins in this language and can be switched."""
    blocks = Blocks()
    blocks.add_document(
        "walk",
        {
            "title": clipped(title, 200),
            "language": language,
            "of": walk.of,
            "sources": [_source(source) for source in walk.sources],
            "steps": [_step(step) for step in walk.steps],
        },
    )
    write_page(file, "explain", title, blocks, language)


def _source(source: Source) -> dict[str, Any]:
    return {
        "name": clipped(Path(source.path).name, 300),
        "readable": source.readable,
        "lines": [
            {
                "number": line.number,
                "pieces": [(kind, clipped(text, 400)) for kind, text in line.pieces[:400]],
            }
            for line in source.lines
        ],
        "narration": source.narration,
    }


def _step(step: Step) -> dict[str, Any]:
    document = asdict(step)
    for grid in (*document["inputs"], *document["outputs"]):
        grid["dtype"] = clipped(grid["dtype"], 80)
        grid["missing"] = clipped(grid["missing"], 200)
    for argument in document["arguments"]:
        argument["text"] = clipped(argument["text"], 200)
    document["name"] = clipped(step.name, 300)
    document["function"] = clipped(step.function, 300)
    document["exception"] = clipped(step.exception)
    return document
