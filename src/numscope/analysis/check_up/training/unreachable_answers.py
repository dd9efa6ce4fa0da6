"""Answers that a model cannot give: it ends with an activation whose range does not hold them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import NO_ACTIVATION
from numscope.analysis.concepts import syntax
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.operations.lore.losses import LABELLED_LOSSES, RESPONSE_LOSSES
from numscope.trace import Operand, Operation

KIND = "training"
_RESPONSES = tuple(name.rpartition("::")[2] for name in RESPONSE_LOSSES)
# What an activation gives, in words, and which answers lie beyond.
_RANGES: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "relu": ("nothing below 0", lambda answers: answers < 0),
    "softplus": ("nothing below 0", lambda answers: answers < 0),
    "sigmoid": ("numbers from 0 to 1", lambda answers: (answers < 0) | (answers > 1)),
    "tanh": ("numbers from -1 to 1", lambda answers: abs(answers) > 1),
}
_LAYERS = {"relu": "ReLU", "softplus": "Softplus", "sigmoid": "Sigmoid", "tanh": "Tanh"}
_SHARE = 0.1
_LOOKED_AT = 2
_SHAPES = ("broadcast_tensors", "squeeze", "view", "reshape", "flatten")


def unreachable_answers(evidence: Evidence) -> Iterator[Finding]:
    """Yield the last activations of models that are trained with answers beyond their range, or for logits."""
    found: set[tuple[str, int]] = set()
    losses = evidence.operations(evidence.named(*_RESPONSES, *LABELLED_LOSSES))
    for loss in evidence.fetch(number for _, ids in losses for number in ids[:_LOOKED_AT]):
        if len(loss.inputs) < 2 or loss.inputs[0].attributes.get("requires_grad") != 1:
            continue
        last = _last(evidence, loss)
        name = "" if last is None else last_name(last)
        call = None if last is None or name not in _RANGES else evidence.call_of(last)
        if last is None or call is None:
            continue
        said = _said(name, loss)
        place = _place(evidence, call, _LAYERS[name])
        if said is not None and (place.file, place.line) not in found:
            found.add((place.file, place.line))
            yield finding_of(KIND, place, last.id, 1, said, NO_ACTIVATION)


def _last(evidence: Evidence, loss: Operation) -> Operation | None:
    """Return what computed the answers of a model: a loss brings them to one shape first."""
    last = evidence.own_maker(loss.inputs[0], loss.id)
    return (
        evidence.own_maker(loss.inputs[0], last.id)
        if last is not None and last_name(last) in _SHAPES
        else last
    )


def _said(name: str, loss: Operation) -> str | None:
    gives, beyond = _RANGES[name]
    if last_name(loss) in LABELLED_LOSSES:
        return (
            _of_logits(loss.inputs[0]) if name == "relu" and last_name(loss) == "cross_entropy_loss" else None
        )
    answers = numbers_of(loss.inputs[1])
    if answers is None or answers.size < 4:
        return None
    share = float(beyond(answers).mean())
    return (
        f"`{name}` gives {gives}, and {share:.0%} of the answers, {answers.min():.3g} to "
        f"{answers.max():.3g}, lie beyond: "
        "the model cannot give them"
        if share > _SHARE
        else None
    )


def _of_logits(scores: Operand) -> str | None:
    values = numbers_of(scores)
    if values is None or not values.size or values.min() < 0:
        return None
    zeros = float((values == 0).mean())
    return (
        f"`relu` cuts the scores of the classes at 0: {zeros:.0%} of them are 0, and learn nothing"
        if zeros
        else None
    )


def _place(evidence: Evidence, call: Call, layer: str) -> Call:
    """Return where an activation is written: in a line of its own, or as the last of a `Sequential`."""
    program = evidence.program(call)
    last = [
        node.args[-1]
        for node in ast.walk(program.tree)
        if isinstance(node, ast.Call) and syntax.last_name(node.func) == "Sequential" and node.args
    ]
    written = [one for one in last if isinstance(one, ast.Call) and syntax.last_name(one.func) == layer]
    here = _layer_named(call, layer)
    if here or len(written) != 1:
        return call
    file, line = program.place(written[0].lineno)
    return replace(call, file=file, line=line)


def _layer_named(call: Call, layer: str) -> bool:
    """Return whether the line itself names the activation."""
    lines = call.text.split("\n")
    return layer.lower() in (lines[call.line - 1].lower() if 0 < call.line <= len(lines) else "")
