"""Which of JAX's public callables are operations, and what they are called.

The generic walker over public APIs replaces this file: what stays are the lists of what is no operation.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

from numscope.probes.declaration import find

# What is called, the operation's name, and whether JAX's own Python code stands between it and the caller.
Found = tuple[Any, str, bool]

_DISTRIBUTIONS = (
    *(
        "bernoulli",
        "beta",
        "betabinom",
        "binom",
        "cauchy",
        "chi2",
        "dirichlet",
        "expon",
        "gamma",
        "gennorm",
        "geom",
    ),
    *(
        "gumbel_l",
        "gumbel_r",
        "laplace",
        "logistic",
        "multinomial",
        "multivariate_normal",
        "nbinom",
        "norm",
        "pareto",
    ),
    *("poisson", "t", "truncnorm", "uniform", "vonmises", "wrapcauchy"),
)
# Modules of JAX whose public functions compute. Those that the program imports later are not looked into.
MODULES = (
    *("jax.numpy", "jax.numpy.linalg", "jax.numpy.fft", "jax.lax", "jax.lax.linalg", "jax.nn", "jax.random"),
    *(
        "jax.nn.initializers",
        "jax.ops",
        "jax.image",
        "jax.scipy.linalg",
        "jax.scipy.special",
        "jax.scipy.stats",
    ),
    *(
        f"jax.scipy.{part}"
        for part in ("signal", "integrate", "ndimage", "fft", "optimize", "cluster.vq", "sparse.linalg")
    ),
    *(f"jax.scipy.stats.{distribution}" for distribution in _DISTRIBUTIONS),
)
# Where the class of arrays is: since 0.6, before.
_NATIVE = ("jaxlib._jax", "jaxlib.xla_extension")
# Functions of `jax` itself that compute or move arrays.
TOP = ("device_get", "device_put", "jvp", "vjp", "linearize")
# Classes of functions with a gradient of their own, JAX's such as `jax.nn.relu` and the program's.
WITH_RULES = ("custom_jvp", "custom_vjp")


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split())


# They describe types and settings, are asked thousands of times while a program is traced, print, or write files.
_NO_OPERATIONS = frozenset(
    _names(
        """
        apply_along_axis apply_over_axes array_repr array_str axis_size broadcast_shapes can_cast conv_dimension_numbers
        conv_general_permutations conv_general_shape_tuple conv_shape_tuple conv_transpose_shape_tuple dtype einsum_path
        finfo frompyfunc get_printoptions iinfo iscomplexobj isdtype isrealobj isscalar issubdtype iterable key_impl
        load naryop ndim padtype_to_pads printoptions promote_types reduce_window_shape_tuple result_type save savez
        set_printoptions shape size standard_primitive unop vectorize
        """
    )
)
# Methods of arrays, written in Python, that compute, move or convert; and what is done with `x.at[index]`.
_BINARY = _names("add sub mul truediv floordiv mod pow matmul and or xor lshift rshift")
_UNARY = _names(
    "neg pos abs invert eq ne lt le gt ge round getitem array dlpack bool float int complex index divmod"
)
_METHODS = _names(
    """
    all any argmax argmin argpartition argsort astype choose clip compress conj conjugate copy cumprod cumsum diagonal
    dot flatten item max mean min nonzero prod ptp ravel repeat reshape round searchsorted sort squeeze std sum swapaxes
    take to_device tobytes tolist trace transpose var view
    """
)
_ASKS = _names(
    """
    addressable_data block_until_ready copy_to_host_async delete devices is_deleted is_ready on_device_size_in_bytes
    platform pprint unsafe_buffer_pointer
    """
)
_UPDATES = _names("get set apply add subtract mul multiply divide power min max")


def top() -> Iterator[Found]:
    """Yield the operations that stand in `jax` itself."""
    for name in TOP:
        found = find(sys.modules["jax"], name)
        if found is not None:
            yield found, f"jax.{name}", False


def callables_of(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """Yield name and object of what a module has in public that is JAX's own and can be called."""
    for name, found in vars(module).items():
        if not name.startswith("_") and callable(found) and _is_of_jax(found, type(found)):
            yield name, found


def functions_of(module: ModuleType) -> Iterator[Found]:
    """Yield the operations of a module: Python functions, jitted functions, and what is behind a `jax.numpy.ufunc`."""
    for name, found in callables_of(module):
        if name in _NO_OPERATIONS:
            continue
        operation = f"{module.__name__}.{name}"
        if type(found).__name__ == "ufunc":
            inner = getattr(found, "_func", None)  # what the ufunc's own Python code calls
            if inner is not None:
                yield inner, operation, True
        elif isinstance(found, FunctionType) or type(found).__name__ in ("PjitFunction", *WITH_RULES):
            yield found, operation, False


def why_not(found: Any, name: str) -> str:
    """Return why a public callable of a module is no operation; "": nothing speaks against it."""
    if name in _NO_OPERATIONS:
        return "describes types and settings, prints or writes files"
    return "a class" if isinstance(found, type) else ""


def why_no_method(name: str) -> str:
    """Return why a public method of arrays is no operation; "": nothing speaks against it."""
    if name in _ASKS:
        return "says where an array lies, or waits for it"
    return "" if name in ("byteswap", "clone") else "belongs to Python's own protocols"


def array_types() -> list[type]:
    """Return `jax.Array`, the classes derived from it, and that of arrays themselves, which 0.4 does not derive."""
    array = sys.modules["jax"].Array
    native = [vars(sys.modules[name]).get("ArrayImpl") for name in _NATIVE if name in sys.modules]
    return list(dict.fromkeys([array, *array.__subclasses__(), *filter(None, native)]))


def methods(array: type) -> Iterator[Found]:
    """Yield the operations among the methods of a class of arrays."""
    for name in _method_names():
        found = vars(array).get(name)
        if found is not None:
            yield found, f"jax.Array.{name}", False


def indexed() -> FunctionType | None:
    """Return the function that makes `x.at[index]`; None: not found."""
    at = next((vars(kind).get("at") for kind in array_types() if "at" in vars(kind)), None)
    found = vars(getattr(at, "fget", None) or object).get("__getitem__")
    return found if isinstance(found, FunctionType) else None


def updates(update: type) -> Iterator[Found]:
    """Yield the operations among the methods of what `x.at[index]` is."""
    for name in _UPDATES:
        found = vars(update).get(name)
        if found is not None:
            yield found, f"jax.Array.at.{name}", False


def _method_names() -> Iterator[str]:
    for name in _BINARY:
        yield f"__{name}__"
        yield f"__r{name}__"
    for name in _UNARY:
        yield f"__{name}__"
    yield from _METHODS


def _is_of_jax(*found: Any) -> bool:
    modules = [str(getattr(one, "__module__", "")) for one in found]
    return any(module.partition(".")[0] in ("jax", "jaxlib") for module in modules)
