"""Writes functions from the grammar of the language: every statement in every other, effects in every operand.

The same seed gives the same text on one version of Python. All names that a text loads without binding them are
globals, which the driver (`every_point`) answers with objects that write down what is done to them.
"""

from __future__ import annotations

import random
import re
import sys
from typing import NamedTuple

VERSION = sys.version_info[:2]
_OPERATORS = ("+", "-", "*", "@", "/", "//", "%", "**", "<<", ">>", "&", "|", "^")
_COMPARISONS = ("<", "<=", "==", "!=", ">", ">=", "is", "is not", "in", "not in")
_CONSTANTS = ("0", "1", "-1", "2.5", "'s'", "b'b'", "None", "True", "(1, 2)", "...", "''")
_KINDS = ("ValueError", "KeyError", "(KeyError, TypeError)", "Exception")


class Place(NamedTuple):
    """What may stand here: with `loop` break, with `leave` return.

    `function` is "", "yield" or "async"; `body` is "def" or "class".
    """

    depth: int
    loop: bool = False
    leave: bool = True
    function: str = ""
    body: str = "def"

    def inside(self, **changes: object) -> Place:
        """Give the place one level further in."""
        return self._replace(depth=self.depth - 1, **changes)  # type: ignore[arg-type]


class Program:
    """One function `f`; `names` counts the names made so far."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.names = 0
        self.locals = ["a", "b"]
        self.own: list[
            str
        ] = []  # Of these, what the innermost function binds itself: no other may be assigned.

    def source(self) -> str:
        """Give the text of `f`."""
        function = self.random.choice(("", "", "", "", "yield", "async"))
        place = Place(self.random.choice((2, 2, 3)), function=function)
        lines = self.block(place)
        if function == "yield":
            lines.append("yield a")
        start = "async def" if function == "async" else "def"
        return "\n".join([f"{start} f({self.parameters()}):", *indented(lines)]) + "\n"

    def parameters(self) -> str:
        """Write parameters, without defaults: the driver knows the code alone."""
        return self.random.choice(("a, b", "a, b", "a, /, b", "a, *b", "a, *, b", "a, **b"))

    # Choices.

    def chance(self, share: float) -> bool:
        """Say yes in that share of cases."""
        return self.random.random() < share

    def pick(self, *choices: str) -> str:
        """Choose one of some texts."""
        return self.random.choice(choices)

    def fresh(self, start: str) -> str:
        """Make a name not used before."""
        self.names += 1
        return f"{start}{self.names}"

    def name(self) -> str:
        """Name a variable that may have a value."""
        return self.random.choice(self.locals)

    # Expressions.

    def call(self) -> str:
        """Write the smallest expression with an effect of its own."""
        return f"{self.fresh('e')}()"

    def value(self, place: Place, depth: int = 2) -> str:
        """Write an expression, at most `depth` deep."""
        if depth <= 0:
            return self.random.choice((self.name, self.name, *[self.call] * 7, self.constant))()
        return self.random.choice(_EXPRESSIONS)(self, place, depth - 1)

    def thing(self, place: Place, depth: int = 1) -> str:
        """Write an expression whose value can be iterated over, entered, called, compared: a recording object."""
        form = self.random.randrange(8) if depth > 0 else 0
        if form < 2:
            return self.call()
        if form == 2:
            return self._call(place, depth - 1)
        if form == 3:
            return f"{self.call()}.x"
        if form == 4:
            return f"{self.call()}[{self.value(place, depth - 1)}]"
        if form == 5:
            return f"({self.call()} {self.pick('and', 'or')} {self.thing(place, depth - 1)})"
        if form == 6:
            return f"({self.call()} if {self.value(place, depth - 1)} else {self.thing(place, depth - 1)})"
        return self._suspend(place, depth - 1) if place.function == "async" else self.pick("a", self.call())

    def constant(self) -> str:
        """Write a constant."""
        return self.random.choice(_CONSTANTS)

    def _leaf(self, place: Place, depth: int) -> str:
        return self.value(place, 0)

    def _operation(self, place: Place, depth: int) -> str:
        return f"({self.thing(place, depth)} {self.random.choice(_OPERATORS)} {self.value(place, depth)})"

    def _unary(self, place: Place, depth: int) -> str:
        if self.chance(0.5):
            return f"({self.pick('-', '~')}{self.thing(place, depth)})"
        return f"(not {self.value(place, depth)})"

    def _logic(self, place: Place, depth: int) -> str:
        operator = self.pick(" and ", " or ")
        count = self.random.choice((2, 2, 3))
        return f"({operator.join(self.value(place, depth) for _ in range(count))})"

    def _choice(self, place: Place, depth: int) -> str:
        body, test, orelse = (self.value(place, depth) for _ in range(3))
        return f"({body} if {test} else {orelse})"

    def _comparison(self, place: Place, depth: int) -> str:
        text = self.thing(place, depth)
        for _ in range(self.random.choice((1, 1, 2, 3))):
            text += f" {self.random.choice(_COMPARISONS)} {self.thing(place, depth)}"
        return f"({text})"

    def _items(self, place: Place, depth: int, least: int = 0) -> list[str]:
        count = self.random.choice((least, 1, 2, 2, 3))
        return [
            f"*{self.thing(place, depth)}" if self.chance(0.25) else self.value(place, depth)
            for _ in range(count)
        ]

    def _display(self, place: Place, depth: int) -> str:
        start, end = self.random.choice(("[]", "{}", "()"))
        items = self._items(place, depth, 1) if start != "{" else [self.thing(place, depth), self.call()]
        return f"{start}{', '.join(items)}{',' if start == '(' else ''}{end}"

    def _dict(self, place: Place, depth: int) -> str:
        items = []
        for _ in range(self.random.choice((0, 1, 2, 3))):
            if self.chance(0.3):
                items.append(f"**{self.pick('kw()', '(kw() or kw())')}")
            else:
                key = self.pick("'x'", "'y'", "1", self.call())
                items.append(f"{key}: {self.value(place, depth)}")
        return f"{{{', '.join(items)}}}"

    def _call(self, place: Place, depth: int) -> str:
        function = self.pick(self.fresh("e"), "a", f"{self.call()}.m", "a.m")
        arguments = self._items(place, depth)
        for _ in range(self.random.choice((0, 0, 0, 1, 2))):
            if self.chance(0.4):
                choices = (f"(kw() or {self.call()})", f"(kw() if {self.call()} else kw())")
                arguments.append(f"**{self.pick('kw()', 'kw()', 'kw()', *choices)}")
            else:
                arguments.append(f"{self.fresh('k')}={self.value(place, depth)}")
        return f"{function}({', '.join(arguments)})"

    def _attribute(self, place: Place, depth: int) -> str:
        return f"{self.thing(place, depth)}.x"

    def _subscript(self, place: Place, depth: int) -> str:
        return f"{self.pick('a', self.call())}[{self.index(place, depth)}]"

    def index(self, place: Place, depth: int) -> str:
        """Write what may stand between brackets."""
        form = self.random.randrange(4)
        parts = [self.value(place, depth) for _ in range(3)]
        return (parts[0], f"{parts[0]}:{parts[1]}", f":{parts[0]}:{parts[1]}", f"{parts[0]}, {parts[1]}:")[
            form
        ]

    def _fstring(self, place: Place, depth: int) -> str:
        parts = []
        for _ in range(self.random.choice((1, 2, 2, 3))):
            value = self.thing(place, depth)
            if (
                "'" in value
                or '"' in value
                or "\\" in value
                or "{" in value
                or "lambda" in value
                or "yield" in value
            ):
                value = self.call()
            form = self.pick("", "", "", ":>4", f":{{{self.call()}}}")
            parts.append(self.pick("", "t", "{{") + f"{{({value}){self.pick('', '', '!r', '!s')}{form}}}")
        return f'f"{"".join(parts)}"'

    def _walrus(self, place: Place, depth: int) -> str:
        if place.body == "class":
            return self.call()
        return f"({self.fresh('n')} := {self.value(place, depth)})"

    def _lambda(self, place: Place, depth: int) -> str:
        value = self.value(Place(0), depth)
        return f"(lambda p={self.value(place, 0)}, *q: {value}){self.pick('', '()', '()')}"

    def _comprehension(self, place: Place, depth: int) -> str:
        item = self.fresh("i")
        iterable = self.thing(place._replace(function=""), depth)
        while ":=" in iterable:
            iterable = self.call()
        self.locals.append(item)
        inner = Place(0, body="class")  # No walrus and no yield inside.
        element = self.value(inner, depth)
        clauses = f"for {item} in {iterable}"
        if self.chance(0.4):
            clauses += f" if {self.value(inner, depth)}"
        if self.chance(0.2):
            clauses += f" for {self.fresh('i')} in {self.call()}"
        self.locals.remove(item)
        form = self.pick(
            "[{0} {1}]", "[{0} {1}]", "{{{0} {1}}}", "{{{2}: {0} {1}}}", "list({0} {1})", "sum({0} {1})"
        )
        return form.format(element, clauses, item)

    def _suspend(self, place: Place, depth: int) -> str:
        if place.function == "yield":
            if self.chance(0.3):
                return f"(yield from {self.thing(place, depth)})"
            return f"(yield {self.value(place, depth)})"
        if place.function == "async":
            return f"(await {self.thing(place, depth)})"
        return self.value(place, depth)

    # Targets.

    def target_name(self) -> str:
        """Name a variable to bind."""
        if self.chance(0.5) or len(self.locals) > 8:
            return self.pick("u", *(name for name in self.own if name in self.locals))
        name = self.fresh("v")
        self.locals.append(name)
        self.own.append(name)
        return name

    def target(self, place: Place) -> str:
        """Write what can be assigned to."""
        form = self.random.randrange(10)
        if form < 5:
            return self.target_name()
        if form == 5:
            return f"{self.call()}.x"
        if form == 6:
            return f"{self.call()}[{self.value(place, 1)}]"
        if form == 7:
            return f"{self.target_name()}, *{self.target_name()}"
        if form == 8:
            return f"({self.target_name()}, {self.target_name()}), {self.call()}.y"
        return f"{self.target_name()}, {self.target_name()}"

    # Statements.

    def block(self, place: Place) -> list[str]:
        """Write some statements."""
        lines: list[str] = []
        known = list(self.locals)
        for _ in range(self.random.choice((1, 1, 2, 2, 3))):
            lines += self.statement(place)
        if self.chance(0.25):
            lines += self._leave(place, self.value(place))
        self.locals = known  # What is bound here may be unbound behind.
        return lines

    def statement(self, place: Place) -> list[str]:
        """Write one statement."""
        if place.depth <= 0 or self.chance(0.35):
            return self.simple(place)
        return self.random.choice(_COMPOUND)(self, place)

    def simple(self, place: Place) -> list[str]:
        """Write a statement of one line."""
        form = self.random.randrange(14)
        value = self.value(place)
        if form < 5:
            return [value if self.chance(0.2) else f"{self.fresh('e')}({value})"]
        if form < 9:
            return [f"{self.target(place)} = {value}"]
        if form == 9:
            return [f"{self.target_name()} = {self.call()}.z = {value}"]
        if form == 10:
            owner = self.pick("b", f"{self.call()}.x", f"{self.call()}[{self.value(place, 0)}]")
            return [f"{owner} {self.random.choice(_OPERATORS)}= {value}"]
        if form == 11:
            return [f"del {self.pick(f'{self.call()}.x', f'{self.call()}[{self.value(place, 0)}]')}"]
        if form == 12:
            return [f"assert {value}{self.pick('', f', {self.call()}')}"]
        values = f"{self.value(place, 1)}, {self.value(place, 1)}"
        return [f"{self.target_name()}, {self.target_name()} = {values}"]

    def _leave(self, place: Place, value: str) -> list[str]:
        if place.loop and self.chance(0.6):
            return [self.pick("break", "continue")]
        if self.chance(0.3):
            return [
                f"raise {self.pick('ValueError', f'KeyError({self.call()})', f'ValueError from {self.call()}')}"
            ]
        if place.leave and place.body == "def":
            return ["return" if self.chance(0.2) else f"return {value}"]
        return [self.call()]

    def _if(self, place: Place) -> list[str]:
        lines = [f"if {self.value(place)}:", *indented(self.block(place.inside()))]
        if self.chance(0.25):
            lines += [f"elif {self.value(place)}:", *indented(self.block(place.inside()))]
        if self.chance(0.4):
            lines += ["else:", *indented(self.block(place.inside()))]
        return lines

    def _for(self, place: Place) -> list[str]:
        is_async = place.function == "async" and self.chance(0.4)
        start = "async for" if is_async else "for"
        iterable = self.thing(place)
        return self._looping(place, [f"{start} {self.target(place)} in {iterable}:"])

    def _while(self, place: Place) -> list[str]:
        test = (
            f"{self.call()} {self.pick('and', 'or')} {self.value(place, 1)}"
            if self.chance(0.4)
            else self.call()
        )
        return self._looping(place, [f"while {test}:"])

    def _looping(self, place: Place, lines: list[str]) -> list[str]:
        lines += indented(self.block(place.inside(loop=True)))
        if self.chance(0.3):
            lines += ["else:", *indented(self.block(place.inside()))]
        return lines

    def _try(self, place: Place) -> list[str]:
        lines = ["try:", *indented(self.block(place.inside()))]
        for _ in range(self.random.choice((1, 1, 2))):
            kind = self.random.choice(_KINDS)
            name = self.fresh("x") if self.chance(0.4) else ""
            if name:
                self.locals.append(name)
            lines += [f"except {kind}{f' as {name}' if name else ''}:", *indented(self.block(place.inside()))]
            if name:
                self.locals.remove(name)
        if self.chance(0.15):
            lines += ["except:", *indented(self.block(place.inside()))]
        if self.chance(0.3):
            lines += ["else:", *indented(self.block(place.inside()))]
        if self.chance(0.3):
            lines += ["finally:", *indented(self.block(place.inside()))]
        return lines

    def _finally(self, place: Place) -> list[str]:
        lines = ["try:", *indented(self.block(place.inside()))]
        return [*lines, "finally:", *indented(self.block(place.inside()))]

    def _star(self, place: Place) -> list[str]:
        if VERSION < (3, 11):
            return self._try(place)
        lines = ["try:", *indented(self.block(place.inside()))]
        for kind in ("ValueError", f"KeyError as {self.fresh('x')}")[: self.random.choice((1, 2))]:
            inner = place.inside(loop=False, leave=False)
            lines += [f"except* {kind}:", *indented(self.block(inner))]
        if self.chance(0.2):
            lines += ["else:", *indented(self.block(place.inside()))]
        if self.chance(0.2):
            lines += ["finally:", *indented(self.block(place.inside()))]
        return lines

    def _with(self, place: Place) -> list[str]:
        start = "async with" if place.function == "async" and self.chance(0.6) else "with"
        items = []
        for _ in range(self.random.choice((1, 1, 2))):
            entered = self.thing(place)
            form = self.random.randrange(4)
            if form == 2:
                entered += f" as {self.target_name()}"
            elif form == 3:
                entered += f" as ({self.target_name()}, {self.call()}.x)"
            items.append(entered)
        return [f"{start} {', '.join(items)}:", *indented(self.block(place.inside()))]

    def _match(self, place: Place) -> list[str]:
        lines = [f"match {self.pick(self.thing(place), 'seq()', 'kw()')}:"]
        for _ in range(self.random.choice((1, 2, 3))):
            guard = f" if {self.value(place, 1)}" if self.chance(0.3) else ""
            lines += [f"    case {self.pattern()}{guard}:", *indented(indented(self.block(place.inside())))]
        if self.chance(0.3):
            lines += ["    case _:", *indented(indented(self.block(place.inside())))]
        return lines

    def pattern(self, depth: int = 1) -> str:
        """Write a pattern that can fail."""
        name = self.fresh("v")
        simple = (*("1", "'s'", "None", "a.b", "[]", "{}"), f"[{name}, *_]", f"{{'w0': {name}}}")
        if not depth:
            return self.random.choice(simple)
        inner = self.pattern(0)
        nested = (
            f"[{inner}, {name}]",
            f"({inner} as {self.fresh('v')})",
            "(1 | 'r' | a.c)",
            f"Kind(x={inner})",
        )
        return self.random.choice((*simple, *nested))

    def _def(self, place: Place) -> list[str]:
        name, outer, own = self.fresh("g"), list(self.locals), self.own
        self.locals, self.own = [*outer[:3], "p"], ["p"]
        function = self.random.choice(("", "", "yield"))
        inner = place.inside(loop=False, leave=True, function=function, body="def")
        lines = self.block(inner)
        shared = [one for one in outer[:2] if place.body == "def" and one in ("a", "b")]
        if shared and self.chance(0.5):
            lines.insert(0, f"nonlocal {shared[0]}")
            lines.append(f"{shared[0]} = {self.call()}")
        elif shared:
            lines.append(f"return {shared[0]}")
            lines = [line for line in lines if not _binds(line, shared[0])] or ["pass"]
        lines = self._with_global(lines)
        self.locals, self.own = [*outer, name], own
        parameters = self.pick(
            "p", f"p={self.call()}", f"p, *, q={self.call()}", f"p=1, *r, s={self.call()}, **t"
        )
        kind = "[T]" if VERSION >= (3, 12) and self.chance(0.2) else ""
        annotation = self.pick("", "", f" -> {self.call()}")
        decorator = [f"@{self.call()}"] if self.chance(0.2) else []
        head = f"def {name}{kind}({parameters}){annotation}:"
        return [*decorator, head, *indented(lines), f"{name}({self.value(place, 1)})"]

    def _with_global(self, lines: list[str]) -> list[str]:
        """Let a definition now and then use a global of a name that a function around it may have as its own."""
        name = self.pick("u", "b", "v1", "v2", "G")
        if not self.chance(0.3) or any(re.search(rf"\b{name}\b", line) for line in lines):
            return lines
        bound = [f"{name} = {self.call()}"] if self.chance(0.3) else []
        use = self.pick(f"e({name})", f"e(lambda: {name})", f"{name} = e()", f"{name} += e()", f"del {name}")
        return [f"global {name}", *bound, use, *lines]

    def _class(self, place: Place) -> list[str]:
        name, outer, own = self.fresh("C"), list(self.locals), self.own
        inner = place.inside(loop=False, leave=False, function="", body="class")
        self.locals, self.own = [*outer[:2], "a"], []
        lines = self.block(inner)
        lines = self._with_global(lines)
        self.locals, self.own = [*outer, name], own
        kind = "[T]" if VERSION >= (3, 12) and self.chance(0.2) else ""
        bases = self.pick("", "", f"({self.call()})", f"(metaclass=meta, k={self.call()})")
        return [f"class {name}{kind}{bases}:", *indented(lines)]

    def _alias(self, place: Place) -> list[str]:
        if VERSION < (3, 12):
            return self.simple(place)
        return [f"type {self.fresh('A')}[T] = e.T"]


def indented(lines: list[str]) -> list[str]:
    """Put lines one level further in."""
    return [f"    {line}" for line in lines]


def _binds(line: str, name: str) -> bool:
    """Say whether a line could make `name` a local variable."""
    return any(form in line for form in (f"{name} :=", f"{name} =", f"{name},", f"{name})", f"{name}:"))


_EXPRESSIONS = (
    Program._leaf, Program._leaf, Program._operation, Program._unary, Program._logic, Program._logic,
    Program._choice, Program._choice, Program._comparison, Program._comparison, Program._display, Program._display,
    Program._dict, Program._call, Program._call, Program._call, Program._attribute, Program._subscript,
    Program._fstring, Program._walrus, Program._lambda, Program._comprehension, Program._suspend,
)  # fmt: skip
_COMPOUND = (
    Program._if, Program._if, Program._if, Program._for, Program._for, Program._while, Program._try, Program._try,
    Program._finally, Program._finally, Program._with, Program._with, Program._match, Program._star, Program._def,
    Program._class, Program._alias,
)  # fmt: skip
