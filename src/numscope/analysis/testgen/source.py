"""A recorded operation as a line of source that does it again, with names for the arrays that go in."""

from __future__ import annotations

from numscope.operations.traits import Trait
from numscope.probes.calling.written import NoSourceError, Source
from numscope.probes.loading import ProbeError
from numscope.probes.probe import NotSpelledError
from numscope.probes.registry import probe_of
from numscope.trace import Operation


def source_of(operation: Operation, programs: tuple[str, ...] = ()) -> Source:
    """The line that does `operation` again; calls of the program's own compiled functions where they are to be had.

    Raises NoSourceError with the reason if there is none.
    """
    if operation.truncated or operation.unfinished:
        raise NoSourceError("its record is not whole")
    if operation.traits & Trait.UNINITIALISED:
        raise NoSourceError("its result is whatever was in memory")
    if operation.traits & Trait.FRAME:
        raise NoSourceError("it is what its operators make it")
    try:
        return probe_of(operation.name).source(operation, programs)
    except (NotSpelledError, ProbeError) as reason:
        raise NoSourceError(str(reason)) from None
