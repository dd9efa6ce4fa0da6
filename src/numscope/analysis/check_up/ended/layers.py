"""Layers of networks that get other sizes than they were made for."""

from __future__ import annotations

import re
from collections.abc import Iterator

from numscope.analysis.check_up.ended.ending import Ending, Reason


def reasons(ending: Ending) -> Iterator[Reason | None]:
    """Yield which layer gets what, and what it was made for."""
    yield _layer(ending)
    yield _channels(ending)
    yield _features_of_steps(ending)
    yield _features(ending)
    yield _hidden(ending)
    yield _target(ending)
    yield _single_sample(ending)


def _layer(ending: Ending) -> Reason | None:
    weight = next((one for one in ending.given if one.operand.name == "weight"), None)
    values = next((one for one in ending.given if one.operand.name == "input"), None)
    if not (
        ending.raised_by("aten::linear") and weight and values and len(weight.shape) == 2 and values.shape
    ):
        return None
    gives, takes = values.shape[-1], weight.shape[1]
    if gives == takes:
        return None
    return Reason(
        f"the layer Linear({takes}, {weight.shape[0]}) takes {takes} numbers a row, and gets {gives} (shape "
        f"{values.shape})",
        f"make it `Linear({gives}, {weight.shape[0]})`, or look which layer before changed the size",
    )


def _channels(ending: Ending) -> Reason | None:
    found = re.search(
        r"expected input\[([\d, ]+)\] to have (\d+) channels, but got (\d+) channels", ending.text
    )
    if found is None:
        return None
    shape = tuple(map(int, re.findall(r"\d+", found[1])))
    takes, gets = int(found[2]), int(found[3])
    problem = (
        f"the layer takes {takes} channels, on axis 1; the input has the shape {shape}, with {gets} there"
    )
    if shape[-1] == takes and len(shape) >= 3:
        order = ", ".join(map(str, (0, len(shape) - 1, *range(1, len(shape) - 1))))
        return Reason(problem, f"channels are its last axis: `x.permute({order})`")
    return Reason(problem, f"give the layer `in_channels={gets}`, or look which layer before changed them")


def _features_of_steps(ending: Ending) -> Reason | None:
    found = ending.numbers(r"must be equal to input_size\. Expected (\d+), got (\d+)")
    if found is None:
        return None
    return Reason(
        f"the layer takes {found[0]} numbers a step, and gets {found[1]}",
        f"give the layer `input_size={found[1]}`, or look which axis holds the features: it must be the last",
    )


def _features(ending: Ending) -> Reason | None:
    found = ending.numbers(r"running_mean should contain (\d+) elements not (\d+)")
    if found is None:
        return None
    return Reason(
        f"the layer BatchNorm takes {found[1]} features, on axis 1, and gets {found[0]}",
        f"make it for {found[0]}, or look which layer before changed the size",
    )


def _hidden(ending: Ending) -> Reason | None:
    found = re.search(r"Expected hidden(?:\[0\])? size \(([\d, ]+)\), got \[([\d, ]+)\]", ending.text)
    if found is None:
        return None
    return Reason(
        f"the hidden state must have the shape ({found[1]}), and has ({found[2]})",
        "the input is (steps, batch, features) unless the layer has `batch_first=True`: look which of them is meant",
    )


def _target(ending: Ending) -> Reason | None:
    size = r"\(torch\.Size\(\[([\d, ]*)\]\)\)"
    found = re.search(rf"target size {size} that is different to the input size {size}", ending.text)
    if found is None:
        return None
    target, values = (tuple(map(int, re.findall(r"\d+", text))) for text in found.groups())
    return Reason(
        f"the target has the shape {target}, the prediction {values}",
        "give the target the axis (`y.unsqueeze(1)`), or take it from the prediction (`p.squeeze(1)`)"
        if values == (*target, 1)
        else "bring both to one shape before the loss",
    )


def _single_sample(ending: Ending) -> Reason | None:
    if not ending.text.startswith("Expected more than 1 value per channel"):
        return None
    return Reason(
        "BatchNorm in training gets a batch of one sample: there is no variance of one number",
        "call `model.eval()` where single samples are passed, or leave short batches out: `DataLoader(drop_last=True)`",
    )
