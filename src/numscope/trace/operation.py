"""Operations and operands as objects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

from numscope.operations.traits import NO_TRAITS, Trait
from numscope.trace.floating_point import floating_point_names
from numscope.trace.values import Array, ValueNotKeptError, as_array

if TYPE_CHECKING:
    from numscope.trace.running_tasks import Task
    from numscope.trace.sources import Sources
    from numscope.trace.values import Values

_Made = TypeVar("_Made")

# Roles of operands as the operation left them; all others are as it found them.
AFTER = ("output", "mutated")


@dataclass(frozen=True)
class Site:
    """A place in the source from which an operation was called."""

    file: str
    line: int
    function: str | None
    in_library: bool = False
    _sources: Sources | None = field(repr=False, default=None, compare=False)

    @property
    def source(self) -> str:
        """The line of source at this place, without its indentation; empty if it is not known."""
        return "" if self._sources is None else self._sources.line(self.file, self.line)

    @property
    def place(self) -> tuple[str, int]:
        """File and line: two sites of one place may differ in what else is known of them."""
        return self.file, self.line

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" + (f" in {self.function}" if self.function else "")


@dataclass(frozen=True)
class Statistics:
    """What one pass over an array found. Floats are over the finite elements, NaN when there are none."""

    minimum: float
    maximum: float
    mean: float
    deviation: float
    zeros: int
    nans: int
    positive_infinities: int
    negative_infinities: int

    @property
    def infinities(self) -> int:
        """Return how many elements are infinite."""
        return self.positive_infinities + self.negative_infinities

    @property
    def nonfinite(self) -> int:
        """Return how many elements are NaN or infinite."""
        return self.nans + self.infinities


@dataclass(frozen=True)
class Operand:
    """One input, argument or output of an operation.

    kind: array, scalar, int, float, bool, none, string, literal or object. role: input, output, out, argument, mutated.
    position: among the positional arguments or the results; None for a keyword argument, whose name is `name`.
    item: number of this array inside a list or tuple argument, from 1; 0 when it is not inside one.
    """

    kind: str
    role: str
    position: int | None
    name: str | None
    item: int
    type: str | None
    dtype: str | None
    shape: tuple[int, ...] | None
    strides: tuple[int, ...] | None
    address: int | None
    owner: int | None
    hash: str | None
    statistics: Statistics | None
    kept: bool
    unreadable: bool
    read_only: bool
    converted: bool
    data_bytes: int | None
    literal: int | float | str | None
    attributes: Mapping[str, int | float | str | None] = field(repr=False, default_factory=dict)
    _description: str | None = field(repr=False, default=None)
    _inline: bytes | None = field(repr=False, default=None)
    _fortran: bool = field(repr=False, default=False)
    _values: Values | None = field(repr=False, default=None, compare=False)

    @property
    def description(self) -> str | None:
        """The element type as the header of a .npy file writes it; None of what is no array."""
        return self._description

    def is_array(self) -> bool:
        """Whether this is an array or a NumPy scalar, not a Python object."""
        return self.kind in ("array", "scalar")

    def value(self) -> Array | int | float | bool | str | None:
        """What the operand held when the operation ran: an array, or the Python value of an argument.

        A literal (tuple, slice, dtype ...) is given as its source text. Raises ValueNotKeptError if the bytes
        were not kept, TraceError if they are damaged.
        """
        if not self.is_array():
            if self.kind == "object":
                raise ValueNotKeptError(f"an object of type {self.type or 'unknown'} is not kept.")
            return self.literal
        if self._inline is not None and self._description is not None and self.shape is not None:
            return as_array(self._inline, self._description, self.shape, self._fortran)
        if self.unreadable:
            raise ValueNotKeptError(
                f"contents can't be read: part of the memory of this {self.describe()} was not there."
            )
        if self.hash is None or self._values is None:
            raise ValueNotKeptError(f"the value of this {self.describe()} was not kept.")
        return self._values[self.hash]

    def describe(self) -> str:
        """The operand in a few words: `float64 (3, 4)`, `axis=0`."""
        if self.is_array():
            text = f"{self.dtype} {self.shape}" if self.shape else f"{self.dtype} scalar"
        elif self.kind == "object":
            text = f"<{self.type or 'object'}>"
        elif self.kind == "string":
            text = repr(self.literal)
        else:
            text = str(self.literal)
        return f"{self.name}={text}" if self.name and self.position is None else text

    def __rich__(self) -> str:
        return f"[dim]{self.role}[/dim] {self.describe()}".replace("[]", r"\[]")


@dataclass(frozen=True)
class Operation:
    """One operation of the recorded program.

    time_ns: when it began, in ns since the Unix epoch. duration_ns: None when it had not ended as the process died.
    self_ns: its duration without that of the operations inside it. bytes_in, bytes_out: that it read of the arrays it
    was given, and wrote; of views none, of an array that it took a part of that part. how: what the calling
    instruction was. attributes: what its library says besides, such as the path of the layer it ran in. traits: what
    is known of it whatever its arguments. importing: a library ran it while it was imported. own: this user recorded
    it on this host. rank: of its process, in a trace with several ranks. task: of a scheduler, in which it ran.
    """

    id: int
    name: str
    parent: int | None
    depth: int
    process: int
    thread: int
    time_ns: int
    duration_ns: int | None
    self_ns: int | None
    bytes_in: int
    bytes_out: int
    site: Site | None
    user_site: Site | None
    how: str
    user_visible: bool
    exception: str | None
    floating_point: tuple[str, ...]
    unfinished: bool
    truncated: bool
    attributes: Mapping[str, int | float | str | None] = field(repr=False, default_factory=dict)
    operands: tuple[Operand, ...] = field(repr=False, default=())
    traits: Trait = NO_TRAITS
    importing: bool = False
    own: bool = False
    rank: int | None = None
    task: Task | None = None

    @property
    def inputs(self) -> tuple[Operand, ...]:
        """The operands it read: arrays, scalars and numbers given as operands."""
        return tuple(operand for operand in self.operands if operand.role == "input")

    @property
    def outputs(self) -> tuple[Operand, ...]:
        """Its results."""
        return tuple(operand for operand in self.operands if operand.role == "output")

    @property
    def out(self) -> tuple[Operand, ...]:
        """The arrays given by the caller to take the results."""
        return tuple(operand for operand in self.operands if operand.role == "out")

    @property
    def mutated(self) -> tuple[Operand, ...]:
        """Inputs that it changed in place, as it left them."""
        return tuple(operand for operand in self.operands if operand.role == "mutated")

    @property
    def arguments(self) -> tuple[Operand, ...]:
        """What else it was given: axis, dtype, ..."""
        return tuple(operand for operand in self.operands if operand.role == "argument")

    @property
    def scalars(self) -> dict[str, Any]:
        """Its arguments and inputs that are plain Python values, by name, or by position as text."""
        return {
            operand.name or str(operand.position): operand.literal
            for operand in self.operands
            if operand.role in ("argument", "input") and not operand.is_array() and operand.kind != "object"
        }

    def describe(self) -> str:
        """The operation in one line: name, what went in, what came out, from where."""
        given = ", ".join(operand.describe() for operand in self.operands if operand.role not in AFTER)
        got = ", ".join(operand.describe() for operand in self.outputs)
        if self.exception is not None:
            got = f"raised {self.exception}"
        elif self.unfinished:
            got = "never ended"
        place = self.user_site or self.site
        return f"{self.name}({given}) -> {got or 'None'}" + (f"  at {place}" if place else "")

    def __str__(self) -> str:
        return f"{self.id}: {self.describe()}"


# What slots, operands, statistics and operations have as their rows have it.
_SLOT_COLUMNS = ("kind", "role", "position", "name", "item", "type", "dtype", "data_bytes")
_OPERAND_COLUMNS = ("address", "owner", "hash", "kept", "unreadable", "read_only", "converted")
_STATISTICS = tuple(Statistics.__dataclass_fields__)
_OPERATION_COLUMNS = (
    *("id", "name", "parent", "depth", "process", "thread", "time_ns", "duration_ns", "self_ns"),
    *("bytes_in", "bytes_out", "user_visible", "exception", "unfinished", "truncated"),
)


def _frozen(kind: type[_Made], fields: dict[str, Any]) -> _Made:
    """An object of a frozen dataclass with these values of all its fields.

    Its own `__init__` sets each through `object.__setattr__`: 9 of the 13 us that it took to make an operand.
    """
    made = object.__new__(kind)
    vars(made).update(fields)
    return made


def slot_fields(row: dict[str, Any]) -> dict[str, Any]:
    """What all operands in one slot have in common, as fields of theirs, from its row of the `slots` view."""
    shape, strides = row["shape"], row["strides"]
    return {
        **{name: row[name] for name in _SLOT_COLUMNS},
        "shape": None if shape is None else tuple(shape),
        "strides": None if strides is None else tuple(strides),
        "attributes": {},
        "_description": row["description"],
        "_fortran": bool(row["fortran"]),
    }


def make_operand(of_slot: dict[str, Any], row: dict[str, Any], values: Values) -> Operand:
    """An operand from the fields of its slot, and its row of the `operands` view."""
    kind, literal = of_slot["kind"], row["text"]
    fields = of_slot | {name: row[name] for name in _OPERAND_COLUMNS}
    if kind == "shared text":
        literal = of_slot["type"]
        fields.update(kind="string", type=None)
    elif kind in ("int", "float"):
        literal = row["integer"] if kind == "int" else row["real"]
    elif kind == "bool":
        literal = bool(row["integer"])
    fields.update(
        statistics=None
        if row["zeros"] is None
        else _frozen(Statistics, {name: row[name] for name in _STATISTICS}),
        literal=literal,
        _inline=row["inline"],
        _values=values,
    )
    return _frozen(Operand, fields)


def make_operation(
    row: dict[str, Any],
    recorded: Mapping[int, Operand],
    sources: Sources,
    rank: int | None = None,
    task: Task | None = None,
) -> Operation:
    """An operation from its row of the `operations` view and what was recorded in its places; some are hidden."""
    attributes: dict[int, dict[str, int | float | str | None]] = {}
    for operand in recorded.values():
        if operand.role == "attribute":
            value = operand.hash if operand.is_array() else operand.literal
            attributes.setdefault(operand.item, {})[operand.name or ""] = value
    # An attribute's item is 1 + the place of the operand that it describes.
    operands = (
        tuple(
            replace(operand, attributes=attributes[place + 1]) if place + 1 in attributes else operand
            for place, operand in recorded.items()
            if operand.role != "attribute"
        )
        if attributes
        else tuple(recorded.values())
    )
    fields = {name: row[name] for name in _OPERATION_COLUMNS}
    fields.update(
        importing=bool(row["importing"]),
        how=row["how"] or "otherwise",
        site=_site(row, "", bool(row["in_library"]), sources),
        user_site=_site(row, "user_", False, sources),
        floating_point=floating_point_names(row["floating_point"]),
        attributes=attributes.get(0, {}),
        operands=operands,
        traits=Trait(row["traits"]),
        own=sources.own,
        rank=rank,
        task=task,
    )
    return _frozen(Operation, fields)


def _site(row: dict[str, Any], prefix: str, in_library: bool, sources: Sources) -> Site | None:
    file = row[f"{prefix}file"]
    if file is None:
        return None
    fields = {"file": file, "line": row[f"{prefix}line"], "function": row[f"{prefix}function"]}
    return _frozen(Site, fields | {"in_library": in_library, "_sources": sources})
