"""What xarray's objects hold, without loading what a file has not given yet: dimensions, coordinates, and arrays.

Private of xarray are `Variable._data` and, of an index, `.array`: `adapter.missing` looks for them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from numscope.probes.xarray import adapter

Described = tuple[tuple[Any, ...], tuple[Any, ...], tuple[Any, ...]]
_MOST_VARIABLES = 16


def data_array(value: Any) -> Described:
    """Describe a DataArray: its name, dimensions and coordinates, its array and the arrays of its coordinates."""
    variable = value.variable
    facts = _facts(variable)
    if value.name is not None:
        facts = ("name", str(value.name), *facts)
    coordinates = adapter.coordinates(value)
    if coordinates:
        facts = (*facts, "coordinates", ", ".join(map(str, coordinates)))
    return facts, _part("values", variable), _fixed(coordinates)


def variable(value: Any) -> Described:
    """Describe a Variable: its dimensions, and its array."""
    return _facts(value), _part("values", value), ()


def dataset(value: Any) -> Described:
    """Describe a Dataset: its variables, each with its array."""
    variables, names = adapter.variables(value)
    coordinates = {name: one for name, one in variables.items() if name in names}
    own = [(name, one) for name, one in variables.items() if name not in names]
    parts: tuple[Any, ...] = ()
    for name, one in own[:_MOST_VARIABLES]:
        parts += _part(str(name), one)
    facts = (
        *("variables", ", ".join(str(name) for name, _ in own)),
        *("coordinates", ", ".join(map(str, coordinates))),
    )
    return facts, parts, _fixed(coordinates)


def grouped(value: Any) -> Described:
    """Describe a group-by or a resampling by what it works on."""
    return anything(adapter.grouped(value))


def windowed(value: Any) -> Described:
    """Describe a rolling window, a weighting or an accessor by what it works on."""
    return anything(adapter.worked_on(value))


def anything(value: Any) -> Described:
    """Describe an object of any of these kinds."""
    if hasattr(value, "data_vars"):
        return dataset(value)
    return data_array(value) if hasattr(value, "coords") else variable(value)


def ufunc(value: Any) -> Described:
    """Describe a ufunc of xarray by its name."""
    return ("name", str(value.__name__)), (), ()


def _facts(one: Any) -> tuple[Any, ...]:
    sizes = ", ".join(f"{name}: {size}" for name, size in zip(one.dims, one.shape, strict=True))
    data = one._data
    where = () if type(data) is np.ndarray else ("held by", type(data).__name__)
    return "dimensions", sizes, "dtype", str(one.dtype), *where


def _part(name: str, one: Any) -> tuple[Any, ...]:
    data = one._data
    return (name, data) if type(data) is np.ndarray else ()


def _fixed(coordinates: dict[Any, Any]) -> tuple[Any, ...]:
    fixed: tuple[Any, ...] = ()
    for name, one in coordinates.items():
        values = adapter.index_array(one._data)
        if values is not None:
            fixed += (str(name), values)
    return fixed


def located(value: Any) -> Described:
    """Describe `.loc` by what it belongs to."""
    return anything(adapter.located(value))
