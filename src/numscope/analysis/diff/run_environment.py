"""What two runs ran in, as far as it differs: versions, libraries, BLAS, threads, processor, seeds."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from numscope.analysis.diff.rows import program_name
from numscope.operations.traits import Trait, has_sql
from numscope.trace import Trace
from numscope.trace.operation import AFTER

_MOST_SEEDS = 20


@dataclass(frozen=True)
class EnvironmentChange:
    """A fact about the runs' surroundings that differs."""

    name: str
    first: str
    second: str


def environment_changes(first: Trace, second: Trace) -> tuple[EnvironmentChange, ...]:
    """The facts that differ; one that only one run has is `-` in the other."""
    facts = (_facts(first), _facts(second))
    names = dict.fromkeys([*facts[0], *facts[1]])
    return tuple(
        EnvironmentChange(name, facts[0].get(name, "-"), facts[1].get(name, "-"))
        for name in names
        if facts[0].get(name, "-") != facts[1].get(name, "-")
    )


def _facts(trace: Trace) -> dict[str, str]:
    """What is known of a run's surroundings, by name."""
    facts: dict[str, str] = {}
    for key in ("versions", "policy", "host"):
        _flatten(key, trace.manifest.get(key), facts)
    facts.pop("policy.output", None)
    facts.pop("policy.force", None)
    for row in trace.table("processes").to_pylist()[:1]:
        for name in ("python", "numpy", "executable"):
            facts[name] = str(row[name])
        facts["program"] = program_name(trace)
        facts["arguments"] = " ".join((row["argv"] or [])[1:])
        surroundings = read_environment(row["environment"])
        _flatten("", surroundings.get("surroundings"), facts)
        _flatten("setting", surroundings.get("settings"), facts)
        _flatten("library", surroundings.get("libraries"), facts)
        _flatten("variable", surroundings.get("variables"), facts)
    facts.pop("versions.python", None)  # the process's own stands above
    facts["seeds"] = _seeds(trace)
    return facts


def _seeds(trace: Trace) -> str:
    found = trace.ask(
        f"select id from operations where user_visible and {has_sql('traits', Trait.SEEDS)} "
        f"order by id limit {_MOST_SEEDS}"
    )
    texts = []
    for operation in trace.operations.fetch(found["id"].to_pylist()):
        given = ", ".join(operand.describe() for operand in operation.operands if operand.role not in AFTER)
        texts.append(f"{operation.name.rpartition('.')[2]}({given})")
    return ", ".join(texts) or "none"


def read_environment(text: str | None) -> dict[str, Any]:
    """Return what a process noted of its environment; nothing of a damaged text."""
    try:
        value = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _flatten(name: str, value: Any, facts: dict[str, str]) -> None:
    if isinstance(value, dict):
        for key, part in value.items():
            _flatten(
                f"{name} {key}".strip() if name in ("", "library", "variable") else f"{name}.{key}",
                part,
                facts,
            )
    elif value is not None:
        facts[name] = str(value)
