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

# Modules of JAX whose public functions compute. Those that the program imports later are not looked into.
MODULES = (
    *("jax.numpy", "jax.numpy.linalg", "jax.numpy.fft", "jax.lax", "jax.lax.linalg", "jax.nn", "jax.random"),
    *("jax.scipy.linalg", "jax.scipy.special", "jax.scipy.stats.norm", "jax.ops", "jax.image"),
)
# Where the class of arrays is: since 0.6, before.
_NATIVE = ("jaxlib._jax", "jaxlib.xla_extension")
# Functions of `jax` itself that compute or move arrays.
TOP = ("device_get", "device_put", "jvp", "vjp", "linearize", "custom_jvp.__call__", "custom_vjp.__call__")
# They describe types and settings, are asked millions of times while a program is traced, or print.
_NO_OPERATIONS = frozenset(
    """
    array_equiv array_repr array_str array_split can_cast dtype finfo get_printoptions iinfo iscomplexobj isdtype
    isrealobj isscalar issubdtype iterable ndim printoptions promote_types result_type set_printoptions shape size
    broadcast_shapes einsum_path frompyfunc vectorize apply_along_axis apply_over_axes save savez load
    get_bootstrapped_module_names dtypes_result_type key_impl register_prng_impl default_prng_impl
    standard_primitive naryop unop broadcasting_shape_rule padtype_to_pads conv_general_permutations
    conv_general_shape_tuple conv_shape_tuple conv_transpose_shape_tuple conv_general_dilated_patches_shape
    dtype_to_string reduce_window_shape_tuple stop_gradient_p with_sharding_constraint_p axis_size
    """.split()
)
# Methods of arrays, written in Python, that compute, move or convert; and what is done with `x.at[index]`.
_ARRAY_METHODS = (
    """
    add sub mul truediv floordiv mod pow matmul and or xor lshift rshift
    """.split(),
    """
    neg pos abs invert eq ne lt le gt ge round getitem array dlpack bool float int complex index divmod
    """.split(),
    """
    all any argmax argmin argpartition argsort astype choose clip compress conj conjugate copy cumprod cumsum
    diagonal dot flatten item max mean min nonzero prod ptp ravel repeat reshape round searchsorted sort squeeze
    std sum swapaxes take tobytes tolist to_device trace transpose var view
    """.split(),
)
_UPDATES = "get set apply add subtract mul multiply divide power min max".split()


def top() -> Iterator[Found]:
    """Yield the operations that stand in `jax` itself."""
    for name in TOP:
        found = find(sys.modules["jax"], name)
        if found is not None:
            yield found, f"jax.{name}", False


def functions_of(module: ModuleType) -> Iterator[Found]:
    """Yield the operations of a module: Python functions, jitted functions, and what is behind a `jax.numpy.ufunc`."""
    for name, found in vars(module).items():
        if name.startswith("_") or name in _NO_OPERATIONS or not _is_of_jax(found, type(found)):
            continue
        operation = f"{module.__name__}.{name}"
        if type(found).__name__ == "ufunc":
            inner = getattr(found, "_func", None)  # what the ufunc's own Python code calls
            if inner is not None:
                yield inner, operation, True
        elif isinstance(found, FunctionType) or type(found).__name__ == "PjitFunction":
            yield found, operation, False


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
    binary, other, plain = _ARRAY_METHODS
    for name in binary:
        yield f"__{name}__"
        yield f"__r{name}__"
    for name in other:
        yield f"__{name}__"
    yield from plain


def _is_of_jax(*found: Any) -> bool:
    modules = [str(getattr(one, "__module__", "")) for one in found]
    return any(module.partition(".")[0] in ("jax", "jaxlib") for module in modules)
