"""Errors of decorators and constructors: guvectorize, vectorize, jitclass, cfunc, signatures."""

from __future__ import annotations

import ast
import re
from types import FunctionType

from numscope.compiled.numba.explaining.case import Case
from numscope.compiled.numba.explaining.edits import Edit
from numscope.compiled.numba.explaining.explanation import Diagnosis
from numscope.compiled.numba.explaining.source import Source, definition_of, first_line
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
    found = case.search(r"([^\s\n][^\n]*?) cannot be represented as a NumPy dtype")
    if not found:
        return None
    if not any("vectorize" in line for line in case.source.lines):
        return Diagnosis(
            "no-dtype",
            f"This line makes an array of {in_words(found[1].strip())}; arrays in compiled code hold numbers, and text "
            "of one length that is known.",
            "Use a list, or make the array outside.",
            "reference/numpysupported.html#scalar-types",
        )
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
    field = _assigned_field(case)
    declared = _declared_type(case.source, field, case.line or 0) if field else None
    edits: tuple[Edit, ...] = ()
    as_text = f"float64[{', '.join([':'] * int(given[0]))}]"
    if isinstance(declared, ast.Subscript):
        contiguous = ["::1"] if case.source.text(declared.slice).endswith("::1") else [":"]
        dimensions = ", ".join([*[":"] * (int(given[0]) - 1), *contiguous])
        as_text = f"{case.source.text(declared.value)}[{dimensions}]"
        edits = (Edit(*case.source.replaced(declared, as_text)),)
    return Diagnosis(
        "jitclass-field-dimensions",
        f"{f'The field `{field}`' if field else 'A field'} of the jitclass is declared as an array of {wanted[0]} "
        f"dimension{'s' if wanted[0] != '1' else ''} and is given one of {given[0]}.",
        f"Declare it with as many dimensions as it gets: `{as_text}`.",
        f"{_JITCLASS}#specifying-numba-typed-containers-as-class-members-explicitly",
        edits=edits,
    )


def _assigned_field(case: Case) -> str:
    """Return the attribute that the failing line assigns; "": none, or several."""
    fields = [
        target.attr
        for node in case.source.nodes(ast.Assign, case.line)
        for target in node.targets
        if isinstance(target, ast.Attribute)
    ]
    return fields[0] if len(fields) == 1 else ""


def _declared_type(source: Source, field: str, line: int) -> ast.expr | None:
    """Return where the type of a jitclass's field is written, above a line: its specification, or an annotation."""
    found: list[ast.expr] = []
    for node in source.walk(ast.Tuple):
        if len(node.elts) == 2 and isinstance(node.elts[0], ast.Constant) and node.elts[0].value == field:
            found.append(node.elts[1])
    for table in source.walk(ast.Dict):
        for key, value in zip(table.keys, table.values, strict=True):
            if isinstance(key, ast.Constant) and key.value == field:
                found.append(value)
    for item in source.walk(ast.Assign):
        target = item.targets[0]
        if (
            isinstance(target, ast.Subscript)
            and isinstance(target.slice, ast.Constant)
            and target.slice.value == field
        ):
            found.append(item.value)
    for annotated in source.walk(ast.AnnAssign):
        if isinstance(annotated.target, ast.Name) and annotated.target.id == field:
            found.append(annotated.annotation)
    return max((one for one in found if one.lineno < line), key=lambda one: one.lineno, default=None)


def unknown_type_name(case: Case) -> Diagnosis | None:
    """A signature in text that names a type that there is not."""
    found = case.search(r"^name '(\w+)' is not defined")
    if not found or not isinstance(case.failure.error, NameError):
        return None
    texts = [n.value for n in case.source.nodes(ast.Constant, case.line) if isinstance(n.value, str)]
    text = next((text for text in texts if re.search(rf"\b{found[1]}\b", text)), "")
    if not text:
        return None
    return Diagnosis(
        "signature-text",
        f"The signature `{text}` names `{found[1]}`, and there is no type of this name.",
        "Write a type of Numba's: `float64`, `int64`, `boolean`, `unicode_type`, or `float64[:]` for an array.",
        "reference/types.html#numbers",
    )


def declared_arguments(case: Case) -> Diagnosis | None:
    """A signature with another number of types than the function has parameters."""
    found = case.search(r"Signature mismatch: (\d+) argument types given, but function takes (\d+) argument")
    function = case.failure.function
    if not found or not isinstance(function, FunctionType):
        return None
    try:
        definition = definition_of(case.source.tree, function)
    except LookupError:
        return None
    types, parameters = int(found[1]), int(found[2])
    names = ", ".join(f"`{name}`" for name in function.__code__.co_varnames[:parameters])
    of_array = any("guvectorize" in case.source.text(one) for one in definition.decorator_list)
    return Diagnosis(
        "declared-arguments",
        f"The declared signature has {types} type{'s' if types != 1 else ''} of arguments, and `{definition.name}` has "
        f"{parameters} parameter{'s' if parameters != 1 else ''}: {names}.",
        "Write a type for each parameter, also for those that results are written into."
        if of_array
        else "Write a type for each parameter.",
        _GUVECTORIZE if of_array else "user/jit.html#eager-compilation",
        line=first_line(definition),
        edits=_completed(case.source, definition, types, parameters) if of_array else (),
    )


def _completed(source: Source, definition: ast.FunctionDef, types: int, parameters: int) -> tuple[Edit, ...]:
    """Return the signatures of `guvectorize` with the last type once more for each parameter that has none."""
    if types >= parameters:
        return ()
    signatures = [
        node
        for decorator in definition.decorator_list
        for node in ast.walk(decorator)
        if isinstance(node, ast.Tuple) and len(node.elts) == types
    ]
    edits = []
    for node in signatures:
        last = source.text(node.elts[-1])
        edits.append(Edit(*source.replaced(node.elts[-1], ", ".join([last] * (parameters - types + 1)))))
    return tuple(edits) if len({edit.first for edit in edits}) == len(edits) else ()


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
    declared_arguments,
    unknown_type_name,
    field_dimensions,
    field_without_type,
    signature_text,
)
