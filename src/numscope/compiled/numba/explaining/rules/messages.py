"""Single messages of Numba that need no more than other words, with what to do about each."""

from __future__ import annotations

import re
from types import FunctionType
from typing import Any

from numscope.compiled.numba.explaining.case import Case
from numscope.compiled.numba.explaining.explanation import Diagnosis
from numscope.compiled.numba.explaining.rules.message_table import MESSAGES
from numscope.compiled.numba.explaining.trying.rebuilding import names_seen
from numscope.compiled.numba.type_names import in_words, short


def known_message(case: Case) -> Diagnosis | None:
    """A message that says what is wrong, in Numba's words."""
    if case.attempt is not None:
        return None
    for message in MESSAGES:
        found = case.search(message.pattern)
        if found:
            said = message.sentence.format(*(_group(text) for text in found.groups()))
            return Diagnosis(message.kind, said, message.advice, message.page)
    return None


def _group(text: str) -> str:
    optional = re.fullmatch(r"OptionalType\((.*)\)", text)
    if optional:
        return f"{in_words(optional[1])} or None"
    return text if text.isidentifier() and short(text) == text and text not in _TYPES else in_words(text)


_TYPES = ("none", "int32", "int64", "float32", "float64", "bool")


def other_types_declared(case: Case) -> Diagnosis | None:
    """A compiled function with signatures, called by another with types that are not among them."""
    found = case.search(
        r"^Invalid use of type\(CPUDispatcher\(<function ([\w.<>]+) at .*?\)\) with parameters \((.*?)\)\n"
    )
    if not found:
        return None
    name = found[1].rpartition(".")[2]
    called = _called(case, name)
    declared = [", ".join(map(short, signature)) for signature in getattr(called, "signatures", ())]
    only = f" for ({') or ('.join(declared)}) only" if declared else " for declared types only"
    return Diagnosis(
        "signature-mismatch",
        f"`{name}` was compiled{only}, and this line passes {short(found[2])}.",
        f"Convert what is passed, add this signature to the decorator of `{name}`, or leave its signature out.",
        "user/jit.html#eager-compilation",
    )


def _called(case: Case, name: str) -> Any:
    function = case.failure.function
    return names_seen(function).get(name) if isinstance(function, FunctionType) else None


RULES = (other_types_declared, known_message)
