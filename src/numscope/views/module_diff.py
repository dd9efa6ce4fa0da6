"""Two runs of a model compared layer by layer, in the terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from numscope.analysis.diff.modules import LayerDifference, ModuleDiff
from numscope.views.fitted_table import FittedTable


def module_diff_view(diff: ModuleDiff, limit: int) -> RenderableType:
    """A row for each layer that is not the same to the last bit.

    The first one beyond the tolerance that was given the same inputs stands out: the change is in its own code, or in
    that of the layers inside it.
    """
    table = FittedTable(least=("cosine", "max rel", "max abs"), name="layer")
    for name in ("step", "layer", "what", "max abs", "max rel", "cosine", ""):
        table.add_column(name, right=name in ("step", "max abs", "max rel", "cosine"))
    differing = [layer for layer in diff.layers if not layer.identical]
    for layer in differing[:limit]:
        table.add_row(*_row(layer))
    same = diff.compared - sum(not layer.missing for layer in differing)
    text = f"{diff.compared:,} results of layers and gradients compared, {same:,} identical bit for bit, "
    hidden = len(differing) - len(differing[:limit])
    text += f"{diff.found:,} beyond the tolerance" + (f"; {hidden:,} more rows (--limit)" if hidden else "")
    beyond = [layer for layer in diff.layers if layer.beyond]
    first = next((layer for layer in beyond if layer.inputs_identical), beyond[0] if beyond else None)
    parts: list[RenderableType] = [table] if differing else []
    if first is not None:
        parts.append(
            Text(
                f"first beyond the tolerance: {first.kind} of {first.name or 'the model itself'}, step {first.step} "
                f"(#{first.first} and #{first.second})"
                + (": its inputs are identical" if first.inputs_identical else ""),
                style="bold red",
            )
        )
    return Group(*parts, Text(text, style="bold" if diff.found else "green"))


def _row(layer: LayerDifference) -> list[str | Text]:
    what = layer.difference
    numbers = ["", "", ""]
    if what is not None:
        numbers = [
            "" if value is None else f"{value:.3g}" for value in (what.max_absolute, what.max_relative)
        ]
        numbers.append("" if what.cosine is None else f"{what.cosine:.9g}")
    if layer.missing:
        verdict = Text(f"not in the {layer.missing} run", style="dim")
    else:
        verdict = (
            Text("differs", style="red") if layer.beyond else Text("within the tolerance", style="yellow")
        )
        if layer.inputs_identical:
            verdict.append(", given the same")
    return [str(layer.step), Text(layer.name or "the model itself"), layer.kind, *numbers, verdict]
