"""What the parts of the decompiler share while they write one code object."""

from __future__ import annotations

from dataclasses import dataclass
from types import CodeType

from numscope.compiled.decompile.instructions import Instruction
from numscope.compiled.decompile.nested import NestedCode
from numscope.compiled.decompile.temporaries import Temporaries


@dataclass(frozen=True)
class Unit:
    """A code object, its instructions, names for values that have none, and the writer of the code inside it."""

    owner: CodeType
    code: list[Instruction]
    names: Temporaries
    nested: NestedCode
