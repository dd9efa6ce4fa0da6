"""The tables of pandas among the operands, and which of their columns hold texts, as the probe describes them."""

from __future__ import annotations

from numscope.analysis.check_up.ended.ending import Ending, Given

_TEXTS = ("str", "object", "string")
_TYPE = ": dtype"


def tables(ending: Ending) -> list[Given]:
    """Return the tables and columns of pandas that the operation was given."""
    objects = (one for one in ending.given if one.operand.kind == "object")
    return [one for one in objects if (one.operand.type or "").startswith("pandas.")]


def text_columns(table: Given) -> list[str]:
    """Return the names of the columns that hold texts."""
    facts = table.operand.attributes
    return [
        name.removesuffix(_TYPE) for name, value in facts.items() if name.endswith(_TYPE) and value in _TEXTS
    ]
