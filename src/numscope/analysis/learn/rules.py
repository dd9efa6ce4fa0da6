"""Rules that healthy runs keep, and their file: one JSON document that people can read and cut down."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from numscope.analysis.learn.observation import KINDS
from numscope.errors import UsageError

_FORMAT = "numscope rules"
_VERSION = 1


@dataclass(frozen=True)
class Rule:
    """What held. values: the healthy texts; empty for a range from `low` to `high`. runs: those it was seen in."""

    kind: str
    subject: str
    values: tuple[str, ...]
    low: float | None
    high: float | None
    observations: int
    runs: int

    def holds(self, value: str | float) -> bool:
        """Return whether a value keeps the rule."""
        if isinstance(value, str):
            return value in self.values
        return self.low is not None and self.high is not None and self.low <= value <= self.high

    @property
    def sentence(self) -> str:
        """What it says."""
        values = " or ".join(self.values) or f"[{self.low:.2g}, {self.high:.2g}]"
        return KINDS[self.kind].format(subject=self.subject, values=values)


@dataclass(frozen=True)
class Rules:
    """All rules of one file, and the traces that they were learnt from."""

    rules: tuple[Rule, ...]
    learnt_from: tuple[str, ...]


def write_rules(rules: Rules, path: Path) -> None:
    """Write the rules as JSON."""
    document = {
        "format": _FORMAT,
        "version": _VERSION,
        "learnt_from": rules.learnt_from,
        "rules": [{**asdict(rule), "says": rule.sentence} for rule in rules.rules],
    }
    path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


def read_rules(path: Path) -> Rules:
    """Read the rules. Raises UsageError if the file is none of ours."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        if document["format"] != _FORMAT or document["version"] != _VERSION:
            raise UsageError(
                f"{path} holds no rules that this numscope reads: write it anew with `numscope learn`."
            )
        rules = tuple(
            Rule(
                *(
                    str(row["kind"]),
                    str(row["subject"]),
                    tuple(map(str, row["values"])),
                    row["low"],
                    row["high"],
                ),
                *(int(row["observations"]), int(row["runs"])),
            )
            for row in document["rules"]
            if row["kind"] in KINDS
        )
        return Rules(rules, tuple(map(str, document["learnt_from"])))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UsageError(
            f"{path} can't be read as rules ({error}): `numscope learn` writes such files."
        ) from None
