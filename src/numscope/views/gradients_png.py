"""The flow of gradients as PNG, for papers and chats that take no SVG. Matplotlib draws it."""

from __future__ import annotations

import io
import math

import numpy as np

from numscope.analysis.gradients.gradient_flow import GradientFlow
from numscope.errors import UsageError
from numscope.views.gradients import (
    CELL,
    LABEL,
    LINE,
    TITLE,
    name_colour,
    norm_colour,
    norm_range,
    picture_name,
    picture_size,
    picture_title,
)

_DPI = 100
# Matplotlib draws at most 65,535 pixels a side, four bytes each.
_MOST_A_SIDE = 30_000
_MOST_PIXELS = 100_000_000


def gradients_png(flow: GradientFlow) -> bytes:
    """The picture that `gradients_svg` draws, pixel for pixel; smaller where it would be of more than 100 megapixels.

    Raises UsageError if Matplotlib is not installed.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise UsageError(
            "a PNG is drawn with Matplotlib, which is not installed: pip install matplotlib, or --svg."
        ) from None
    width, height = picture_size(flow)
    figure = Figure(figsize=(width / _DPI, height / _DPI), dpi=_DPI, facecolor="white")
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    right, bottom = LABEL + CELL * len(flow.steps), TITLE + LINE * len(flow.layers)
    axes.imshow(_cells(flow), extent=(LABEL, right, bottom, TITLE), interpolation="nearest", aspect="auto")
    axes.set(xlim=(0, width), ylim=(height, 0))
    points = 72 / _DPI  # of a pixel, which is what sizes of letters are given in
    axes.text(6, 18, picture_title(flow), fontsize=13 * points, parse_math=False)
    for row, layer in enumerate(flow.layers):
        axes.text(
            6,
            TITLE + LINE * row + 12,
            picture_name(layer),
            fontsize=11 * points,
            color=name_colour(layer),
            parse_math=False,
        )
    smaller = min(1.0, _MOST_A_SIDE / max(width, height), math.sqrt(_MOST_PIXELS / (width * height)))
    file = io.BytesIO()
    figure.savefig(file, format="png", dpi=_DPI * smaller)
    return file.getvalue()


def _cells(flow: GradientFlow) -> np.ndarray:
    """Red, green and blue of each parameter at each step; white where there was no gradient."""
    low, high = norm_range(flow)
    cells = np.full((len(flow.layers), len(flow.steps), 3), 255, np.uint8)
    for row, layer in enumerate(flow.layers):
        for column, norm in enumerate(layer.norms):
            if norm is not None:
                cells[row, column] = list(bytes.fromhex(norm_colour(norm, low, high)[1:]))
    return cells
