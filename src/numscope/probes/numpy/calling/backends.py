"""The same operation in another array library, through the Python array API standard (array-api-compat).

Names are translated: `numpy.add.reduce` is `sum` there, `ndarray.T` is `matrix_transpose`. What the standard does not
have is not replayed.
"""

from __future__ import annotations

import importlib
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from ...calling.refusal import CannotReplayError

LIBRARIES = {"torch": "torch", "jax": "jax.numpy", "cupy": "cupy"}
_ELEMENTWISE = (
    *(
        "add",
        "subtract",
        "multiply",
        "divide",
        "floor_divide",
        "remainder",
        "negative",
        "positive",
        "square",
        "sqrt",
    ),
    *(
        "exp",
        "expm1",
        "log",
        "log1p",
        "log2",
        "log10",
        "sin",
        "cos",
        "tan",
        "sinh",
        "cosh",
        "tanh",
        "floor",
        "ceil",
    ),
    *(
        "trunc",
        "isnan",
        "isinf",
        "isfinite",
        "equal",
        "not_equal",
        "less",
        "less_equal",
        "greater",
        "greater_equal",
    ),
    *(
        "logical_and",
        "logical_or",
        "logical_not",
        "logical_xor",
        "bitwise_and",
        "bitwise_or",
        "bitwise_xor",
        "hypot",
    ),
    *(
        "logaddexp",
        "maximum",
        "minimum",
        "matmul",
        "vecdot",
        "conj",
        "real",
        "imag",
        "sign",
        "signbit",
        "copysign",
    ),
)
_ALSO = {
    "absolute": "abs",
    "power": "pow",
    "arcsin": "asin",
    "arccos": "acos",
    "arctan": "atan",
    "arctan2": "atan2",
    "arcsinh": "asinh",
    "arccosh": "acosh",
    "arctanh": "atanh",
    "rint": "round",
    "conjugate": "conj",
    "invert": "bitwise_invert",
    "left_shift": "bitwise_left_shift",
    "right_shift": "bitwise_right_shift",
    "concatenate": "concat",
    "transpose": "permute_dims",
}
_FUNCTIONS = (
    *(
        "sum",
        "prod",
        "mean",
        "std",
        "var",
        "max",
        "min",
        "any",
        "all",
        "argmax",
        "argmin",
        "where",
        "sort",
        "argsort",
    ),
    *(
        "reshape",
        "squeeze",
        "expand_dims",
        "stack",
        "flip",
        "roll",
        "tensordot",
        "clip",
        "take",
        "searchsorted",
    ),
    *(
        "broadcast_to",
        "cumulative_sum",
        "concat",
        "permute_dims",
        "matrix_transpose",
        "moveaxis",
        "tile",
        "repeat",
    ),
)
_REDUCTIONS = {
    "add": "sum",
    "multiply": "prod",
    "maximum": "max",
    "minimum": "min",
    "logical_and": "all",
    "logical_or": "any",
}
_LINALG = ("inv", "solve", "det", "eigh", "eigvalsh", "qr", "svd", "svdvals", "cholesky", "pinv", "slogdet")
_FFT = (
    "fft",
    "ifft",
    "rfft",
    "irfft",
    "fftn",
    "ifftn",
    "rfftn",
    "irfftn",
    "hfft",
    "ihfft",
    "fftshift",
    "ifftshift",
)
_METHODS = (
    "sum",
    "prod",
    "mean",
    "std",
    "var",
    "max",
    "min",
    "any",
    "all",
    "argmax",
    "argmin",
    "reshape",
    "squeeze",
)
# What the standard has for floating-point numbers only, and NumPy for whole ones as well.
_OF_REAL_NUMBERS = (
    *("sqrt", "exp", "expm1", "log", "log1p", "log2", "log10", "sin", "cos", "tan", "sinh", "cosh", "tanh"),
    *("asin", "acos", "atan", "atan2", "asinh", "acosh", "atanh", "hypot", "logaddexp"),
    *("divide", "mean", "std", "var"),
)
# Of NumPy's arguments those that the standard has as well, with another name or the same.
_KEYWORDS = {"axis": "axis", "keepdims": "keepdims", "ddof": "correction", "dtype": "dtype"}
_NOTHING = (None, np._NoValue)
_BACK_METHODS = {"__getitem__": operator.getitem}


class Backend:
    """One other library. Raises CannotReplayError if it can't be imported."""

    def __init__(self, name: str) -> None:
        try:
            self._space: Any = importlib.import_module(
                f"array_api_compat.{LIBRARIES[name].replace('jax.', '')}"
            )
        except ImportError:
            self._space = self._plain(name)
        self.name = name

    def _plain(self, name: str) -> Any:
        try:
            space = importlib.import_module(LIBRARIES[name])  # JAX and CuPy follow the standard by themselves
        except ImportError as error:
            raise CannotReplayError(f"{name} can't be imported: {error}") from None
        if name == "jax":  # which otherwise makes float32 of every float64
            importlib.import_module("jax").config.update("jax_enable_x64", True)
        return space

    def function(self, name: str) -> Callable[..., Any]:
        """What `name` is in the other library. Raises CannotReplayError if the standard has no such function."""
        path, last = _translated(name)
        space: Any = self._space
        for part in path:
            space = getattr(space, part, None)
        function = _BACK_METHODS.get(last) or getattr(space, last, None)
        if function is None:
            raise CannotReplayError(f"{self.name} has no {'.'.join((*path, last))}")

        def call(*positional: Any, **named: Any) -> Any:
            positional, named = _arguments(last, positional, named)
            if last in _OF_REAL_NUMBERS:
                positional = tuple(_as_real(value, last) for value in positional)
            given = [self._there(value) for value in positional]
            if last in _ELEMENTWISE or last in _ALSO.values():
                given = self._as_arrays(positional, given)
            try:
                result = function(*given, **{key: self._there(value) for key, value in named.items()})
            except Exception as error:  # noqa: BLE001 - whatever the other library raises is its refusal
                said = str(error).partition("\n")[0]
                raise CannotReplayError(
                    f"{self.name} refuses: {type(error).__name__}: {said}"[:160]
                ) from None
            return self._back(result)

        return call

    def _as_arrays(self, before: tuple[Any, ...], given: list[Any]) -> list[Any]:
        """Plain numbers beside arrays take the arrays' element type, as NumPy has it; alone, NumPy's own."""
        arrays = [value for value in before if isinstance(value, (np.ndarray, np.generic))]
        return [
            self._there(np.asarray(value, np.result_type(*arrays, value) if arrays else None))
            if isinstance(value, (bool, int, float, complex))
            else there
            for value, there in zip(before, given, strict=True)
        ]

    def _there(self, value: Any) -> Any:
        if isinstance(value, (list, tuple)):
            return type(value)(self._there(part) for part in value)
        if isinstance(value, np.dtype) or (isinstance(value, type) and issubclass(value, np.generic)):
            return getattr(self._space, np.dtype(value).name)
        if not isinstance(value, (np.ndarray, np.generic)):
            return value
        if value.dtype.kind not in "biufc" or not value.dtype.isnative:
            raise CannotReplayError(f"{self.name} has no arrays of {value.dtype}")
        try:
            return self._space.asarray(np.ascontiguousarray(value).reshape(value.shape))
        except TypeError:
            raise CannotReplayError(f"{self.name} has no arrays of {value.dtype}") from None

    def _back(self, value: Any) -> Any:
        if isinstance(value, (list, tuple)):
            return tuple(self._back(part) for part in value)
        if hasattr(value, "detach"):
            return value.detach().cpu().resolve_conj().resolve_neg().numpy()
        if hasattr(value, "get") and not hasattr(value, "keys"):
            return value.get()
        return np.asarray(value) if hasattr(value, "__array__") else value


def _as_real(value: Any, function: str) -> Any:
    """Whole numbers as the floating-point type in which NumPy computes `function` of them."""
    if not isinstance(value, (np.ndarray, np.generic)) or value.dtype.kind not in "iub":
        return value
    always_double = function in ("divide", "mean", "std", "var")
    return value.astype(np.float64 if always_double else np.result_type(value.dtype, np.float16))


def _translated(name: str) -> tuple[tuple[str, ...], str]:
    parts = name.split(".")
    if parts[0] != "numpy":
        raise CannotReplayError("it is no operation of NumPy's")
    inside = parts[1:]
    if len(inside) == 1 and (inside[0] in _ELEMENTWISE or inside[0] in _FUNCTIONS):
        return (), inside[0]
    if len(inside) == 1 and inside[0] in _ALSO:
        return (), _ALSO[inside[0]]
    if len(inside) == 2 and inside[1] == "reduce" and inside[0] in _REDUCTIONS:
        return (), _REDUCTIONS[inside[0]]
    if len(inside) == 2 and inside[0] == "linalg" and inside[1] in _LINALG:
        return ("linalg",), inside[1]
    if len(inside) == 2 and inside[0] == "fft" and inside[1] in _FFT:
        return ("fft",), inside[1]
    if len(inside) == 2 and inside[0] == "ndarray" and inside[1] in (*_METHODS, "__getitem__"):
        return (), inside[1]
    raise CannotReplayError("the array API standard has no such operation")


def _arguments(
    last: str, positional: tuple[Any, ...], named: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """NumPy's arguments in the standard's form. Raises CannotReplayError if one of them is not in the standard."""
    kept: dict[str, Any] = {}
    if last in _REDUCTIONS.values() and len(positional) > 1:
        # ufunc.reduce(array, axis, dtype, out, keepdims)
        order = ("axis", "dtype", "out", "keepdims")
        named = {**dict(zip(order, positional[1:], strict=False)), **named}
        positional = positional[:1]
    for key, value in named.items():
        if any(value is nothing for nothing in _NOTHING) and key != "axis":
            continue
        if key not in _KEYWORDS:
            raise CannotReplayError(f"the array API standard has no argument {key!r} here")
        if value is not np._NoValue:
            kept[_KEYWORDS[key]] = value
    if last == "reshape" and len(positional) > 2:
        positional = (positional[0], tuple(positional[1:]))
    return positional, kept
