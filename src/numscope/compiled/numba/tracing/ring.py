"""A ring of events that compiled code writes without Python, without a lock and without a call."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from numscope.probes.numba.adapter.compiler import core, llvm_ir

EVENT = np.dtype([("key", np.int64), ("bits", np.uint64)])
# The kind of value is stored above the probe's number in the key.
KIND_SHIFT = 40
INTEGER, FLOAT, REAL, IMAGINARY, DIGEST, UNSIGNED, BOOLEAN = range(7)


class Ring:
    """`size` events (a power of two) of 16 bytes. `keep` says which survive when there are more."""

    def __init__(self, size: int = 1 << 20, keep: Literal["first", "last"] = "last") -> None:
        if size <= 0 or size & (size - 1):
            raise ValueError("the size of a ring is a power of two")
        self.keep = keep
        self.size = size
        self._cursor = np.zeros(8, dtype=np.int64)
        self._events = np.zeros(size, dtype=EVENT)

    @property
    def seen(self) -> int:
        """How many events were written, kept or not."""
        return int(self._cursor[0])

    @property
    def addresses(self) -> tuple[int, int]:
        """Where the cursor and the events are; both stay there as long as the ring lives."""
        return self._cursor.ctypes.data, self._events.ctypes.data

    def clear(self) -> None:
        """Forget everything. Not while compiled code is writing."""
        self._cursor[0] = 0

    def events(self) -> Any:
        """The kept events in the order they were written, as an array of `EVENT`."""
        count = self.seen
        if count <= self.size:
            return self._events[:count].copy()
        if self.keep == "first":
            return self._events.copy()
        start = count % self.size
        return np.concatenate([self._events[start:], self._events[:start]])


def store(ring: Ring) -> Any:
    """An intrinsic `write(key, bits)` for compiled code: an atomic add and two stores into `ring`.

    Kept `first`, an event beyond the end is counted and not stored.
    """
    ir = llvm_ir()
    cgutils = core("cgutils")
    from numba.extending import intrinsic

    from numscope.probes.numba.adapter.compiler import numba_types

    types = numba_types()
    last, size = ring.keep == "last", ring.size

    @intrinsic  # type: ignore[untyped-decorator]
    def write(typing: Any, key: Any, bits: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            # Held by the intrinsic, which Numba never forgets: compiled code writes there as long as it exists.
            cursor_at, events_at = ring.addresses
            word = ir.IntType(64)
            cursor = builder.inttoptr(word(cursor_at), word.as_pointer())
            place = builder.atomic_rmw("add", cursor, word(1), "monotonic")
            inside = builder.icmp_unsigned("<", place, word(size))
            slot = builder.and_(place, word(size - 1))

            def put() -> None:
                address = builder.add(word(events_at), builder.shl(slot, word(4)))
                builder.store(arguments[0], builder.inttoptr(address, word.as_pointer()))
                second = builder.add(address, word(8))
                builder.store(arguments[1], builder.inttoptr(second, word.as_pointer()))

            if last:
                put()
            else:
                with cgutils.if_likely(builder, inside):
                    put()
            return context.get_dummy_value()

        return types.void(types.int64, types.uint64), generate

    return write


def bits_of() -> Any:
    """An intrinsic `bits(x)`: the eight bytes of a float64 as an uint64."""
    ir = llvm_ir()
    from numba.extending import intrinsic

    from numscope.probes.numba.adapter.compiler import numba_types

    types = numba_types()

    @intrinsic  # type: ignore[untyped-decorator]
    def bits(typing: Any, value: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.bitcast(arguments[0], ir.IntType(64))

        return types.uint64(types.float64), generate

    return bits
