"""Single messages of Numba that need no more than other words, with what to do about each."""

from __future__ import annotations

import ast
import inspect
import re
from types import FunctionType
from typing import Any

from numscope.compiled.numba.explaining.case import Case
from numscope.compiled.numba.explaining.explanation import Diagnosis
from numscope.compiled.numba.explaining.rules.declared_messages import DECLARED
from numscope.compiled.numba.explaining.rules.message_table import MESSAGES
from numscope.compiled.numba.explaining.trying.rebuilding import names_seen
from numscope.compiled.numba.type_names import in_words, short


def known_message(case: Case) -> Diagnosis | None:
    """A message that says what is wrong, in Numba's words."""
    if case.attempt is not None:
        return None
    for message in (*MESSAGES, *DECLARED):
        found = case.search(message.pattern)
        if found:
            groups = [_group(text) for text in found.groups()]
            said = message.sentence.format(*groups)
            return Diagnosis(message.kind, said, message.advice.format(*groups), message.page)
    return None


def _group(text: str) -> str:
    optional = re.fullmatch(r"OptionalType\((.*)\)", text)
    if optional:
        return f"{in_words(optional[1])} or None"
    characters = re.fullmatch(r"\[unichr x (\d+)\]", text)
    if characters:
        return f"text of {characters[1]} characters"
    if re.fullmatch(r"\d+|\('.*\)", text):
        return text
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


def unknown_field(case: Case) -> Diagnosis | None:
    """A field of a record, read as an attribute, that it does not have."""
    found = re.fullmatch(r"'(\w+)'", case.message.strip())
    fields = [node.attr for node in case.source.nodes(ast.Attribute, case.line)]
    if not found or found[1] not in fields:
        return None
    return Diagnosis(
        "no-field",
        f"The record has no field `{found[1]}`.",
        "Use a name of its dtype.",
        "reference/numpysupported.html#scalar-types",
    )


def without_a_word(case: Case) -> Diagnosis | None:
    """A call at which Numba stops by an assertion of its own, without a message."""
    if not isinstance(case.failure.error, AssertionError) or str(case.failure.error).strip():
        return None
    for call in case.source.nodes(ast.Call, case.line):
        written = case.source.text(call)
        name = case.source.text(call.func).rpartition(".")[2]
        if name in ("zip", "map", "filter", "enumerate") and call.keywords:
            return Diagnosis(
                "unsupported-argument",
                f"`{written}` passes `{call.keywords[0].arg}=`, which the compiled `{name}` does not take.",
                "Leave the keyword out; compare lengths yourself where they must agree.",
                "reference/pysupported.html#built-in-functions",
            )
        if name == "add" and isinstance(call.func, ast.Attribute):
            return Diagnosis(
                "set-item",
                f"`{written}` puts something into a set that a compiled set can't hold.",
                "Sets hold numbers, text and tuples of these; use a list for arrays.",
                "reference/pysupported.html#set",
            )
    return None


def unknown_keyword(case: Case) -> Diagnosis | None:
    """A keyword that the compiled function which is called does not have."""
    error = case.failure.error
    if case.attempt is not None or not isinstance(error, (IndexError, TypeError)):
        return None
    for call in case.source.nodes(ast.Call, case.line):
        called = _called(case, call.func.id) if isinstance(call.func, ast.Name) else None
        plain = getattr(called, "py_func", None)
        parameters = inspect.signature(plain).parameters if isinstance(plain, FunctionType) else {}
        extra = [str(given.arg) for given in call.keywords if given.arg not in parameters]
        if parameters and extra and not any(one.kind is one.VAR_KEYWORD for one in parameters.values()):
            return Diagnosis(
                "unknown-keyword",
                f"`{case.source.text(call)}` passes `{extra[0]}=`, and `{case.source.text(call.func)}` has no such "
                "parameter.",
                f"Its parameters are {', '.join(f'`{name}`' for name in parameters)}.",
                "reference/pysupported.html#functions",
            )
    return None


RULES = (unknown_keyword, other_types_declared, known_message, unknown_field, without_a_word)
