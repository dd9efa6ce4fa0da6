"""Code objects in files: `__transformed_code_<n>_for_<function>.py.<function>_bytecode` and how to load one.

A file is one line of ASCII, `numscope-bytecode 1 <cache tag> <magic number in hex>`, then the code object in
the `marshal` format of that Python. Marshalled code runs nothing when loaded, but a damaged or hostile file
can crash the interpreter (the documentation of `marshal` says so): load only what you dumped.
"""

from __future__ import annotations

import importlib.util
import marshal
import os
import sys
import types
from pathlib import Path

from numscope.compiled.torch_compile.placeholders import with_placeholders
from numscope.errors import NumscopeError

_HEADER = f"numscope-bytecode 1 {sys.implementation.cache_tag} {importlib.util.MAGIC_NUMBER.hex()}\n"


class BytecodeError(NumscopeError):
    """A file of serialised bytecode can't be read by this Python."""

    exit_code = 3


def dump_bytecode(code: types.CodeType) -> bytes:
    """Return the file content for `code`; a constant without a literal becomes a string that names its type."""
    return _HEADER.encode() + marshal.dumps(with_placeholders(code)[0])


def load_bytecode(path: str | os.PathLike[str]) -> types.CodeType:
    """Return the code object in a `..._bytecode` file.

    Raises BytecodeError where the file is missing, damaged, no such file, or of another Python.
    """
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise BytecodeError(f"{path} can't be read: {error.strerror}") from error
    first, separator, body = content.partition(b"\n")
    if not separator or not first.startswith(b"numscope-bytecode "):
        raise BytecodeError(f"{path} is not a bytecode file of a numscope dump")
    header = first.decode("ascii", "replace")
    if header + "\n" != _HEADER:
        raise BytecodeError(f"{path} is bytecode of another Python ({header}); this is {_HEADER.strip()}")
    try:
        code = marshal.loads(body)
    except (EOFError, ValueError, TypeError) as error:
        raise BytecodeError(f"{path} is damaged: {error}") from error
    if not isinstance(code, types.CodeType):
        raise BytecodeError(f"{path} is damaged: it holds no code object")
    return code
