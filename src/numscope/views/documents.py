"""Answers as JSON: what `--json` prints. NaN and infinities, which JSON lacks, become strings."""

from __future__ import annotations

import json
import math
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

import numpy as np

from numscope.trace import Operand, Operation, Site

_AS_IS = frozenset((str, int, bool, type(None)))


def plain(value: Any) -> Any:
    """`value` made of what JSON has."""
    # Nearly all values of a report: asked by their exact type, a third of the time.
    kind = type(value)
    if kind in _AS_IS:
        return value
    if kind is float:
        return value if math.isfinite(value) else str(value)
    if kind is dict:
        return {str(key): plain(item) for key, item in value.items()}
    if kind is list or kind is tuple:
        return [plain(item) for item in value]
    if isinstance(value, Operation):
        return operation_document(value)
    if isinstance(value, Operand):
        return operand_document(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {name: plain(getattr(value, name)) for name in _public(value)}
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(item) for item in value]
    if isinstance(value, np.generic):
        return plain(value.item())
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, bytes):
        return value.hex()
    if value is None or isinstance(value, (str, int, float)):
        return value
    return str(value)


def _public(value: Any) -> list[str]:
    return _public_names(value.__class__)


@cache
def _public_names(kind: Any) -> list[str]:
    return [field.name for field in fields(kind) if not field.name.startswith("_")]


def to_json(value: Any) -> str:
    """`value` as one JSON document."""
    return json.dumps(plain(value), indent=1, ensure_ascii=False, allow_nan=False)


def operand_document(operand: Operand) -> dict[str, Any]:
    """An operand; what does not apply to its kind is left out."""
    names = ["kind", "role", "position", "name"]
    if operand.item:
        names.append("item")
    if operand.is_array():
        names += ["dtype", "shape", "strides", "address", "owner", "hash", "kept", "statistics"]
    elif operand.kind != "object":
        names.append("literal")
    if operand.type is not None:
        names.append("type")
    if operand.attributes:
        names.append("attributes")
    return {name: plain(getattr(operand, name)) for name in names}


def operation_document(operation: Operation) -> dict[str, Any]:
    """An operation with its operands."""
    names = ["id", "name", "parent", "depth", "process", "thread", "time_ns", "duration_ns", "self_ns", "how"]
    names += ["user_visible", "exception", "floating_point", "unfinished", "attributes"]
    return {
        **{name: plain(getattr(operation, name)) for name in names},
        **({} if operation.rank is None else {"rank": operation.rank}),
        **({} if operation.task is None else {"task": plain(operation.task)}),
        "site": _site(operation.site),
        "user_site": _site(operation.user_site),
        "operands": [operand_document(operand) for operand in operation.operands],
    }


def _site(site: Site | None) -> dict[str, Any] | None:
    return None if site is None else {"file": site.file, "line": site.line, "function": site.function}
