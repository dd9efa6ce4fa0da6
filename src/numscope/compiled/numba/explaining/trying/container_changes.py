"""Changes of the containers that a function makes: other item types, tuples in place of lists, types for empty ones."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from numscope.compiled.numba.explaining.case import Case
from numscope.compiled.numba.explaining.trying.change import Change
from numscope.compiled.numba.explaining.trying.places import definition, module_name, replaced

_EMPTY = {
    "Dict": "numba.typed.Dict.empty(numba.int64, numba.float64)",
    "dict": "numba.typed.Dict.empty(numba.int64, numba.float64)",
    "List": "numba.typed.List.empty_list(numba.float64)",
    "list": "numba.typed.List.empty_list(numba.float64)",
}
_NAMES = {"str": "types.unicode_type", "bool": "boolean"}


def other_item_types(case: Case, line: int | None) -> Iterator[Change]:
    """Yield the typed container made for the items that are put into it, where the message names both types."""
    found = case.search(r"(?:cannot safely cast|Cannot cast) (\w+) to (\w+)")
    inside = definition(case, line)
    if not found or inside is None:
        return
    name, imports = module_name(case.source, "numba", "numba")
    wanted = f"{name}.{_NAMES.get(found[1], found[1])}"
    for call in (node for node in ast.walk(inside) if isinstance(node, ast.Call)):
        for given in [*call.args, *(keyword.value for keyword in call.keywords)]:
            text = case.source.text(given)
            if isinstance(given, (ast.Name, ast.Attribute)) and text.rpartition(".")[2] == found[2]:
                edit = replaced(case.source, given, wanted)
                sentence = f"Make the container for {found[1]} in place of {found[2]}."
                yield Change(sentence, (*imports, edit), case.source.path)


def tuples_for_lists(case: Case, line: int | None) -> Iterator[Change]:
    """Yield each list that the function writes out as a tuple, which may mix types."""
    inside = definition(case, line)
    for node in ast.walk(inside) if inside else ():
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.List) and node.value.elts:
            text = case.source.text(node.value)
            comma = "," if len(node.value.elts) == 1 else ""
            edit = replaced(case.source, node.value, f"({text[1:-1].rstrip(', ')}{comma})")
            yield Change(f"Write a tuple in place of the list `{text}`.", (edit,), case.source.path)


def typed_empties(case: Case, line: int | None) -> Iterator[Change]:
    """Yield an empty list or dict with types of its items."""
    inside = definition(case, line)
    name, imports = module_name(case.source, "numba", "numba")
    for call in ast.walk(inside) if inside else ():
        if not isinstance(call, ast.Call) or call.args or call.keywords:
            continue
        made = _EMPTY.get(case.source.text(call.func).rpartition(".")[2])
        if made:
            edit = replaced(case.source, call, made.replace("numba.", f"{name}."))
            yield Change(
                "Say the types of the items; write those that it will hold.",
                (*imports, edit),
                case.source.path,
            )
