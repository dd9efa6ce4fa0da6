"""Where rules held while a program ran: reported once a call site, counted, and kept in the trace for each process."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from numscope.recording import files
from numscope.recording.reporting import tell

FILE_NAME = "rules.jsonl"
FOUND = 87


@dataclass(frozen=True)
class Finding:
    """A call site at which a rule held. place: `FILE:LINE`. first: the process's sequence number of the first time."""

    rule: str
    place: str
    operation: str
    detail: str
    count: int
    first: int = 0


class Findings:
    """What this process has found so far."""

    def __init__(self, shard: Path) -> None:
        self._path = shard / FILE_NAME
        self._first: dict[tuple[str, str], Finding] = {}
        self._counts: Counter[tuple[str, str]] = Counter()
        self.undecided: Counter[str] = Counter()

    def add(self, rule: str, place: str, sequence: int, operation: str, detail: str) -> None:
        """Count it; report and record it when it is the first of its rule and place."""
        key = (rule, place)
        self._counts[key] += 1
        if key in self._first:
            return
        self._first[key] = Finding(rule, place, operation, detail, 1, sequence)
        tell(f"{rule}: {_line(self._first[key])}")
        self._append(self._first[key].__dict__)

    def seen(self, rule: str, place: str) -> bool:
        """Whether it would be no news; counts it if so."""
        key = (rule, place)
        if key not in self._first:
            return False
        self._counts[key] += 1
        return True

    def close(self) -> None:
        """Write down how often each was found, and what could not be decided."""
        for key, count in self._counts.items():
            if count > 1:
                self._append({**self._first[key].__dict__, "count": count})
        for rule, count in self.undecided.items():
            self._append({"rule": rule, "undecided": count})

    def _append(self, facts: object) -> None:
        files.append_text(self._path, json.dumps(facts) + "\n")


def _line(finding: Finding) -> str:
    times = f", {finding.count:,} times" if finding.count > 1 else ""
    return (
        f"{shown_place(finding.place)}: {finding.operation}{finding.detail and ': '}{finding.detail}{times}"
    )


def shown_place(place: str) -> str:
    """Return `FILE:LINE` with the file as seen from the current folder, if it is below it."""
    folder = os.getcwd() + os.sep
    return place[len(folder) :] if place.startswith(folder) else place


@dataclass(frozen=True)
class Tally:
    """What all processes of a trace found together. undecided: operations that a rule could not be decided for."""

    findings: tuple[Finding, ...]
    undecided: dict[str, int]


def read_findings(trace: Path) -> Tally:
    """Return what was found in a trace while it was recorded, in the order of rules and first times."""
    added: dict[tuple[str, str], Finding] = {}
    undecided: Counter[str] = Counter()
    for shard in sorted((trace / "processes").glob("*-*"), key=lambda path: int(path.name.partition("-")[0])):
        latest: dict[tuple[str, str], Finding] = {}
        for facts in _lines(shard / FILE_NAME):
            if "undecided" in facts:
                undecided[facts["rule"]] += facts["undecided"]
            else:
                finding = Finding(**facts)
                latest[finding.rule, finding.place] = finding
        for key, finding in latest.items():
            before = added.get(key)
            added[key] = (
                finding
                if before is None
                else Finding(**{**before.__dict__, "count": before.count + finding.count})
            )
    return Tally(tuple(added.values()), dict(undecided))


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    if not path.is_file():
        return
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            yield json.loads(line)
        except ValueError:
            return  # the process died while it wrote


def tell_findings(trace: Path) -> bool:
    """Print what was found in a run, if rules were asked for; return whether anything was."""
    tally = read_findings(trace)
    for rule in dict.fromkeys(finding.rule for finding in tally.findings):
        of_rule = [finding for finding in tally.findings if finding.rule == rule]
        times = sum(finding.count for finding in of_rule)
        tell(f"rule '{rule}' held {times:,} times at {len(of_rule):,} places")
        for finding in sorted(of_rule, key=lambda one: -one.count)[:10]:
            tell(f"    {_line(finding)}")
    for rule, count in tally.undecided.items():
        tell(f"rule '{rule}' could not be decided for {count:,} operations: it needs --values stats or full")
    return bool(tally.findings)
