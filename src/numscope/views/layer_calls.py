"""The calls of one layer, in the terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from numscope.analysis.concepts.layer_tensors import LayerTensor
from numscope.analysis.show.layer_calls import LayerCalls
from numscope.views.fitted_table import FittedTable

_COLUMNS = 11


def layer_calls_view(layer: LayerCalls) -> RenderableType:
    """A row a tensor."""
    table = FittedTable(least=("Inf", "std", "step", "mean", "min", "max", "what"), name="name")
    for name in ("call", "step", "what", "name", "tensor"):
        table.add_column(name)
    for name in ("min", "max", "mean", "std", "NaN", "Inf"):
        table.add_column(name, right=True)
    for tensor in layer.tensors:
        table.add_row(*_cells(tensor))
    shown = len({tensor.call for tensor in layer.tensors})
    more = f", {layer.calls - shown:,} more (--limit)" if layer.calls > shown else ""
    title = f"{layer.layer}, {layer.type}: {layer.calls:,} calls{more}"
    return Group(Text(title, style="bold"), table)


def _cells(tensor: LayerTensor) -> list[Text]:
    operand = tensor.operand
    described = f"{operand.dtype}{list(operand.shape or ())}".replace(" ", "")
    cells = [str(tensor.call), str(tensor.step), tensor.role, operand.name or "", described]
    found = operand.statistics
    if found is not None:
        numbers = (found.minimum, found.maximum, found.mean, found.deviation)
        cells += [*(f"{number:.4g}" for number in numbers), f"{found.nans:,}"]
        cells.append(f"{found.infinities:,}")
    return [Text(cell) for cell in (*cells, *[""] * (_COLUMNS - len(cells)))]
