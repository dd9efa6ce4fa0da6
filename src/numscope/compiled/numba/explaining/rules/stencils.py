"""Errors of stencils: indexes, dimensions, options. Numba's own words about them name neither array nor line."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from numscope.compiled.numba.explaining.case import Case
from numscope.compiled.numba.explaining.explanation import Diagnosis
from numscope.compiled.numba.explaining.stencils import is_constant, reach, with_options
from numscope.compiled.numba.explaining.support import functions_like
from numscope.compiled.numba.type_names import in_words

_PAGE = "user/stencil.html"


def variable_index(case: Case) -> Diagnosis | None:
    """An index that is no constant, so that Numba can't tell how far the kernel reaches."""
    if not case.search(
        r"stencil kernel index is not\s+constant|Non-tuple or non-integer used as stencil index"
    ):
        return None
    kernel = case.kernel
    node = next((one for one in kernel.accesses() if not is_constant(one)), None) if kernel else None
    if kernel is None or node is None:
        return None
    found = reach(kernel, case.failure.integers if case.failure.of_stencil else {})
    written = f"neighborhood={found}" if found else ""
    example = ", ".join(["(-1, 1)"] * kernel.dimensions)
    return Diagnosis(
        "stencil-index",
        f"`{kernel.source.text(node)}` in the stencil `{kernel.definition.name}` has an index that is no constant, "
        "so Numba can't tell how far the stencil reaches.",
        f"Say how far it reaches: `{written}`."
        if written
        else "Say how far it reaches, with the lowest and the highest index along each dimension: "
        f"`@stencil(neighborhood=({example}{',' if kernel.dimensions == 1 else ''}))`.",
        f"{_PAGE}#neighborhood",
        line=node.lineno,
        edits=with_options(kernel, neighborhood=str(found)) if found else (),
        file=kernel.source.path,
    )


def index_dimensions(case: Case) -> Diagnosis | None:
    """An index with more or fewer numbers than the first array has dimensions."""
    if not case.search(r"Stencil index does not match array dimensionality"):
        return None
    kernel = case.kernel
    wrong = [one for one in kernel.accesses() if _count(one) != kernel.dimensions] if kernel else []
    if kernel is None or not wrong:
        return None
    node = wrong[0]
    name = kernel.source.text(node.value)
    own = getattr(kernel.type_of(name), "ndim", 0)
    of_another = name != kernel.parameters[0] and own == _count(node)
    numbers = "one number" if _count(node) == 1 else f"{_count(node)} numbers"
    return Diagnosis(
        "stencil-dimensions",
        f"`{kernel.source.text(node)}` in the stencil `{kernel.definition.name}` has {numbers} as index; an index "
        f"relative to the current element has one for each dimension of `{kernel.parameters[0]}`, which are "
        f"{kernel.dimensions}.",
        f"If `{name}` is a table that is read at fixed places, say so: `standard_indexing=({name!r},)`."
        if of_another
        else "Give the index one number for each dimension.",
        f"{_PAGE}#{'standard-indexing' if of_another else 'basic-usage'}",
        line=node.lineno,
        edits=with_options(kernel, standard_indexing=f"({name!r},)") if of_another else (),
        file=kernel.source.path,
    )


def written_array(case: Case) -> Diagnosis | None:
    """A kernel that writes into an array that it is given."""
    if not case.search(r"Assignments to arrays passed to stencil kernels"):
        return None
    kernel = case.kernel
    node = next(_stores(kernel.definition), None) if kernel else None
    written = f"`{kernel.source.text(node)} = ...`" if kernel and node else "It"
    return Diagnosis(
        "stencil-assignment",
        f"{written} writes into an array that the stencil is given; a stencil's kernel only reads them.",
        "Return the value of the current element: Numba writes it into the result. To have it written into an array of "
        "yours, call the stencil with `out=`.",
        f"{_PAGE}#basic-usage",
        line=node.lineno if node else None,
    )


def array_result(case: Case) -> Diagnosis | None:
    """A stencil that gives an array for an element."""
    if not case.search(r"Stencil kernel must return a scalar"):
        return None
    return Diagnosis(
        "stencil-result",
        "The stencil gives an array for each element; it must give one number. An index with fewer numbers than the "
        "array has dimensions picks a whole row.",
        "Give every index as many numbers as the array has dimensions: `a[0, 1]`.",
        f"{_PAGE}#kernel-shape-inference-and-border-handling",
    )


def first_argument(case: Case) -> Diagnosis | None:
    """A first argument that is no array, or one that is read at fixed places."""
    no_array = case.search(r"first argument to a stencil kernel must be the primary input array")
    if not no_array and not case.search(r"first argument to a stencil kernel must use relative indexing"):
        return None
    kernel = case.kernel
    name = f"`{kernel.parameters[0]}`" if kernel and kernel.parameters else "The first argument"
    given = f"is {in_words(kernel.types[0])}" if kernel and kernel.types else "is none"
    return Diagnosis(
        "stencil-first-argument",
        f"{name} is what the stencil goes over, element by element; it must be an array, and {given}."
        if no_array
        else f"{name} is what the stencil goes over, and `standard_indexing` names it as read at fixed places.",
        "Pass the array first."
        if no_array
        else "Leave it out of `standard_indexing`, or make another array the first argument.",
        f"{_PAGE}#basic-usage",
    )


def called_first(case: Case) -> Diagnosis | None:
    """A NumPy function that Numba has, and had not loaded when a stencil was the first thing to be compiled."""
    found = case.search(r"Use of unsupported NumPy function 'numpy\.(\w+)'")
    if not found or case.kernel is None or found[1] not in functions_like(found[1]):
        return None
    return Diagnosis(
        "stencil-first",
        f"`np.{found[1]}` is a function that Numba compiles, but a stencil that is called from Python before anything "
        "else was compiled does not find it yet.",
        "Call the stencil inside of an `@njit` function.",
        _PAGE,
    )


_OF_OPTIONS = (
    (
        r"no accesses to\s+relatively indexed arrays",
        "stencil-without-access",
        "The stencil reads none of its arrays relative to the current element, so there is nothing to go over.",
        "Read the current element with `a[0]` (`a[0, 0]` in two dimensions), its neighbours with `a[1]`, `a[-1]`.",
    ),
    (
        r"(\d+) dimensional neighborhood specified\s+for (\d+) dimensional input",
        "stencil-neighborhood",
        "`neighborhood` has {0} pairs of numbers and the array has {1} dimensions; it needs one pair for each.",
        "Write one pair `(lowest, highest)` for each dimension, or leave `neighborhood` out where every index is a "
        "constant.",
    ),
    (
        r"cval type does not match",
        "stencil-border",
        "`cval`, which the stencil gives at the border, does not become the type that its kernel returns.",
        "Give `cval` as a value of the kernel's type.",
    ),
    (
        r"Standard indexing requested for an array name\s+not present",
        "stencil-standard-indexing",
        "`standard_indexing` names an array that the kernel has no parameter for.",
        'Write the names of parameters, as a tuple: `standard_indexing=("table",)`.',
    ),
    (
        r"reserved word 'out'",
        "stencil-reserved-name",
        "The kernel has a variable `out`, which is Numba's own name for a stencil's result.",
        "Give the variable another name.",
    ),
    (
        r"Unknown stencil option (\w+)",
        "stencil-option",
        "`stencil` has no option `{0}`.",
        "It has `neighborhood`, `cval` and `standard_indexing`; the result array is passed to the call: `out=`.",
    ),
    (
        r"Unsupported mode style (\S+)",
        "stencil-mode",
        "`stencil` has no mode `{0}`: at the border it only knows `constant`.",
        "Leave the mode out and set the border's value with `cval`.",
    ),
)


def of_options(case: Case) -> Diagnosis | None:
    """An option of the decorator, or a kernel that does not fit it."""
    for pattern, kind, sentence, advice in _OF_OPTIONS:
        found = case.search(pattern)
        if found:
            return Diagnosis(kind, sentence.format(*found.groups()), advice, _PAGE)
    return None


def _count(access: ast.Subscript) -> int:
    return len(access.slice.elts) if isinstance(access.slice, ast.Tuple) else 1


def _stores(definition: ast.FunctionDef) -> Iterator[ast.Subscript]:
    names = {one.arg for one in definition.args.args}
    for node in ast.walk(definition):
        if not isinstance(node, ast.Subscript) or not isinstance(node.ctx, ast.Store):
            continue
        if getattr(node.value, "id", "") in names:
            yield node


RULES = (
    variable_index,
    index_dimensions,
    written_array,
    array_result,
    first_argument,
    called_first,
    of_options,
)

# Changes are tried where Numba has loaded what it had not for the stencil, so that any would seem to work.
NOTHING_TO_TRY = ("stencil-first",)
