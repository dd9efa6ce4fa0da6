"""A second, independent way to everything public in NumPy: by attribute access, as a user finds it."""

from __future__ import annotations

import inspect
import types
import warnings
from collections.abc import Iterator

import numpy

# As NumPy's documentation lists its namespaces.
TOP = ("char", "ctypeslib", "dtypes", "emath", "exceptions", "fft", "lib", "linalg", "ma", "polynomial")
DOCUMENTED = {
    "numpy": [*TOP, "random", "rec", "strings"],
    "numpy.lib": ["array_utils", "introspect", "mixins", "npyio", "scimath", "stride_tricks"],
    "numpy.polynomial": ["polynomial", "chebyshev", "hermite", "hermite_e", "laguerre", "legendre"],
}


def resolve(path: str) -> object:
    value: object = numpy
    for name in path.split(".")[1:]:
        value = getattr(value, name)
    return value


def namespaces() -> Iterator[tuple[str, types.ModuleType]]:
    yield "numpy", numpy
    for parent, names in DOCUMENTED.items():
        for name in names:
            module = getattr(resolve(parent), name, None)  # not in every version
            if isinstance(module, types.ModuleType):
                yield f"{parent}.{name}", module


def public_callables() -> Iterator[tuple[str, object]]:
    """Yield (path, object) of whatever the documented namespaces say they have and can be called."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for path, module in namespaces():
            declared = getattr(module, "__all__", None)
            for name in declared if declared is not None else dir(module):
                value = getattr(module, name, None)
                home = getattr(value, "__module__", None) or "numpy"
                if callable(value) and not name.startswith("_") and home.startswith("numpy"):
                    yield f"{path}.{name}", value


def class_members(cls: type) -> Iterator[tuple[str, object]]:
    """Yield (name, object) of the methods and attributes that a class of NumPy defines, special ones included."""
    for name, value in vars(cls).items():
        hidden = name.startswith("_") and not name.endswith("__")
        if not hidden and (callable(value) or inspect.isdatadescriptor(value)):
            yield name, value
