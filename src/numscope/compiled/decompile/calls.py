"""Symbolic execution of calls, and of making functions and classes."""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import CodeType
from typing import Any

from numscope.compiled.decompile.instructions import Instruction
from numscope.compiled.decompile.nodes import NULL, ClassBuilder, MadeClass, MadeFunction

_LOAD = ast.Load()
_COMPREHENSIONS = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")
# Above this many arguments CPython collects them in a list or dictionary first (STACK_USE_GUIDELINE).
_MANY = 15


class Calls:
    """The part of the machine that calls and defines."""

    stack: list[Any]
    code: list[Instruction]
    place: int
    owner: CodeType
    pop_many: Callable[[int], list[Any]]
    error: Any

    def _op_call(self, instruction: Instruction) -> None:
        count, names, places = instruction.arg
        arguments = self.pop_many(count)
        function, extra = self._callable(instruction, places)
        arguments = [*extra, *arguments]
        keywords = []
        if names:
            values = arguments[-len(names) :]
            arguments = arguments[: -len(names)]
            keywords = [ast.keyword(name, value) for name, value in zip(names, values, strict=True)]
        self._call(instruction, function, arguments, keywords)

    def _op_call_ex(self, instruction: Instruction) -> None:
        has_keywords, places = instruction.arg
        keywords: list[ast.keyword] = []
        mapping = self.stack.pop() if has_keywords else NULL
        if mapping is not NULL:
            keywords = _keywords(mapping)
        positional = self.stack.pop()
        function, extra = self._callable(instruction, places)
        arguments = [*extra, *_arguments(positional, bool(keywords))]
        self._call(instruction, function, arguments, keywords)

    def _callable(self, instruction: Instruction, places: int) -> tuple[Any, list[Any]]:
        values = [value for value in self.pop_many(places + 1) if value is not NULL]
        if not values:
            raise self.error(instruction, "calls nothing")
        return values[0], values[1:]

    def _call(
        self, instruction: Instruction, function: Any, arguments: list[Any], keywords: list[ast.keyword]
    ) -> None:
        from numscope.compiled.decompile.comprehensions import comprehension_call
        from numscope.compiled.decompile.generics import generic_call

        if isinstance(function, ClassBuilder):
            body, name, *bases = arguments
            if not isinstance(body, MadeFunction):
                raise self.error(instruction, "builds a class from something else than a function")
            self.stack.append(MadeClass(body, name.value, bases, keywords))
            return
        if isinstance(function, MadeFunction):
            name = function.code.co_name
            if name in _COMPREHENSIONS and len(arguments) == 1:
                self.stack.append(comprehension_call(function.code, arguments[0]))
                return
            if name.startswith("<generic parameters of"):
                self.stack.append(generic_call(function, arguments))
                return
        self.stack.append(ast.Call(function, arguments, keywords))

    def _op_make_function(self, instruction: Instruction) -> None:
        made = self.stack.pop()
        if not isinstance(made, MadeFunction):
            raise self.error(instruction, "makes a function of something else than a code constant")
        made = MadeFunction(made.code)
        for flag in (8, 4, 2, 1):
            if instruction.arg & flag:
                self._set(made, flag, self.stack.pop())
        while self.place < len(self.code) and self.code[self.place].op == "SET_FUNCTION":
            self._set(made, self.code[self.place].arg, self.stack.pop())
            self.place += 1
        if made.code.co_name == "<lambda>":
            from numscope.compiled.decompile.functions import lambda_expression

            self.stack.append(lambda_expression(made))
        else:
            self.stack.append(made)

    def _op_set_function(self, instruction: Instruction) -> None:
        made = self.stack.pop()
        self._set(made, instruction.arg, self.stack.pop())
        self.stack.append(made)

    def _set(self, made: MadeFunction, flag: int, value: Any) -> None:
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

    def _op_build_class(self, instruction: Instruction) -> None:
        self.stack.append(ClassBuilder())


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
        else:
            return [ast.keyword(None, mapping)]
    return found
