"""Powers of a spectrum that are added up: under a window the bins of `scaling="spectrum"` count one tone several times.

A window spreads a tone over its neighbours, and this scaling gives each its height: the sum of all bins is the mean
square times the window's equivalent noise bandwidth (`scipy.signal.welch`; Heinzel et al. 2002, section 9).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order, last_name, operand_at
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import POWERS_BY_WIDTH
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.line_names import place_beside
from numscope.trace import Operation

KIND = "meaning"
# With the window that each takes where it is told none; that of a periodogram spreads nothing.
_SPECTRA = {"welch": "hann", "periodogram": "boxcar"}
_PLAIN = ("boxcar", "rectangular", "box", "ones")
_SUMS = ("sum", "nansum")
_TAKES = ("__getitem__", "compress", "take")
_SCALES = ("multiply", "divide", "true_divide", "__mul__", "__rmul__", "__truediv__", "__rtruediv__")
# Fewer are those of one tone, whose own sum is scaled later or compared with others of its kind.
_LEAST = 16


def summed_spectra(evidence: Evidence) -> Iterator[Finding]:
    """Yield such spectra under a window of which a sum over many bins is taken and not scaled."""
    spectra = {
        one.outputs[-1].hash: (call, one)
        for call, one in in_order(evidence, _SPECTRA)
        if one.outputs and _is_of_tones(one)
    }
    found: set[int] = set()
    for place, adding in in_order(evidence, _SUMS) if spectra else ():
        added = numbers_of(adding.inputs[0]) if adding.inputs else None
        if added is None or added.size < _LEAST:
            continue
        call, spectrum = spectra.get(_taken_of(evidence, adding), (None, adding))
        if call is None or call.id in found or _is_scaled(evidence, place, adding):
            continue
        found.add(call.id)
        where = place_beside(place.file, place.line, call.file)
        problem = (
            f'`scaling="spectrum"` gives each bin the height of a tone, which the {_window(spectrum)} window spreads '
            f"over several; {where} adds up {added.size:,} bins as if they were shares of the mean square"
        )
        yield finding_of(KIND, call, spectrum.id, 1, problem, POWERS_BY_WIDTH)


def _taken_of(evidence: Evidence, adding: Operation) -> str | None:
    """Return the content of what numbers that are added up were taken of, or theirs."""
    given = adding.inputs[0]
    maker = evidence.own_maker(given, adding.id)
    return maker.inputs[0].hash if maker is not None and last_name(maker) in _TAKES else given.hash


def _is_of_tones(operation: Operation) -> bool:
    scaling = next((one for one in operation.operands if one.name == "scaling"), None)
    return scaling is not None and scaling.literal == "spectrum" and _window(operation) not in ("", *_PLAIN)


def _window(operation: Operation) -> str:
    """Return the window's name; empty if it is none."""
    given = operand_at(operation, 2, "window")
    told = _SPECTRA[last_name(operation)] if given is None else given.literal
    return told if isinstance(told, str) else ""


def _is_scaled(evidence: Evidence, call: Call, adding: Operation) -> bool:
    """Return whether the statement multiplies or divides, or the sum, or its root, is compared with another sum."""
    node = sources.statement(call.text, call.line)
    scaled = (one.op for one in ast.walk(node) if isinstance(one, ast.BinOp)) if node is not None else ()
    if any(isinstance(one, (ast.Mult, ast.Div, ast.MatMult)) for one in scaled):
        return True
    readers = evidence.readers(adding)
    roots = [one for one in readers if last_name(one) == "sqrt"]
    return any(last_name(one) in _SCALES or last_name(one).startswith("log") for one in readers) or any(
        last_name(one) in _SCALES and _compares_roots(evidence, one)
        for root in roots
        for one in evidence.readers(root)
    )


def _compares_roots(evidence: Evidence, division: Operation) -> bool:
    """Return whether both sides are square roots: the scale of one and the other is the same."""
    makers = [evidence.own_maker(one, division.id) for one in division.inputs]
    return len(makers) > 1 and all(one is not None and last_name(one) == "sqrt" for one in makers)
