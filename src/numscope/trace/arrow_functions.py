"""Arrow's functions on columns without `pyarrow.compute`, for what every run loads at its end.

The import of `pyarrow.compute` writes 300 wrappers with their documentation: 60 of the 290 ms of CPU that the imports
of sealing took (pyarrow 26). `take`, `filter`, `cast` and `fill_null` of Arrow's own arrays import it, too.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import pyarrow as pa

try:
    # Private, of pyarrow 15 to 26: what `pyarrow.compute` hands on under the same names, as a test says.
    from pyarrow._compute import (
        CastOptions,
        FilterOptions,
        ScalarAggregateOptions,
        SetLookupOptions,
        TakeOptions,
        call_function,
    )
except ImportError:
    from pyarrow.compute import (
        CastOptions,
        FilterOptions,
        ScalarAggregateOptions,
        SetLookupOptions,
        TakeOptions,
        call_function,
    )


def _call(name: str, *values: Any) -> Any:
    return call_function(name, list(values))


add = partial(_call, "add")
and_ = partial(_call, "and")
and_not = partial(_call, "and_not")
bit_wise_and = partial(_call, "bit_wise_and")
drop_null = partial(_call, "drop_null")
equal = partial(_call, "equal")
greater = partial(_call, "greater")
if_else = partial(_call, "if_else")
invert = partial(_call, "invert")
less = partial(_call, "less")
less_equal = partial(_call, "less_equal")
not_equal = partial(_call, "not_equal")
or_ = partial(_call, "or")
shift_right = partial(_call, "shift_right")
subtract = partial(_call, "subtract")
unique = partial(_call, "unique")


def cast(column: Any, kind: Any) -> Any:
    """Return the column with elements of type `kind`. Raises pyarrow.ArrowInvalid if one does not fit."""
    return call_function("cast", [column], CastOptions.safe(kind))


def fill_null(column: Any, value: Any) -> Any:
    """Return the column with `value` for nulls."""
    return _call("coalesce", column, pa.scalar(value, column.type))


def keep(rows: Any, wanted: Any) -> Any:
    """Return the rows of a column or table for which `wanted` is true, not null."""
    return call_function("filter", [rows, wanted], FilterOptions("drop"))


def take(rows: Any, numbers: Any) -> Any:
    """Return the rows of a column or table with these numbers, from 0 on; a null gives nulls."""
    return call_function("take", [rows, numbers], TakeOptions(boundscheck=True))


def is_in(column: Any, values: Any) -> Any:
    """Return which elements are among `values`."""
    return call_function("is_in", [column], SetLookupOptions(value_set=values))


def every(column: Any) -> bool:
    """Return whether no element is false; nulls don't count."""
    return bool(call_function("all", [column], ScalarAggregateOptions(skip_nulls=True, min_count=0)).as_py())


def some(column: Any) -> bool:
    """Return whether an element is true; nulls don't count."""
    return bool(call_function("any", [column], ScalarAggregateOptions(skip_nulls=True, min_count=0)).as_py())


def total(column: Any) -> int:
    """Return the sum of the elements; nulls count as 0. A truth value counts as 0 or 1."""
    return int(call_function("sum", [column], ScalarAggregateOptions(skip_nulls=True, min_count=0)).as_py())
