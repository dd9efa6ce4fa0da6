"""A run held against rules: the first observation that breaks each, in the order in which they were broken."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from numscope.analysis.concepts.training_ledger import grouped
from numscope.analysis.learn.observation import Observation
from numscope.analysis.learn.observations import observations
from numscope.analysis.learn.rules import Rule, Rules
from numscope.analysis.learn.step_calls import NEVER, layer_of
from numscope.trace import Trace


@dataclass(frozen=True)
class Violation:
    """A rule and the observation that breaks it first. times: of how many `observations` of its subject that do."""

    rule: Rule
    value: str
    operation: int
    step: int
    file: str | None
    line: int
    times: int
    observations: int


@dataclass(frozen=True)
class Against:
    """The violations, the first first. looked: rules whose subject the run has; rules: all there are."""

    violations: tuple[Violation, ...]
    looked: int
    rules: int


# The last step that all processes have begun.
_LAST_STEP = """
    select min(last) as last from (
        select max(coalesce(step, 0)) as last from module_calls where not met group by process)
"""


def against(trace: Trace, rules: Rules, running: bool = False) -> Against:
    """Hold a run against rules that were learnt from others.

    running: the program still runs: the step that it is in has not done all that it will do, and counts for nothing.
    """
    seen: Iterable[Observation] = observations(trace)
    if running:
        last = trace.ask(_LAST_STEP).to_pylist()[0]["last"] or 0
        seen = (one for one in seen if one.step < last)
    found = grouped(seen, lambda one: (one.kind, one.subject))
    shown = [(rule, _shown(rule, found)) for rule in rules.rules]
    here = [(rule, seen) for rule, seen in shown if seen]
    violations = [_violation(rule, seen) for rule, seen in here]
    # Of what one operation breaks the change of its kind says more than the size of its numbers.
    broken = [one for one in violations if one is not None]
    broken.sort(key=lambda one: (one.step, one.rule.low is not None, one.operation))
    return Against(tuple(broken), len(here), len(rules.rules))


def _shown(rule: Rule, found: dict[tuple[str, str], list[Observation]]) -> list[Observation]:
    """Return what a run shows of a rule; of calls that no step made, the steps that did something in that layer."""
    seen = found.get((rule.kind, rule.subject), [])
    if seen or rule.kind != "called":
        return seen
    by_step = grouped(found.get(("only", layer_of(rule.subject)), []), lambda one: one.step)
    return [
        replace(first, kind=rule.kind, subject=rule.subject, value=NEVER) for first, *_ in by_step.values()
    ]


def _violation(rule: Rule, found: list[Observation]) -> Violation | None:
    broken = [one for one in found if not rule.holds(one.value)]
    if not broken:
        return None
    first = broken[0]
    value = first.value if isinstance(first.value, str) else f"{first.value:.3g}"
    return Violation(
        rule, value, first.operation, first.step, first.file, first.line, len(broken), len(found)
    )
