"""Symbolic execution of calls, and of making functions and classes."""

from __future__ import annotations

import ast
from typing import Any

from numscope.compiled.decompile.comprehensions import comprehension_call
from numscope.compiled.decompile.generics import generic_call
from numscope.compiled.decompile.instructions import Instruction
from numscope.compiled.decompile.nodes import NULL, ClassBuilder, Keywords, MadeClass, MadeFunction
from numscope.compiled.decompile.stores import SymbolicStack

_LOAD = ast.Load()
_COMPREHENSIONS = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")
# Above this many arguments CPython collects them in a list or dictionary first (STACK_USE_GUIDELINE).
_MANY = 15


def _op_call(machine: SymbolicStack, instruction: Instruction) -> None:
    count, names, places = instruction.arg
    arguments = machine.pop_many(count)
    function, extra = _callable(machine, instruction, places)
    arguments = [*extra, *arguments]
    keywords = []
    if names:
        values = arguments[-len(names) :]
        arguments = arguments[: -len(names)]
        keywords = [ast.keyword(name, value) for name, value in zip(names, values, strict=True)]
    _call(machine, instruction, function, arguments, keywords)


def _op_call_ex(machine: SymbolicStack, instruction: Instruction) -> None:
    has_keywords, places = instruction.arg
    keywords: list[ast.keyword] = []
    mapping = machine.stack.pop() if has_keywords else NULL
    if mapping is not NULL:
        keywords = _keywords(mapping)
    positional = machine.stack.pop()
    function, extra = _callable(machine, instruction, places)
    arguments = [*extra, *_arguments(positional, bool(keywords))]
    _call(machine, instruction, function, arguments, keywords)


def _callable(machine: SymbolicStack, instruction: Instruction, places: int) -> tuple[Any, list[Any]]:
    values = [value for value in machine.pop_many(places + 1) if value is not NULL]
    if not values:
        raise machine.error(instruction, "calls nothing")
    return values[0], values[1:]


def _call(
    machine: SymbolicStack,
    instruction: Instruction,
    function: Any,
    arguments: list[Any],
    keywords: list[ast.keyword],
) -> None:
    if isinstance(function, ClassBuilder):
        body, name, *bases = arguments
        if not isinstance(body, MadeFunction):
            raise machine.error(instruction, "builds a class from something else than a function")
        machine.stack.append(MadeClass(body, name.value, bases, keywords))
        return
    if isinstance(function, MadeFunction):
        name = function.code.co_name
        if name in _COMPREHENSIONS and len(arguments) == 1:
            machine.stack.append(comprehension_call(function.code, arguments[0], machine.nested))
            return
        if name.startswith("<generic parameters of"):
            machine.stack.append(generic_call(function, arguments, machine.nested))
            return
    machine.stack.append(ast.Call(function, arguments, keywords))


def _op_make_function(machine: SymbolicStack, instruction: Instruction) -> None:
    made = machine.stack.pop()
    if not isinstance(made, MadeFunction):
        raise machine.error(instruction, "makes a function of something else than a code constant")
    made = MadeFunction(made.code)
    for flag in (8, 4, 2, 1):
        if instruction.arg & flag:
            _set(made, flag, machine.stack.pop())
    while machine.place < len(machine.code) and machine.code[machine.place].op == "SET_FUNCTION":
        _set(made, machine.code[machine.place].arg, machine.stack.pop())
        machine.place += 1
    if made.code.co_name == "<lambda>":
        machine.stack.append(machine.nested.lambda_expression(made))
    else:
        machine.stack.append(made)


def _op_set_function(machine: SymbolicStack, instruction: Instruction) -> None:
    made = machine.stack.pop()
    _set(made, instruction.arg, machine.stack.pop())
    machine.stack.append(made)


def _set(made: MadeFunction, flag: int, value: Any) -> None:
    if flag == 1:
        made.defaults = list(value.elts)
    elif flag == 2:
        made.keyword_defaults = {
            key.value: default for key, default in zip(value.keys, value.values, strict=True)
        }
    elif flag == 4:
        names, kinds = value.elts[::2], value.elts[1::2]
        made.annotations = {name.value: kind for name, kind in zip(names, kinds, strict=True)}
    elif flag == 16:
        made.annotate = value


def _op_build_class(machine: SymbolicStack, instruction: Instruction) -> None:
    machine.stack.append(ClassBuilder())


def _arguments(positional: Any, has_keywords: bool) -> list[ast.expr]:
    if isinstance(positional, ast.Tuple):
        elements = positional.elts
        starred = any(isinstance(element, ast.Starred) for element in elements)
        if has_keywords or starred or len(elements) > _MANY:
            return elements
    return [ast.Starred(positional, _LOAD)]


def _keywords(mapping: Any) -> list[ast.keyword]:
    if not isinstance(mapping, ast.Dict):
        return [ast.keyword(None, mapping)]
    found = []
    for key, value in zip(mapping.keys, mapping.values, strict=True):
        if key is None:
            found.append(ast.keyword(None, value))
        elif isinstance(key, ast.Constant) and isinstance(key.value, str) and key.value.isidentifier():
            found.append(ast.keyword(key.value, value))
        elif isinstance(mapping, Keywords):
            found.append(ast.keyword(None, ast.Dict([key], [value])))
        else:
            return [ast.keyword(None, mapping)]
    return found


OPERATIONS = {
    "CALL": _op_call,
    "CALL_EX": _op_call_ex,
    "MAKE_FUNCTION": _op_make_function,
    "SET_FUNCTION": _op_set_function,
    "BUILD_CLASS": _op_build_class,
}
