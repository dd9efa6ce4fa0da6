"""SciPy's public API, past two kinds of objects that are called: dispatchers of scipy.fft, and distributions."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from types import FunctionType
from typing import Any

from numscope.probes.layer.compiled import CompiledSurface
from numscope.probes.layer.entry import Entry

# Where scipy.fft's dispatchers look for the function that computes, unless the program sets a backend.
_BACKENDS = (
    "scipy.fft._basic_backend",
    "scipy.fft._realtransforms_backend",
    "scipy.fft._fftlog_backend",
)
_DISTRIBUTIONS = (
    "scipy.stats._continuous_distns",
    "scipy.stats._discrete_distns",
    "scipy.stats._multivariate",
)


class SciPySurface(CompiledSurface):
    """Where SciPy's public functions are, and the functions that run behind its dispatchers."""

    def imported(self) -> SciPySurface:
        """Return the part of it that is imported by now, with the classes of the distributions."""
        imported = super().imported()
        return replace(self, modules=imported.modules, classes={**imported.classes, **distributions()})

    def _object(self, path: str, value: Any) -> Entry | None:
        name = path.removeprefix("fft.")
        function = implementation(name) if path.startswith("fft.") else None
        if function is not None:
            return Entry(self._name(path), function)
        return super()._object(path, value)


def implementation(name: str) -> FunctionType | None:
    """Return the function of SciPy's own backend that scipy.fft's dispatcher `name` calls."""
    modules = (sys.modules.get(module) for module in _BACKENDS)
    found = (vars(module).get(name) for module in modules if module is not None)
    return next((one for one in found if isinstance(one, FunctionType)), None)


def distributions() -> dict[str, str]:
    """Return the class of each distribution: `norm.pdf` is a method of an object with a class of its own."""
    names: dict[str, str] = {}
    for module in _DISTRIBUTIONS:
        for name in vars(sys.modules[module]) if module in sys.modules else ():
            if re.fullmatch(r"[a-z]\w*_gen", name):
                names[f"{module}:{name}"] = f"stats.{name.removesuffix('_gen')}"
    return names
