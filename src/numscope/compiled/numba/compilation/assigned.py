"""What type inference found for a function, by line: the types its variables are assigned, and what is converted."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from numscope.compiled.numba.explaining.inference import base_name
from numscope.compiled.numba.type_names import short
from numscope.probes.numba.adapter.compiler import core

RETURN = "return"


@dataclass
class Assigned:
    """types: line -> variable (or `return`) -> type. conversions: line -> sentences."""

    types: dict[int, dict[str, str]] = field(default_factory=dict)
    conversions: dict[int, list[str]] = field(default_factory=dict)

    def note(self, blocks: Any, typemap: Any, calltypes: Any) -> None:
        """Add what the typed IR says. To be read right after inference: later passes take loops out of it."""
        ir = core("ir")

        for block in blocks.values():
            for statement in block.find_insts(ir.Assign):
                self._type(statement, typemap, isinstance(statement.value, ir.Arg))
                operation = getattr(statement.value, "op", None)
                if operation in ("binop", "inplace_binop"):
                    self._conversions(statement, typemap, calltypes)

    def _type(self, statement: Any, typemap: Any, is_argument: bool) -> None:
        name = statement.target.name
        type_ = typemap.get(name)
        operation = getattr(statement.value, "op", None)
        returned = name.startswith("$") and operation == "cast" and str(type_) != "none"
        # Where paths meet Numba assigns a variable to itself.
        if type_ is None or is_argument or operation == "phi" or (name.startswith("$") and not returned):
            return
        types = self.types.setdefault(statement.loc.line, {})
        # A variable that is assigned two types on one line shows both.
        text, called = short(type_), RETURN if returned else base_name(name)
        before = types.get(called)
        types[called] = text if before in (None, text) else f"{before} | {text}"

    def _conversions(self, statement: Any, typemap: Any, calltypes: Any) -> None:
        """Operands whose type an operator changes: `index` int64 -> float64."""
        expression = statement.value
        wanted_types = getattr(calltypes.get(expression), "args", ())
        for side, wanted in zip((expression.lhs, expression.rhs), wanted_types, strict=False):
            given = typemap.get(side.name)
            if given is None or short(given) == short(wanted):
                continue
            name = "a value" if side.name.startswith("$") else f"`{base_name(side.name)}`"
            note = f"{name} is converted from {short(given)} to {short(wanted)}"
            notes = self.conversions.setdefault(statement.loc.line, [])
            if note not in notes:
                notes.append(note)
