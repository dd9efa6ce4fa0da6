"""Symbolic execution of displays: tuples, lists, sets, dictionaries, f-strings."""

from __future__ import annotations

import ast
import re
import sys
from typing import Any

from numscope.compiled.decompile.constants import is_constant, is_folded, known_choice
from numscope.compiled.decompile.instructions import Instruction
from numscope.compiled.decompile.nodes import Keywords
from numscope.compiled.decompile.stores import SymbolicStack

_LOAD = ast.Load()
_CONVERSIONS = {0: -1, 1: 115, 2: 114, 3: 97}


def _op_tuple(machine: SymbolicStack, instruction: Instruction) -> None:
    values = machine.pop_many(instruction.arg)
    if values and all(is_folded(one) for one in values):
        # The compiler makes one constant of these, unless a choice that is none stood between them.
        values[-1] = known_choice(values[-1])
    machine.stack.append(ast.Tuple(values, _LOAD))


def _op_list(machine: SymbolicStack, instruction: Instruction) -> None:
    machine.stack.append(ast.List(machine.pop_many(instruction.arg), _LOAD))


def _op_set(machine: SymbolicStack, instruction: Instruction) -> None:
    machine.stack.append(ast.Set(machine.pop_many(instruction.arg)))


def _op_map(machine: SymbolicStack, instruction: Instruction) -> None:
    values = machine.pop_many(2 * instruction.arg)
    machine.stack.append(ast.Dict(values[::2], values[1::2]))


def _op_key_map(machine: SymbolicStack, instruction: Instruction) -> None:
    keys = machine.stack.pop()
    machine.stack.append(ast.Dict(list(keys.elts), machine.pop_many(instruction.arg)))


def _op_extend(machine: SymbolicStack, instruction: Instruction) -> None:
    added = machine.stack.pop()
    display = _display(machine, instruction)
    if _is_ours(machine, display):
        kind: Any = ast.List([], _LOAD) if instruction.op == "EXTEND" else ast.Set([])
        both: list[ast.expr] = [ast.Starred(display, _LOAD), ast.Starred(added, _LOAD)]
        machine.stack[-instruction.arg] = _with_elements(kind, both)
        return
    if not isinstance(display, (ast.List, ast.Set)):
        _change(machine, display, "extend" if instruction.op == "EXTEND" else "update", [added])
        return
    more: list[ast.expr] = [ast.Starred(added, _LOAD)]
    # A display of three or more constants is compiled to one constant added to an empty display.
    if not display.elts and _is_constant_display(added):
        more = added.elts
    machine.stack[-instruction.arg] = _with_elements(display, [*display.elts, *more])


def _display(machine: SymbolicStack, instruction: Instruction) -> Any:
    """Give the container to add to: a display still being built, or the name of any other."""
    container = machine.stack[-instruction.arg]
    if isinstance(container, (ast.List, ast.Set, ast.Dict)):
        if getattr(container, "copied", False):
            raise machine.error(instruction, "adds to a container that is already used elsewhere")
        return container
    if not isinstance(container, ast.Name):
        machine.spill(machine.base())
    return machine.stack[-instruction.arg]


def _change(machine: SymbolicStack, container: ast.expr, method: str, values: list[ast.expr]) -> None:
    """Add to a container that has a name: the container is an exact list, set or dict."""
    # The set of annotations that were passed (3.14) is dropped again at once.
    passed = isinstance(container, ast.Name) and container.id == "__conditional_annotations__"
    machine.emit(ast.Expr(ast.Call(ast.Attribute(container, method, _LOAD), values, [])), anyway=passed)


def _op_list_to_tuple(machine: SymbolicStack, instruction: Instruction) -> None:
    value = machine.stack.pop()
    if isinstance(value, ast.List):
        machine.stack.append(_grown(value, ast.Tuple(value.elts, _LOAD)))
    else:
        machine.stack.append(ast.Tuple([ast.Starred(value, _LOAD)], _LOAD))


def _is_ours(machine: SymbolicStack, container: Any) -> bool:
    """Say whether a container being filled is in a variable of ours, where nothing else sees it."""
    return isinstance(container, ast.Name) and machine.names.made(container.id)


def _op_dict_update(machine: SymbolicStack, instruction: Instruction) -> None:
    added = machine.stack.pop()
    display = _display(machine, instruction)
    kind = Keywords if instruction.op == "DICT_MERGE" else ast.Dict
    keys: list[ast.expr | None]
    if _is_ours(machine, display):
        machine.stack[-instruction.arg] = kind([None, None], [display, added])
        return
    if not isinstance(display, ast.Dict):
        if instruction.op == "DICT_MERGE":
            raise machine.error(instruction, "merges keyword arguments into something else than a display")
        _change(machine, display, "update", [added])
        return
    if isinstance(added, ast.Dict) and len(display.keys) >= 16:
        keys, values = added.keys, added.values
    else:
        keys, values = [None], [added]
    whole = kind([*display.keys, *keys], [*display.values, *values])
    machine.stack[-instruction.arg] = _grown(display, whole)


def extend_display(machine: SymbolicStack, instruction: Instruction, values: list[Any]) -> None:
    """Add one element to a display, mostly the one on top of the stack: how long displays are compiled."""
    display = _display(machine, instruction)
    if isinstance(display, ast.Dict):
        machine.stack[-1] = ast.Dict([*display.keys, values[0]], [*display.values, values[1]])
    elif isinstance(display, (ast.List, ast.Set)):
        machine.stack[-1] = _with_elements(display, [*display.elts, values[0]])
    elif instruction.op == "MAP_ADD":
        target = ast.Subscript(display, values[0], ast.Store())
        machine.emit(ast.Assign([target], values[1], lineno=0))
    else:
        _change(machine, display, "append" if instruction.op == "APPEND" else "add", values)


def _op_convert(machine: SymbolicStack, instruction: Instruction) -> None:
    machine.stack.append(ast.FormattedValue(machine.stack.pop(), _CONVERSIONS[instruction.arg], None))


def _op_format(machine: SymbolicStack, instruction: Instruction) -> None:
    conversion, has_format = instruction.arg
    form = machine.stack.pop() if has_format else None
    if form is not None and not isinstance(form, ast.JoinedStr):
        form = ast.JoinedStr([form])
    value = machine.stack.pop()
    if isinstance(value, ast.FormattedValue):
        formatted = ast.FormattedValue(value.value, value.conversion, form)
    else:
        formatted = ast.FormattedValue(value, _CONVERSIONS[conversion], form)
    machine.stack.append(ast.JoinedStr([formatted]))


def _op_string(machine: SymbolicStack, instruction: Instruction) -> None:
    parts: list[ast.expr] = []
    for value in machine.pop_many(instruction.arg):
        if isinstance(value, ast.JoinedStr):
            parts.extend(value.values)
        else:
            parts.append(value)
    machine.stack.append(ast.JoinedStr(parts))


_FOLDED = re.compile(r"(?:[^%]|%%|%-?\d*(?:\.\d*)?[sra])*")


def would_be_folded(form: Any, values: Any) -> bool:
    """Say whether the compiler turns `form % values` into an f-string, from 3.11 on.

    Where it has not, the text of the program had an f-string without values.
    """
    if (
        not isinstance(form, ast.Constant)
        or not isinstance(form.value, str)
        or not isinstance(values, ast.Tuple)
    ):
        return False
    if sys.version_info < (3, 11) or not _FOLDED.fullmatch(form.value):
        return False
    wanted = form.value.replace("%%", "").count("%")
    return wanted == len(values.elts) and not any(isinstance(one, ast.Starred) for one in values.elts)


def _is_constant_display(value: ast.expr) -> bool:
    if not isinstance(value, (ast.Tuple, ast.Set)) or len(value.elts) < 3:
        return False
    return all(is_constant(element) for element in value.elts)


def _with_elements(display: Any, elements: list[ast.expr]) -> ast.expr:
    return _grown(display, ast.List(elements, _LOAD) if isinstance(display, ast.List) else ast.Set(elements))


def _grown(display: ast.expr, whole: ast.expr) -> ast.expr:
    """Note what a display was before something was added to it."""
    whole.before = display  # type: ignore[attr-defined]
    return whole


OPERATIONS = {
    "TUPLE": _op_tuple,
    "LIST": _op_list,
    "SET": _op_set,
    "MAP": _op_map,
    "KEY_MAP": _op_key_map,
    "STRING": _op_string,
    "EXTEND": _op_extend,
    "UPDATE": _op_extend,
    "DICT_UPDATE": _op_dict_update,
    "DICT_MERGE": _op_dict_update,
    "LIST_TO_TUPLE": _op_list_to_tuple,
    "CONVERT": _op_convert,
    "FORMAT": _op_format,
}
