"""Answers as bytes that come from a process which may be in a stranger's hands.

Pickle with an allow-list: only the dataclasses of answers are made, and what hangs on the trace is the reader's own.
Arrays travel as .npy bytes without objects.
"""

from __future__ import annotations

import io
import pickle
from typing import Any

import numpy as np

from numscope.analysis.concepts.array_difference import ArrayDifference
from numscope.analysis.precision.answers import Accuracy, Loss, Precision
from numscope.analysis.replay.answers import Changed, OutputDifference, Reason, Replay, Replayed
from numscope.analysis.testgen.selection import Case, Selection, TestFile, TestGroup
from numscope.errors import TraceError
from numscope.format.pickles import require_small_memo
from numscope.probes.calling.written import Library, Source
from numscope.trace import Operand, Operation, Site
from numscope.trace.operation import Statistics
from numscope.trace.reader import Trace
from numscope.trace.sources import Sources
from numscope.trace.values import Values

_ALLOWED = {
    (kind.__module__, kind.__qualname__): kind
    for kind in (
        *(Replay, Replayed, Changed, OutputDifference, Reason, ArrayDifference),
        *(Precision, Loss, Accuracy),
        *(Selection, TestFile, TestGroup, Case, Source, Library, Operand, Statistics, Site),
    )
}
_VALUES, _SOURCES, _OPERATION, _ARRAY, _SCALAR = "values", "sources", "operation", "array", "scalar"


class _Pickler(pickle.Pickler):
    def persistent_id(self, thing: Any) -> tuple[str, Any] | None:
        """Return what stands for a part of the trace or an array."""
        if isinstance(thing, Values):
            return _VALUES, None
        if isinstance(thing, Sources):
            return _SOURCES, None
        if isinstance(thing, Operation):
            return _OPERATION, thing.id
        if isinstance(thing, (np.ndarray, np.generic)):
            written = io.BytesIO()
            np.lib.format.write_array(written, np.asarray(thing), allow_pickle=False)
            return _ARRAY if isinstance(thing, np.ndarray) else _SCALAR, written.getvalue()
        return None


class _Unpickler(pickle.Unpickler):
    def __init__(self, packed: bytes, trace: Trace) -> None:
        super().__init__(io.BytesIO(packed))
        self._trace = trace

    def find_class(self, module: str, name: str) -> Any:
        """Return a class of answers; raise UnpicklingError for all else."""
        if (module, name) not in _ALLOWED:
            raise pickle.UnpicklingError(f"{module}.{name} is no part of an answer")
        return _ALLOWED[module, name]

    def persistent_load(self, stand_in: Any) -> Any:
        """Return the part of the trace, or the array, that `stand_in` stands for."""
        kind, given = stand_in
        if kind == _VALUES:
            return self._trace.values
        if kind == _SOURCES:
            return self._trace.sources
        if kind == _OPERATION:
            return self._trace.operations[given]
        array = np.lib.format.read_array(io.BytesIO(given), allow_pickle=False)
        return array[()] if kind == _SCALAR else array


def pack(answer: Any) -> bytes:
    """Return `answer` as bytes. Raises PicklingError or ValueError if it holds anything but answers."""
    packed = io.BytesIO()
    _Pickler(packed, protocol=4).dump(answer)
    return packed.getvalue()


def unpack(packed: bytes, trace: Trace) -> Any:
    """Return the answer about `trace`. Raises TraceError if it is none."""
    try:
        require_small_memo(packed)
        return _Unpickler(packed, trace).load()
    except Exception as error:  # noqa: BLE001 - bytes of an attacker's choice may raise whatever there is
        raise TraceError(f"the confined process gave no answer about {trace.path}: {error}") from None
