"""Weights & Biases, online or offline."""

from __future__ import annotations

import os
from typing import Any

import wandb

from numscope.integrations.tracked import COLUMNS, REPORT, tracked


def log(trace: str | os.PathLike[str], run: Any) -> None:
    """Log the trace to `run`, as `wandb.init` returns it.

    `numscope/findings` is a table, `numscope.html` an artifact, `numscope/gradients/PARAMETER` a series over
    `numscope/step`.
    """
    with tracked(trace) as found:
        run.define_metric("numscope/step", hidden=True)
        run.define_metric("numscope/gradients/*", step_metric="numscope/step")
        by_step: dict[int, dict[str, float]] = {}
        for series in found.gradients:
            for step, norm in series.points:
                by_step.setdefault(step, {})[f"numscope/gradients/{series.name}"] = norm
        for step, norms in sorted(by_step.items()):
            run.log({"numscope/step": step, **norms})
        run.log({"numscope/findings": wandb.Table(list(COLUMNS), [list(row) for row in found.findings])})
        artifact = wandb.Artifact(f"numscope-{run.id}", type="report")
        artifact.add_file(str(found.report), REPORT)  # copied, so that it stays when ours goes
        run.log_artifact(artifact)
