"""What the open figures of Matplotlib show, as text."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import numpy as np

_DIGITS = 7


def figures() -> Iterator[str]:
    """Yield the data of what is drawn, and the texts beside it."""
    plt = sys.modules.get("matplotlib.pyplot")
    if plt is None:
        return
    for number in plt.get_fignums():
        for axes in plt.figure(number).axes:
            arrays = [line.get_xydata() for line in axes.lines]
            arrays += [image.get_array() for image in axes.images]
            for one in axes.collections:
                arrays += [one.get_offsets(), one.get_array(), *(path.vertices for path in one.get_paths())]
            arrays += [one.get_path().vertices @ np.ones((2, 1)) for one in axes.patches]
            arrays += [
                [one.get_x(), one.get_width(), one.get_height()]
                for one in axes.patches
                if hasattr(one, "get_width")
            ]
            for array in arrays:
                if array is not None:
                    numbers = np.ma.filled(np.ma.asarray(array, dtype=float), np.nan)
                    yield (
                        " ".join(f"{value:.{_DIGITS}g}" for value in np.nditer(numbers))
                        if numbers.size
                        else ""
                    )
            yield " ".join([axes.get_title(), *(text.get_text() for text in axes.texts)])
