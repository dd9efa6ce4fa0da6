"""Dump what torch.compile makes of a program, and step through it in a debugger.

Importable without torch: what needs it is imported when first asked for.
"""

from __future__ import annotations

from numscope.compiled.torch_compile.serialized_code import BytecodeError, load_bytecode
from numscope.compiled.torch_compile.session import DebugSession, TorchMissingError, debug, prepare_debug

__all__ = ["BytecodeError", "DebugSession", "TorchMissingError", "debug", "load_bytecode", "prepare_debug"]
