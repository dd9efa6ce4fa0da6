"""Collect what Numba compiles while a program runs: the objects, where they were loaded, their line tables."""

from __future__ import annotations

import ctypes
import os
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from numscope.compiled.numba.debugger.prange import placing_loops
from numscope.compiled.numba.lines.line_tables import LineTable, Row, read_object
from numscope.compiled.numba.lines.wrappers import around_modules
from numscope.probes.numba.adapter.compiler import core, object_of
from numscope.probes.numba.adapter.patches import Patches
from numscope.user_code import is_user_file

# Numba makes a function of an array expression, in the user's file and on its line 1.
ARRAY_EXPRESSION = "__numba_array_expr"

# Begin and end of a piece of machine code, and the file and line that it belongs to.
Part = tuple[int, int, str, int]


class Objects:
    """Functions compiled while it is entered have line tables; optimisation stays as it is.

    A program's cache is not read: what comes from there was compiled without line tables. `loaded` gets the parts of
    each library before its code runs.
    """

    def __init__(self, loaded: Callable[[list[Part]], None] | None = None) -> None:
        self._patches = Patches()
        self._loaded = loaded
        self.libraries: list[Any] = []
        self._files: dict[str, str] = {}

    def __enter__(self) -> Objects:
        # Numba says of every prange body that it cannot find its source; it is given the user's.
        warnings.filterwarnings("ignore", message=".*Could not find source for function")
        self._patches.wrap("customize_flags", self._around_flags)
        self._patches.wrap("cfunc_flags", self._around_flags)
        self._patches.wrap("ufunc_compile_core", self._around_ufunc)
        self._patches.wrap("debug_information", _around_lines)
        self._patches.wrap("compile_ir", placing_loops)
        self._patches.wrap("add_ir_module", around_modules)
        self._patches.wrap("finalize", self._around_finalize)
        return self

    def __exit__(self, *_: object) -> None:
        self._patches.undo()

    def _around_flags(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def customize_flags(compiler: Any, flags: Any) -> Any:
            flags = original(compiler, flags)
            self._with_lines(compiler.py_func, flags)
            return flags

        return customize_flags

    def _around_ufunc(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def compile_core(dispatcher: Any, signature: Any, flags: Any, types: Any) -> Any:
            self._with_lines(dispatcher.py_func, flags)
            return original(dispatcher, signature, flags, types)

        return compile_core

    def _with_lines(self, function: Any, flags: Any) -> None:
        file = function.__code__.co_filename
        if is_user_file(file):
            self._files.setdefault(os.path.basename(file), file)
            flags.debuginfo = True
            flags.dbg_directives_only = True

    def _around_finalize(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def finalize(library: Any) -> Any:
            library.enable_object_caching()
            result = original(library)
            self.libraries.append(library)
            if self._loaded is not None:
                self._loaded(_parts(library, self._files))
            return result

        return finalize

    def code(self) -> Code:
        """Return the machine code of all that was compiled, with its lines."""
        return Code([part for library in self.libraries for part in _parts(library, self._files)])


def _around_lines(original: Callable[..., Any]) -> Any:
    """Give lines to the user's functions only: an inlined function without any has those of the call (LLVM's rule)."""

    def lines_of(module: Any, filepath: str, cgctx: Any, directives_only: bool) -> Any:
        of_library = os.path.isabs(filepath) and not is_user_file(filepath)
        without = of_library or ARRAY_EXPRESSION in module.name
        kind = core("debuginfo").DummyDIBuilder if without else original
        return kind(module, filepath, cgctx, directives_only)

    return staticmethod(lines_of)


class Code:
    """Ranges of addresses and the line that each belongs to."""

    def __init__(self, ranges: list[Part]) -> None:
        ranges.sort()
        self._begins = np.array([part[0] for part in ranges], np.uint64)
        self._ends = np.array([part[1] for part in ranges], np.uint64)
        self._places = [(file, line) for _, _, file, line in ranges]

    @property
    def lines(self) -> set[tuple[str, int]]:
        """Return every line that has code."""
        return set(self._places)

    def callers(self, stacks: Any) -> list[tuple[str, int] | None]:
        """Return for each stack, a row of words, the place of the first word that returns into this code."""
        found: list[tuple[str, int] | None] = [None] * len(stacks)
        for column in range(stacks.shape[1]):
            # A return address is behind the call: the line is that of the byte before it.
            for row, place in enumerate(self.places(stacks[:, column] - np.uint64(1))):
                if found[row] is None and place is not None and _follows_call(int(stacks[row, column])):
                    found[row] = place
        return found

    def places(self, addresses: Any) -> list[tuple[str, int] | None]:
        """Return file and line of each address, None where it is in no compiled function of the user's."""
        if not len(self._begins):
            return [None] * len(addresses)
        at = np.searchsorted(self._begins, addresses, side="right") - 1
        inside = (at >= 0) & (addresses < self._ends[np.maximum(at, 0)])
        return [self._places[i] if found else None for i, found in zip(at, inside, strict=True)]


def _follows_call(address: int) -> bool:
    """Return whether the instruction before an address of compiled code is a call: `e8`, or `ff /2` through a place."""
    before = ctypes.string_at(address - 7, 7)
    through = (before[-at] == 0xFF and before[1 - at] >> 3 & 7 == 2 for at in (2, 3, 6, 7))
    return before[-5] == 0xE8 or any(through)


def _parts(library: Any, files: dict[str, str]) -> list[Part]:
    """Return begin, end, file and line of each part of a library's code."""
    table = read_object(object_of(library))
    begins = _section_begins(library, table)
    functions = {(function.section, function.address) for function in table.functions}
    found, place = [], None
    for row, after in zip(table.rows, table.rows[1:], strict=False):
        if (row.section, row.address) in functions:
            place = None
        # A row without a line, and one of a library's function that was inlined, goes on with the one before it.
        place = _users_place(row, files) or place
        if row.ends or row.section != after.section or row.section not in begins:
            place = None
        elif place is not None:
            base = begins[row.section]
            found.append((base + row.address, base + after.address, *place))
    return found


def _users_place(row: Row, files: dict[str, str]) -> tuple[str, int] | None:
    """Return the user's file and line of a row; a file without a folder is the user's of that name."""
    file = row.file if os.path.isabs(row.file) else files.get(os.path.basename(row.file))
    return (file, row.line) if row.line and file is not None and is_user_file(file) else None


def _section_begins(library: Any, table: LineTable) -> dict[int, int]:
    begins: dict[int, int] = {}
    for function in table.functions:
        if function.section not in begins:
            address = library.get_pointer_to_function(function.name)
            if address:
                begins[function.section] = address - function.address
    return begins
