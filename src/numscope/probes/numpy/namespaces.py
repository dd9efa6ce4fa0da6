"""What NumPy makes public: its modules, and the names in them, found in the installed NumPy itself."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import ModuleType

# Parts of the package that hold no operations on arrays, or none of their own, and why.
LEFT_OUT = {
    "numpy.core": "the implementation's old name: what is public in it is public under numpy",
    "numpy.compat": "helpers for old Python versions: touches no array data",
    "numpy.array_api": "Python classes over functions that are watched",
    "numpy.testing": "assertions in Python: the operations inside them are recorded",
    "numpy.ma.testutils": "assertions in Python: the operations inside them are recorded",
    "numpy.ma.timer_comparison": "a timing script for numpy.ma",
    "numpy.typing": "annotations for type checkers: touches no array data",
    "numpy.f2py": "builds extension modules from Fortran: touches no array data",
    "numpy.distutils": "builds packages: touches no array data",
    "numpy.conftest": "settings of NumPy's own tests",
}
# Where an object has two equally short names, the one that NumPy's documentation calls legacy stands back.
_LEGACY = ("numpy.char", "numpy.matlib")


@dataclass(frozen=True)
class Public:
    """One public object: its dotted path, the other paths that lead to it, and itself."""

    name: str
    aliases: tuple[str, ...]
    value: object


def is_left_out(module_name: str) -> bool:
    """Whether a module belongs to a part in `LEFT_OUT`."""
    return any(module_name == part or module_name.startswith(part + ".") for part in LEFT_OUT)


def _is_public(module_name: str) -> bool:
    parts = module_name.split(".")
    hidden = any(part.startswith("_") or part in ("tests", "setup") for part in parts)
    return not hidden and not is_left_out(module_name)


def import_all(numpy: ModuleType) -> None:
    """Import every public module of NumPy: several are loaded on first use only.

    Changes what the process has imported, so it is for reports and never for a process that is recorded.
    """
    import importlib
    import pkgutil

    packages = [numpy]
    while packages:
        package = packages.pop()
        for info in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
            if not _is_public(info.name):
                continue
            with warnings.catch_warnings():
                # Some modules only warn that they have moved: that is no news here.
                warnings.simplefilter("ignore")
                try:
                    module = importlib.import_module(info.name)
                except ImportError:
                    continue
            if info.ispkg:
                packages.append(module)


def public_modules(numpy: ModuleType) -> dict[str, ModuleType]:
    """Every public module that is loaded, by dotted path: its own name, and names such as `numpy.emath` for it."""
    found = {"numpy": numpy}
    for name, module in list(sys.modules.items()):
        if name.startswith("numpy.") and _is_public(name) and isinstance(module, ModuleType):
            found[name] = module
    for name, value in list(vars(numpy).items()):
        path = f"numpy.{name}"
        if isinstance(value, ModuleType) and value.__name__.startswith("numpy.") and _is_public(path):
            found.setdefault(path, value)
    return found


def _holder(module: ModuleType) -> ModuleType:
    """The module in which the declared names are: NumPy 2.5's `numpy.char` only borrows the list of another.

    Reading its attributes would do as well, but warns about the deprecated ones in the name of the program.
    """
    declared = vars(module).get("__all__")
    if not declared or any(name in vars(module) for name in declared):
        return module
    for other in list(sys.modules.values()):
        if other is not module and isinstance(other, ModuleType) and vars(other).get("__all__") is declared:
            return other
    return module


def _public_names(module: ModuleType) -> Iterator[str]:
    declared = vars(module).get("__all__")
    if declared is not None:
        yield from declared
    if declared is None or module.__name__ == "numpy":
        # NumPy 1.26 leaves numpy.abs, .max, .min and .round out of numpy.__all__, and some modules declare nothing.
        for name, value in list(vars(module).items()):
            home = getattr(value, "__module__", None) or type(value).__module__
            if not name.startswith("_") and str(home).startswith("numpy"):
                yield name


def _rank(path: str, value: object) -> tuple[bool, int, bool, bool, str]:
    parent, _, last = path.rpartition(".")
    own_name = getattr(value, "__name__", last)
    own_module = getattr(value, "__module__", None)
    return (last != own_name, path.count("."), parent in _LEGACY, parent != own_module, path)


def public_objects(modules: Mapping[str, ModuleType]) -> list[Public]:
    """Every object with a public name in these modules, once, under its canonical path.

    Canonical is the path that ends in the object's own `__name__`; of several the shortest, then the one in the
    module that the object says it belongs to.
    """
    paths: dict[int, set[str]] = {}
    values: dict[int, object] = {}
    for path, value in named_objects(modules):
        values[id(value)] = value
        paths.setdefault(id(value), set()).add(path)
    found = []
    for identity, value in values.items():
        name, *aliases = sorted(paths[identity], key=lambda path: _rank(path, value))
        found.append(Public(name, tuple(aliases), value))
    return found


def named_objects(modules: Mapping[str, ModuleType]) -> Iterator[tuple[str, object]]:
    """Yield (path, object) of every public name in these modules that is no module."""
    for module_path, module in modules.items():
        contents = vars(_holder(module))
        for name in _public_names(module):
            if name in contents and not isinstance(contents[name], ModuleType):
                yield f"{module_path}.{name}", contents[name]
