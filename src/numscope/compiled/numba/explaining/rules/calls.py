"""The call itself does not fit.

Too few or too many arguments, a declared signature, containers that can't pass.
"""

from __future__ import annotations

import ast
import inspect
import re
from types import FunctionType

from numscope.compiled.numba.explaining.case import Case
from numscope.compiled.numba.explaining.edits import Edit
from numscope.compiled.numba.explaining.explanation import Diagnosis
from numscope.compiled.numba.type_names import short


def wrong_count(case: Case) -> Diagnosis | None:
    """Fewer or more arguments than parameters."""
    found = case.search(r"^(?:not enough|too many) arguments: expected (\d+), got (\d+)")
    if not found or not case.failure.during_call:
        return None
    parameters = list(inspect.signature(case.failure.function).parameters) if case.failure.function else []
    expected, given = int(found[1]), int(found[2])
    if given < expected:
        missing = ", ".join(f"`{name}`" for name in parameters[given:])
        what = f"the call leaves out {missing}"
    else:
        what = f"the call passes {given}, {given - expected} more than there are parameters"
    return Diagnosis(
        "argument-count",
        f"`{case.failure.name}` takes {expected} arguments ({', '.join(parameters)}) and {what}.",
        "Pass every parameter that has no default value: a compiled function checks this before it compiles.",
        "reference/pysupported.html#function-calls",
    )


def missing_argument(case: Case) -> Diagnosis | None:
    """A parameter got no value; `**keywords` counts as one, for Numba has no such thing."""
    found = case.search(r"^missing argument '(\w+)'")
    if not found or case.failure.function is None:
        return None
    name = found[1]
    parameter = inspect.signature(case.failure.function).parameters.get(name)
    if parameter is not None and parameter.kind is parameter.VAR_KEYWORD:
        return Diagnosis(
            "keyword-catch-all",
            f"`{case.failure.name}` has a `**{name}` parameter; compiled functions can't collect keyword "
            "arguments.",
            f"Name every keyword `{case.failure.name}` needs as an ordinary parameter with a default value.",
            "reference/pysupported.html#function-calls",
        )
    return Diagnosis(
        "argument-count",
        f"The call of `{case.failure.name}` leaves out its parameter `{name}`.",
        f"Pass `{name}`, or give it a default value in the definition.",
        "reference/pysupported.html#function-calls",
    )


def no_declared_signature(case: Case) -> Diagnosis | None:
    """An explicit signature, and arguments of other types."""
    if not case.search(r"^No matching definition for argument type\(s\)"):
        return None
    declared = case.failure.signatures
    given = list(case.failure.arguments.items())
    words = [f"{name} is {short(argument.type)}" for name, argument in given]
    wanted = [", ".join(short(type_) for type_ in signature) for signature in declared]
    differing = ""
    if len(declared) == 1:
        pairs = [
            f"`{name}` is {short(argument.type)} where {short(type_)} is declared"
            for (name, argument), type_ in zip(given, declared[0], strict=False)
            if argument.type != type_
        ]
        differing = "; ".join(pairs)
    sentence = differing or f"{', '.join(words)}, and the decorator declares only ({') or ('.join(wanted)})"
    return Diagnosis(
        "signature-mismatch",
        f"`{case.failure.name}` was compiled for declared types only, and this call has others: {sentence}.",
        "Convert the argument before the call (`a.astype(...)`, `np.ascontiguousarray(a)`), add this "
        "signature to "
        "the decorator, or drop the signature so that Numba compiles for what it is given.",
        "user/jit.html#eager-compilation",
    )


def nested_list(case: Case) -> Diagnosis | None:
    """A list of lists."""
    if not case.search(r"cannot reflect element of reflected container"):
        return None
    name = _container_argument(case)
    if "set(" in case.message:
        return Diagnosis(
            "list-of-sets-argument",
            f"{name} is a list of sets: Numba can't pass sets inside of a list into compiled code.",
            "Pass one array of the items and one of the offsets where each set begins, or a list of sorted arrays.",
            "reference/deprecation.html#deprecation-of-reflection-for-list-and-set-types",
        )
    return Diagnosis(
        "nested-list-argument",
        f"{name} is a list of lists: Numba can't pass nested Python lists into compiled code.",
        "Pass a 2-D array (`np.array(rows)`) when the rows have equal length; otherwise a typed list of "
        "typed lists or "
        "of arrays: `rows = numba.typed.List(); rows.append(np.array(row))`.",
        "reference/deprecation.html#deprecation-of-reflection-for-list-and-set-types",
    )


def mixed_list(case: Case) -> Diagnosis | None:
    """A list whose items differ in type."""
    found = case.search(r"can't unbox heterogeneous (\w+): (.+) != (.+)")
    if not found:
        return None
    name = _container_argument(case)
    return Diagnosis(
        "mixed-list-argument",
        f"{name} holds items of different types ({short(found[2])} and {short(found[3])}); a {found[1]} in "
        "compiled "
        "code has one item type.",
        "Make all items one type (`[float(v) for v in values]`), or pass a tuple, which may mix types.",
        "reference/pysupported.html#list",
    )


def _container_argument(case: Case) -> str:
    for name, argument in case.failure.arguments.items():
        if isinstance(argument.value, (list, set)):
            return f"Argument `{name}` of `{case.failure.name}`"
    return "An argument"


def passed_by_name_only(case: Case) -> Diagnosis | None:
    """Parameters behind `*`, which Numba counts wrongly where one before them has a default value."""
    function = case.failure.function
    if not isinstance(function, FunctionType) or not case.search(
        r"^not enough arguments: expected at least|^missing argument"
    ):
        return None
    kinds = {name: one.kind for name, one in inspect.signature(function).parameters.items()}
    behind = [name for name, kind in kinds.items() if kind is inspect.Parameter.KEYWORD_ONLY]
    if not behind or inspect.Parameter.VAR_POSITIONAL in kinds.values():
        return None
    names = ", ".join(f"`{name}`" for name in behind)
    return Diagnosis(
        "passed-by-name-only",
        f"`{case.failure.name}` takes {names} by name only, behind `*`, which Numba does not count right.",
        "Take the `*` out of the definition.",
        "reference/pysupported.html#function-calls",
        edits=_without_star(case, function),
    )


def _without_star(case: Case, function: FunctionType) -> tuple[Edit, ...]:
    """Take a `*,` out of the line of the definition that has it, if the rest is a definition still."""
    parameters = inspect.signature(function).parameters.values()
    defaults = [one.default is not one.empty for one in parameters]
    if sorted(defaults) != defaults:
        return ()
    definitions = case.source.walk(ast.FunctionDef)
    first = function.__code__.co_firstlineno
    for node in definitions:
        begun = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
        for line in range(node.lineno, node.body[0].lineno) if begun == first else ():
            text, count = re.subn(r"(?<=[(,\s])\*\s*,\s*", "", case.source.line(line), count=1)
            if count:
                return (Edit(line, line, (text,)),)
    return ()


RULES = (passed_by_name_only, wrong_count, missing_argument, no_declared_signature, nested_list, mixed_list)
