"""A halt in the terminal: the operation whole, the variables of the frame, and where the script is."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from numscope.analysis.halted.report import Stop
from numscope.views.nonfinite import element_text
from numscope.views.operations import operation_view
from numscope.views.paths import short_path


def halt_view(halt: Stop, script: str) -> RenderableType:
    """Everything about a halt. script: where the reproduction was written; empty if it was not."""
    parts: list[RenderableType] = [
        Text.assemble(
            *(("halted at ", "bold"), (_short(halt.place), "bold red"), f" in {halt.function}: "),
            (f"{halt.operation} {halt.why}", "bold"),
        ),
    ]
    if halt.thread != "MainThread":
        parts.append(Text(f"in thread {halt.thread}", style="dim"))
    if halt.around is not None:
        parts += [Text(""), operation_view(halt.around)]
    if halt.elements:
        parts += [Text(""), Text("the first of its elements that are not finite", style="bold")]
        parts += [element_text(element) for element in halt.elements]
    if halt.variables:
        table = Table(box=None, show_header=False, pad_edge=False)
        table.add_column(style="cyan", no_wrap=True)
        table.add_column(overflow="fold")
        for name, text in halt.variables.items():
            table.add_row(Text(name), Text(text))
        parts += [Text(""), Text("variables there", style="bold"), table]
    parts += [Text(""), _reproduction(halt, script)]
    return Group(*parts)


def _reproduction(halt: Stop, script: str) -> Text:
    if halt.reproduction is None:
        return Text(f"no script reproduces it: {halt.no_reproduction}", style="yellow")
    counts = f"{halt.reproduction.elements:,} of {halt.reproduction.recorded_elements:,} elements"
    if script:
        return Text(f"{script} shows it again with plain NumPy and {counts}", style="green")
    return Text(
        f"--script FILE writes a script that shows it again with plain NumPy and {counts}", style="green"
    )


def _short(place: str) -> str:
    file, _, line = place.rpartition(":")
    return f"{short_path(file)}:{line}"
