"""Loads a probe by its entry point and looks whether it is one that this numscope understands."""

from __future__ import annotations

from importlib import import_module

from numscope.errors import NumscopeError
from numscope.probes.probe import PROBE_VERSION, Probe


class ProbeError(NumscopeError):
    """A probe can't be used; the text says whose, and why."""


def load(library: str, target: str) -> Probe:
    """Return the probe at `target`, "module:name".

    Raises ProbeError if it can't be imported, or is made for another numscope.
    """
    module, _, name = target.partition(":")
    try:
        probe = getattr(import_module(module), name)
    # A plug-in is anyone's code and may fail in any way; the program that is recorded must not.
    except Exception as error:  # noqa: BLE001
        raise ProbeError(
            f"the probe {target} for {library} can't be loaded ({type(error).__name__}: {error})"
        ) from None
    if not isinstance(probe, Probe):
        raise ProbeError(
            f"the probe {target} for {library} is a {type(probe).__name__}, not a numscope Probe"
        )
    version = getattr(probe, "probe_version", None)
    if version != PROBE_VERSION:
        raise ProbeError(
            f"the probe {target} for {library} is made for version {version} of numscope's probes, "
            f"and this numscope has version {PROBE_VERSION}; install a release of it that fits"
        )
    return probe
