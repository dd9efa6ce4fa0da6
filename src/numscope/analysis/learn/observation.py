"""One value of a training that rules are made of.

A value is a text or a flag, of which the healthy ones are a set, or a positive number, of which they are a range.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Observation:
    """One value. kind: a key of KINDS. subject: the layer or parameter, by model and path. operation: its place."""

    kind: str
    subject: str
    value: str | float
    operation: int
    step: int
    file: str | None
    line: int


def observed(kind: str, subject: str, value: str | float, row: Mapping[str, Any]) -> Observation:
    """Return a value with its place. row: with the columns `id`, `step`, `file` and `line`."""
    return Observation(kind, subject, value, row["id"], row["step"], row["file"], row["line"] or 0)


# What a rule of each kind says; {subject} and {values} are filled in.
KINDS = {
    "dtype": "what {subject} returns is {values}",
    "shape": "what {subject} returns has the shape {values} behind its first axis",
    "samples": "the first axis of what {subject} returns, held against that of what it takes: {values}",
    "mode": "{subject} runs in {values}",
    "scale": "the deviation of what {subject} returns lies in {values}",
    "update": "each step of the optimiser that {subject} needs: {values}",
    "gradient": "the norm of the gradient of {subject} lies in {values}",
    "batch": "what {subject} takes, held against the step before: {values}",
    "tied": "the weight of {subject}: {values}",
    "called": "each step calls {subject} {values}",
    "only": "{subject} calls nothing but {values}",
    "axes": "{subject} takes arrays of the axes {values} (1: a single one)",
    "arguments": "{subject} is called with {values}",
    "order": "what a step does behind {subject} is {values}",
    "flow": "the gradient of {subject} is {values}",
    "draw": "{subject} draws {values}",
    "given": "the deviation of what {subject} takes lies in {values}",
    "length": "the second axis of what {subject} takes lies in {values}",
    "filled": "{subject} is filled with random numbers {values} before its model runs",
    "first": "the first call of {subject} is in {values}",
    "ranks": "each step leaves {subject} {values}",
    "rows": "{subject} takes {values}",
    "loss": "the median of three losses, divided by that of the first three, lies in {values}",
    "norm": "the norm of all gradients of {subject}, divided by that of the first three steps, lies in {values}",
    "change": "the first three steps change {subject} by a share of {values}",
    "changes": "{subject} gives {values}",
}
