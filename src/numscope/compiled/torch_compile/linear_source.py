"""Source for what Dynamo writes, one step after the other.

Dynamo's code is a straight line with a few forward branches, but shuffles its values on the stack as no compiler of
source does. Each value that is not a local gets a variable (`stack_0`, ...) in the order in which it comes about; a
branch becomes an `if` whose two sides run to the end. A guarded stretch whose handler ends by raising again becomes a
`try`, a loop over an iterator a `for`. Plain, and in the order of the instructions by construction.
What has no such form (other handlers, other loops, f-strings) raises UnusableTextError.
"""

from __future__ import annotations

import ast
import inspect
import types
from collections.abc import Callable
from typing import Any

from numscope.compiled.torch_compile.own_lists import (
    OwnList,
    copied,
    flattened,
    index_in,
    replaced,
    spread,
)
from numscope.compiled.torch_compile.placeholders import UnusableTextError
from numscope.compiled.torch_compile.unwinding import guards_of

_LOAD, _STORE, _DELETE = ast.Load(), ast.Store(), ast.Del()
_MOST_STATEMENTS = 5_000


class _Null:
    """The place beside a callable that calls take off the stack."""


_NULL = _Null()


def linear_source(code: types.CodeType) -> list[str]:
    """Return the source of a `def` for `code`, as a list of one; raises UnusableTextError where there is none."""
    from numscope.compiled.decompile.normalise import normalise

    if code.co_flags & (inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR):
        raise UnusableTextError("a generator or coroutine has no straight line")
    writer = _Writer(code, normalise(code))
    body = writer.path(0, [])
    function = ast.parse("def f(): pass").body[0]
    assert isinstance(function, ast.FunctionDef)
    function.name = writer.local(code.co_name)
    function.args = _signature(code, writer.local)
    function.body = [*writer.declarations(), *body]
    return [ast.unparse(ast.fix_missing_locations(ast.Module([function], []))) + "\n"]


def _signature(code: types.CodeType, local: Callable[[str], str]) -> ast.arguments:
    names = [ast.arg(local(name)) for name in code.co_varnames]
    positional, keyword = code.co_argcount, code.co_kwonlyargcount
    rest = positional + keyword
    star = names[rest] if code.co_flags & inspect.CO_VARARGS else None
    more = names[rest + (star is not None)] if code.co_flags & inspect.CO_VARKEYWORDS else None
    return ast.arguments(
        posonlyargs=names[: code.co_posonlyargcount],
        args=names[code.co_posonlyargcount : positional],
        vararg=star,
        kwonlyargs=names[positional:rest],
        kw_defaults=[None] * keyword,
        kwarg=more,
        defaults=[],
    )


class _Writer:
    """Turns instructions into statements, a path at a time."""

    def __init__(self, code: types.CodeType, instructions: list[Any]) -> None:
        self.instructions = instructions
        self.count = self.made = 0
        self.globals: set[str] = set()
        self.outer: set[str] = set()
        self.free = set(code.co_freevars)
        self.guards = guards_of(code)
        self.loops: list[int] = []  # where the loops being written begin
        self.taken = {*code.co_varnames, *code.co_names, *code.co_cellvars, *code.co_freevars}

    def local(self, name: str) -> str:
        """Return an identifier for the local `name`."""
        if name.isidentifier():
            return name
        return "".join(letter if letter.isalnum() else "_" for letter in f"_{name}")

    def declarations(self) -> list[ast.stmt]:
        """Return the `global` and `nonlocal` statements that the stores need."""
        found: list[ast.stmt] = []
        if self.globals:
            found.append(ast.Global(sorted(self.globals)))
        if self.outer:
            found.append(ast.Nonlocal(sorted(self.outer)))
        return found

    def path(self, position: int, stack: list[Any]) -> list[ast.stmt]:
        """Return the statements from `position` to the end, with both sides of each branch on the way."""
        out: list[ast.stmt] = []
        step = _Step(self, copied(stack), out)
        while True:
            self.count += 1
            if self.count > _MOST_STATEMENTS:
                raise UnusableTextError("there are too many ways through the code")
            instruction = self.instructions[position]
            if instruction.handler >= 0:
                position = self.guarded(position, step)
            elif instruction.op == "JUMP" and self.loops[-1:] == [instruction.target]:
                return out
            elif instruction.op == "JUMP":
                position = self.forward(instruction, position)
            elif instruction.op == "FOR_ITER":
                position = self.loop(position, step)
            elif instruction.op == "BRANCH":
                self.forward(instruction, position)
                out.append(self.branch(instruction, position + 1, step))
                return out
            elif step.do(instruction):
                return out
            else:
                position += 1

    def forward(self, instruction: Any, position: int) -> int:
        """Return where a jump goes on, if that is further on."""
        if instruction.target <= position:
            raise UnusableTextError("the code loops")
        return int(instruction.target)

    def branch(self, instruction: Any, position: int, step: _Step) -> ast.stmt:
        """Return the `if` for a branch, with both ways to their ends."""
        sense, keep = instruction.arg
        value = step.stack[-1]
        (test,) = step.take(1)
        jumped = self.path(instruction.target, [*step.stack, value] if keep else step.stack)
        fell = self.path(position, step.stack)
        return ast.If(test, jumped if sense else fell, fell if sense else jumped)

    def loop(self, position: int, step: _Step) -> int:
        """Write the loop at `position`; return where it goes on."""
        step.settle()
        (iterator,) = step.take(1)
        item = step.fresh()
        self.loops.append(position)
        body = self.path(position + 1, [*step.stack, None, item])
        self.loops.pop()
        target = ast.Name(item.id, _STORE)
        step.out.append(ast.For(target, iterator, body or [ast.Pass()], [], lineno=0))
        return int(self.instructions[position].target)

    def guarded(self, position: int, step: _Step) -> int:
        """Write the stretch at `position` that one handler guards as a `try`; return where it goes on."""
        handler = self.instructions[position].handler
        guard = self.guards.get(self.instructions[position].offset)
        if guard is None:
            raise UnusableTextError("the guard of an instruction is not known")
        below = copied(step.stack[: guard.depth])
        start = len(step.out)
        step.floor = start
        while self.instructions[position].handler == handler:
            if self.instructions[position].op in ("JUMP", "BRANCH", "FOR_ITER", "RETURN"):
                raise UnusableTextError("control leaves a guarded stretch")
            step.do(self.instructions[position])
            position += 1
        body = step.out[start:] or [ast.Pass()]
        caught = ast.ExceptHandler(ast.Name("BaseException", _LOAD), None, self.handled(handler, below))
        step.out[start:] = [ast.Try(body, [caught], [], [])]
        step.floor = len(step.out)
        return position

    def handled(self, position: int, stack: list[Any]) -> list[ast.stmt]:
        """Write a handler that ends by raising what it caught again."""
        if self.instructions[position].op != "PUSH_EXC":
            raise UnusableTextError("a handler has another form")
        inner = _Step(self, [*stack, None, None], [])
        position += 1
        while self.instructions[position].op != "RERAISE":
            if self.instructions[position].op in ("JUMP", "BRANCH", "FOR_ITER", "POP_EXCEPT"):
                raise UnusableTextError("a handler does not just raise again")
            if inner.do(self.instructions[position]):
                return inner.out
            position += 1
        return [*inner.out, ast.Raise()]


class _Step:
    """The stack and the statements of one path."""

    def __init__(self, writer: _Writer, stack: list[Any], out: list[ast.stmt]) -> None:
        self.writer, self.stack, self.out = writer, stack, out
        self.floor = 0  # what stands before it is no longer changed

    def do(self, instruction: Any) -> bool:
        """Carry out one instruction; return whether the path ends with it."""
        method = getattr(self, f"_op_{instruction.op.lower()}", None)
        if method is None:
            raise UnusableTextError(
                f"{instruction.raw} at offset {instruction.offset} has no form in a straight line"
            )
        return bool(method(instruction.arg))

    # -- the stack

    def push(self, value: ast.expr) -> None:
        """Give the value of an expression a variable, and push that."""
        name = self.fresh()
        self.out.append(ast.Assign([ast.Name(name.id, _STORE)], value))
        self.stack.append(name)

    def fresh(self) -> ast.Name:
        """Give a variable of ours that was not used before: folding needs each to be assigned once."""
        while f"stack_{self.writer.made}" in self.writer.taken:
            self.writer.made += 1
        self.writer.made += 1
        return ast.Name(f"stack_{self.writer.made - 1}", _LOAD)

    def settle(self) -> None:
        """Write the lists on the stack: a turn of a loop may change them."""
        for each in list(flattened(self.stack)):
            if isinstance(each, OwnList):
                self.written(each, [])

    def written(self, value: Any, others: list[Any]) -> Any:
        """Give the expression for a value: for a list made here a display, or a variable where others need it too."""
        if not isinstance(value, OwnList):
            return value
        everything = [*self.stack, *others]
        shared = sum(each is value for each in flattened(everything))
        display = ast.List([self.written(each, others) for each in value.items], _LOAD)
        if not shared:
            return display
        self.push(display)
        name = self.stack.pop()
        replaced(self.stack, value, name)
        replaced(others, value, name)
        return name

    def take(self, count: int) -> list[Any]:
        """Take the top values off; those that were computed just before stand in place of their variables.

        They are used in the order in which they lay on the stack.
        """
        values = self.stack[len(self.stack) - count :]
        del self.stack[len(self.stack) - count :]
        return self.inlined(values)

    def inlined(self, values: list[Any]) -> list[Any]:
        """Put expressions in place of variables where the last statements assigned them for this use only."""
        values = list(values)
        for number in range(len(values)):
            value = values[number]
            rest = [*values[:number], *values[number + 1 :]]
            values[number] = self.written(value, rest)
            values[:number], values[number + 1 :] = rest[:number], rest[number:]
        if not all(isinstance(value, ast.expr) for value in values):
            raise UnusableTextError("a function's code or a call's empty place is used as a value")
        result = list(values)
        for number in range(len(result) - 1, -1, -1):
            value = result[number]
            last = self.out[-1] if len(self.out) > self.floor else None
            if not isinstance(value, ast.Name) or not value.id.startswith("stack_"):
                continue
            others = [*self.stack, *values[:number], *values[number + 1 :]]
            assigned = isinstance(last, ast.Assign) and _is_variable(last.targets[0], value.id)
            if not assigned or any(value.id in _names(other) for other in others):
                break
            assert isinstance(last, ast.Assign)
            self.out.pop()
            result[number] = last.value
        return result

    def _op_const(self, value: Any) -> None:
        # A function's code stays as it is until MAKE_FUNCTION takes it.
        self.stack.append(value if isinstance(value, types.CodeType) else _constant(value))

    def _op_null(self, _: Any) -> None:
        self.stack.append(_NULL)

    def _op_pop(self, _: Any) -> None:
        value = self.stack.pop()
        last = self.out[-1] if len(self.out) > self.floor else None
        if isinstance(last, ast.Assign) and isinstance(value, ast.Name) and value.id.startswith("stack_"):
            unused = not any(value.id in _names(each) for each in self.stack)
            if unused and _is_variable(last.targets[0], value.id):
                self.out[-1] = ast.Expr(last.value)

    def _op_copy(self, depth: int) -> None:
        self.stack.append(self.stack[-depth])

    def _op_swap(self, depth: int) -> None:
        self.stack[-1], self.stack[-depth] = self.stack[-depth], self.stack[-1]

    def _op_rot(self, depth: int) -> None:
        top = self.stack.pop()
        self.stack.insert(len(self.stack) + 1 - depth, top)

    # -- variables

    def _op_load(self, what: tuple[str, str]) -> None:
        scope, name = what
        if scope == "fast":
            self.stack.append(ast.Name(self.writer.local(name), _LOAD))
        elif scope in ("global", "name", "deref"):
            self.push(ast.Name(name, _LOAD))
        else:
            raise UnusableTextError(f"a load from {scope} has no form in a straight line")

    def _op_closure(self, name: str) -> None:
        # The cell itself, which only a function's closure gives.
        function = ast.Lambda(_NO_ARGUMENTS, ast.Name(name, _LOAD))
        closure = ast.Attribute(function, "__closure__", _LOAD)
        self.stack.append(ast.Subscript(closure, ast.Constant(0), _LOAD))

    def _op_store(self, what: tuple[str, str]) -> None:
        scope, name = what
        (value,) = self.take(1)
        if scope == "global":
            self.writer.globals.add(name)
        elif scope == "deref":
            if name in self.writer.free:
                self.writer.outer.add(name)
        elif scope != "fast":
            raise UnusableTextError(f"a store to {scope} has no form in a straight line")
        name = self.writer.local(name)
        self._save(name)
        self.out.append(ast.Assign([ast.Name(name, _STORE)], value))

    def _op_delete(self, what: tuple[str, str]) -> None:
        scope, name = what
        if scope not in ("fast", "global"):
            raise UnusableTextError(f"deleting from {scope} has no form in a straight line")
        if scope == "global":
            self.writer.globals.add(name)
        name = self.writer.local(name)
        self._save(name)
        self.out.append(ast.Delete([ast.Name(name, _DELETE)]))

    def _save(self, name: str) -> None:
        """Give what the stack still has of the local `name` a variable, before the local changes."""
        held = [each for each in flattened(self.stack) if isinstance(each, ast.Name) and each.id == name]
        if not held:
            return
        self.push(ast.Name(name, _LOAD))
        saved = self.stack.pop()
        for each in held:
            replaced(self.stack, each, saved)

    # -- operations

    def _op_attr(self, name: str) -> None:
        (value,) = self.take(1)
        self.push(ast.Attribute(value, name, _LOAD))

    def _op_store_attr(self, name: str) -> None:
        value, owner = self.take(2)
        self.out.append(ast.Assign([ast.Attribute(owner, name, _STORE)], value))

    def _op_delete_attr(self, name: str) -> None:
        (owner,) = self.take(1)
        self.out.append(ast.Delete([ast.Attribute(owner, name, _DELETE)]))

    def _op_subscr(self, _: Any) -> None:
        place = index_in(*self.stack[-2:])
        if place is not None:
            owner = self.stack[-2]
            self.stack[-2:] = [
                OwnList(owner.items[place]) if isinstance(place, slice) else owner.items[place]
            ]
            return
        container, index = self.take(2)
        self.push(ast.Subscript(container, index, _LOAD))

    def _op_store_subscr(self, _: Any) -> None:
        place, stored = index_in(*self.stack[-2:]), self.stack[-3]
        stored = spread(stored) if isinstance(place, slice) else stored
        if any(each is self.stack[-2] for each in flattened(self.stack[-3:-2])):
            raise UnusableTextError("a list that holds itself has no form in a straight line")
        if place is not None and stored is not None:
            self.stack[-2].items[place] = stored
            del self.stack[-3:]
            return
        value, container, index = self.take(3)
        self.out.append(ast.Assign([ast.Subscript(container, index, _STORE)], value))

    def _op_delete_subscr(self, _: Any) -> None:
        place = index_in(*self.stack[-2:])
        if place is not None:
            del self.stack[-2].items[place]
            del self.stack[-2:]
            return
        container, index = self.take(2)
        self.out.append(ast.Delete([ast.Subscript(container, index, _DELETE)]))

    def _op_slice(self, count: int) -> None:
        # Stays as it is until a subscript takes it; nothing else in Dynamo's code does.
        parts = self.stack[len(self.stack) - count :]
        del self.stack[len(self.stack) - count :]
        bounds = [None if isinstance(each, ast.Constant) and each.value is None else each for each in parts]
        self.stack.append(ast.Slice(*bounds))

    def _op_unary(self, operator: str) -> None:
        (value,) = self.take(1)
        self.push(ast.UnaryOp(_operator(operator, "{} x", ast.UnaryOp).op, value))

    def _op_binary(self, operator: str) -> None:
        left, right = self.take(2)
        self.push(ast.BinOp(left, _operator(operator, "x {} x", ast.BinOp).op, right))

    def _op_compare(self, operator: str) -> None:
        left, right = self.take(2)
        self.push(ast.Compare(left, _operator(operator, "x {} x", ast.Compare).ops, [right]))

    def _op_inplace(self, operator: str) -> None:
        right = self.stack.pop()
        left = self.stack.pop()
        self.push(left)
        target = self.stack[-1]
        self.out.append(
            ast.AugAssign(ast.Name(target.id, _STORE), _operator(operator, "x {} x", ast.BinOp).op, right)
        )

    def _op_extend(self, depth: int) -> None:
        # Not `+=`, for which an array on the right adds its elements. The proof knows the method of a list made here.
        added = self.stack.pop()
        target, items = self.stack[-depth], spread(added)
        if isinstance(target, OwnList) and items is not None:
            target.items += items
            return
        target = self.written(target, [])
        if not isinstance(target, ast.Name):
            self.push(target)
            target = self.stack.pop()
        replaced(self.stack, self.stack[-depth], target)
        added = self.written(added, [])
        if not isinstance(target, ast.Name):
            raise UnusableTextError("a list without a variable is extended")
        method = ast.Attribute(ast.Name(target.id, _LOAD), "extend", _LOAD)
        self.out.append(ast.Expr(ast.Call(method, [added], [])))

    def _op_tuple(self, count: int) -> None:
        self.push(ast.Tuple(self.take(count), _LOAD))

    def _op_list(self, count: int) -> None:
        values = self.stack[len(self.stack) - count :]
        del self.stack[len(self.stack) - count :]
        self.stack.append(OwnList(values))

    def _op_list_to_tuple(self, _: Any) -> None:
        items = spread(self.stack[-1])
        if items is None:
            raise UnusableTextError("a list that is not known becomes a tuple")
        self.stack[-1:] = items
        self._op_tuple(len(items))

    def _op_map(self, count: int) -> None:
        items = self.take(2 * count)
        self.push(ast.Dict(items[::2], items[1::2]))

    def _op_unpack(self, count: int) -> None:
        (value,) = self.take(1)
        names: list[ast.expr] = []
        for _ in range(count):
            self.push(value)
            self.out.pop()
            names.append(self.stack[-1])
        targets: list[ast.expr] = [ast.Name(each.id, _STORE) for each in names if isinstance(each, ast.Name)]
        self.stack[len(self.stack) - count :] = names[::-1]
        self.out.append(ast.Assign([ast.Tuple(targets, _STORE)], value))

    def _op_get_iter(self, _: Any) -> None:
        """Leave the iterable on the stack: the `for` statement gets its iterator."""

    def _op_call(self, what: tuple[int, tuple[str, ...], int]) -> None:
        count, keywords, places = what
        operands = self.stack[len(self.stack) - count - 1 - places :]
        del self.stack[len(self.stack) - count - 1 - places :]
        function, *arguments = self.inlined([each for each in operands if each is not _NULL])
        positional = arguments[: len(arguments) - len(keywords)]
        named = [ast.keyword(*pair) for pair in zip(keywords, arguments[len(positional) :], strict=True)]
        self.push(ast.Call(function, positional, named))

    def _op_call_ex(self, what: tuple[Any, int]) -> None:
        has_keywords, places = bool(what[0]), what[1]
        count = 2 + has_keywords + places
        operands = self.stack[len(self.stack) - count :]
        del self.stack[len(self.stack) - count :]
        operands = [each for each in operands if each is not _NULL]
        items = None if has_keywords else spread(operands[1])
        if items is not None:
            function, *positional = self.inlined([operands[0], *items])
            self.push(ast.Call(function, positional, []))
            return
        function, arguments, *keywords = self.inlined(operands)
        named = [ast.keyword(None, each) for each in keywords]
        self.push(ast.Call(function, [ast.Starred(arguments, _LOAD)], named))

    def _op_make_function(self, flags: int) -> None:
        code = self.stack.pop()
        if not isinstance(code, types.CodeType) or flags & ~8:
            raise UnusableTextError("a function with defaults or annotations has no form in a straight line")
        if flags & 8:
            self.take(1)  # the cells: the function is defined where they are known by name
        from numscope.compiled.decompile import DecompilationError, decompile

        try:
            (function,) = ast.parse(decompile(code)).body
        except (DecompilationError, SyntaxError, ValueError) as error:
            raise UnusableTextError(f"{code.co_name} within: {error}") from error
        assert isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef))
        self._save(function.name)
        self.out.append(function)
        self.push(ast.Name(function.name, _LOAD))

    # -- ends

    def _op_return(self, _: Any) -> bool:
        (value,) = self.take(1)
        self.out.append(ast.Return(value))
        return True

    def _op_raise(self, count: int) -> bool:
        values = self.take(count)
        self.out.append(ast.Raise(*values))
        return True


_NO_ARGUMENTS = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])


def _is_variable(target: ast.expr, name: str) -> bool:
    return isinstance(target, ast.Name) and target.id == name


def _names(value: Any) -> set[str]:
    if isinstance(value, OwnList):
        return {name for each in value.items for name in _names(each)}
    if not isinstance(value, ast.AST):
        return set()
    return {node.id for node in ast.walk(value) if isinstance(node, ast.Name)}


def _operator(text: str, pattern: str, kind: type) -> Any:
    node = ast.parse(pattern.format(text.removesuffix("=") if kind is ast.BinOp else text), mode="eval").body
    if not isinstance(node, kind):
        raise UnusableTextError(f"{text} is no operator")
    return node


def _constant(value: Any) -> ast.expr:
    if isinstance(value, tuple):
        return ast.Tuple([_constant(each) for each in value], _LOAD)
    plain = value is None or value is ... or isinstance(value, (bool, int, str, bytes))
    if not plain and not (isinstance(value, float) and value - value == 0):
        raise UnusableTextError(f"a constant of type {type(value).__name__} has no form in a straight line")
    return ast.Constant(value)
