"""Compile user functions so that gdb sees them as Python runs them: line by line, every variable true.

By default Numba's locals lie in gdb: a dead variable is zeroed at the next basic block, and optimised code
keeps values where no debug information finds them. So, for user functions only: debug information on,
optimisation off, one storage place a variable (SSA off; on again where a variable changes its type), and
no variable deleted before the return. Beside every variable a small integer says whether it has been
assigned, and which version of it is current; a variable whose mark is 0 does not exist yet and is not shown.
"""

from __future__ import annotations

import inspect
import json
import warnings
from collections.abc import Callable
from typing import Any

from numscope.compiled.numba.debugger.line_marks import mark_lines
from numscope.compiled.numba.debugger.prange import name_turns, place_in_users_file
from numscope.compiled.numba.debugger.type_trees import tree
from numscope.probes.numba.adapter.compiler import core, symbol_of_generator
from numscope.probes.numba.adapter.patches import Patches
from numscope.user_code import is_user_file

MARK = "numscope_at_"
FIELD = "numscope_has_"


class DebugBuild:
    """Makes every user function compiled after `install` debuggable.

    `journal` gets one JSON line for each.
    """

    def __init__(self, journal: str, serial: bool = False) -> None:
        self._journal = journal
        self._serial = serial
        self._with_ssa: set[Any] = set()
        self._patches = Patches()

    def install(self) -> None:
        """Replace the compiler's parts. They stay replaced: the process exists for debugging."""
        numba_errors = core("errors")

        # It is our debug information that Numba has no source for, and no line of the user's.
        warnings.filterwarnings("ignore", category=numba_errors.NumbaDebugInfoWarning)
        for name, make in (
            ("customize_flags", self._around_flags),
            ("compile_core", self._around_compile),
            ("ufunc_compile_core", self._around_ufunc),
            ("native_lowering", self._around_lowering),
            ("compile_ir", self._around_compile_ir),
        ):
            self._patches.wrap(name, make)

    def _set(self, flags: Any, function: Any) -> None:
        flags.debuginfo = True
        flags.dbg_extend_lifetimes = True
        flags.dbg_optnone = True
        flags.enable_ssa = function in self._with_ssa
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
                        "types": {name: tree(t) for name, t in state.typemap.items() if _is_users(name)},
                    }
                )
            return result

        return run_pass

    def _around_compile_ir(self, original: Callable[..., Any]) -> Callable[..., Any]:
        compiled = inspect.signature(original)

        def compile_ir(*arguments: Any, **keywords: Any) -> Any:
            # Loops that run in parallel pass it by position, blocks in object mode by name.
            func_ir = compiled.bind(*arguments, **keywords).arguments["func_ir"]
            if func_ir.loc.filename == "<string>":
                place_in_users_file(func_ir)
            return original(*arguments, **keywords)

        return compile_ir

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
            if isinstance(statement, ir.Del) and _is_users(statement.value):
                kept.add(statement.value)
        block.body = [s for s in block.body if not (isinstance(s, ir.Del) and _is_users(s.value))]
    for block in func_ir.blocks.values():
        end = block.body[-1]
        if isinstance(end, ir.Return):
            used = {variable.name for variable in end.list_vars()}
            block.body[-1:-1] = [ir.Del(name, loc=end.loc) for name in sorted(kept - used)]


def mark_assignments(func_ir: Any, typemap: Any) -> None:
    """After every assignment of a user's variable store which version of it is now current (0: none yet)."""
    ir = core("ir")

    names = set()
    for block in func_ir.blocks.values():
        body = []
        for statement in block.body:
            body.append(statement)
            if isinstance(statement, ir.Assign) and _is_users(statement.target.name):
                names.add(statement.target.name.partition(".")[0])
                body.append(_mark(block, statement.target.name, statement.loc, typemap))
        block.body = body
    entry = func_ir.blocks[min(func_ir.blocks)]
    place = entry.body[0].loc
    entry.body[:0] = [_mark(entry, name, place, typemap, gone=True) for name in sorted(names)]


def mark_fields(func_ir: Any, typemap: Any) -> None:
    """Where a constructor of a jitclass assigns a field, store that it exists: before, its memory holds zeros."""
    ir, types = core("ir"), core("types")

    if func_ir.func_id.func_name != "__init__" or not func_ir.arg_names:
        return
    instance = func_ir.arg_names[0]
    kind = typemap.get(f"arg.{instance}")
    if not isinstance(kind, types.ClassInstanceType):
        return
    for block in func_ir.blocks.values():
        body = []
        for statement in block.body:
            body.append(statement)
            if isinstance(statement, ir.SetAttr) and statement.target.name == instance:
                body.append(_flag(block, instance, statement.attr, statement.loc, typemap, 1))
        block.body = body
    entry = func_ir.blocks[min(func_ir.blocks)]
    place = entry.body[0].loc
    entry.body[:0] = [_flag(entry, instance, name, place, typemap, 0) for name in kind.struct]


def _flag(block: Any, instance: str, field: str, place: Any, typemap: Any, exists: int) -> Any:
    ir = core("ir")

    flag = ir.Var(block.scope, f"{FIELD}{instance}.{field}", place)
    if flag.name not in typemap:
        typemap[flag.name] = core("types").int16
    return ir.Assign(ir.Const(exists, place), flag, place)


def mark_kept(func_ir: Any, typemap: Any) -> None:
    """In a generator, store behind every `yield` which variables came through it, and where one is deleted that it is.

    What a generator keeps from one value to the next is settled when its type is: deletions stay where they are.
    """
    ir = core("ir")

    points = func_ir.generator_info.yield_points
    kept = {point.inst.index: point.live_vars | point.weak_live_vars for point in points.values()}
    names = {name for live in kept.values() for name in live if _is_users(name)}
    names |= {name for name in _assigned(func_ir) if _is_users(name)}
    for block in func_ir.blocks.values():
        body = []
        for statement in block.body:
            body.append(statement)
            if isinstance(statement, ir.Del) and _is_users(statement.value):
                body.append(_mark(block, statement.value, statement.loc, typemap, gone=True))
            elif isinstance(getattr(statement, "value", None), ir.Yield):
                live = kept[statement.value.index]
                gone = sorted({name.partition(".")[0] for name in names})
                body += [_mark(block, name, statement.loc, typemap, gone=True) for name in gone]
                body += [_mark(block, name, statement.loc, typemap) for name in sorted(live & names)]
        block.body = body


def _assigned(func_ir: Any) -> set[str]:
    ir = core("ir")
    return {s.target.name for b in func_ir.blocks.values() for s in b.body if isinstance(s, ir.Assign)}


def _mark(block: Any, variable: str, place: Any, typemap: Any, gone: bool = False) -> Any:
    """Return the statement that stores which version of a variable is current."""
    ir = core("ir")

    name, _, version = variable.partition(".")
    number = 0 if gone else int(version) + 1 if version.isdigit() else 1
    mark = ir.Var(block.scope, MARK + name, place)
    if mark.name not in typemap:
        typemap[mark.name] = core("types").int16
    return ir.Assign(ir.Const(number, place), mark, place)


def _is_users(name: str) -> bool:
    return not name.startswith(("$", "numscope_"))
