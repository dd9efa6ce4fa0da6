"""What a recorded process runs in, as far as it can change numbers: BLAS, threads, processor, settings, libraries."""

from __future__ import annotations

import os
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

from numscope.probes import registry
from numscope.recording.library_settings import Value, read_settings
from numscope.recording.thread_counts import processors, thread_counts

if TYPE_CHECKING:
    from numscope.probes.probe import Probe

# Settings that change how often, in which order or with which instructions numbers are added up, or what chance is.
_VARIABLES = (
    "OMP_NUM_THREADS",
    "OMP_DYNAMIC",
    "OPENBLAS_NUM_THREADS",
    "OPENBLAS_CORETYPE",
    "GOTO_NUM_THREADS",
    "BLIS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "MKL_DYNAMIC",
    "MKL_CBWR",
    "VECLIB_MAXIMUM_THREADS",
    "NUMEXPR_NUM_THREADS",
    "NUMEXPR_MAX_THREADS",
    "NUMBA_NUM_THREADS",
    "NPY_DISABLE_CPU_FEATURES",
    "NPY_ENABLE_CPU_FEATURES",
    "CUBLAS_WORKSPACE_CONFIG",
    "CUDA_VISIBLE_DEVICES",
    "PYTHONHASHSEED",
    "PYTHONOPTIMIZE",
    "TZ",
)


# Folders of installed packages. Which files are the user's is found out when the trace is sealed.
_INSTALLED = (f"{os.sep}site-packages{os.sep}", f"{os.sep}dist-packages{os.sep}")


def surroundings(ground: Probe) -> dict[str, Any]:
    """Facts about this process, by name: the variables that are set, processors, threads, and what `ground`,
    the probe of the library on which recording stands, reports.
    """
    facts: dict[str, Any] = {name: os.environ[name] for name in _VARIABLES if name in os.environ}
    facts["processors"] = processors()
    facts["threads"] = thread_counts(registry.thread_functions(sys.modules))
    facts.update(ground.facts())
    return facts


def settings_of_libraries() -> dict[str, dict[str, Value]]:
    """Return the switches of the libraries that this process has imported."""
    return read_settings(registry.library_settings(sys.modules))


def libraries() -> dict[str, str]:
    """Versions of the libraries that this process has loaded: what packages say of themselves, as `__version__`."""
    found = {}
    for name, module in list(sys.modules.items()):
        if (
            "." in name
            or name.startswith("_")
            or name in sys.stdlib_module_names
            or name in (registry.GROUND.library, "numscope")
        ):
            continue
        version = _fact(module, "__version__")
        if isinstance(version, str):
            found[name] = version[:80]
    return dict(sorted(found.items()))


def modules() -> list[str]:
    """Return the source files of the modules that this process has loaded, but for Python's own and installed ones."""
    found = set()
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in sys.stdlib_module_names and name != "__main__":
            continue
        file = _fact(module, "__file__")
        if isinstance(file, str) and file.endswith(".py") and not any(one in file for one in _INSTALLED):
            # A relative one is looked for where the program was started: its folder may be gone.
            found.add(file)
    return sorted(found)


def _fact(module: object, name: str) -> object:
    """Return what a module says of itself; None of what is none, whatever it says (`lib` of a module of cffi)."""
    if not issubclass(type(module), ModuleType):
        return None
    # Past __getattr__ and lazy loading: asking must not load anything.
    facts: dict[str, object] = object.__getattribute__(module, "__dict__")
    return facts.get(name)
