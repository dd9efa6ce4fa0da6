"""Finding the tensors inside whatever a module takes or returns."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any

import torch

# Deeper than any output of a real model; ends the walk over a structure that contains itself.
_DEEPEST = 32


def tensors_in(value: object) -> Iterator[tuple[str, torch.Tensor]]:
    """Yield (place, tensor) for every tensor in tuples, lists, mappings, named tuples and dataclasses.

    The place reads like the Python that would fetch it: "" for the value itself, "[0]", "hidden[1]",
    "logits". Anything else, None included, holds no tensor. Generators and other one-time iterables are not
    touched, so that the program still finds them whole.
    """
    return _walk(value, "", 0)


def _walk(value: object, place: str, depth: int) -> Iterator[tuple[str, torch.Tensor]]:
    if isinstance(value, torch.Tensor):
        yield place, value
    elif depth < _DEEPEST:
        for name, child in _children(value):
            yield from _walk(child, _join(place, name), depth + 1)


def _children(value: Any) -> Iterator[tuple[str | int, object]]:
    if isinstance(value, Mapping):
        # Hugging Face's ModelOutput is both a mapping and a dataclass: as a mapping it leaves out its Nones.
        for key, child in value.items():
            yield key if isinstance(key, (str, int)) else repr(key), child
    elif isinstance(value, tuple) and hasattr(value, "_fields"):
        yield from zip(value._fields, value, strict=True)
    elif isinstance(value, (tuple, list)):
        yield from enumerate(value)
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            yield field.name, getattr(value, field.name, None)


def _join(place: str, name: str | int) -> str:
    if isinstance(name, int):
        return f"{place}[{name}]"
    return f"{place}.{name}" if place else name
