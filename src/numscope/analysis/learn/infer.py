"""From healthy runs to rules: what was so at each observation, in every run."""

from __future__ import annotations

from collections.abc import Sequence

from numscope.analysis.concepts.training_ledger import grouped
from numscope.analysis.learn.observation import Observation
from numscope.analysis.learn.observations import observations
from numscope.analysis.learn.rules import Rule, Rules
from numscope.analysis.learn.step_calls import CHANGED
from numscope.errors import UsageError
from numscope.trace import Trace

_LEAST_OBSERVATIONS = 3
# What a run shows once.
_ONCE = ("filled", "first")
# Ranges are widened by these factors: other seeds, batch sizes and learning rates stay within. A gradient may become
# small in a training that goes well.
_WIDER, _DEEPER = 30.0, 3000.0
# What is divided by its own beginning, or by the size of what changes, varies less; it may fall as far as it likes, but
# for what the first steps change: that says how large a step is.
_OF_ITSELF = {"loss": (3.0, None), "norm": (10.0, None), "change": (10.0, 10.0)}
# Of what has more different values than this nothing holds always.
_MOST_VALUES = 2
# Of the operations of one layer there may be many; an argument that varies is a size.
_MOST = {"only": 60, "arguments": 1}


def learn(traces: Sequence[tuple[str, Trace]]) -> Rules:
    """Return what holds in all of the traces, given with their names. Raises UsageError if none holds a training."""
    seen = [list(observations(trace)) for _, trace in traces]
    for (name, _), found in zip(traces, seen, strict=True):
        if not found:
            raise UsageError(f"{name} holds no training: no optimiser stepped on a model that was called.")
    by_run = [grouped(found, lambda one: (one.kind, one.subject)) for found in seen]
    together = [key for key in by_run[0] if all(key in run for run in by_run)]
    rules = (_rule([run[key] for run in by_run]) for key in together)
    return Rules(tuple(rule for rule in rules if rule is not None), tuple(name for name, _ in traces))


def _rule(runs: list[list[Observation]]) -> Rule | None:
    first = runs[0][0]
    if min(map(len, runs)) < (1 if first.kind in _ONCE else _LEAST_OBSERVATIONS):
        return None
    values = [one.value for found in runs for one in found]
    numbers = [value for value in values if isinstance(value, float)]
    texts = tuple(sorted({value for value in values if isinstance(value, str)}))
    if len(texts) > _MOST.get(first.kind, _MOST_VALUES) or _says_nothing(first.kind, texts):
        return None
    low, high = _range(first.kind, numbers) if numbers else (None, None)
    if first.kind == "length":
        # A limit is what every run comes to and none goes beyond.
        most = {max(one.value for one in run if isinstance(one.value, float)) for run in runs}
        if len(most) > 1:
            return None
        low, high = 0.0, most.pop()
    return Rule(first.kind, first.subject, texts, low, high, len(values), len(runs))


def _range(kind: str, numbers: list[float]) -> tuple[float, float]:
    wider, deeper = _OF_ITSELF.get(kind, (_WIDER, _DEEPER))
    least = min(numbers)
    low = min(0.0, least * wider) if deeper is None else least / deeper
    return low, max(numbers) * wider


def _says_nothing(kind: str, texts: tuple[str, ...]) -> bool:
    """Return whether both of two possible values were seen; or that a call gives what it takes, which a copy does."""
    if kind == "changes":
        return texts != (CHANGED,)
    return len(texts) > 1 and kind in (
        "samples",
        "mode",
        "update",
        "batch",
        "tied",
        "draw",
        "flow",
        "first",
        "ranks",
        "rows",
    )
