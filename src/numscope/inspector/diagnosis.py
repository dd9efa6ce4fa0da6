"""What is wrong with what was seen, in words."""

from __future__ import annotations

import dataclasses
import html
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from rich.console import Group
from rich.text import Text

from numscope.inspector import training_symptoms, value_symptoms
from numscope.inspector.finding import Finding
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
    training_symptoms.never_called,
)


@dataclass(frozen=True)
class Diagnosis:
    """The findings, most serious first, and what could not be looked at."""

    findings: tuple[Finding, ...]
    unchecked: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.findings)

    def __len__(self) -> int:
        return len(self.findings)

    def records(self) -> list[dict[str, Any]]:
        """Return the findings as dictionaries."""
        return [dataclasses.asdict(finding) for finding in self.findings]

    def __str__(self) -> str:
        lines = []
        for finding in self.findings:
            lines += [f"{finding.symptom}: {finding.message}", f"    what helps: {finding.advice}"]
        return "\n".join([*(lines or ["nothing wrong with what was watched"]), *self._remarks()])

    def _remarks(self) -> list[str]:
        return [f"not looked at: {reason}" for reason in self.unchecked]

    def __rich__(self) -> Group:
        parts: list[Text] = []
        for finding in self.findings:
            parts.append(Text.assemble((finding.symptom, "bold red"), ": ", finding.message))
            parts.append(Text(f"    what helps: {finding.advice}", style="dim"))
        if not parts:
            parts.append(Text("nothing wrong with what was watched", style="green"))
        return Group(*parts, *(Text(remark, style="dim") for remark in self._remarks()))

    def _repr_html_(self) -> str:
        items = "".join(
            f"<li><b>{html.escape(finding.symptom)}</b>: {html.escape(finding.message)}"
            f"<br><i>What helps: {html.escape(finding.advice)}</i></li>"
            for finding in self.findings
        )
        found = f"<ul>{items}</ul>" if items else "<p>Nothing wrong with what was watched.</p>"
        return found + "".join(f"<p>{html.escape(remark)}</p>" for remark in self._remarks())


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
