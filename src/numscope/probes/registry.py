"""Which probes there are: numscope's own, and those that installed packages bring by entry points.

A recorded program loads this module before any code of its own. So it imports only what the interpreter itself has
imported, and no probe is loaded before its library. That is why an entry point of the group `numscope.probes` is named
after its library: `toylib = "toylib_probe:PROBE"`.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # typing is not imported in processes that have only just started
if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping

    from numscope.probes.probe import Probe

GROUP = "numscope.probes"
# Libraries that have no probe yet: what they call on the way is theirs, not the user's.
WITHOUT_PROBE = (
    *("joblib", "patsy", "seaborn"),
    # matplotlib's own parts and what it reads and writes pictures with.
    *(f"mpl_toolkits.{part}" for part in ("mplot3d", "axes_grid1", "axisartist")),
    *("PIL", "pyparsing", "contourpy"),
)


class Known:
    """A probe by name. library: the module whose import activates it. generator: the module with its generator.

    grounds: recording begins with this library, because the native core describes operands through it. begins: the
    import of the library has recording begin; a part of the interpreter, which each program has, waits for it.
    """

    __slots__ = ("_probe", "begins", "generator", "grounds", "library", "target")

    def __init__(
        self, library: str, target: str, generator: str = "", grounds: bool = False, begins: bool = True
    ) -> None:
        self.begins = begins
        self.library = library
        self.target = target
        self.generator = generator
        self.grounds = grounds
        self._probe: Probe | None = None

    def load(self) -> Probe:
        """Return the probe itself. Raises ProbeError with the reason if it can't be had."""
        if self._probe is None:
            from numscope.probes.loading import load

            self._probe = load(self.library, self.target)
        return self._probe


GROUND = Known("numpy", "numscope.probes.numpy.probe:PROBE", generator="numpy.random", grounds=True)
OWN = (
    GROUND,
    Known("warnings", "numscope.probes.warnings.probe:PROBE", begins=False),
    Known("pandas", "numscope.probes.pandas.probe:PROBE"),
    Known("scipy", "numscope.probes.scipy.probe:PROBE"),
    Known("sklearn", "numscope.probes.sklearn.probe:PROBE"),
    Known("xarray", "numscope.probes.xarray.probe:PROBE"),
    Known("statsmodels", "numscope.probes.statsmodels.probe:PROBE"),
    Known("pyarrow", "numscope.probes.pyarrow.probe:PROBE"),
    Known("polars", "numscope.probes.polars.probe:PROBE"),
    Known("array_api_strict", "numscope.probes.array_api.probe:STRICT"),
    Known("cupy", "numscope.probes.array_api.probe:CUPY"),
    Known("dask", "numscope.probes.array_api.probe:DASK"),
    Known("matplotlib", "numscope.probes.matplotlib.probe:PROBE"),
    Known("networkx", "numscope.probes.networkx.probe:PROBE"),
    Known("numba", "numscope.probes.numba.probe:PROBE"),
    Known("jax", "numscope.probes.jax.probe:PROBE"),
    Known("tensorflow", "numscope.probes.tensorflow.probe:PROBE"),
    Known("keras", "numscope.probes.keras.probe:PROBE"),
    Known("distributed", "numscope.probes.distributed.probe:PROBE"),
    Known("ray", "numscope.probes.ray.probe:PROBE"),
    Known("lightning", "numscope.probes.lightning.probe:UNIFIED"),
    Known("pytorch_lightning", "numscope.probes.lightning.probe:ALONE"),
    Known("torch", "numscope.probes.torch.probe:PROBE", generator="torch"),
)
# Those that numscope itself knows of, by the names under which they are imported.
LIBRARIES = frozenset((*(own.library for own in OWN), *WITHOUT_PROBE))
_plugins: dict[str, Known] = {}
_searched: set[str] = set()


def known() -> tuple[Known, ...]:
    """Return every probe, numscope's own first.

    Each folder of `sys.path` is looked through once: an interpreter that has only just started may not have all yet.
    """
    for folder in sys.path:
        if folder not in _searched:
            _searched.add(folder)
            for library, target in _entry_points(folder):
                if all(library != own.library for own in OWN):
                    _plugins.setdefault(library, Known(library, target, generator=library))
    return (*OWN, *_plugins.values())


def probe_for(operation: str) -> Probe | None:
    """Return the probe that the operation of this name belongs to; None if there is none.

    Raises ProbeError if there is one that can't be loaded.
    """
    # By the name alone first: most are named after their library, and no probe need be loaded to see whose they are.
    by_name = (one for one in known() if operation.startswith(f"{one.library}."))
    for one in (*by_name, *OWN):
        probe = one.load()
        if probe.owns(operation):
            return probe
    return None


def probe_of(operation: str) -> Probe:
    """Return the probe of the operation's library. Raises ProbeError if it can't be loaded.

    An operation that no probe claims was seen by the probe that recording begins with: other libraries' ufuncs.
    """
    return probe_for(operation) or GROUND.load()


def thread_functions(libraries: Container[str]) -> dict[str, tuple[str, str]]:
    """Return, for those of `libraries` that have a number of threads of their own, what reads and what sets it."""
    probes = (_usable(one) for one in known() if one.library in libraries)
    return {probe.library: probe.thread_functions for probe in probes if probe and probe.thread_functions}


def library_settings(libraries: Container[str]) -> dict[str, Mapping[str, tuple[str, str]]]:
    """Return, for those of `libraries` that have switches, what reads and what sets each."""
    probes = (_usable(one) for one in known() if one.library in libraries)
    return {probe.library: probe.settings for probe in probes if probe and probe.settings}


def unlisted() -> tuple[str, ...]:
    """Return how the names of operations begin that are named after their library and stand in no catalogue."""
    probes = (_usable(one) for one in known() if not one.grounds)
    return tuple(f"{one.library}." for one in probes if one and f"{one.library}." in one.prefixes)


def _usable(one: Known) -> Probe | None:
    from numscope.probes.loading import ProbeError

    try:
        return one.load()
    except ProbeError:
        return None  # nothing of it will be recorded


def _entry_points(folder: str) -> Iterator[tuple[str, str]]:
    """Find (name, target) of the group's entry points of the packages in a folder.

    importlib.metadata, which does the same, takes longer to import than all else that a recorded program's start does.
    """
    try:
        names = os.listdir(folder or ".")
    except OSError:
        return
    for name in names:
        if name.endswith((".dist-info", ".egg-info")):
            yield from _of_package(os.path.join(folder, name, "entry_points.txt"))


def _of_package(path: str) -> Iterator[tuple[str, str]]:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
    except OSError:
        return
    if f"[{GROUP}]" not in text:
        return
    inside = False
    for line in text.splitlines():
        line = line.partition("#")[0].strip()
        if line.startswith("["):
            inside = line == f"[{GROUP}]"
        elif inside and "=" in line:
            name, _, target = line.partition("=")
            yield name.strip(), target.strip()
