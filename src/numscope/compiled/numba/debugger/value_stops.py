"""Stop where a NaN is stored or an index is out of range: checks in the machine code that end in a trap.

A check that finds something executes a breakpoint instruction with what it found in registers; gdb reports the signal
and the driver reads them (`in_gdb.traps`). The program then goes on as it would without the check.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Sequence
from typing import Any

from numscope.compiled.numba.debugger.variable_marks import MARK, is_users
from numscope.errors import UsageError
from numscope.probes.numba.adapter.compiler import allow_inline_assembly, core, llvm_ir, numba_types
from numscope.probes.numba.adapter.patches import Patches

# Also in in_gdb.traps, which only gdb's Python can import.
MAGIC = 0x6E756D73_00000000
NAN, INDEX = 1, 2
CHOICES = ("nan", "index")


def check_machine() -> None:
    """Raise `UsageError` where the trap is not known: it is an instruction of x86-64."""
    if platform.machine() not in ("x86_64", "AMD64"):
        raise UsageError(f"--stop-on works on x86-64 only, and this machine is {platform.machine()}")


class ValueStops:
    """Adds the checks of `wanted` (of `CHOICES`) to functions that are compiled for the debugger.

    `note` is given what the number in a trap stands for: `{"store": number, "target": name}`.
    """

    def __init__(self, wanted: Sequence[str], note: Callable[[dict[str, Any]], None]) -> None:
        self._wanted = wanted
        self._note = note
        self._stores = 0

    @property
    def checks_indexes(self) -> bool:
        """Return whether functions are to be compiled with bounds checks."""
        return "index" in self._wanted

    def install(self, patches: Patches) -> None:
        """Replace the parts of the compiler that check."""
        if self._wanted:
            allow_inline_assembly()
        if self.checks_indexes:
            patches.wrap("do_boundscheck", lambda original: _trap_outside)
        if "nan" in self._wanted:
            patches.wrap("lower_inst", self._around_statement)

    def _around_statement(self, original: Callable[..., Any]) -> Callable[..., Any]:
        waiting: dict[int, str] = {}

        def lower_inst(lowerer: Any, statement: Any) -> Any:
            result = original(lowerer, statement)
            if _is_for_debugger():
                self._check(lowerer, statement, waiting)
            return result

        return lower_inst

    def _check(self, lowerer: Any, statement: Any, waiting: dict[int, str]) -> None:
        """Check what a statement stored; a variable is checked behind its mark, for a stop to show it."""
        ir = core("ir")
        if isinstance(statement, (ir.SetItem, ir.StaticSetItem)):
            self._trap_nan(lowerer, statement.value.name, statement.target.name)
        elif isinstance(statement, ir.Assign) and statement.target.name.startswith(MARK):
            stored = waiting.pop(id(lowerer), None)
            if stored is not None:
                self._trap_nan(lowerer, stored, stored)
        elif isinstance(statement, ir.Assign) and is_users(statement.target.name):
            computed = isinstance(statement.value, (ir.Expr, ir.Var))
            waiting.update({id(lowerer): statement.target.name} if computed else {})

    def _trap_nan(self, lowerer: Any, value: str, target: str) -> None:
        kind = lowerer.typeof(value)
        finder = _nan_finder(kind)
        if finder is None:
            return
        self._stores += 1
        self._note({"store": self._stores, "target": target.partition(".")[0]})
        # With fastmath LLVM may take `x != x` for false.
        context, builder = lowerer.context.subtarget(fastmath=False), lowerer.builder
        signature = numba_types().boolean(kind)
        found = context.compile_internal(builder, finder, signature, (lowerer.loadvar(value),))
        wrong = context.cast(builder, found, numba_types().boolean, numba_types().boolean)
        with core("cgutils").if_unlikely(builder, wrong):
            _trap(builder, NAN, [self._stores])


def _is_for_debugger() -> bool:
    """Return whether the function that is compiled now is one that the debugger stops in."""
    flags = core("targetconfig").ConfigStack.top_or_none()
    return flags is not None and bool(flags.dbg_optnone)


def _nan_finder(kind: Any) -> Callable[[Any], bool] | None:
    """Return the function that looks for NaN in a value of a type; None where there can be none."""
    types = numba_types()
    if isinstance(kind, (types.Float, types.Complex)):
        return _is_nan
    if isinstance(kind, types.Array) and isinstance(kind.dtype, (types.Float, types.Complex)):
        return _has_nan
    return None


def _is_nan(value: Any) -> bool:
    return bool(value != value)


def _has_nan(values: Any) -> bool:
    for value in values.flat:  # noqa: SIM110 - compiled by Numba, which has no any() of generators
        if value != value:
            return True
    return False


def _trap_outside(context: Any, builder: Any, index: Any, size: Any, axis: Any = None) -> None:
    """Trap where an index is out of range, in place of Numba's IndexError."""
    below = builder.icmp_signed("<", index, index.type(0))
    above = builder.icmp_signed(">=", index, size)
    with core("cgutils").if_unlikely(builder, builder.or_(below, above)):
        _trap(builder, INDEX, [index, size, -1 if axis is None else axis])


def _trap(builder: Any, reason: int, numbers: Sequence[Any]) -> None:
    """Execute a breakpoint instruction with up to three numbers in rcx, rdx and rsi.

    The `nop` keeps the program counter, which gdb finds behind the breakpoint, on the same line.
    """
    llvm = llvm_ir()
    word = llvm.IntType(64)
    values = [word(MAGIC | reason), *(_word(builder, number) for number in numbers)]
    values += [word(0)] * (4 - len(values))
    kind = llvm.FunctionType(llvm.VoidType(), [word] * 4)
    builder.asm(kind, "int3\nnop", "{rax},{rcx},{rdx},{rsi},~{memory}", values, side_effect=True)


def _word(builder: Any, number: Any) -> Any:
    llvm = llvm_ir()
    word = llvm.IntType(64)
    if isinstance(number, int):
        return word(number)
    return number if number.type == word else builder.sext(number, word)
