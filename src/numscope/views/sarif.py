"""Findings as SARIF 2.1.0, which code hosts and editors show at the lines (OASIS, sarif-v2.1.0)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from numscope.analysis.check_up.finding import Finding
from numscope.version import __version__

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_ROOT = "SRCROOT"
# What only costs time; all other kinds change results.
_NOTES = ("slow", "object")


def sarif(findings: Sequence[Finding], kinds: Sequence[str], folder: Path) -> dict[str, Any]:
    """Return a SARIF log with one run. kinds: all that were looked for. folder: what paths are relative to."""
    driver = {
        "name": "numscope",
        "version": __version__,
        "rules": [{"id": kind, "shortDescription": {"text": kind.replace("-", " ")}} for kind in kinds],
    }
    run = {
        "tool": {"driver": driver},
        "originalUriBaseIds": {_ROOT: {"uri": f"{folder.absolute().as_uri()}/"}},
        "columnKind": "unicodeCodePoints",
        "results": [_result(finding, kinds, folder) for finding in findings],
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _result(finding: Finding, kinds: Sequence[str], folder: Path) -> dict[str, Any]:
    rule = {"ruleIndex": kinds.index(finding.kind)} if finding.kind in kinds else {}
    return {
        "ruleId": finding.kind,
        **rule,
        "level": "note" if finding.kind in _NOTES else "warning",
        "message": {"text": f"{finding.problem}. {finding.fix}"},
        "locations": [_location(finding, folder)],
        "occurrenceCount": max(1, finding.calls),
    }


def _location(finding: Finding, folder: Path) -> dict[str, Any]:
    region: dict[str, Any] = {"startLine": max(1, finding.line)}
    if finding.source:
        region["snippet"] = {"text": finding.source}
    place: dict[str, Any] = {
        "physicalLocation": {"artifactLocation": _artifact(finding.file, folder), "region": region}
    }
    if finding.function:
        place["logicalLocations"] = [{"name": finding.function, "kind": "function"}]
    return place


def _artifact(file: str, folder: Path) -> dict[str, str]:
    """Return where a file is: relative to the folder if it is inside, as the hosts that show it need it."""
    path = Path(os.path.abspath(file))
    if path.is_relative_to(folder.absolute()):
        inside = path.relative_to(folder.absolute()).as_posix()
        return {"uri": _quoted(inside), "uriBaseId": _ROOT}
    return {"uri": path.as_uri()}


def _quoted(path: str) -> str:
    return Path("/", path).as_uri().removeprefix("file:///")
