"""One thing that is wrong with a model's numbers."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Finding:
    """A symptom: which layers show it, what was measured, and what people do about it."""

    symptom: str
    layers: tuple[str, ...]
    message: str
    advice: str
    figures: dict[str, float] = field(default_factory=dict)


def listed(names: list[str], limit: int = 4) -> str:
    """Return names for a sentence, the first few of many."""
    shown = ", ".join(name or "(model)" for name in names[:limit])
    return f"{shown} and {len(names) - limit} more" if len(names) > limit else shown
