"""MLflow, with a server or a local store."""

from __future__ import annotations

import os
import time

import mlflow
from mlflow.entities import Metric

from numscope.integrations.tracked import COLUMNS, tracked

_MOST_METRICS = 1_000  # that the store takes at a time


def log(trace: str | os.PathLike[str], run_id: str | None = None) -> None:
    """Log the trace to a run: the active one, or that with `run_id`.

    `numscope/findings.json` is a table as `mlflow.log_table` writes it, `numscope.html` an artifact,
    `numscope/gradients/PARAMETER` a metric by training step. Raises mlflow.MlflowException if there is no such run.
    """
    client = mlflow.MlflowClient()
    active = mlflow.active_run()
    chosen = run_id or (active.info.run_id if active else mlflow.start_run().info.run_id)
    now = int(time.time() * 1000)
    with tracked(trace) as found:
        metrics = [
            Metric(f"numscope/gradients/{series.name}", norm, now, step)
            for series in found.gradients
            for step, norm in series.points
        ]
        for first in range(0, len(metrics), _MOST_METRICS):
            client.log_batch(chosen, metrics=metrics[first : first + _MOST_METRICS])
        table = {"columns": list(COLUMNS), "data": [list(row) for row in found.findings]}
        client.log_dict(chosen, table, "numscope/findings.json")
        client.log_artifact(chosen, str(found.report), "numscope")
