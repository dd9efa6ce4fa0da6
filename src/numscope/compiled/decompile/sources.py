"""Finds the code a user names on the command line: `module:qualname`, a .pyc file, a .py file."""

from __future__ import annotations

import importlib
import importlib.util
import marshal
import sys
from pathlib import Path
from types import CodeType
from typing import Any

from numscope.compiled.decompile.errors import DecompilationError

# The first magic number of each version (`Include/internal/pycore_magic_number.h`).
_MAGIC = (
    (3430, "3.10"),
    (3450, "3.11"),
    (3500, "3.12"),
    (3550, "3.13"),
    (3600, "3.14"),
    (3650, "3.15 or later"),
)
_HEADER = 16


def find(target: str) -> Any:
    """Give the function or code object called `target`; raises DecompilationError with one clear sentence."""
    if target.endswith(".pyc"):
        return read_pyc(Path(target))
    if target.endswith(".py"):
        return compile_file(Path(target))
    module_name, colon, qualname = target.partition(":")
    if not colon or not qualname:
        raise DecompilationError(f"{target}: give module:function, a .pyc file or a .py file")
    return find_object(module_name, qualname)


def find_object(module_name: str, qualname: str) -> Any:
    """Import a module and look a dotted name up in it."""
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        found: Any = importlib.import_module(module_name)
    except ImportError as error:
        raise DecompilationError(f"{module_name} cannot be imported: {error}") from error
    for name in qualname.split("."):
        holder = found
        found = getattr(holder, "__dict__", {}).get(name, None)
        if found is None:
            found = getattr(holder, name, None)
        if found is None:
            raise DecompilationError(f"{module_name} has no {qualname}")
    if isinstance(found, (staticmethod, classmethod)):
        found = found.__func__
    if isinstance(found, property):
        found = found.fget
    if isinstance(found, type):
        raise DecompilationError(f"{module_name}:{qualname} is a class: name one of its methods")
    return found


def read_pyc(path: Path) -> CodeType:
    """Read a compiled module of this very Python version."""
    data = _read(path)
    if len(data) < _HEADER or data[2:4] != b"\r\n":
        raise DecompilationError(f"{path} is not a .pyc file, or it is cut short")
    if data[:4] != importlib.util.MAGIC_NUMBER:
        mine = ".".join(map(str, sys.version_info[:2]))
        raise DecompilationError(
            f"{path} holds bytecode of Python {_version(data)}, this is {mine}: use that Python"
        )
    try:
        code = marshal.loads(data[_HEADER:])
    except (EOFError, ValueError, TypeError) as error:
        raise DecompilationError(f"{path} is corrupt: {error}") from error
    if not isinstance(code, CodeType):
        raise DecompilationError(
            f"{path} is corrupt: it holds a {type(code).__name__} instead of a code object"
        )
    return code


def _version(data: bytes) -> str:
    number = int.from_bytes(data[:2], "little")
    name = "3.9 or older" if number > 3000 else "2"
    for first, version in _MAGIC:
        if number >= first:
            name = version
    return name


def compile_file(path: Path) -> CodeType:
    """Compile a source file, without running it."""
    try:
        code: CodeType = compile(_read(path), str(path), "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        raise DecompilationError(f"{path} does not compile: {error}") from error
    return code


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise DecompilationError(f"{path} cannot be read: {error.strerror}") from error
