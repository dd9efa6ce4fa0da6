"""What is wrong with what was seen, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from numscope.inspector import training_symptoms, value_symptoms
from numscope.inspector.finding import Diagnosis, Finding
from numscope.inspector.recording import Recording

Symptom = Callable[[Recording], Iterator[Finding]]

SYMPTOMS: tuple[Symptom, ...] = (
    value_symptoms.first_not_finite,
    training_symptoms.gradient_flow,
    value_symptoms.dead_units,
    value_symptoms.saturated,
    value_symptoms.beyond_half_precision,
    training_symptoms.normalised_alone,
    training_symptoms.unused_parameters,
)


def diagnose(recording: Recording) -> Diagnosis:
    """Look for every known symptom in `recording`."""
    findings = tuple(finding for symptom in SYMPTOMS for finding in symptom(recording))
    return Diagnosis(findings, tuple(_unchecked(recording)))


def _unchecked(recording: Recording) -> Iterator[str]:
    kinds = {series.kind for series in recording.series()}
    if not kinds & {"gradients", "weight_gradients"}:
        yield "vanishing and exploding gradients (no gradients seen)"
    if recording.unused_parameters is None:
        yield "unused parameters (that needs run_inspection with gradients watched)"
    if "activations" not in kinds:
        yield "dead and saturated units (no activations seen)"
