"""Python that Numba does not compile.

Generators, f-string formats, exception classes, with, import, class.
"""

from __future__ import annotations

import ast

from numscope.compiled.numba.explaining.case import Case
from numscope.compiled.numba.explaining.edits import Edit
from numscope.compiled.numba.explaining.explanation import Diagnosis

_PAGE = "reference/pysupported.html#language"

# What an opcode Numba refuses stands for in the source.
_OPCODES = {
    "IMPORT_NAME": ("`import` inside a compiled function", "Import the module at the top of the file."),
    "LOAD_BUILD_CLASS": ("defining a class inside a compiled function", "Define the class outside."),
    "STORE_GLOBAL": (
        "assigning a global variable",
        "Return the value and assign it outside, or write into an array passed as an argument.",
    ),
    "DELETE_GLOBAL": ("deleting a global variable", "Do it outside the compiled function."),
    "GET_YIELD_FROM_ITER": ("`yield from`", "Write the loop: `for item in items: yield item`."),
    "GET_AWAITABLE": ("`await`", "Keep asynchronous code outside and call the compiled function from it."),
    "MATCH_CLASS": ("`match` with class patterns", "Write it with if and elif."),
    "MATCH_MAPPING": ("`match`", "Write it with if and elif."),
    "MATCH_SEQUENCE": ("`match`", "Write it with if and elif."),
    "DICT_MERGE": ("`**` in a call or a dict", "Write the keywords out."),
    "UNPACK_EX": (
        "a star among the targets of an assignment",
        "Take the parts by index: `first = t[0]`, `rest = t[1:]`.",
    ),
    "DELETE_DEREF": ("`del` of a closure variable", "Leave it to the end of the function."),
    "DELETE_ATTR": ("`del` of an attribute", "Do it outside the compiled function."),
}


def generator_expression(case: Case) -> Diagnosis | None:
    """`sum(x for x in a)`."""
    if not case.search(r"use of yield in a closure"):
        return None
    nodes = case.source.nodes(ast.GeneratorExp, case.line)
    edits: tuple[Edit, ...] = ()
    if len(nodes) == 1:
        text = case.source.text(nodes[0])
        if text.startswith("("):
            edits = (Edit(*case.source.replaced(nodes[0], f"([{text[1:-1]}])")),)
    return Diagnosis(
        "generator-expression",
        "A generator expression can't be compiled; a list comprehension or a loop can.",
        "Put square brackets around it, or write the loop, which also saves the memory of the list.",
        _PAGE,
        edits=edits,
    )


def format_specification(case: Case) -> Diagnosis | None:
    """`f"{x:.3f}"`."""
    if not case.search(r"format spec in f-strings not supported"):
        return None
    nodes = [
        node
        for node in case.source.walk(ast.FormattedValue)
        if node.format_spec is not None and case.line == getattr(node, "lineno", None)
    ]
    what = f" (`{ast.unparse(nodes[0].value)}`)" if nodes else ""
    shown = [
        ast.unparse(node.value)
        for node in case.source.walk(ast.FormattedValue)
        if node.conversion > 0 and node.format_spec is None and case.line == getattr(node, "lineno", None)
    ]
    if shown and not nodes:
        return Diagnosis(
            "format-specification",
            f"The f-string writes `{shown[0]}` as `repr` does (`!r`, or `=` behind a name); compiled code can't.",
            f'Write the name as text: `f"{shown[0]}={{{shown[0]}}}"`, for integers and strings.',
            "reference/pysupported.html#str",
        )
    return Diagnosis(
        "format-specification",
        f"The f-string formats a value{what} with a format after `:`; compiled code has no number "
        "formatting.",
        'Return the number and format it outside; `f"{n}"` without a format works for integers and strings.',
        "reference/pysupported.html#str",
    )


def sent_into_generator(case: Case) -> Diagnosis | None:
    """`x = yield`, for a value that is sent."""
    by_method = case.search(r"Unknown attribute '(send|throw|close)' of type .*generator")
    taken = _lines_that_take(case)
    of_none = taken and case.attempt is not None and "none" in map(str, case.attempt.arguments)
    if not by_method and not of_none and not case.search(r"Can't unify yield type"):
        return None
    if not by_method and not taken:
        return Diagnosis(
            "yield-types",
            "The `yield`s of this generator give values of different types; all must give one type.",
            "Yield values of one type, for instance floats everywhere.",
            _PAGE,
        )
    how = (
        f"`.{by_method[1]}(...)`"
        if by_method
        else f"`yield` on line {taken[0]} gives None here, and `.send(...)`"
    )
    return Diagnosis(
        "generator-send",
        f"Nothing can be sent into a compiled generator: {how} has no compiled version.",
        "Pass what is sent as an argument, or in an array that both sides share, and use a plain `yield`.",
        "reference/pysupported.html#generators",
    )


_NEAR = 20


def _lines_that_take(case: Case) -> list[int]:
    """Return the lines near the failing one that take what is sent into a generator: `x = yield`."""
    return [
        node.lineno
        for node in case.source.walk(ast.Assign)
        if isinstance(node.value, ast.Yield) and (not case.line or abs(node.lineno - case.line) <= _NEAR)
    ]


def string_formatting(case: Case) -> Diagnosis | None:
    """`"%d" % x` and `"{}".format(x)`."""
    by_method = case.search(r"Unknown attribute 'format(?:_map)?' of type (?:Literal\[str\]|unicode_type)")
    attempt = case.attempt
    by_percent = (
        attempt is not None
        and attempt.name == "mod"
        and bool(attempt.arguments)
        and str(attempt.arguments[0]).startswith(("Literal[str]", "unicode_type"))
    )
    if not by_method and not by_percent:
        return None
    how = "`str.format`" if by_method else "`%` on a string"
    return Diagnosis(
        "string-formatting",
        f"{how} formats text, which compiled code can't do.",
        "Return the numbers and format them outside; inside, `str(n)` and f-strings without a format work "
        "for "
        "integers.",
        "reference/pysupported.html#str",
    )


def exception_class(case: Case) -> Diagnosis | None:
    """`except ZeroDivisionError`."""
    if not case.search(r"Exception matching is limited to"):
        return None
    handlers = [
        node
        for node in case.source.walk(ast.ExceptHandler)
        if node.type is not None and case.line and abs(node.lineno - case.line) <= 1
    ]
    edits: tuple[Edit, ...] = ()
    caught = ""
    if len(handlers) == 1 and handlers[0].type is not None:
        caught = f" (here `{case.source.text(handlers[0].type)}`)"
        edits = (Edit(*case.source.replaced(handlers[0].type, "Exception")),)
    return Diagnosis(
        "exception-class",
        f"Compiled code can catch `Exception` only, not a particular class{caught}.",
        "Catch `Exception`, or test for the condition before it can fail.",
        "reference/pysupported.html#exception-handling",
        edits=edits,
    )


def unsupported_opcode(case: Case) -> Diagnosis | None:
    """Whatever the bytecode reader refuses."""
    found = case.search(r"unsupported opcode \((\w+)\)")
    if found:
        what, instead = _OPCODES.get(
            found[1],
            (f"what this line does (bytecode {found[1]})", "Move this line outside the compiled function."),
        )
        return Diagnosis("unsupported-syntax", f"Numba can't compile {what}.", instead, _PAGE)
    if case.search(r"The 'with \(context manager\)"):
        return Diagnosis(
            "unsupported-syntax",
            "Numba can't compile `with ... as ...`: inside compiled code only `with objmode(...)` and "
            "`with parallel_chunksize(...)` exist.",
            "Open the file or take the lock outside, and pass the data in.",
            _PAGE,
        )
    return None


RULES = (
    generator_expression,
    format_specification,
    sent_into_generator,
    string_formatting,
    exception_class,
    unsupported_opcode,
)
