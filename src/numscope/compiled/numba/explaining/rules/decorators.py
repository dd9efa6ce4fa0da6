"""Errors of decorators and constructors: guvectorize, vectorize, jitclass, cfunc, signatures."""

from __future__ import annotations

import ast
import re

from numscope.compiled.numba.explaining.case import Case
from numscope.compiled.numba.explaining.edits import Edit
from numscope.compiled.numba.explaining.explanation import Diagnosis
from numscope.compiled.numba.type_names import in_words

_GUVECTORIZE = "user/vectorize.html#the-guvectorize-decorator"
_JITCLASS = "user/jitclass.html"


def layout(case: Case) -> Diagnosis | None:
    """The layout of guvectorize names an output dimension that no input has, or counts the arrays wrongly."""
    found = case.search(r"undefined output symbols: (.+)")
    counted = isinstance(case.failure.error, IndexError) and "guvectorize" in case.source.line(case.line)
    if not found and not counted and not case.search(r"invalid (?:token|signature)|malformed"):
        return None
    if found:
        names = ", ".join(f"`{name.strip()}`" for name in found[1].split(","))
        sentence = (
            f"The layout of `guvectorize` gives the result the dimension {names}, which no argument has."
        )
        advice = "Use a dimension of an argument for the result, or pass an array that has that dimension."
    else:
        sentence = "The layout of `guvectorize` does not have as many arrays as the signature has types."
        advice = "Write one `(...)` for each type of the signature, the results behind `->`."
    return Diagnosis("guvectorize-layout", sentence, advice, _GUVECTORIZE)


def returned_by_gufunc(case: Case) -> Diagnosis | None:
    """A guvectorize function that returns its result."""
    if not case.search(r"gufunc kernel must have void return type"):
        return None
    return Diagnosis(
        "guvectorize-return",
        "A `guvectorize` function returns a value; its result must be written into its last argument.",
        "Write `out[0] = ...` (or `out[:] = ...`) in place of `return ...`.",
        _GUVECTORIZE,
    )


def several_results(case: Case) -> Diagnosis | None:
    """A vectorize function that returns no single number."""
    found = case.search(r"(\S.*?) cannot be represented as a NumPy dtype")
    if not found:
        return None
    return Diagnosis(
        "vectorize-return",
        f"The function returns {in_words(found[1].strip())}; `vectorize` makes one number of each element.",
        "Make one function for each result, or use `guvectorize`, which may write several.",
        "user/vectorize.html#the-vectorize-decorator",
    )


def declared_result(case: Case) -> Diagnosis | None:
    """A signature that says another result than the function returns."""
    found = case.search(r"No conversion from (.+?) to (.+?) for '\$?\d*return_value")
    if not found:
        return None
    returns = case.inference.returns if case.inference else []
    return Diagnosis(
        "declared-result",
        f"The declared signature says that the result is {in_words(found[2])}, and the function returns "
        f"{in_words(found[1])}.",
        "Correct the result in the signature, or return what it says.",
        "user/jit.html#eager-compilation",
        line=returns[0][0] if returns else None,
    )


def field_dimensions(case: Case) -> Diagnosis | None:
    """A jitclass field given an array of another number of dimensions."""
    found = case.search(r"expecting (\{.*?\}) but got (\{.*?\})\s*$")
    if not found:
        return None
    wanted, given = (re.findall(r"\[(\d+) x i64\]", text) for text in found.groups())
    if not wanted or not given:
        return None
    return Diagnosis(
        "jitclass-field-dimensions",
        f"A field of the jitclass is declared as an array of {wanted[0]} dimension{'s' if wanted[0] != '1' else ''} "
        f"and is given one of {given[0]}.",
        f"Declare it with as many dimensions as it gets: `float64[{', '.join([':'] * int(given[0]))}]`.",
        f"{_JITCLASS}#specifying-numba-typed-containers-as-class-members-explicitly",
    )


def field_without_type(case: Case) -> Diagnosis | None:
    """A jitclass specification whose values are no types."""
    found = case.search(r"spec values should be Numba type instances, got (.+)")
    if not found:
        return None
    return Diagnosis(
        "jitclass-specification",
        f"The specification of the jitclass has `{found[1]}` where the type of a field belongs.",
        "Write a type of Numba's: `numba.float64`, or `numba.float64[:]` for an array.",
        _JITCLASS,
    )


def signature_text(case: Case) -> Diagnosis | None:
    """A signature that is not written as one."""
    if not isinstance(case.failure.error, SyntaxError) and not case.search(
        r"invalid signature|Invalid signature"
    ):
        return None
    written = [
        node.value
        for node in case.source.nodes(ast.Constant, case.line)
        if isinstance(node.value, str) and "(" in node.value
    ]
    text = next(iter(written), "")
    missing = text.count("(") - text.count(")")
    edits: tuple[Edit, ...] = ()
    for node in case.source.nodes(ast.Constant, case.line):
        if node.value == text and text and missing > 0:
            edits = (Edit(*case.source.replaced(node, repr(text + ")" * missing))),)
    return Diagnosis(
        "signature-text",
        f"The signature{f' `{text}`' if text else ''} can't be read"
        + (": a parenthesis is not closed." if missing > 0 else "."),
        "Write it as `result(argument, argument)`, for instance `float64(float64[:], int64)`.",
        "user/jit.html#eager-compilation",
        edits=edits,
    )


RULES = (
    layout,
    returned_by_gufunc,
    several_results,
    declared_result,
    field_dimensions,
    field_without_type,
    signature_text,
)
