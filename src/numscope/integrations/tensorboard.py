"""TensorBoard: an event file, and the report beside it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from tensorboard.compat.proto.event_pb2 import Event
from tensorboard.compat.proto.summary_pb2 import Summary
from tensorboard.plugins.text.metadata import create_summary_metadata
from tensorboard.summary.writer.event_file_writer import EventFileWriter
from tensorboard.util.tensor_util import make_tensor_proto

from numscope.integrations.tracked import COLUMNS, REPORT, Tracked, tracked


def log(trace: str | os.PathLike[str], folder: str | os.PathLike[str]) -> None:
    """Log the trace to `folder`, a run of TensorBoard's log directory.

    `numscope/findings` is a text with a table, `numscope/gradients/PARAMETER` a scalar by training step; the report is
    `numscope.html` in the folder, as TensorBoard has no artifacts.
    """
    with tracked(trace) as found:
        writer = EventFileWriter(str(folder))
        for series in found.gradients:
            for step, norm in series.points:
                value = Summary.Value(tag=f"numscope/gradients/{series.name}", simple_value=norm)
                writer.add_event(Event(step=step, summary=Summary(value=[value])))
        text = Summary.Value(
            tag="numscope/findings",
            metadata=create_summary_metadata("Findings", f"The report is {REPORT} beside the event file."),
            tensor=make_tensor_proto([_table(found)]),
        )
        writer.add_event(Event(summary=Summary(value=[text])))
        writer.close()
        shutil.copyfile(found.report, Path(folder) / REPORT)


def _table(found: Tracked) -> str:
    """Return the findings as Markdown."""
    rows = [COLUMNS, ("---",) * len(COLUMNS), *found.findings]
    return "\n".join("| " + " | ".join(_cell(cell) for cell in row) + " |" for row in rows)


def _cell(cell: object) -> str:
    return str(cell).replace("|", "\\|").replace("\n", " ")
