"""Compile user functions so that gdb sees them as Python runs them: line by line, every variable true.

By default Numba's locals lie in gdb: a dead variable is zeroed at the next basic block, and optimised code
keeps values where no debug information finds them. So, for user functions only: debug information on,
optimisation off, one storage place a variable (SSA off; on again where a variable changes its type), and
no variable deleted before the return. Beside every variable a small integer says whether it has been
assigned, and which version of it is current; a variable whose mark is 0 does not exist yet and is not shown.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Sequence
from typing import Any

from numscope.compiled.numba.debugger.line_marks import mark_lines
from numscope.compiled.numba.debugger.prange import name_turns, placing_loops
from numscope.compiled.numba.debugger.type_trees import tree
from numscope.compiled.numba.debugger.value_stops import ValueStops
from numscope.compiled.numba.debugger.variable_marks import is_users, mark_assignments, mark_fields, mark_kept
from numscope.probes.numba.adapter.compiler import core, symbol_of_generator
from numscope.probes.numba.adapter.patches import Patches
from numscope.user_code import is_user_file


class DebugBuild:
    """Makes every user function compiled after `install` debuggable.

    `journal` gets one JSON line for each.
    """

    def __init__(self, journal: str, serial: bool = False, stop_on: Sequence[str] = ()) -> None:
        self._journal = journal
        self._serial = serial
        self._stops = ValueStops(stop_on, self._write)
        self._with_ssa: set[Any] = set()
        self._patches = Patches()

    def install(self) -> None:
        """Replace the compiler's parts. They stay replaced: the process exists for debugging."""
        numba_errors = core("errors")

        # It is our debug information that Numba has no source for, and no line of the user's.
        warnings.filterwarnings("ignore", category=numba_errors.NumbaDebugInfoWarning)
        for name, make in (
            ("customize_flags", self._around_flags),
            ("cfunc_flags", self._around_flags),
            ("compile_core", self._around_compile),
            ("ufunc_compile_core", self._around_ufunc),
            ("native_lowering", self._around_lowering),
            ("compile_ir", placing_loops),
        ):
            self._patches.wrap(name, make)
        self._stops.install(self._patches)

    def _set(self, flags: Any, function: Any) -> None:
        flags.debuginfo = True
        flags.dbg_extend_lifetimes = True
        flags.dbg_optnone = True
        flags.enable_ssa = function in self._with_ssa
        flags.boundscheck = flags.boundscheck or self._stops.checks_indexes
        if flags.auto_parallel.enabled:
            flags.auto_parallel = _prange_only(flags.auto_parallel, self._serial)

    def _around_flags(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def customize_flags(compiler: Any, flags: Any) -> Any:
            flags = original(compiler, flags)
            if is_user_file(compiler.py_func.__code__.co_filename):
                self._set(flags, compiler.py_func)
            return flags

        return customize_flags

    def _around_compile(self, original: Callable[..., Any]) -> Callable[..., Any]:
        numba_errors = core("errors")

        def compile_core(compiler: Any, arguments: Any, return_type: Any) -> Any:
            function = compiler.py_func
            try:
                result = original(compiler, arguments, return_type)
            except numba_errors.TypingError:
                if not is_user_file(function.__code__.co_filename) or function in self._with_ssa:
                    raise
                # One place a variable fails where a variable changes its type: give each version its own.
                self._with_ssa.add(function)
                try:
                    result = original(compiler, arguments, return_type)
                except numba_errors.TypingError:
                    self._note(function, failed=True)
                    raise
            self._note(function)
            return result

        return compile_core

    def _around_ufunc(self, original: Callable[..., Any]) -> Callable[..., Any]:
        numba_errors = core("errors")

        def compile_core(dispatcher: Any, signature: Any, flags: Any, locals_: Any) -> Any:
            function = dispatcher.py_func
            if not is_user_file(function.__code__.co_filename):
                return original(dispatcher, signature, flags, locals_)
            self._set(flags, function)
            try:
                result = original(dispatcher, signature, flags, locals_)
            except numba_errors.TypingError:
                self._with_ssa.add(function)
                self._set(flags, function)
                result = original(dispatcher, signature, flags, locals_)
            self._note(function)
            return result

        return compile_core

    def _around_lowering(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def run_pass(pass_: Any, state: Any) -> Any:
            if state.flags.dbg_optnone:
                if state.func_ir.is_generator:
                    mark_kept(state.func_ir, state.typemap)
                else:
                    keep_variables(state.func_ir)
                    name_turns(state.func_ir, state.typemap)
                mark_assignments(state.func_ir, state.typemap)
                mark_fields(state.func_ir, state.typemap)
                mark_lines(state.func_ir, state.typemap)
            result = original(pass_, state)
            if state.flags.dbg_optnone:
                self._write(
                    {
                        "compilation": symbol_of_generator(state) or state.cr.fndesc.uid,
                        "types": {name: tree(t) for name, t in state.typemap.items() if is_users(name)},
                    }
                )
            return result

        return run_pass

    def _note(self, function: Any, failed: bool = False) -> None:
        code = function.__code__
        if not is_user_file(code.co_filename):
            return
        lines = [line for _, _, line in code.co_lines() if line is not None]
        where = {"file": code.co_filename, "lines": [min(lines), max(lines)]}
        self._write({"function": function.__name__, "failed": failed, **where})

    def _write(self, entry: dict[str, Any]) -> None:
        with open(self._journal, "a", encoding="utf-8") as journal:
            journal.write(json.dumps(entry) + "\n")


def _prange_only(options: Any, serial: bool) -> Any:
    """Parallel loops as written, or none: whole-array operations in one thread, and nothing fused.

    Fused, an array would be seen before the line that fills it has run.
    """
    cpu = core("cpu")
    if serial or not options.prange:
        return cpu.ParallelOptions(False)
    others = ("comprehension", "reduction", "inplace_binop", "setitem", "numpy", "stencil", "fusion")
    return cpu.ParallelOptions({"prange": True, **dict.fromkeys(others, False)})


def keep_variables(func_ir: Any) -> None:
    """Move every deletion of a user's variable to just before the returns."""
    ir = core("ir")

    kept = set()
    for block in func_ir.blocks.values():
        for statement in block.body:
            if isinstance(statement, ir.Del) and is_users(statement.value):
                kept.add(statement.value)
        block.body = [s for s in block.body if not (isinstance(s, ir.Del) and is_users(s.value))]
    for block in func_ir.blocks.values():
        end = block.body[-1]
        if isinstance(end, ir.Return):
            used = {variable.name for variable in end.list_vars()}
            block.body[-1:-1] = [ir.Del(name, loc=end.loc) for name in sorted(kept - used)]
