"""NumPy's private parts. No other module of numscope names them.

Where they are, by version (checked by `moved`, which tests and `numscope doctor` ask):

| NumPy | implementation package | global RandomState          | array function type       |
|-------|------------------------|-----------------------------|---------------------------|
| 1.26  | numpy.core             | numpy.random.mtrand._rand   | type of numpy.concatenate |
| 2.x   | numpy._core            | numpy.random.mtrand._rand   | type of numpy.concatenate |
"""

from __future__ import annotations

import sys
from types import MethodDescriptorType, ModuleType
from typing import Any

OLDEST = (1, 26)
_IMPLEMENTATION_PACKAGES = {1: "numpy.core", 2: "numpy._core"}


def version(numpy: ModuleType) -> tuple[int, int]:
    """Return major and minor version of the NumPy given."""
    major, minor = (int(part) for part in numpy.__version__.split(".")[:2])
    return major, minor


def implementation_package(numpy: ModuleType) -> str:
    """Name of the package that holds NumPy's implementation."""
    return _IMPLEMENTATION_PACKAGES[min(version(numpy)[0], max(_IMPLEMENTATION_PACKAGES))]


def extension(numpy: ModuleType) -> ModuleType:
    """The extension module in which arrays and ufuncs are implemented."""
    return sys.modules[f"{implementation_package(numpy)}._multiarray_umath"]


def array_function_type(numpy: ModuleType) -> type:
    """Type of the array functions (`numpy.concatenate` and its like), which have a vectorcall pointer each."""
    return type(numpy.concatenate)


def ufunc_table(numpy: ModuleType) -> Any:
    """Capsule of the C interface through which other extensions make ufuncs."""
    return extension(numpy)._UFUNC_API


def global_random_state() -> object | None:
    """The RandomState behind `numpy.random.rand` and its like, if `numpy.random` has been imported."""
    module = sys.modules.get("numpy.random.mtrand")
    return getattr(module, "_rand", None)


def build_facts(numpy: ModuleType) -> dict[str, str]:
    """How NumPy was built and what of the processor it uses: names and versions of BLAS and LAPACK, instruction sets.

    What a version of NumPy does not report is left out.
    """
    facts = {}
    config = getattr(getattr(numpy, "__config__", None), "CONFIG", None) or {}
    for name in ("blas", "lapack"):
        library = config.get("Build Dependencies", {}).get(name, {})
        if "name" in library:
            facts[name.upper()] = f"{library['name']} {library.get('version', '')}".strip()
    features = getattr(extension(numpy), "__cpu_features__", None) or {}
    if features:
        facts["instruction sets"] = " ".join(name for name, there in features.items() if there)
    return facts


def is_cython_function(value: object) -> bool:
    """Whether `value` is a function compiled by Cython 3 (Cython 0.29 made plain builtins)."""
    return type(value).__name__ == "cython_function_or_method"


def moved(numpy: ModuleType) -> list[str]:
    """Name every private part that is not where this module expects it; empty when all is well."""
    complaints = []
    package = implementation_package(numpy)
    if f"{package}._multiarray_umath" not in sys.modules:
        return [f"{package}._multiarray_umath is not loaded"]
    if type(getattr(extension(numpy), "_UFUNC_API", None)).__name__ != "PyCapsule":
        complaints.append(f"{package}._multiarray_umath._UFUNC_API is no capsule")
    if array_function_type(numpy).__name__ != "_ArrayFunctionDispatcher":
        complaints.append(f"numpy.concatenate is a {array_function_type(numpy).__name__}")
    for method in ("reduce", "accumulate", "reduceat", "outer", "at"):
        if not isinstance(vars(numpy.ufunc).get(method), MethodDescriptorType):
            complaints.append(f"numpy.ufunc.{method} is no method of a C type")
    if "numpy.random" in sys.modules and global_random_state() is None:
        complaints.append("numpy.random.mtrand._rand is gone")
    return complaints
