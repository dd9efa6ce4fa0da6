"""Everything private of xarray that the probe touches.

| part | 2024.6 to 2026.9 | without it |
|---|---|---|
| `Variable._data` | yes | an object has no parts |
| `PandasIndexingAdapter.array`, of pandas `Index._values` | yes | an index has no array |
| `DataArray._coords`, `Dataset._variables`, `._coord_names` | yes | no parts |
| `GroupBy._obj`, `Rolling.obj`, `Weighted.obj`, `_obj` of accessors | yes | no parts |
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

OLDEST = "2024.6"
TRIED = ("2026.9",)


def coordinates(array: Any) -> dict[Any, Any]:
    """Return the variables of a DataArray's coordinates by name."""
    return array._coords  # type: ignore[no-any-return]


def variables(dataset: Any) -> tuple[dict[Any, Any], set[Any]]:
    """Return all variables of a Dataset by name, and which of them are coordinates."""
    return dataset._variables, dataset._coord_names


def index_array(data: Any) -> Any:
    """Return the array of a coordinate, without a copy; None: it has none in memory."""
    if type(data) is np.ndarray:
        return data
    index = getattr(data, "array", None)
    values = getattr(index, "_values", None)
    values = getattr(values, "_ndarray", values)
    return values if type(values) is np.ndarray and values.dtype != object else None


def grouped(group_by: Any) -> Any:
    """Return what a group-by works on."""
    return group_by._obj


def worked_on(window: Any) -> Any:
    """Return what a rolling window, a weighting or an accessor works on."""
    return window.obj if hasattr(window, "obj") else window._obj


def located(indexer: Any) -> Any:
    """Return what `.loc` belongs to."""
    return getattr(indexer, "data_array", None) if hasattr(indexer, "data_array") else indexer.dataset


def missing(xarray: ModuleType) -> list[str]:
    """Return the private parts that are not where they are expected."""
    array = xarray.DataArray([1.0, 2.0], dims="x", coords={"x": [1, 2]})
    looked_for = {
        "Variable._data": lambda: array.variable._data.shape,
        "DataArray._coords": lambda: index_array(coordinates(array)["x"]._data).shape,
        "Dataset._variables": lambda: variables(array.to_dataset(name="a"))[0]["a"],
        "GroupBy._obj": lambda: grouped(array.groupby("x")),
        "Rolling.obj": lambda: worked_on(array.rolling(x=2)),
        "Weighted.obj": lambda: worked_on(array.weighted(array)),
        "accessors' _obj": lambda: worked_on(array.str),
    }
    return [name for name, look in looked_for.items() if not _is_there(look)]


def _is_there(look: Any) -> bool:
    try:
        look()
    except (AttributeError, KeyError, TypeError):
        return False
    return True
