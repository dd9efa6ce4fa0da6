"""Layers whose units behind a ReLU are all dead, or die while the model is trained."""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.check_up.evidence import Evidence
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.gradients.rectified_units import rectified_units
from numscope.user_code import is_user_file

KIND = "training"


def dead_units(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that call a ReLU behind which units learn nothing."""
    if not evidence.ledger.steps:
        return
    for layer in rectified_units(evidence.trace):
        if not layer.problem:
            continue
        [operation] = evidence.fetch([layer.first])
        site = operation.user_site
        if site is not None and is_user_file(site.file):
            yield Finding(
                KIND,
                *(site.file, site.line, site.function, layer.first, layer.calls),
                layer.problem,
                _ALIVE,
                "gradients T",
            )


_ALIVE = "lower the learning rate, begin with smaller biases, normalise what the layer is given, or take a leaky ReLU"
