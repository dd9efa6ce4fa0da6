"""What a captured graph gives, taken apart where it is called, under the names that the program has for it.

Dynamo's code keeps a graph's result in a list and takes the values out of it one by one; a person writes
`u, v = graph(x)`. The values that a resume function is given have the names of its parameters, which are the program's.
"""

from __future__ import annotations

import ast
import builtins
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from keyword import iskeyword

_MOST_OF_ONE_NAME = 1_000


@dataclass(frozen=True)
class KnownNames:
    """How many values each compiled graph gives, and what the parameters of each resume function are called."""

    outputs: Mapping[str, int] = field(default_factory=dict)
    parameters: Mapping[str, Sequence[str]] = field(default_factory=dict)


def take_apart(module: ast.Module, known: KnownNames, prefix: str) -> dict[str, str]:
    """Have calls of graphs unpack their result; return the new variables with names to fall back on.

    Only where each of the values is used, since one that is not would live on, and where one has a statement of its own
    that takes it out.
    """
    made: dict[str, str] = {}
    for call in [node for node in ast.walk(module) if isinstance(node, ast.Assign)]:
        count = known.outputs.get(_called(call), 0)
        name = call.targets[0].id if isinstance(call.targets[0], ast.Name) else ""
        items = _items(module, name, count) if count and name else None
        if items is None or not _taken_out(module, items, prefix):
            continue
        names = [f"{prefix}of_{name}_{number}" for number in range(count)]
        made.update({one: f"out_{number}" for number, one in enumerate(names)})
        _Replacing({id(node): names[_index(node)] for node in items}, name).visit(module)
        call.targets = [ast.Tuple([ast.Name(one, ast.Store()) for one in names], ast.Store())]
    return made


def renamed(module: ast.Module, known: KnownNames, made: Mapping[str, str], prefix: str) -> None:
    """Give variables of ours the names of the parameters that they are passed for, or of the items that they hold.

    made: what `take_apart` returned.
    """
    bound = Counter(
        node.id for node in ast.walk(module) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    )
    taken = {node.id for node in ast.walk(module) if isinstance(node, ast.Name)}
    taken |= {node.arg for node in ast.walk(module) if isinstance(node, ast.arg)}
    taken |= {
        node.name for node in ast.walk(module) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    }
    for node in ast.walk(module):
        taken.update(node.names if isinstance(node, (ast.Global, ast.Nonlocal)) else ())
    passed, held = dict(_passed_for(module, known)), dict(_held(module))
    names: dict[str, str] = {}
    for variable in (one for one, times in bound.items() if one.startswith(prefix) and times == 1):
        wanted = (passed.get(variable, ""), *_numbered(held.get(variable, "")), made.get(variable, ""))
        names[variable] = next((one for one in wanted if one and one not in taken), variable)
        taken.add(names[variable])
    for node in ast.walk(module):
        if isinstance(node, ast.Name):
            node.id = names.get(node.id, node.id)


def _held(module: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield variables that hold an attribute, or what a dict has under a text, with the name of that."""
    for node in ast.walk(module):
        if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
            continue
        value = node.value
        key = getattr(value, "attr", "")
        if isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Constant):
            key = value.slice.value
        if isinstance(key, str) and key.isidentifier() and not hasattr(builtins, key) and not iskeyword(key):
            yield node.targets[0].id, key


def _numbered(name: str) -> Iterator[str]:
    if name:
        yield name
        yield from (f"{name}_{number}" for number in range(1, _MOST_OF_ONE_NAME))


def _called(call: ast.Assign) -> str:
    function = call.value.func if isinstance(call.value, ast.Call) else None
    return function.id if isinstance(function, ast.Name) and len(call.targets) == 1 else ""


def _items(module: ast.Module, name: str, count: int) -> list[ast.Subscript] | None:
    """Return where the values of a result are taken out, if nothing else is done with it and every one is used."""
    items = [
        node for node in ast.walk(module) if isinstance(node, ast.Subscript) and _is_item(node, name, count)
    ]
    named = [node for node in ast.walk(module) if isinstance(node, ast.Name) and node.id == name]
    loads = sum(isinstance(node.ctx, ast.Load) for node in named)
    stores = sum(isinstance(node.ctx, ast.Store) for node in named)
    every = {_index(node) for node in items} == set(range(count))
    return items if every and loads == len(items) and stores == 1 else None


def _is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _is_item(node: ast.Subscript, name: str, count: int) -> bool:
    index = node.slice.value if isinstance(node.slice, ast.Constant) else None
    return _is_name(node.value, name) and type(index) is int and 0 <= index < count


def _index(node: ast.Subscript) -> int:
    index = node.slice.value if isinstance(node.slice, ast.Constant) else None
    assert isinstance(index, int)
    return index


def _taken_out(module: ast.Module, items: list[ast.Subscript], prefix: str) -> bool:
    of_items = {id(node) for node in items}
    return any(
        isinstance(node, ast.Assign)
        and id(node.value) in of_items
        and isinstance(node.targets[0], ast.Name)
        and node.targets[0].id.startswith(prefix)
        for node in ast.walk(module)
    )


def _passed_for(module: ast.Module, known: KnownNames) -> Iterator[tuple[str, str]]:
    for call in ast.walk(module):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
            continue
        parameters = known.parameters.get(call.func.id, ())
        for argument, parameter in zip(call.args, parameters, strict=False):
            if isinstance(argument, ast.Name) and parameter.isidentifier() and not parameter.startswith("__"):
                yield argument.id, parameter


class _Replacing(ast.NodeTransformer):
    """Puts variables in place of items of a result, and no longer deletes it."""

    def __init__(self, names: Mapping[int, str], result: str) -> None:
        self._names = names
        self._result = result

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """Return the variable for an item."""
        name = self._names.get(id(node))
        return ast.Name(name, ast.Load()) if name else self.generic_visit(node)

    def visit_Delete(self, node: ast.Delete) -> ast.AST | None:
        """Leave the result out of what is deleted."""
        node.targets = [one for one in node.targets if not _is_name(one, self._result)]
        return node if node.targets else None
