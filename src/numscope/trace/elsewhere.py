"""A trace as another process opens it, on this machine or on one that sees the same files.

Who may call what a trace names was decided where the question was asked: the other process takes that over, once it has
seen that it opened the same trace.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from numscope.errors import TraceError, UsageError
from numscope.stores.store import is_url
from numscope.trace.contents import contents_of
from numscope.trace.manifest import open_folder, read_manifest
from numscope.trace.reader import Trace, open_trace


@dataclass(frozen=True)
class Address:
    """Where a sealed trace is, what its manifest says, and whose it is for the process that asks."""

    path: str
    manifest: str
    own: bool
    trusted: bool


def address_of(trace: Trace) -> Address:
    """Return where other processes find `trace`. Raises UsageError if they can't: it is not sealed yet."""
    if trace.manifest.get("state") != "sealed":
        raise UsageError(
            f"{trace.path} is not sealed, and other processes would each have to do it: numscope seals a trace "
            "when its program has ended. Ask without --scheduler."
        )
    path = str(trace.path)
    return Address(
        path if is_url(path) else str(Path(path).absolute()), _digest(trace), trace.own, trace.trusted
    )


def open_there(address: Address) -> Trace:
    """Open a trace in another process. Raises TraceError if it is not there, or is another one."""
    try:
        trace = _opened(address)
    except TraceError as error:
        raise TraceError(
            f"a worker can't read the trace: {error} Workers need it on a file system that they share, or in an "
            "object store."
        ) from None
    if _digest(trace) != address.manifest:
        trace.close()
        raise TraceError(
            f"a worker found another trace at {address.path}: its disk is not the one that was meant."
        )
    return trace


def _opened(address: Address) -> Trace:
    if is_url(address.path):
        return open_trace(address.path, trust=address.trusted)
    folder = open_folder(Path(address.path))
    return Trace(contents_of(folder, read_manifest(folder), address.own, address.trusted, None))


def _digest(trace: Trace) -> str:
    return hashlib.sha256(json.dumps(trace.manifest, sort_keys=True).encode()).hexdigest()
