"""Add a probe after every assignment of a user's variable in the IR of user functions."""

from __future__ import annotations

import struct
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from numscope.compiled.numba.tracing import ring as kinds
from numscope.compiled.numba.tracing.ring import Ring, bits_of, store
from numscope.probes.numba.adapter.compiler import core, numba_types, redefine, require_numba
from numscope.probes.numba.adapter.patches import Patches
from numscope.user_code import is_user_file

_OURS = "$numscope_"


@dataclass(frozen=True)
class Place:
    """Where a probe stands: the assignment of `variable` on `line` of `function`."""

    function: str
    file: str
    line: int
    variable: str


@dataclass(frozen=True)
class Event:
    """One assignment seen: where, and the value; of an array the sum of its elements (`digest`)."""

    place: Place
    value: int | float | complex | bool
    digest: bool = False


class Probes:
    """Functions compiled while it is entered write every assignment into `ring`; nothing else about them changes.

    `variables` and `functions` limit the probes to these names (None: all).
    """

    def __init__(
        self,
        ring: Ring,
        variables: Collection[str] | None = None,
        functions: Collection[str] | None = None,
    ) -> None:
        require_numba()
        self.ring = ring
        self.places: list[Place] = []
        self._variables = variables
        self._functions = functions
        self._probe = make_probe(ring)
        self._patches = Patches()

    def __enter__(self) -> Probes:
        self._patches.wrap("ir_processing", self._around_processing)
        return self

    def __exit__(self, *_: object) -> None:
        self._patches.undo()

    def events(self) -> list[Event]:
        """What was written so far, oldest first. The two halves of a complex number are one event."""
        found: list[Event] = []
        real: float = 0.0
        for key, bits in self.ring.events().tolist():
            place = self.places[key & ((1 << kinds.KIND_SHIFT) - 1)]
            kind = key >> kinds.KIND_SHIFT
            if kind in (kinds.INTEGER, kinds.UNSIGNED, kinds.BOOLEAN):
                found.append(Event(place, _integer(bits, kind)))
                continue
            number = struct.unpack("<d", struct.pack("<Q", bits))[0]
            if kind == kinds.REAL:
                real = number
            elif kind == kinds.IMAGINARY:
                found.append(Event(place, complex(real, number)))
            else:
                found.append(Event(place, number, digest=kind == kinds.DIGEST))
        return found

    def _around_processing(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def run_pass(pass_: Any, state: Any) -> Any:
            changed = original(pass_, state)
            identity = state.func_id
            if not is_user_file(identity.filename):
                return changed
            if self._functions is not None and identity.func_name not in self._functions:
                return changed
            # What a block in object mode leaves of the function, and the block, come here once more.
            _remove(state.func_ir)
            if not state.flags.force_pyobject:
                self._add(state.func_ir, identity)
            return True

        return run_pass

    def _add(self, func_ir: Any, identity: Any) -> None:
        ir = core("ir")
        ir_utils = core("ir_utils")

        for block in func_ir.blocks.values():
            body = []
            for statement in block.body:
                body.append(statement)
                if self._wanted(ir, statement):
                    place = Place(
                        identity.func_name,
                        identity.filename,
                        statement.loc.line,
                        statement.target.name.partition(".")[0],
                    )
                    body += self._call(ir, ir_utils, block.scope, statement, len(self.places))
                    self.places.append(place)
            block.body = body
        redefine(func_ir)

    def _wanted(self, ir: Any, statement: Any) -> bool:
        if not isinstance(statement, ir.Assign) or isinstance(statement.value, ir.Arg):
            return False
        name = statement.target.name
        if name.startswith("$") or getattr(statement.value, "op", None) == "phi":
            return False
        return self._variables is None or name.partition(".")[0] in self._variables

    def _call(self, ir: Any, ir_utils: Any, scope: Any, statement: Any, number: int) -> list[Any]:
        place = statement.loc
        function, key, result = (
            ir.Var(scope, ir_utils.mk_unique_var(f"{_OURS}{part}"), place) for part in ("f", "k", "r")
        )
        call = ir.Expr.call(function, [key, statement.target], (), place)
        return [
            ir.Assign(ir.Global("numscope_probe", self._probe, place), function, place),
            ir.Assign(ir.Const(number, place), key, place),
            ir.Assign(call, result, place),
        ]


def _remove(func_ir: Any) -> None:
    """Take the probes out again."""
    ir = core("ir")

    def is_ours(statement: Any) -> bool:
        if isinstance(statement, ir.Assign):
            return bool(statement.target.name.startswith(_OURS))
        return isinstance(statement, ir.Del) and bool(statement.value.startswith(_OURS))

    for block in func_ir.blocks.values():
        block.body = [statement for statement in block.body if not is_ours(statement)]
    redefine(func_ir)


def _integer(bits: int, kind: int) -> int | bool:
    if kind == kinds.BOOLEAN:
        return bool(bits)
    return bits if kind == kinds.UNSIGNED else (bits + 2**63) % 2**64 - 2**63


def make_probe(ring: Ring) -> Any:
    """A function that does nothing in Python and, compiled, writes a value into `ring`."""
    import numpy as np
    from numba.extending import overload

    types = numba_types()
    write, bits = store(ring), bits_of()

    def probe(number: int, value: Any) -> None:
        """Does nothing here; see the overload."""

    def tagged(kind: int) -> int:
        return kind << kinds.KIND_SHIFT

    integer, unsigned, boolean = tagged(kinds.INTEGER), tagged(kinds.UNSIGNED), tagged(kinds.BOOLEAN)
    float_, real, imaginary, digest = (
        tagged(kind) for kind in (kinds.FLOAT, kinds.REAL, kinds.IMAGINARY, kinds.DIGEST)
    )

    def compiled(number: Any, value: Any) -> Any:
        value = types.unliteral(value)
        if isinstance(value, types.Boolean):
            return lambda number, value: write(np.int64(number + boolean), np.uint64(value))
        if isinstance(value, types.Integer):
            key = integer if value.signed else unsigned
            return lambda number, value: write(np.int64(number + key), np.uint64(value))
        if isinstance(value, types.Float):
            return lambda number, value: write(np.int64(number + float_), bits(np.float64(value)))
        if isinstance(value, types.Complex):

            def of_complex(number: Any, value: Any) -> None:
                write(np.int64(number + real), bits(np.float64(value.real)))
                write(np.int64(number + imaginary), bits(np.float64(value.imag)))

            return unannotated(of_complex)
        if isinstance(value, types.Array) and isinstance(
            value.dtype, (types.Float, types.Integer, types.Boolean)
        ):

            def of_array(number: Any, value: Any) -> None:
                total = 0.0
                for item in value.flat:
                    total += item
                write(np.int64(number + digest), bits(total))

            return unannotated(of_array)
        return lambda number, value: None

    overload(probe)(unannotated(compiled))
    return probe


def unannotated(function: Callable[..., Any]) -> Callable[..., Any]:
    """Numba wants an overload and its implementation to have the same signature, annotations included."""
    function.__annotations__ = {}
    return function
