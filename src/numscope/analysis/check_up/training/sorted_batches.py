"""Batches of a training that hold one class each: the data are sorted by class, and not shuffled."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Call, Evidence, finding_of
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import SHUFFLED
from numscope.analysis.concepts.syntax import last_name, parsed
from numscope.operations.lore.losses import LABELLED_LOSSES
from numscope.trace import Operation

KIND = "data"
_MOST_STEPS = 200
_LEAST_STEPS, _LEAST_ROWS, _LEAST_CLASSES, _SHARE = 6, 4, 3, 0.8


def sorted_batches(evidence: Evidence) -> Iterator[Finding]:
    """Yield the line that makes the batches of a training in which nearly each holds labels of one class alone."""
    calls = [one for one in evidence.named(*LABELLED_LOSSES) if _trains(one)]
    for call, ids in evidence.operations(calls):
        labels = [one for one in map(_labels, evidence.fetch(ids[:_MOST_STEPS])) if one is not None]
        alike = [low for low, high in labels if low == high]
        if (
            len(labels) < _LEAST_STEPS
            or len(alike) < _SHARE * len(labels)
            or len(set(alike)) < _LEAST_CLASSES
        ):
            continue
        problem = (
            f"{len(alike):,} of {len(labels):,} steps learn from rows of one class alone, of {len(set(alike)):,} "
            "classes one after the other: each step unlearns what those before it have taught"
        )
        yield finding_of(
            KIND, replace(call, line=_loader(call) or call.line), ids[0], len(ids), problem, SHUFFLED
        )
        return


def _trains(call: Call) -> bool:
    """Return whether a backward pass stands in the same loop."""
    around = sources.function_around(call.text, call.line) or parsed(call.text)
    return any(isinstance(one, ast.Attribute) and one.attr == "backward" for one in ast.walk(around))


def _labels(operation: Operation) -> tuple[float, float] | None:
    """Return the least and the largest number of the classes that a loss is given."""
    target = next((one for one in operation.inputs if (one.dtype or "").startswith("int")), None)
    if target is None or target.statistics is None or not target.shape or target.shape[0] < _LEAST_ROWS:
        return None
    return target.statistics.minimum, target.statistics.maximum


def _loader(call: Call) -> int | None:
    """Return the line that makes the loader which does not shuffle, if the file has one such."""
    found = [
        one.lineno
        for one in ast.walk(parsed(call.text))
        if isinstance(one, ast.Call) and last_name(one.func) == "DataLoader"
        if not any(
            word.arg in ("shuffle", "sampler", "batch_sampler") and _is_true(word.value)
            for word in one.keywords
        )
    ]
    return found[0] if found else None


def _is_true(value: ast.expr) -> bool:
    return not (isinstance(value, ast.Constant) and not value.value)
