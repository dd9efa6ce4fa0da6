"""A recorded operation as a line of source that does it again, with names for the arrays that go in."""

from __future__ import annotations

from numscope.analysis.replay.replay_worker.programs import Programs
from numscope.analysis.testgen.numpy_source import Writer
from numscope.analysis.testgen.spelled_source import spelled_source_of
from numscope.analysis.testgen.torch_source import torch_source_of
from numscope.analysis.testgen.written import NoSourceError, Source
from numscope.operations.traits import Trait
from numscope.trace import Operation


def source_of(operation: Operation, programs: Programs | None = None) -> Source:
    """The line that does `operation` again; calls of the program's own compiled functions where they are to be had.

    Raises NoSourceError with the reason if there is none.
    """
    if operation.truncated or operation.unfinished:
        raise NoSourceError("its record is not whole")
    if operation.traits & Trait.UNINITIALISED:
        raise NoSourceError("its result is whatever was in memory")
    if operation.traits & Trait.FRAME:
        raise NoSourceError("it is what its operators make it")
    if operation.name.startswith("aten::"):
        return torch_source_of(operation)
    return spelled_source_of(operation) or Writer(operation, programs).write()
