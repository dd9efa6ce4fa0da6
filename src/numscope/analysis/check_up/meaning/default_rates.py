"""Frequencies of a spectrum that was given no rate: they end at one half, and no band in hertz lies among them."""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import GIVE_THE_RATE
from numscope.analysis.concepts.kept_values import numbers_of

KIND = "meaning"
_SPECTRA = ("welch", "periodogram", "spectrogram", "stft", "csd", "coherence")
_COMPARES = ("greater", "greater_equal", "less", "less_equal")


def default_rates(evidence: Evidence) -> Iterator[Finding]:
    """Yield spectra without a rate whose frequencies are compared with numbers beyond all of them."""
    made = {
        one.outputs[0].hash: (call, one)
        for call, one in in_order(evidence, _SPECTRA)
        if one.outputs
        and one.outputs[0].shape
        and (top := numbers_of(one.outputs[0])) is not None
        and top.max() == 0.5
    }
    found: set[int] = set()
    for _, operation in in_order(evidence, _COMPARES) if made else ():
        spectrum = next((made[one.hash] for one in operation.inputs if one.hash in made), None)
        limit = next((one.literal for one in operation.inputs if isinstance(one.literal, (int, float))), None)
        if spectrum is None or limit is None or limit <= 0.5 or spectrum[0].id in found:
            continue
        call, one = spectrum
        found.add(call.id)
        problem = (
            f"is given no rate, so that the frequencies end at 0.5, half of 1: none reaches {limit:g}, "
            "with which they are "
            "compared"
        )
        yield finding_of(KIND, call, one.id, 1, problem, GIVE_THE_RATE)
