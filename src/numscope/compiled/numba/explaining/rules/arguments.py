"""Arguments of types Numba does not know.

Dicts, class instances, plain functions, object arrays, huge integers.
"""

from __future__ import annotations

import ast
import inspect
import re
from types import FunctionType
from typing import Any

from numscope.compiled.numba.explaining.case import Case
from numscope.compiled.numba.explaining.edits import Edit
from numscope.compiled.numba.explaining.explanation import Diagnosis
from numscope.compiled.numba.explaining.failure import Argument
from numscope.compiled.numba.explaining.observer import numba_type
from numscope.compiled.numba.explaining.source import Source


def too_large(case: Case) -> Diagnosis | None:
    """A Python integer beyond 64 bits, as an argument, a constant or the result of folding constants."""
    found = case.search(r"Int value is too large: (-?\d+)") or re.search(
        r"Int value is too large: (-?\d+)", case.error_text
    )
    if not found:
        return None
    name = next((n for n, a in case.failure.arguments.items() if a.seen and str(a.value) == found[1]), None)
    subject = f"Argument `{name}`" if name else "A number on this line"
    return Diagnosis(
        "integer-too-large",
        f"{subject} is {found[1]}, which does not fit in 64 bits: compiled integers are int64 or uint64, "
        "never "
        "Python's unlimited ones.",
        "Use a float, split the number in two, or keep this computation outside the compiled function. "
        "Sums and products that grow past 2**63 wrap around without an error.",
        "reference/pysupported.html#int-bool",
    )


def object_array(case: Case) -> Diagnosis | None:
    """An array of Python objects."""
    found = case.search(r"non-precise type array\(pyobject, (\d+)d, \w\)")
    if not found:
        return None
    name, argument = _first(case, lambda a: "array(pyobject" in str(a.type))
    offenders = _objects(argument.value) if argument and argument.seen else ""
    return Diagnosis(
        "object-array",
        f"Argument `{name}` is an array of Python objects (dtype object){offenders}; compiled code needs "
        "numbers of "
        "one type.",
        f"Convert it before the call: `{name}.astype(np.float64)`, after replacing what is not a number.",
        "reference/numpysupported.html#scalar-types",
    )


def default_without_type(case: Case) -> Diagnosis | None:
    """A default value that Numba has no type for."""
    function = case.failure.function
    if not isinstance(function, FunctionType) or not case.search(r"^Cannot determine Numba type of"):
        return None
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.default is not parameter.empty and numba_type(parameter.default) is None:
            return Diagnosis(
                "default-value",
                f"The default value of `{name}` is {parameter.default!r}, and compiled code has no type for a "
                f"{type(parameter.default).__name__}.",
                f"Write `{name}=None` and make the value in the function where `{name} is None`, or pass it always.",
                "reference/pysupported.html#function-calls",
            )
    return None


def plain_object(case: Case) -> Diagnosis | None:
    """A Python object of a class Numba has no type for."""
    if not case.search(r"non-precise type pyobject"):
        return None
    found = re.search(r"argument (\d+): Cannot determine Numba type of <class '([^']+)'>", case.error_text)
    name, argument = _first(case, lambda a: str(a.type) in ("pyobject", "None"))
    if found and case.failure.function:
        name = list(inspect.signature(case.failure.function).parameters)[int(found[1])]
        argument = case.failure.arguments.get(name)
    class_name = found[2].rpartition(".")[2] if found else "Python object"
    if class_name == "dict":
        return Diagnosis(
            "dict-argument",
            f"Argument `{name}` is a plain Python dict, which can hold anything; compiled code needs the "
            "types of its "
            "keys and values.",
            f"Build a typed one before the call: `typed = numba.typed.Dict()`, then `typed.update({name})`.",
            "reference/pysupported.html#typed-dict",
        )
    if class_name in ("function", "method"):
        return _plain_function(case, name, argument)
    if class_name == "tuple" and argument and any(inspect.isfunction(item) for item in argument.value or ()):
        held = next(item for item in argument.value if inspect.isfunction(item))
        return Diagnosis(
            "function-argument",
            f"Argument `{name}` is a tuple that holds the plain Python function `{held.__name__}`; compiled code can "
            "only call compiled functions.",
            f"Compile it as well: put `@njit` above `def {held.__name__}`.",
            "reference/types.html#functions",
        )
    is_self = name == "self"
    what = "an instance" if is_self else f"an instance of class {class_name}"
    advice = (
        "Move the computation to a compiled function outside the class that takes the numbers it needs, "
        "and call it "
        "from the method; or make the class a `numba.experimental.jitclass`."
        if is_self
        else "Pass its numbers and arrays as separate arguments, as a namedtuple, or make the class a "
        "`numba.experimental.jitclass`."
    )
    return Diagnosis(
        "object-argument",
        f"Argument `{name}` is {what}{f' of the ordinary class {class_name}' if is_self else ''}, and "
        "Numba does not "
        "know what is inside a Python object.",
        advice,
        "user/jitclass.html",
    )


def _plain_function(case: Case, name: str, argument: Argument | None) -> Diagnosis:
    function = argument.value if argument and argument.seen else None
    edits: tuple[Edit, ...] = ()
    file = None
    if function is not None and inspect.isfunction(function):
        file = function.__code__.co_filename
        edits = compile_it_too(function, Source.of(file))
    given = f" (`{function.__name__}`)" if function is not None and function.__name__ != "<lambda>" else ""
    return Diagnosis(
        "function-argument",
        f"Argument `{name}` is a plain Python function{given}; compiled code can only call compiled "
        "functions.",
        "Compile the function that is passed as well: put `@njit` above it, or write `njit(lambda ...)`.",
        "reference/types.html#functions",
        edits=edits,
        file=file,
    )


def compile_it_too(function: Any, source: Source) -> tuple[Edit, ...]:
    """The edit that compiles a plain function or lambda: a decorator line, or a call around the lambda."""
    line = function.__code__.co_firstlineno
    if function.__name__ == "<lambda>":
        lambdas = source.nodes(ast.Lambda, line)
        if len(lambdas) != 1:
            return ()
        node = lambdas[0]
        return (Edit(*source.replaced(node, f"njit({source.text(node)})")),)
    if source.function(function.__name__, line) is None:
        return ()
    return (Edit(line, line - 1, (f"{source.indent(line)}@njit",)),)


def _first(case: Case, wanted: Any) -> tuple[str, Argument | None]:
    for name, argument in case.failure.arguments.items():
        if wanted(argument):
            return name, argument
    return "?", None


def _objects(array: Any) -> str:
    """Which elements are not numbers, the first few."""
    found = [
        f"element {index} is {value!r} ({type(value).__name__})"
        for index, value in enumerate(array.ravel().tolist())
        if not isinstance(value, (int, float, complex))
    ]
    if not found:
        return ", although every element is a number"
    return ": " + ", ".join(found[:3]) + ("..." if len(found) > 3 else "")


RULES = (too_large, object_array, default_without_type, plain_object)
