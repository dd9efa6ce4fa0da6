"""Frequencies from -f/2 to f/2 beside a spectrum that begins with frequency 0, as a Fourier transform gives it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Call, Evidence, finding_of
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import UNSHIFTED
from numscope.analysis.concepts.kept_values import numbers_of

KIND = "meaning"
_TRANSFORMS = ("fft", "fftn", "fft2")
_AXES = ("linspace", "arange")
_FREQUENCIES = re.compile(r"(^|[._])(f|fs?_?axis|freqs?\w*|frequenc\w+|hz|k|kx|omega|w)$", re.IGNORECASE)
# The program brings one of both into the other's order.
_IN_ORDER = re.compile(r"fftshift|fftfreq|np\.roll|concatenate")
_LEAST = 8


def unshifted_spectra(evidence: Evidence) -> Iterator[Finding]:
    """Yield the line that makes such frequencies, as many as a transform of the program has elements."""
    lengths = {
        length
        for _, ids in evidence.operations(evidence.named(*_TRANSFORMS))
        for operation in evidence.fetch(ids[:3])
        for one in operation.outputs
        for length in one.shape or ()
    }
    axes = [call for call in evidence.named(*_AXES) if _is_named_so(call) and not _IN_ORDER.search(call.text)]
    for call, ids in evidence.operations(axes if lengths else []):
        operation = evidence.fetch(ids[:1])[0]
        axis = numbers_of(operation.outputs[0]) if operation.outputs else None
        if axis is None or axis.size < _LEAST or axis.size not in lengths or not _is_symmetric(axis):
            continue
        problem = (
            f"puts {axis.size:,} frequencies from {axis[0]:.4g} to {axis[-1]:.4g} beside a Fourier transform, which "
            "begins with frequency 0 and has the negative ones in its second half"
        )
        yield finding_of(KIND, call, operation.id, len(ids), problem, UNSHIFTED)


def _is_named_so(call: Call) -> bool:
    """Return whether the line gives what it makes the name of a frequency."""
    node = sources.statement(call.text, call.line)
    targets = node.targets if isinstance(node, ast.Assign) else []
    return any(_FREQUENCIES.search(ast.unparse(one)) for one in targets)


def _is_symmetric(axis: Any) -> bool:
    """Return whether numbers rise from a negative to a positive one of the same size, but for one step."""
    steps = np.diff(axis)
    return bool((steps > 0).all()) and axis[0] < 0 and abs(axis[0] + axis[-1]) <= 1.5 * steps.max()
