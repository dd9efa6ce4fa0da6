"""Single messages of Numba that need no more than other words, with what to do about each."""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import FunctionType
from typing import Any

from numscope.compiled.numba.explaining.case import Case
from numscope.compiled.numba.explaining.explanation import Diagnosis
from numscope.compiled.numba.explaining.trying.rebuilding import names_seen
from numscope.compiled.numba.type_names import in_words, short

_PYTHON = "reference/pysupported.html"


@dataclass(frozen=True)
class _Message:
    """A pattern of Numba's text; `{0}`, `{1}` of the sentence are its groups: types in words, and names as they are."""

    kind: str
    pattern: str
    sentence: str
    advice: str
    page: str


_MESSAGES = (
    _Message(
        "needs-literal",
        r'"(\w+)" must be a string literal',
        "The text that is passed as `{0}` has to be known while the function compiles, and it is known only while "
        "running.",
        "Write the text into the call, or let Numba compile for each value: `numba.literally(...)`.",
        "reference/types.html#specifying-literal-types",
    ),
    _Message(
        "dict-of-none",
        r"Dict\.(?:value|key)_type cannot be of type (none|OptionalType\([^\n]*\))",
        "This line puts {0} into a dict; a dict in compiled code has one type of keys and one of values, and None is "
        "not among them.",
        "Put a value there that stands for nothing, such as NaN or -1.",
        f"{_PYTHON}#typed-dict",
    ),
    _Message(
        "unpacking",
        r"failed to unpack ([\w\[\](), ]+)",
        "This line takes {0} apart into several variables, and it has no items.",
        "Unpack a tuple, or assign the variables one by one.",
        f"{_PYTHON}#tuple",
    ),
    _Message(
        "identity",
        r"no default `is` implementation",
        "Compiled code has no `is` for two values of this type.",
        "Compare what they hold (`==`), or compare them outside.",
        f"{_PYTHON}#language",
    ),
    _Message(
        "no-dimensions",
        r"iteration over a 0-d array",
        "The loop goes over an array without dimensions, which has no items.",
        "Loop over `a.ravel()`, or take the number: `a.item()`, `a[()]`.",
        "reference/numpysupported.html",
    ),
    _Message(
        "closure",
        r"Cannot capture a constant value for variable '(\w+)' as there are multiple definitions",
        "The inner function takes `{0}` for a constant, and `{0}` is set in several places.",
        "Give it a name that is set once, or pass it to the inner function.",
        f"{_PYTHON}#inner-function-and-closure",
    ),
    _Message(
        "function-returned",
        r"Can't return function object \(Function\(<[\w -]*?'?(\w+)'?>\)\)",
        "The function returns the function `{0}`; compiled code can return numbers, arrays and containers of them.",
        "Return what it gives, or choose the function outside.",
        f"{_PYTHON}#functions",
    ),
    _Message(
        "missing-key",
        r"Key '([^\n]*)' is not in dict",
        "The dict has no key `{0}`.",
        "Read a key that it has.",
        f"{_PYTHON}#dict",
    ),
    _Message(
        "iterated-tuple",
        r"^Invalid use of getiter with parameters \((Tuple\([^\n]*\))\)",
        "The loop goes over {0}, whose items differ in type; a variable of a plain loop has one type.",
        "Use `numba.literal_unroll`, or make the items one type.",
        f"{_PYTHON}#tuple",
    ),
)


def known_message(case: Case) -> Diagnosis | None:
    """A message that says what is wrong, in Numba's words."""
    if case.attempt is not None:
        return None
    for message in _MESSAGES:
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
