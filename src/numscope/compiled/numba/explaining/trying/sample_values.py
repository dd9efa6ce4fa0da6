"""Values of given Numba types, for a call whose own arguments are not known."""

from __future__ import annotations

from typing import Any

import numpy as np

from numscope.probes.numba.adapter.compiler import as_dtype, numba_types

_LENGTH = 3


def sample(type_: Any) -> Any:
    """Return a small value of a Numba type. Raises LookupError for a kind that is not known here."""
    types = numba_types()
    literal = getattr(type_, "literal_value", None)
    if literal is not None:
        return literal
    simple = {types.unicode_type: "12", types.none: None, types.boolean: True}
    if type_ in simple:
        return simple[type_]
    if isinstance(type_, types.Omitted):
        return type_.value
    if isinstance(type_, types.Integer):
        return as_dtype(type_).type(2)
    if isinstance(type_, (types.Float, types.Complex)):
        return as_dtype(type_).type(1.5)
    if isinstance(type_, types.Optional):
        return sample(type_.type)
    return _container(type_)


def _container(type_: Any) -> Any:
    types = numba_types()
    if isinstance(type_, types.Array):
        return _array(type_)
    if isinstance(type_, types.NamedTuple):
        return type_.instance_class(*(sample(item) for item in type_))
    if isinstance(type_, types.NamedUniTuple):
        return type_.instance_class(*(sample(item) for item in type_))
    if isinstance(type_, types.BaseTuple):
        return tuple(sample(item) for item in type_)
    if isinstance(type_, types.List):
        return [sample(type_.dtype)] * _LENGTH
    if isinstance(type_, types.Set):
        return {sample(type_.dtype)}
    if isinstance(type_, types.Dispatcher):
        return type_.dispatcher
    raise LookupError


def _array(type_: Any) -> np.ndarray[Any, Any]:
    shape = (_LENGTH,) * type_.ndim
    values: np.ndarray[Any, Any] = (
        np.arange(1, _LENGTH**type_.ndim + 1).astype(as_dtype(type_.dtype)).reshape(shape)
    )
    if type_.layout == "A" and type_.ndim:
        doubled: np.ndarray[Any, Any] = np.repeat(values, 2, axis=-1)[..., ::2]
        return doubled
    values = np.asfortranarray(values) if type_.layout == "F" else values.copy()
    values.flags.writeable = bool(type_.mutable)
    return values
