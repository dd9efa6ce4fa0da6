"""Raw trace bytes into columns that Arrow wraps without copying."""

from typing import Literal, TypeAlias, final

from typing_extensions import Buffer

# Of numscope/format.h, and what the reader hands to the decoder. Numeric macros by name.
CONSTANTS: dict[str, int]
# The numbers of each enum's members by their names.
ENUMS: dict[str, dict[str, int]]
# (code, offset, size) of each struct's fields, and under "" of all of it. A code is one of the struct module's, or the
# name of a struct.
STRUCTS: dict[str, dict[str, tuple[str, int, int]]]

@final
class Column:
    """The bytes of one decoded column."""

    def __len__(self) -> int: ...
    def __buffer__(self, flags: int, /) -> memoryview: ...

# Columns by name, and row counts by the name of what is counted.
_Columns: TypeAlias = dict[str, Column | int]
_Stop: TypeAlias = Literal["end", "incomplete", "unreadable", "full"]

@final
class EventDecoder:
    """Decodes the events of one trace, process after process.

    Memory grows with the number of distinct calls and operand slots, and with the size of one batch.
    """

    def __new__(cls) -> EventDecoder: ...
    def start_process(
        self,
        *,
        number: int,
        base: int,
        operations: tuple[int, int],
        sites: tuple[int, int],
        strings: tuple[int, int],
        layouts: tuple[int, int],
        layout_facts: Buffer,
        operation_parts: Buffer,
        first_ticks: int,
        first_ns: int,
        ns_per_tick: float,
    ) -> None:
        """What follows belongs to this process. Pairs: offset and count of the process's own ids within the trace.

        layout_facts: `struct layout_facts` of traffic.h of each of its layouts. operation_parts: `enum part` of
        traffic.h of each of its operations, a byte. Raises ValueError if they are not as many.
        """

    def decode(self, data: Buffer, /) -> tuple[int, _Stop]:
        """Decode whole event records of `data` into a batch: (position reached, why it stopped).

        After "full" or "unreadable" the batch has to be taken before anything else is decoded.
        """

    def take(self) -> _Columns:
        """The batch decoded so far, as columns; the next event starts another."""

    def calls(self) -> _Columns:
        """Columns of the distinct calls (name, site, thread, depth ...) seen so far; a row's number is its id."""

    def slots(self) -> _Columns:
        """Columns of the distinct operand slots (role, position, layout ...) seen so far; a row's number is its id."""

    @property
    def next_sequence(self) -> int:
        """One past the largest sequence number of the process."""

def decode_definitions(data: Buffer, /) -> tuple[int, _Stop, _Columns]:
    """Decode whole definition records of `data`: (position reached, why it stopped, columns)."""
