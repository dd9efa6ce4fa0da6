"""What is wrong with a model's numbers, and how it is shown."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from rich.console import Group
from rich.text import Text

from numscope.views.inspector.notebook import findings_html


@dataclass(frozen=True)
class Finding:
    """A symptom: which layers show it, what was measured, and what people do about it."""

    symptom: str
    layers: tuple[str, ...]
    message: str
    advice: str
    figures: dict[str, float] = field(default_factory=dict)


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
        found = ((finding.symptom, finding.message, finding.advice) for finding in self.findings)
        return findings_html(found, self._remarks())


def listed(names: list[str], limit: int = 4) -> str:
    """Return names for a sentence, the first few of many."""
    shown = ", ".join(name or "(model)" for name in names[:limit])
    return f"{shown} and {len(names) - limit} more" if len(names) > limit else shown
