"""From the recorded name of an operation to what is called: NumPy's own operations and nothing else.

The name comes from a trace, which may be hostile. It never leads to an import of its choosing or to any object outside
the modules and classes listed here, and nothing that reads or writes files, runs a caller's function, or changes
NumPy's settings is ever called.
"""

from __future__ import annotations

import importlib
import operator
import sys
from collections.abc import Callable
from functools import cache
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

import numpy as np

from ...calling.refusal import CannotReplayError

_PUBLIC = (
    *("numpy", "numpy.char", "numpy.emath", "numpy.fft", "numpy.lib.recfunctions", "numpy.lib.scimath"),
    *(
        "numpy.lib.stride_tricks",
        "numpy.linalg",
        "numpy.matlib",
        "numpy.random",
        "numpy.rec",
        "numpy.strings",
    ),
    *("numpy.polynomial.chebyshev", "numpy.polynomial.hermite", "numpy.polynomial.hermite_e"),
    *("numpy.polynomial.laguerre", "numpy.polynomial.legendre", "numpy.polynomial.polynomial"),
    *("numpy.polynomial.polyutils",),
)
# Ufuncs without a public name: what linalg and fft are made of.
_PRIVATE = (
    *("numpy.linalg._umath_linalg", "numpy.fft._pocketfft_umath", "numpy._core.umath"),
    *("numpy._core._multiarray_umath", "numpy.core._multiarray_umath", "numpy.core.umath"),
)
_MODULES = frozenset((*_PUBLIC, *_PRIVATE))
_UFUNC_METHODS = ("reduce", "accumulate", "reduceat", "outer", "at")

_FILES = "it reads or writes a file"
_CODE = "it calls a function of the program"
_SETTING = "it changes a setting"
_ADDRESS = "it hands out the address of memory"
_REFUSED = {
    **dict.fromkeys(
        ("load", "save", "savez", "savez_compressed", "loadtxt", "savetxt", "genfromtxt", "fromfile"), _FILES
    ),
    **dict.fromkeys(("fromregex", "tofile", "dump", "memmap", "open_memmap", "DataSource", "loads"), _FILES),
    **dict.fromkeys(("recfromcsv", "recfromtxt", "mafromtxt", "ndfromtxt", "load_library", "test"), _FILES),
    **dict.fromkeys(("frompyfunc", "vectorize", "apply_along_axis", "apply_over_axes", "piecewise"), _CODE),
    **dict.fromkeys(("fromfunction", "bmat", "safe_eval", "source", "lookfor", "info", "who", "disp"), _CODE),
    **dict.fromkeys(
        ("seterr", "seterrcall", "setbufsize", "set_printoptions", "set_string_function"), _SETTING
    ),
    **dict.fromkeys(
        ("printoptions", "set_numeric_ops", "setflags", "set_bit_generator", "seterrobj"), _SETTING
    ),
    **dict.fromkeys(("seed", "set_state", "add_docstring", "add_newdoc", "add_newdoc_ufunc"), _SETTING),
    **dict.fromkeys(("data", "ctypes", "__array_interface__", "__array_struct__", "__buffer__"), _ADDRESS),
    **dict.fromkeys(("__dlpack__", "from_dlpack", "byte_bounds"), _ADDRESS),
    **dict.fromkeys(("dumps", "__reduce__", "__reduce_ex__", "__setstate__"), "it makes or reads a pickle"),
}
# Iterators live longer than one operation, and masked arrays are more than the data that is kept of them.
_NO_CLASSES = (
    "nditer",
    "flatiter",
    "broadcast",
    "MaskedArray",
    "MaskedIterator",
    "vectorize",
    "nested_iters",
)
_OPERATORS: dict[str, Callable[..., Any]] = {
    **{
        f"__{name}__": getattr(operator, name)
        for name in ("add", "sub", "mul", "mod", "pow", "lshift", "rshift")
    },
    **{
        f"__{name}__": getattr(operator, name)
        for name in ("xor", "floordiv", "truediv", "matmul", "neg", "pos")
    },
    **{
        f"__{name}__": getattr(operator, name)
        for name in ("abs", "invert", "lt", "le", "eq", "ne", "gt", "ge")
    },
    "__and__": operator.and_,
    "__or__": operator.or_,
    "__divmod__": divmod,
    "__contains__": operator.contains,
    "__getitem__": operator.getitem,
    "__setitem__": operator.setitem,
    "__float__": float,
    "__int__": int,
    "__index__": operator.index,
    "__bool__": bool,
    "__complex__": complex,
    "__iter__": iter,
}


def as_strided(x: Any, shape: Any = None, strides: Any = None, **named: Any) -> Any:
    """Call NumPy's function of this name on memory of `x` only: its arguments come from a trace.

    Raises CannotReplayError if the result would reach outside.
    """
    array = np.asanyarray(x)
    wanted = _reach(
        array.shape if shape is None else shape, array.strides if strides is None else strides, array
    )
    there = _reach(array.shape, array.strides, array)
    if wanted[0] < there[0] or wanted[1] > there[1]:
        raise CannotReplayError("it reads memory outside of its array")
    return np.lib.stride_tricks.as_strided(x, shape, strides, **named)


def _reach(shape: Any, strides: Any, array: Any) -> tuple[int, int]:
    """Return the first and the last byte of an array with this shape and these strides, from its first element."""
    lengths = [int(length) for length in np.atleast_1d(shape)]
    steps = [int(step) for step in np.atleast_1d(strides)]
    if len(lengths) != len(steps) or any(length < 0 for length in lengths):
        raise CannotReplayError("its shape and its strides do not fit together")
    if not all(lengths):
        return 0, 0
    ends = [(length - 1) * step for length, step in zip(lengths, steps, strict=True)]
    return sum(end for end in ends if end < 0), sum(end for end in ends if end > 0) + array.itemsize


@cache
def resolve(name: str) -> Callable[..., Any]:
    """What is called for the operation `name`. Raises CannotReplayError if it is unknown here or must not be called."""
    last = name.rpartition(".")[2]
    if last in _REFUSED:
        raise CannotReplayError(_REFUSED[last])
    if name.startswith("numpy.ma."):
        raise CannotReplayError("of masked arrays only the data is kept, not the mask")
    function = as_strided if last == "as_strided" else _find(name)
    if function is None:
        raise CannotReplayError(f"NumPy {np.__version__} has no operation {name!r} that may be called")
    return function


def generator_method(name: str) -> str | None:
    """Return the method of RandomState or Generator that `name` is; None if it is none.

    A question of what is called, on which object. Whether it draws is asked of its traits.
    """
    parts = name.split(".")
    if parts[:2] != ["numpy", "random"]:
        return None
    if len(parts) == 4 and parts[2] in ("Generator", "RandomState"):
        return parts[3]
    return parts[2] if len(parts) == 3 and parts[2] in vars(np.random.RandomState) else None


def _find(name: str) -> Callable[..., Any] | None:
    module_name, inside = _split(name)
    if module_name is None or not inside:
        return _of_scipy_special(name)
    module = _module(module_name)
    value = vars(module).get(inside[0]) if module is not None else None
    if value is None and module is np:
        value = getattr(np, inside[0], None) if not inside[0].startswith("_") else None
    if isinstance(value, np.ufunc):
        return _of_ufunc(value, inside[1:])
    if isinstance(value, type):
        return _of_class(value, inside[1:])
    method = generator_method(name)
    if method is not None:
        return _member(np.random.RandomState, method)
    return value if len(inside) == 1 and _is_function(value) else None


def _split(name: str) -> tuple[str | None, list[str]]:
    """The module of a dotted name that is one of ours, and the parts inside it."""
    parts = name.split(".")
    for length in range(min(len(parts), 4), 0, -1):
        if ".".join(parts[:length]) in _MODULES:
            return ".".join(parts[:length]), parts[length:]
    return None, parts


def _module(name: str) -> Any:
    """One of our modules; of NumPy's private package under either name that it has had. None: this NumPy lacks it."""
    renamed = (
        name.replace("numpy._core", "numpy.core")
        if "_core" in name
        else name.replace("numpy.core", "numpy._core")
    )
    for candidate in (name, renamed):
        try:
            return importlib.import_module(candidate)
        except ImportError:
            continue
    parent, _, last = name.rpartition(".")
    return getattr(np, last, None) if parent == "numpy" else None


def _of_ufunc(ufunc: Any, inside: list[str]) -> Callable[..., Any] | None:
    if not inside:
        return ufunc  # type: ignore[no-any-return]
    return getattr(ufunc, inside[0]) if len(inside) == 1 and inside[0] in _UFUNC_METHODS else None


def _of_class(kind: type, inside: list[str]) -> Callable[..., Any] | None:
    if not kind.__module__.startswith("numpy") or kind.__name__ in _NO_CLASSES:
        return None
    if not inside:
        makes_data = issubclass(kind, (np.generic, np.ndarray)) and kind is not np.memmap
        return kind if makes_data else None
    if inside[0] in _OPERATORS and len(inside) == 1:
        return _OPERATORS[inside[0]]
    if not issubclass(kind, (np.generic, np.ndarray)) and not _draws_numbers(kind):
        return None
    if len(inside) == 2 and inside[1] == "__set__" and inside[0] not in _REFUSED:
        attribute = inside[0]
        return lambda target, value: setattr(target, attribute, value)
    return _member(kind, inside[0]) if len(inside) == 1 else None


def _draws_numbers(kind: type) -> bool:
    # NumPy imports this module when it is asked for.
    random = sys.modules.get("numpy.random")
    return random is not None and issubclass(kind, (random.Generator, random.RandomState))


def _member(kind: type, name: str) -> Callable[..., Any] | None:
    value = next((vars(base)[name] for base in kind.__mro__ if name in vars(base)), None)
    if value is None or (
        name.startswith("_") and name not in ("__array__", "__copy__", "__deepcopy__", "__round__")
    ):
        return None
    if callable(value):
        return value  # type: ignore[no-any-return]
    return operator.attrgetter(name) if hasattr(value, "__get__") else None


def _is_function(value: Any) -> bool:
    array_function = type(np.concatenate)
    kinds = (array_function, FunctionType, BuiltinFunctionType, MethodType)
    compiled = type(value).__name__ == "cython_function_or_method"
    return (isinstance(value, kinds) or compiled) and str(
        getattr(value, "__module__", None) or "numpy"
    ).startswith("numpy")


def _of_scipy_special(name: str) -> Callable[..., Any] | None:
    """SciPy's ufuncs are recorded under their own names, without a module."""
    if "." in name or not name.isidentifier():
        return None
    try:
        value: Any = getattr(importlib.import_module("scipy.special"), name, None)
    except ImportError:
        return None
    return value if isinstance(value, np.ufunc) else None
