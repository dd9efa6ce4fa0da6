"""The memory of a training in the terminal: what is kept without need, the peak, the largest tensors, what to do."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.text import Text

from numscope.analysis.memory.kept import Kept
from numscope.analysis.memory.memory import HeldTensor, MemoryUse, Share
from numscope.views.fitted_table import FittedTable
from numscope.views.paths import short_path
from numscope.views.sparks import spark
from numscope.views.values import short_size

_SHOWN_STEPS = 24
_LAYERS = 6


def memory_view(use: MemoryUse, limit: int) -> RenderableType:
    """What grows, where the peak is and what it is made of, the `limit` largest tensors, and advice."""
    parts: list[RenderableType] = [
        Text(f"{number}. {_kept(kept)}", style="red") for number, kept in enumerate(use.kept, 1)
    ]
    parts += [Text(_peak(use), style="bold"), Text(f"  {_together(use.categories)}")]
    parts += [Text(line, style="dim") for line in _more(use)]
    parts += [_tensors(use.largest[:limit]), _groups(use.layers, "layer"), *_advice(use)]
    return Group(*parts)


def _peak(use: MemoryUse) -> str:
    where = f" in {use.layer}" if use.layer else ""
    line = f", {short_path(use.file)}:{use.line}" if use.file else ""
    return f"{short_size(use.peak_bytes)} at the peak: {use.phase} of step {use.step}, {use.operation}{where}{line}"


def _together(shares: tuple[Share, ...]) -> str:
    whole = sum(share.bytes for share in shares) or 1
    return ", ".join(
        f"{share.name} {short_size(share.bytes)} ({share.bytes / whole:.0%})" for share in shares
    )


def _kept(kept: Kept) -> str:
    line = f"{short_path(kept.file)}:{kept.line}" if kept.file else "a line that is not known"
    calls = f"{kept.rounds} calls, {short_size(kept.total)}"
    text = f"{line} leaves {short_size(kept.bytes)} with each call of the model ({calls}): the result of {kept.name}"
    if kept.graph:
        return (
            f"{text} is kept, and with it {kept.tensors - 1} tensors that its backward pass would need; keep "
            "result.detach() or result.item()"
        )
    return f"{text} is kept and not read again"


def _more(use: MemoryUse) -> Iterator[str]:
    steps = use.steps[-_SHOWN_STEPS:]
    if len(steps) > 1:
        bars = "".join(spark(moment.bytes / use.peak_bytes) for moment in steps)
        yield f"  peaks of steps {steps[0].step} to {steps[-1].step}: {bars}; {short_size(use.end_bytes)} at the end"
    if use.processes > 1:
        yield f"  process {use.process}, which had the most of {use.processes} (--process asks another)"
    if use.lost:
        yield f"  {use.lost:,} events of the allocator were not recorded: figures may be off"


def _tensors(tensors: tuple[HeldTensor, ...]) -> FittedTable:
    table = FittedTable(least=("made by", "shape", "line"), cut=("why it is there",))
    table.add_column("bytes", right=True)
    for name in ("kind", "shape", "made by", "line", "why it is there"):
        table.add_column(name)
    for tensor in tensors:
        table.add_row(
            short_size(tensor.bytes),
            tensor.category,
            _shape(tensor),
            tensor.operation,
            f"{short_path(tensor.file)}:{tensor.line}" if tensor.file else "",
            tensor.why,
        )
    return table


def _shape(tensor: HeldTensor) -> str:
    if tensor.shape is None:
        return ""
    return f"{tensor.dtype}{list(tensor.shape)}".replace(" ", "")


def _groups(shares: tuple[Share, ...], name: str) -> FittedTable:
    table = FittedTable()
    table.add_column(name)
    table.add_column("bytes at the peak", right=True)
    table.add_column("tensors", right=True)
    for share in shares[:_LAYERS]:
        table.add_row(share.name, short_size(share.bytes), f"{share.tensors:,}")
    return table


def _advice(use: MemoryUse) -> Iterator[Text]:
    for advice in use.advice:
        where = f" ({short_path(advice.file)}:{advice.line})" if advice.file else ""
        yield Text(f"saves {short_size(advice.saves)} at the peak: {advice.text}{where}")
