"""Lists, dicts and tuples whose item type Numba can't infer or that mix types."""

from __future__ import annotations

import ast

from numscope.compiled.numba.explaining.case import Case
from numscope.compiled.numba.explaining.edits import Edit
from numscope.compiled.numba.explaining.explanation import Diagnosis
from numscope.compiled.numba.explaining.written import as_written
from numscope.compiled.numba.type_names import in_words, short

_SCALARS = ("int64", "float64", "int32", "float32", "complex128", "uint64")


def empty_container(case: Case) -> Diagnosis | None:
    """`[]` or `{}` that nothing is put into before its type is needed."""
    found = case.search(
        r"Cannot infer the type of variable '([^']+)'.*?imprecise type: (list|set|DictType|ListType)"
    ) or case.search(r"(?:Undecided|Untyped|imprecise) type ()?(list|DictType|ListType)")
    if not found:
        return None
    name = (found[1] or "").partition(".")[0]
    is_dict = found[2] == "DictType"
    kind = "dict" if is_dict else "set" if found[2] == "set" else "list"
    subject = f"The empty {kind} `{name}`" if name and not name.startswith("$") else f"The empty {kind}"
    made = "Dict.empty(key type, value type)" if is_dict else "List.empty_list(item type)"
    return Diagnosis(
        f"empty-{kind}",
        f"{subject} never gets an item that Numba can see, so the type of its items is unknown.",
        f"Say the type when making it: numba.typed.{made}.",
        "user/troubleshoot.html#my-code-has-an-untyped-list-problem",
        edits=_typed(case, name, kind),
    )


def _typed(case: Case, name: str, kind: str) -> tuple[Edit, ...]:
    node_kind: type[ast.AST] = {"list": ast.List, "dict": ast.Dict}.get(kind, ast.Set)
    values = [
        node.value
        for node in case.source.nodes(ast.Assign, case.line)
        if isinstance(node.targets[0], ast.Name)
        and node.targets[0].id == name
        and isinstance(node.value, node_kind)
    ]
    if len(values) != 1 or kind == "set":
        return ()
    item = _likely_item(case)
    made = f"Dict.empty(types.int64, types.{item})" if kind == "dict" else f"List.empty_list(types.{item})"
    first, last, lines = case.source.replaced(values[0], made)
    if "#" not in lines[-1]:
        lines = (*lines[:-1], f"{lines[-1]}  # the type of what you will put in")
    at = case.source.first_code_line()
    container = "Dict" if kind == "dict" else "List"
    imports = ("from numba import types", f"from numba.typed import {container}")
    return Edit(at, at - 1, imports), Edit(first, last, lines)


def _likely_item(case: Case) -> str:
    """A scalar type seen in the function: the best guess for what the container will hold."""
    types_ = case.inference.uses.values() if case.inference else []
    seen = {short(type_) for names in types_ for type_ in names.values() if type_ is not None}
    return next((scalar for scalar in ("float64", "int64") if scalar in seen), "float64")


def mixed_items(case: Case) -> Diagnosis | None:
    """An index known only at run time into a list or tuple of several types."""
    attempt = case.attempt
    by_tuple = (
        attempt is not None
        and attempt.name in ("getitem", "static_getitem")
        and short(attempt.arguments[0]).startswith("Tuple(")
        and short(attempt.arguments[1]) in _SCALARS
    )
    if not by_tuple and not case.search(r"Cannot __getitem__ on a literal list"):
        return None
    name, type_ = _indexed(case)
    what = f" ({in_words(type_)})" if type_ is not None else ""
    return Diagnosis(
        "mixed-items",
        f"The items of `{name}`{what} have different types, and which one is taken is known only while "
        "running, so "
        "the result has no single type.",
        "Use constant indexes (`t[0]`), `numba.literal_unroll` to loop over it, or make all items one type.",
        "reference/pysupported.html#tuple",
    )


def fixed_items(case: Case) -> Diagnosis | None:
    """A change of a list or dict with items of several types."""
    attempt = case.attempt
    text = str(attempt.arguments[0]) if attempt is not None and attempt.arguments else ""
    if not text.startswith(("LiteralList(", "LiteralStrKey[")):
        return None
    kind = "list" if text.startswith("LiteralList") else "dict"
    named = as_written(case)
    return Diagnosis(
        "mixed-items-fixed",
        f"{f'`{named}`' if named else 'This line'} works on a {kind} with items of several types, which compiled code "
        "keeps as a constant: its items can be read at constant places, and nothing else.",
        f"Use a variable for each item, or give all items of the {kind} one type.",
        "reference/pysupported.html#list",
    )


def _indexed(case: Case) -> tuple[str, object]:
    for node in case.source.nodes(ast.Subscript, case.line):
        if isinstance(node.value, ast.Name) and not isinstance(node.slice, ast.Constant):
            type_ = case.type_at(node.value.id)
            text = short(type_) if type_ is not None else ""
            return node.value.id, type_ if text.startswith("Tuple") else None
    return "it", None


def list_of_sets(case: Case) -> Diagnosis | None:
    """A list whose items are sets, at which Numba stops without a word."""
    if not isinstance(case.failure.error, AssertionError):
        return None
    for node in case.source.nodes(ast.List, case.line):
        if node.elts and all(_is_set(item) for item in node.elts):
            return Diagnosis(
                "list-of-sets",
                f"`{case.source.text(node)}` is a list of sets; a list in compiled code can't hold sets.",
                "Use a tuple of sets, or a list of typed lists.",
                "reference/pysupported.html#list",
            )
    return None


def _is_set(node: ast.expr) -> bool:
    made = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "set"
    return made or isinstance(node, (ast.Set, ast.SetComp))


def appended(case: Case) -> Diagnosis | None:
    """An item of another type put into a list."""
    found = case.search(
        r"Invalid use of BoundFunction\((list|set)\.(\w+) for (.+)\) with parameters \((.+?)\)\s*(?:\n|$)"
    )
    if not found:
        return None
    return Diagnosis(
        "list-item-type",
        f"`.{found[2]}` puts {in_words(found[4])} into {in_words(found[3])}; a list in compiled code holds "
        "one type.",
        "Convert the item, or keep a second list for the other type.",
        "reference/pysupported.html#list",
    )


def dict_types(case: Case) -> Diagnosis | None:
    """A key or value of another type than the dict's."""
    found = case.search(r"cannot safely cast (.+?) to (.+?)\. Please cast explicitly")
    if not found:
        return None
    return Diagnosis(
        "container-item-type",
        f"This line puts {in_words(found[1])} where the container holds {in_words(found[2])}.",
        f"Convert it first, for instance `types.{short(found[2])}(value)`, or make the container of the "
        "other type.",
        "reference/pysupported.html#typed-dict",
    )


def tuple_of_list(case: Case) -> Diagnosis | None:
    """`tuple(items)` of a list."""
    attempt = case.attempt
    if attempt is None or attempt.name != "tuple" or not attempt.arguments:
        return None
    return Diagnosis(
        "tuple-length",
        f"`tuple(...)` of {in_words(attempt.arguments[0])}: the length of a tuple is part of its type, and "
        "a list's "
        "length is known only while running.",
        "Write the tuple out (`(a.shape[0], a.shape[1])`, or just `a.shape`), or use "
        "`numba.np.unsafe.ndarray.to_fixed_tuple(array, length)` with a constant length.",
        "reference/pysupported.html#tuple",
    )


RULES = (empty_container, mixed_items, fixed_items, list_of_sets, appended, dict_types, tuple_of_list)
