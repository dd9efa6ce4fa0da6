"""A trace as stable text: the same program run twice gives the same lines, fit for a golden file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from numscope.trace import Operand, Operation, Site, Statistics

_FORMAT = 1


class Dump:
    """Writes operations as lines. What differs from run to run is left out or numbered: times, process ids, addresses.

    times, addresses: put the real ones in.
    """

    def __init__(self, times: bool = False, addresses: bool = False) -> None:
        self._times = times
        self._addresses = addresses
        self._buffers: dict[int, int] = {}

    def lines(self, operations: Iterable[Operation]) -> Iterator[str]:
        """A header, then one line an operation and one a operand."""
        yield f"numscope dump {_FORMAT}"
        for operation in operations:
            yield self._operation(operation)
            for operand in operation.operands:
                yield "    " + self._operand(operand)

    def _operation(self, operation: Operation) -> str:
        words = [str(operation.id), operation.name, operation.how.replace(" ", "-")]
        words.append(f"process={operation.process} thread={operation.thread} depth={operation.depth}")
        if operation.parent is not None:
            words.append(f"parent={operation.parent}")
        if operation.user_visible:
            words.append("user-visible")
        words.append(f"from={_site(operation.user_site or operation.site)}")
        if operation.floating_point:
            words.append(f"floating-point={','.join(operation.floating_point)}")
        if operation.truncated:
            words.append("truncated")
        if self._times:
            words.append(f"time={operation.time_ns} duration={operation.duration_ns}")
        if operation.unfinished:
            words.append("unfinished")
        if operation.exception is not None:
            words.append(f"raised={operation.exception!r}")
        return " ".join(words)

    def _operand(self, operand: Operand) -> str:
        place = operand.name if operand.position is None else str(operand.position)
        words = [operand.role, str(place) + (f".{operand.item}" if operand.item else ""), operand.kind]
        if not operand.is_array():
            words.append(operand.type or "?" if operand.kind == "object" else repr(operand.literal))
            return " ".join(words)
        words.append(f"{operand.dtype} shape={operand.shape} strides={operand.strides}".replace(", ", ","))
        if operand.type:
            words.append(f"type={operand.type}")
        words.extend(
            name
            for name, there in (
                ("read-only", operand.read_only),
                ("from-list", operand.converted),
                ("unreadable", operand.unreadable),
            )
            if there
        )
        if operand.address is not None:
            words.append(f"at={self._buffer(operand.address)}")
        if operand.owner is not None:
            words.append(f"owner={self._buffer(operand.owner)}")
        if operand.hash is not None:
            words.append(f"hash={operand.hash}" + (" kept" if operand.kept else ""))
        if operand.statistics is not None:
            words.append(_statistics(operand.statistics))
        return " ".join(words)

    def _buffer(self, address: int) -> str:
        if self._addresses:
            return f"0x{address:x}"
        return f"#{self._buffers.setdefault(address, len(self._buffers) + 1)}"


def _site(site: Site | None) -> str:
    if site is None:
        return "?"
    return f"{os.path.basename(site.file)}:{site.line}:{site.function or '?'}"


def _statistics(statistics: Statistics) -> str:
    floats = f"[{statistics.minimum!r},{statistics.maximum!r}] mean={statistics.mean!r} std={statistics.deviation!r}"
    infinities = f"+inf={statistics.positive_infinities} -inf={statistics.negative_infinities}"
    return f"{floats} zeros={statistics.zeros} nan={statistics.nans} {infinities}"
