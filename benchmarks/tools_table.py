"""The table of `benchmarks.beside_tools` as Markdown, from what its cells gave."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

TOOLS = ("numscope", "torchinfo", "TorchLens", "torch.profiler", "MemTracker", "msprobe")
Found = Mapping[str, Mapping[str, Any]]


def table(found: Found) -> Iterator[str]:
    """Yield the lines. found: by cell, what it gave by name; a figure that is missing there was not run."""
    yield f"| | {' | '.join(TOOLS)} |"
    yield "|---" * (len(TOOLS) + 1) + "|"
    for row, cells in _rows(found).items():
        yield f"| {row} | {' | '.join(cells)} |"


def _rows(found: Found) -> dict[str, tuple[str, str, str, str, str, str]]:
    def figure(cell: str, name: str, form: str = "{:,}", scale: float = 1) -> str:
        value = found.get(cell, {}).get(name)
        return "not run" if value is None else form.format(value if scale == 1 else value / scale)

    def millions(cell: str, name: str) -> str:
        return figure(cell, name, "{:.4g}M", 1e6)

    def megabytes(cell: str, name: str) -> str:
        return figure(cell, name, "{:.3g} MB", 1e6)

    def times(cell: str) -> str:
        return figure(cell, "times a plain step", "{:.2g}")

    values = ("none", "stats", "auto", "full")
    return {
        "the program": (
            "as it is",
            *(["one call with an example input"] * 2),
            "a `with` around the step",
            "a `with`, model and optimiser named",
            "`start`, `stop`, `step` around it",
        ),
        "a row a layer: path, class, shapes, parameters": (
            f"`summary`, {figure('numscope', 'rows')} rows",
            f"{figure('torchinfo', 'rows')} lines",
            f"{figure('TorchLens', 'num_modules')} modules",
            *("no", "no"),
            f"names and shapes of {figure('msprobe statistics', 'calls')} calls",
        ),
        "alike layers in one row": ("`layer.0-3 x4`", *(["no"] * 5)),
        "floating-point operations forward": (
            millions("numscope", "forward"),
            f"{millions('torchinfo', 'multiply-adds')} multiply-adds: rows of the batch, not of the sequence",
            f"{millions('TorchLens', 'total_flops_forward')}, with elementwise ones",
            f"{millions('torch.profiler', 'flops')}, both ways and AdamW's together",
            *("no", "no"),
        ),
        "backward": (
            millions("numscope", "backward"),
            "no",
            millions("TorchLens", "total_flops_backward"),
            *("in the sum", "no", "no"),
        ),
        "torch's FlopCounterMode says": (
            f"{figure('truth', 'forward')} and {figure('truth', 'backward')}",
            *([""] * 5),
        ),
        "time by layer, both ways": (
            *("`summary`, `top --by module`", "no", "forward", "operators and Python's stack", "no", "no"),
        ),
        "memory at the peak": (
            megabytes("numscope", "peak bytes"),
            f"{megabytes('torchinfo', 'bytes')}, an estimate",
            f"{megabytes('TorchLens', 'forward_peak_memory')}, the process's growth",
            f"{megabytes('torch.profiler', 'peak bytes')} (`export_memory_timeline`)",
            megabytes("MemTracker", "peak bytes"),
            "no",
        ),
        "by kind and layer, at which line, and why it lives": (
            *("`memory`", "no", "no", "kind, the same bytes of each; lines", "kind and layer", "no"),
        ),
        "statistics of what layers and operators take and give": (
            f"{figure('numscope', 'operations of 3 steps')} operations of 3 steps, all calls of layers, both ways",
            "no",
            f"{figure('TorchLens', 'num_saved_ops')} results, forward",
            *("no", "no"),
            f"{figure('msprobe statistics', 'calls')} calls a step, "
            f"{figure('msprobe statistics', 'backward')} of them backward",
        ),
        "values kept": (
            f"{megabytes('numscope', 'bytes kept of 3 steps')} of 3 steps, each distinct one once",
            "no",
            f"{megabytes('TorchLens', 'saved_activation_memory')}, forward",
            *("no", "no"),
            f"{megabytes('msprobe tensors', 'bytes of tensors')} a step in "
            f"{figure('msprobe tensors', 'files of tensors')} files (`tensor`)",
        ),
        "where NaN began, of a weight that is set to infinity": (
            "`nan`: the line that sets it",
            *(["no"] * 4),
            "the LayerNorm that has it, with its stack (`overflow_check`)",
        ),
        "parameters' gradients by step": (
            *("`gradients`", "no", "no", "no", "no"),
            "norm, least and largest of each, in CSV (its monitor)",
        ),
        "a drawn graph of the model": (
            f"`graph --model` ({figure('numscope', 'lines of the drawn graph')} lines), and in the report",
            "no",
            f"with Graphviz, an SVG: {figure('TorchLens drawn', 'graph.svg', '{:.0f} kB', 1e3)}",
            *("no", "no"),
            "a file for its plug-in of TensorBoard (`graph_visualize`)",
        ),
        "processor time of the step": (
            ", ".join(f"{times(f'numscope {one}')} with `{one}`" for one in values),
            f"{times('torchinfo')}, forward only",
            f"{times('TorchLens')}, forward only",
            f"{times('torch.profiler')}, without its exports",
            times("MemTracker"),
            f"{times('msprobe statistics')} `statistics`, {times('msprobe tensors')} `tensor`, "
            f"{times('msprobe monitor')} its monitor alone",
        ),
    }
