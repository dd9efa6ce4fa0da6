"""A pytest plugin that writes the outcome of every test to the file that DOWNSTREAM_OUTCOMES names."""

from __future__ import annotations

import json
import os
from typing import IO

import pytest


class Outcomes:
    """Writes a line a phase that decides: a set-up that skips or fails, the call, a tear-down that fails."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" or report.outcome != "passed":
            expected = "x" if hasattr(report, "wasxfail") else ""
            self._write(
                report.nodeid, f"{report.when} {expected}{report.outcome}", str(report.longrepr or "")
            )

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.outcome == "failed":
            self._write(report.nodeid, "collection failed", str(report.longrepr or ""))

    def _write(self, test: str, outcome: str, text: str) -> None:
        self._file.write(json.dumps([test, outcome, text[-2000:]]) + "\n")
        # Line by line: what ran before a crash must be readable after it.
        self._file.flush()


def pytest_configure(config: pytest.Config) -> None:
    path = os.environ.get("DOWNSTREAM_OUTCOMES")
    if path:
        config.pluginmanager.register(Outcomes(open(path, "w")), "downstream-outcomes")  # noqa: SIM115
