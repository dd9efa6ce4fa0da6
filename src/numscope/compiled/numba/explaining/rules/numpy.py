"""NumPy functions, methods, arguments and dtypes that compiled code does not have."""

from __future__ import annotations

import ast
import inspect

import numpy as np

from numscope.compiled.numba.explaining.case import Case
from numscope.compiled.numba.explaining.edits import Edit
from numscope.compiled.numba.explaining.explanation import Diagnosis
from numscope.compiled.numba.explaining.support import attributes_like, functions_like
from numscope.compiled.numba.explaining.written import failed_call
from numscope.compiled.numba.type_names import in_words, short
from numscope.probes.numba.adapter.compiler import written_overload

_PAGE = "reference/numpysupported.html"

_INSTEAD = {
    "einsum": "Write the sums as loops, which compile to fast code, or use `np.dot` and `@`.",
    "tensordot": "Reshape to matrices and use `np.dot`.",
    "pad": "Make the bigger array with `np.zeros` and copy into a slice of it.",
    "gradient": "Write the differences as a loop.",
    "tile": "Write into the slices of a `np.empty` array.",
    "apply_along_axis": "Loop over the rows or columns.",
    "vectorize": "Loop, or use `numba.vectorize` outside.",
    "loadtxt": "Read files outside and pass the array in.",
    "load": "Read files outside and pass the array in.",
    "save": "Return the array and save it outside.",
}


def unsupported_function(case: Case) -> Diagnosis | None:
    """A NumPy function that is not implemented."""
    found = case.search(r"Use of unsupported NumPy function '([\w.]+)'") or case.search(
        r"Unknown attribute '(\w+)' of type Module\(<module 'numpy'|module 'numpy' has no attribute '(\w+)'"
    )
    if not found:
        return None
    name = next(one for one in found.groups() if one).removeprefix("numpy.")
    near = functions_like(name)
    if near and "." not in name and not hasattr(np, name):
        return _misspelt(case, name, near[0])
    close = f" Compiled code has {', '.join(f'`np.{n}`' for n in near)}." if near else ""
    return Diagnosis(
        "numpy-function",
        f"`np.{name}` is not among the NumPy functions Numba compiles.",
        _INSTEAD.get(
            name, "Call it outside and pass the result in, write it as a loop, or use `with objmode(...)`."
        )
        + close,
        f"{_PAGE}#other-functions",
    )


def _misspelt(case: Case, name: str, meant: str) -> Diagnosis:
    """A name that NumPy does not have at all."""
    nodes = [node for node in case.source.nodes(ast.Attribute, case.line) if node.attr == name]
    return Diagnosis(
        "numpy-name",
        f"NumPy has no `{name}`.",
        f"Write `{meant}`, if that is what was meant.",
        f"{_PAGE}#other-functions",
        edits=tuple(
            Edit(*case.source.replaced(node, f"{case.source.text(node.value)}.{meant}")) for node in nodes[:1]
        ),
    )


def unknown_attribute(case: Case) -> Diagnosis | None:
    """An attribute or method that the type does not have in compiled code."""
    found = case.search(r"Unknown attribute '(\w+)' of type ([^\n]+)")
    if not found:
        return None
    name = found[1]
    owner = _owner(case, name)
    type_ = case.type_at(owner) if owner else None
    kind = in_words(type_ if type_ is not None else found[2])
    near = attributes_like(type_, name) if type_ is not None else []
    subject = f"`{owner}` is {kind}, which" if owner else f"{kind[:1].upper()}{kind[1:]}"
    if kind == "None":
        sentence = f"`{owner or 'It'}` is None here, and None has no `{name}`."
        return Diagnosis("none-attribute", sentence, "Give it a value on every path before this line.", _PAGE)
    advice = f"Compiled code has {', '.join(f'`.{n}`' for n in near)}." if near else ""
    return Diagnosis(
        "unknown-attribute",
        f"{subject} has no `.{name}` in compiled code.",
        advice or "Use a NumPy function or a loop instead, or compute it outside and pass the result in.",
        f"{_PAGE}#attributes",
    )


def _owner(case: Case, attribute: str) -> str:
    for node in case.source.nodes(ast.Attribute, case.line):
        if node.attr == attribute and isinstance(node.value, ast.Name):
            return node.value.id
    return ""


def unexpected_keyword(case: Case) -> Diagnosis | None:
    """A supported function, an unsupported argument."""
    attempt = case.attempt
    found = case.search(r"got an unexpected keyword argument '(\w+)'|Unsupported parameters? for .*?: (\w+)")
    if attempt is None:
        return _keyword_of_method(case) if found or case.search("too many positional arguments") else None
    supported = _parameters(attempt)
    if found:
        problem = f"not with `{found[1] or found[2]}`"
    elif attempt.keywords and supported and set(attempt.keywords) - set(supported):
        extra = sorted(set(attempt.keywords) - set(supported))
        problem = "not with " + ", ".join(f"`{name}`" for name in extra)
    elif attempt.reasons and all("too many positional arguments" in one for one in attempt.reasons):
        problem = "not with that many arguments"
    else:
        return None
    call = failed_call(case)
    name = case.source.text(call.func) if call is not None else _called(case, attempt.name)
    takes = f" It takes {', '.join(f'`{p}`' for p in supported)}." if supported else ""
    return Diagnosis(
        "unsupported-argument",
        f"`{name}` can be compiled, but {problem}.",
        f"Leave the argument out and do its part by hand: loop over the axis, convert the result.{takes}",
        f"{_PAGE}#reductions",
        edits=_mean_by_hand(case) if attempt.name == "mean" else (),
    )


def _keyword_of_method(case: Case) -> Diagnosis | None:
    """A method's keyword that it does not have in compiled code."""
    for call in case.source.nodes(ast.Call, case.line):
        named = [str(given.arg) for given in call.keywords]
        found = [name for name in named if f"'{name}'" in case.message] or named[-1:]
        if isinstance(call.func, ast.Attribute) and found:
            return Diagnosis(
                "unsupported-argument",
                f"`{case.source.text(call.func)}` can be compiled, but not with `{found[0]}`.",
                "Leave the argument out and do its part by hand.",
                f"{_PAGE}#reductions",
            )
    return None


def _mean_by_hand(case: Case) -> tuple[Edit, ...]:
    """`np.mean(a, axis=0)` as a sum, which takes an axis, by the length of that axis."""
    for call in case.source.nodes(ast.Call, case.line):
        axis = call.keywords[0] if len(call.keywords) == 1 and call.keywords[0].arg == "axis" else None
        if axis is None or len(call.args) != 1 or not isinstance(call.args[0], ast.Name):
            continue
        if not isinstance(axis.value, ast.Constant) or not isinstance(axis.value.value, int):
            continue
        module, number, array = (
            case.source.text(call.func).rpartition(".")[0],
            axis.value.value,
            call.args[0].id,
        )
        text = f"({module}.sum({array}, axis={number}) / {array}.shape[{number}])"
        return (Edit(*case.source.replaced(call, text)),)
    return ()


def _parameters(attempt: object) -> list[str]:
    """Parameter names of the first overload of the attempted function, if it is written as one."""
    for template in getattr(getattr(attempt, "function_type", None), "templates", ()):
        function = written_overload(template)
        if function is not None:
            return list(inspect.signature(function).parameters)
    return []


def _called(case: Case, name: str) -> str:
    for node in case.source.nodes(ast.Call, case.line):
        text = case.source.text(node.func)
        if text.rpartition(".")[2] == name:
            return text
    return name


def shape_as_list(case: Case) -> Diagnosis | None:
    """`np.zeros([n, 2])`."""
    attempt = case.attempt
    if attempt is None or attempt.name not in ("zeros", "empty", "ones", "full") or not attempt.arguments:
        return None
    if not short(attempt.arguments[0]).startswith("list("):
        return None
    edits: tuple[Edit, ...] = ()
    for node in case.source.nodes(ast.Call, case.line):
        if node.args and isinstance(node.args[0], ast.List):
            items = ", ".join(case.source.text(item) for item in node.args[0].elts)
            comma = "," if len(node.args[0].elts) == 1 else ""
            edits = (Edit(*case.source.replaced(node.args[0], f"({items}{comma})")),)
    return Diagnosis(
        "shape-as-list",
        f"`np.{attempt.name}` gets its shape as a list; in compiled code a shape is an integer or a tuple, "
        "because the "
        "number of dimensions must be known.",
        "Write the shape as a tuple.",
        f"{_PAGE}#array-creation",
        edits=edits,
    )


def dtype_from_text(case: Case) -> Diagnosis | None:
    """A dtype that is a string variable."""
    if not case.search(r"dtype is a string it must be a string constant"):
        return None
    name = case.attempt.name if case.attempt else "function"
    return Diagnosis(
        "dtype-as-string",
        f"The dtype of `np.{name}` is a string known only while running; the type of an array must be "
        "known when the "
        "function compiles.",
        "Write the dtype as a constant (`np.float32`), make one function for each dtype, or pass an array "
        "of the right "
        "dtype and use `np.zeros(n, dtype=like.dtype)`.",
        f"{_PAGE}#array-creation",
    )


def blas_types(case: Case) -> Diagnosis | None:
    """`@` and np.dot of integers or of two dtypes."""
    text = case.message + case.error_text
    same = "must have the same dtype" in text or "must all have the same dtype" in text
    if "unsupported dtype for <BLAS function>" not in text and not same and not _dot(case):
        return None
    sides = _sides(case)
    types_ = [
        f"`{name}` is {in_words(case.type_at(name))}" for name in sides if case.type_at(name) is not None
    ]
    edits: tuple[Edit, ...] = ()
    for node in case.source.nodes(ast.BinOp, case.line):
        if isinstance(node.op, ast.MatMult):
            left, right = (_as_float(case.source.text(side)) for side in (node.left, node.right))
            edits = (Edit(*case.source.replaced(node, f"{left} @ {right}")),)
            break
    said = f": {' and '.join(types_)}" if types_ else ""
    return Diagnosis(
        "matrix-product-types",
        f"Matrix products are compiled for floats and complex numbers of one dtype only{said}.",
        "Convert both sides to one float type.",
        f"{_PAGE}#linear-algebra",
        edits=edits,
    )


def _dot(case: Case) -> bool:
    return case.attempt is not None and case.attempt.name in ("dot", "matmul", "vdot")


def _sides(case: Case) -> list[str]:
    for node in case.source.nodes(ast.BinOp, case.line):
        if isinstance(node.op, ast.MatMult):
            return [side.id for side in (node.left, node.right) if isinstance(side, ast.Name)]
    for call in case.source.nodes(ast.Call, case.line):
        if case.source.text(call.func).rpartition(".")[2] in ("dot", "matmul", "vdot"):
            return [side.id for side in call.args if isinstance(side, ast.Name)]
    return []


def _as_float(text: str) -> str:
    return f"{text if text.isidentifier() else f'({text})'}.astype(np.float64)"


RULES = (
    unsupported_function,
    unknown_attribute,
    blas_types,
    shape_as_list,
    dtype_from_text,
    unexpected_keyword,
)
