"""Watch every compilation of a user function: result, passes with their time, remarks of the optimiser."""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from numscope.compiled.numba.compilation.assigned import Assigned
from numscope.probes.numba.adapter.compiler import core, require_numba, set_llvm_option
from numscope.probes.numba.adapter.patches import Patches
from numscope.user_code import is_user_file

_TYPED = "nopython_type_inference"
# What LLVM adds to a remark on lines of their own, and advice to C programmers.
_MORE = re.compile(r"^(Unsafe|Backward|Forward|Unknown|Memory location)\b")
_PRAGMA = re.compile(r" Use #pragma .*")
_REMARK = re.compile(r"^remark: (?P<file>.+?):(?P<line>\d+):\d+: (?P<text>.*)$")


@dataclass
class PassRun:
    """One pass over one function: its name, seconds, and the Numba IR afterwards when it was asked for."""

    name: str
    seconds: float
    ir: str | None = None


@dataclass(frozen=True)
class Remark:
    """What LLVM's optimiser says of a loop."""

    file: str
    line: int
    text: str


@dataclass
class Compilation:
    """One compilation of `function` for `arguments`. `own` seconds leave out functions it made Numba compile."""

    function: Any
    arguments: tuple[Any, ...]
    caller: str | None
    seconds: float = 0.0
    own: float = 0.0
    result: Any = None
    error: Exception | None = None
    passes: list[PassRun] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    unoptimised: str | None = None
    assigned: Assigned = field(default_factory=Assigned)

    @property
    def name(self) -> str:
        """The function's name."""
        return str(self.function.__name__)

    @property
    def file(self) -> str:
        """The function's file."""
        return str(self.function.__code__.co_filename)

    @property
    def object_mode(self) -> bool:
        """Whether Numba fell back to Python objects."""
        return self.result is not None and bool(self.result.objectmode)


class CompilationWatch:
    """Collects `compilations` of user functions while entered.

    With `lines` the machine code gets line tables (its optimisation stays as it is) and LLVM's remarks on loops are
    kept. With `keep_ir` the Numba IR after every pass is kept as text.
    """

    def __init__(self, lines: bool = False, keep_ir: bool = False) -> None:
        self.compilations: list[Compilation] = []
        self._lines = lines
        self._keep_ir = keep_ir
        self._open: list[Compilation] = []
        self._clocks: list[float] = []
        self._patches = Patches()

    def __enter__(self) -> CompilationWatch:
        require_numba()
        self._patches.wrap("compile_core", self._around_compile)
        self._patches.wrap("ufunc_compile_core", self._around_ufunc)
        self._patches.wrap("run_pass", self._around_pass)
        if self._lines:
            self._patches.wrap("customize_flags", self._around_flags)
            for name in ("finalize", "add_ir_module"):
                self._patches.wrap(name, self._listening)
            # Numba says of every prange body that it cannot find its source.
            warnings.filterwarnings("ignore", message=r"(?s).*Could not find source for function")
            _ask_for_remarks()
        return self

    def __exit__(self, *_: object) -> None:
        self._patches.undo()

    def _around_flags(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def customize_flags(compiler: Any, flags: Any) -> Any:
            flags = original(compiler, flags)
            _with_lines(compiler.py_func, flags)
            return flags

        return customize_flags

    def _around_ufunc(self, original: Callable[..., Any]) -> Callable[..., Any]:
        """The loops of @vectorize and @guvectorize, which have a compiler of their own."""
        sigutils = core("sigutils")

        def compile_core(dispatcher: Any, signature: Any, flags: Any, types: Any) -> Any:
            function = dispatcher.py_func
            if not is_user_file(function.__code__.co_filename):
                return original(dispatcher, signature, flags, types)
            if self._lines:
                _with_lines(function, flags)
            arguments = tuple(sigutils.normalize_signature(signature)[0])
            return self._compiled(function, arguments, lambda: original(dispatcher, signature, flags, types))

        return compile_core

    def _around_compile(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def compile_core(compiler: Any, arguments: Any, return_type: Any) -> Any:
            function = compiler.py_func
            if not is_user_file(function.__code__.co_filename):
                return original(compiler, arguments, return_type)
            return self._compiled(
                function, tuple(arguments), lambda: original(compiler, arguments, return_type)
            )

        return compile_core

    def _compiled(self, function: Any, arguments: tuple[Any, ...], compile_: Callable[[], Any]) -> Any:
        compilation = Compilation(function, arguments, self._open[-1].name if self._open else None)
        self._open.append(compilation)
        self._clocks.append(0.0)
        start = time.perf_counter()
        try:
            compilation.result = compile_()
            return compilation.result
        except Exception as error:
            compilation.error = error
            raise
        finally:
            compilation.seconds = time.perf_counter() - start
            compilation.own = compilation.seconds - self._clocks.pop()
            if self._clocks:
                self._clocks[-1] += compilation.seconds
            self._open.pop()
            self.compilations.append(compilation)

    def _listening(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def listening(library: Any, *arguments: Any) -> Any:
            if arguments and self._open and self._keep_ir and self._open[-1].unoptimised is None:
                self._open[-1].unoptimised = str(arguments[0])
            with _remarks(self._open[-1].remarks if self._open else []):
                return original(library, *arguments)

        return listening

    def _around_pass(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def run_pass(manager: Any, index: int, pass_: Any, state: Any) -> Any:
            start = time.perf_counter()
            result = original(manager, index, pass_, state)
            if self._open and state.func_id is not None and state.func_id.func is self._open[-1].function:
                seconds = time.perf_counter() - start
                self._open[-1].passes.append(PassRun(pass_.name(), seconds, self._ir(state)))
                if pass_.name() == _TYPED and self._lines:
                    self._open[-1].assigned.note(state.func_ir.blocks, state.typemap, state.calltypes)
            return result

        return run_pass

    def _ir(self, state: Any) -> str | None:
        if not self._keep_ir or state.func_ir is None:
            return None
        return str(state.func_ir.dump_to_string())


def _with_lines(function: Any, flags: Any) -> None:
    """Let the machine code of a user's function have line tables; its optimisation stays as it is."""
    if is_user_file(function.__code__.co_filename) and not flags.debuginfo:
        flags.debuginfo = True
        flags.dbg_directives_only = True


def _ask_for_remarks() -> None:
    """Make LLVM say which loops it vectorised and why it left others; it says so on standard error."""
    for option in ("pass-remarks", "pass-remarks-missed", "pass-remarks-analysis"):
        set_llvm_option(f"-{option}=loop-vectorize")


@contextlib.contextmanager
def _remarks(remarks: list[Remark]) -> Iterator[None]:
    """Catch what LLVM writes on standard error; pass on what is not a remark."""
    kept = os.dup(2)
    with tempfile.TemporaryFile() as file:
        os.dup2(file.fileno(), 2)
        try:
            yield
        finally:
            os.dup2(kept, 2)
            os.close(kept)
            file.seek(0)
            for line in file.read().decode(errors="replace").splitlines():
                found = _REMARK.match(line)
                if found is None:
                    if not line.startswith("warning: ignoring debug info") and not _MORE.match(line):
                        os.write(2, f"{line}\n".encode())
                    continue
                remark = Remark(found["file"], int(found["line"]), _PRAGMA.sub("", found["text"]))
                if remark not in remarks:
                    remarks.append(remark)
