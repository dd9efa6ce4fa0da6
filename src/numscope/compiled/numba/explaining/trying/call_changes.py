"""Changes of what the failing call passes: conversions of its arguments."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator, Mapping
from types import FunctionType
from typing import Any

import numpy as np

from numscope.compiled.numba.explaining.case import Case
from numscope.compiled.numba.explaining.edits import Edit
from numscope.compiled.numba.explaining.source import Source
from numscope.compiled.numba.explaining.trying.change import Change
from numscope.compiled.numba.explaining.trying.places import call_of, module_name, replaced

_LARGEST_INTEGER = 2**63 - 1


def converted_objects(case: Case) -> Iterator[Change]:
    """Yield the conversions of one argument each that is neither a number nor an array."""
    yield from _converted(case, lambda value: not isinstance(value, _NUMERIC))


def converted_numbers(case: Case) -> Iterator[Change]:
    """Yield the conversions of one argument each that is a number or an array."""
    yield from _converted(case, lambda value: isinstance(value, _NUMERIC))


_NUMERIC = (np.ndarray, np.number, int, float, complex)


def _converted(case: Case, wanted: Callable[[Any], bool]) -> Iterator[Change]:
    found = call_of(case)
    function = case.failure.function
    if found is None or not isinstance(function, FunctionType):
        return
    source, call = found
    names = list(inspect.signature(function).parameters)
    for number, node in enumerate(call.args[: len(names)]):
        if isinstance(node, ast.Starred):  # those behind it have no place that is known either
            return
        argument = case.failure.arguments.get(names[number])
        if argument is None or not argument.seen or not wanted(argument.value):
            continue
        text = source.text(node)
        more = [
            one
            for pattern, conversions in _WANTED
            if case.search(pattern)
            for one in conversions(argument.value)
        ]
        for expression, sentence in (*more, *_conversions(argument.value, argument.type)):
            imports = _imports(source, expression)
            written = expression
            for module, usual in _MODULES:
                written = written.replace(f"{usual}.", f"{module_name(source, module, usual)[0]}.")
            whole = text if text.isidentifier() or not written.startswith("value.") else f"({text})"
            edit = replaced(source, node, written.replace("value", whole))
            said = sentence.replace("NAME", f"`{names[number]}`")
            yield Change(said, (*imports, edit), source.path, ((number, expression),))


_MODULES = (("numpy", "np"), ("numba", "numba"), ("collections", "collections"))


def _imports(source: Source, expression: str) -> tuple[Edit, ...]:
    """Return the imports to add for the modules that an expression names."""
    used = [(module, usual) for module, usual in _MODULES if f"{usual}." in expression]
    return tuple(edit for module, usual in used for edit in module_name(source, module, usual)[1])


def _as_array(value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, (str, bool, int, float, complex)):
        yield "np.array(value)", "Pass NAME as an array without dimensions."
        yield "np.array([value])", "Pass NAME as an array of one item."
    elif isinstance(value, (list, tuple, range)):
        yield "np.array(value)", "Pass NAME as an array."


def _as_boolean(value: Any) -> Iterator[tuple[str, str]]:
    if not isinstance(value, bool):
        yield "bool(value)", "Pass NAME as a bool."


def _conversions(value: Any, type_: Any) -> Iterator[tuple[str, str]]:
    """Yield expressions of `value` that make another type of it, and what to say of each."""
    if isinstance(value, np.ndarray):
        yield from _of_array(value)
    elif isinstance(value, dict):
        yield "numba.typed.Dict(list(value.items()))", "Pass NAME as a typed dict."
        yield 'collections.namedtuple("Values", value)(**value)', "Pass NAME as a namedtuple."
    elif isinstance(value, tuple) and any(isinstance(item, FunctionType) for item in value):
        yield (
            "tuple(numba.njit(item) if callable(item) else item for item in value)",
            ("Compile the functions in NAME as well."),
        )
    elif isinstance(value, (list, set, frozenset, range)):
        yield from _of_list(value)
    elif isinstance(value, (bool, int, float, np.number)):
        yield from _of_number(value)
    elif isinstance(value, str):
        yield from _of_text(value)
    elif isinstance(value, FunctionType):
        yield "numba.njit(value)", "Compile the function that NAME is as well."
    elif hasattr(value, "to_numpy"):
        yield "value.to_numpy()", "Pass NAME as an array."
    elif hasattr(value, "__float__"):
        yield "float(value)", "Pass NAME as a float."
    elif isinstance(value, Mapping) or hasattr(value, "__array__"):
        yield "np.asarray(value)", "Pass NAME as an array."
    elif isinstance(value, (bytes, bytearray, memoryview)):
        yield "np.frombuffer(value, np.uint8)", "Pass NAME as an array of bytes."
    elif getattr(value, "__dict__", None):
        yield (
            'collections.namedtuple("Values", vars(value))(**vars(value))',
            "Pass what NAME holds as a namedtuple.",
        )


def _of_array(value: np.ndarray[Any, Any]) -> Iterator[tuple[str, str]]:
    if not value.flags.writeable:
        yield "value.copy()", "Pass a copy of NAME that may be written."
    if not value.flags.c_contiguous:
        yield "np.ascontiguousarray(value)", "Pass a contiguous copy of NAME."
    for kind in ("float64", "int64", "float32", "bool_", "complex128"):
        if value.dtype != np.dtype(kind):
            yield f"value.astype(np.{kind})", f"Pass NAME as {kind}."
    if value.ndim > 1:
        yield "value.ravel()", "Pass NAME with one dimension."
    if value.size == 1:
        yield "value.item()", "Pass the number in NAME."
    if value.ndim == 1 and value.size <= 8:
        yield "tuple(value)", "Pass NAME as a tuple."


def _of_list(value: Any) -> Iterator[tuple[str, str]]:
    items = list(value)
    if items and isinstance(items[0], (list, tuple, set)):
        yield "np.array(value)", "Pass NAME as an array of two dimensions."
        yield (
            "numba.typed.List([numba.typed.List(item) for item in value])",
            "Pass NAME as a typed list of typed lists.",
        )
    yield "np.array(value)", "Pass NAME as an array."
    yield "np.array(value, dtype=np.float64)", "Pass NAME as an array of float64."
    yield "tuple(value)", "Pass NAME as a tuple, which may mix types."
    yield "numba.typed.List(value)", "Pass NAME as a typed list."
    yield "[float(item) for item in value]", "Pass NAME as a list of floats."
    yield "[complex(item) for item in value]", "Pass NAME as a list of complex numbers."


def _of_number(value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, (int, np.integer)) and not isinstance(value, bool):
        if abs(int(value)) <= _LARGEST_INTEGER:
            yield "np.int64(value)", "Pass NAME as an int64."
        yield "float(value)", "Pass NAME as a float."
    elif float(value).is_integer():
        yield "int(value)", "Pass NAME as an integer."


def _of_text(value: str) -> Iterator[tuple[str, str]]:
    for kind in (int, float):
        try:
            kind(value)
        except ValueError:
            continue
        yield f"{kind.__name__}(value)", f"Pass NAME as {kind.__name__}."
    if isinstance(getattr(np, value, None), type):
        yield f"np.{value}", f"Pass NAME as the type `np.{value}`, not as text."


# What Numba's text asks for, and the conversions into it.
_WANTED: tuple[tuple[str, Callable[[Any], Iterator[tuple[str, str]]]], ...] = (
    ("array-like|must be an? array", _as_array),
    ("must be (?:an? )?bool", _as_boolean),
)
