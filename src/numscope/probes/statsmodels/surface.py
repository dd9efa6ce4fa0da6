"""statsmodels' public API, with the classes of results, which no public module lists."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace

from numscope.probes.layer.compiled import CompiledSurface

_WRAPPER = "Wrapper"


class StatsmodelsSurface(CompiledSurface):
    """Where statsmodels' public functions are, and what its models' `fit` gives."""

    def imported(self) -> StatsmodelsSurface:
        """Return the part of it that is imported by now, with the classes of results."""
        imported = super().imported()
        return replace(self, modules=imported.modules, classes={**dict(results()), **imported.classes})


def results() -> Iterator[tuple[str, str]]:
    """Yield the classes of results, each with its path; a wrapper, through which it is used, has that of its class."""
    for name, module in list(sys.modules.items()):
        if name.startswith("statsmodels.") and ".tests" not in name and module is not None:
            for kind, value in list(vars(module).items()):
                is_own = isinstance(value, type) and value.__module__ == name and not kind.startswith("_")
                if is_own and kind.endswith(("Results", f"Results{_WRAPPER}")):
                    path = f"{name}.{kind.removesuffix(_WRAPPER)}"
                    yield f"{name}:{kind}", path.removeprefix("statsmodels.")
