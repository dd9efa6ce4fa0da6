"""Symbolic execution of what makes statements: stores, deletions, imports."""

from __future__ import annotations

import ast
from typing import Any

from numscope.compiled.decompile.constants import is_folded, known_choice
from numscope.compiled.decompile.definitions import definition
from numscope.compiled.decompile.errors import DecompilationError
from numscope.compiled.decompile.instructions import Instruction
from numscope.compiled.decompile.nodes import (
    Caught,
    Cell,
    Chained,
    Incoming,
    InPlace,
    IteratorOf,
    MadeAlias,
    MadeClass,
    MadeFunction,
    Part,
    Saved,
    Slot,
    SubjectOf,
    Unpacked,
)
from numscope.compiled.decompile.unit import Unit

# What is stored by a statement of its own, whatever waits on the stack.
_STANDALONE = (Incoming, MadeFunction, MadeClass, MadeAlias)
_STORE = ast.Store()
_DELETE = ast.Del()
_LOAD = ast.Load()


class Group:
    """`a, b = x, y` compiled without a tuple: values wait on the stack for their targets."""

    def __init__(self, values: list[Any]) -> None:
        self.values = values
        self.targets: dict[int, ast.expr] = {}

    def statement(self) -> ast.Assign:
        """Give the assignment once every value has its target."""
        targets = [self.targets[id(value)] for value in self.values]
        values = list(self.values)
        if all(map(is_folded, values)):
            # Of constants alone the compiler makes one tuple, and unpacks it.
            values[-1] = known_choice(values[-1])
        return ast.Assign([ast.Tuple(targets, _STORE)], ast.Tuple(values, _LOAD), lineno=0)


class SymbolicStack:
    """The values on the stack and the statements found so far: how values become statements.

    `stop` says how the instructions ended: "" (they ran out), "return", "raise", "reraise", "branch".
    """

    def __init__(self, unit: Unit, stack: list[Any]) -> None:
        self.owner = unit.owner
        self.code = unit.code
        self.names = unit.names
        self.nested = unit.nested
        self.stack = stack
        self.out: list[ast.stmt] = []
        self.result: ast.expr | None = None
        self.stop = ""
        self.place = 0
        self.pending: Group | None = None
        self.order_before_swap: list[Any] = []
        self.hoisted = False

    def error(self, instruction: Instruction, reason: str) -> DecompilationError:
        """Name the instruction the machine stumbled over."""
        return DecompilationError.at(self.owner, instruction.raw, instruction.offset, reason)

    def pop_many(self, count: int) -> list[Any]:
        """Take the top `count` values off, lowest first."""
        if not count:
            return []
        if count > len(self.stack):
            raise IndexError("stack underflow")
        values = self.stack[-count:]
        del self.stack[-count:]
        return values

    def base(self) -> int:
        """Find where the values of the statement being built start."""
        for number in range(len(self.stack) - 1, -1, -1):
            if isinstance(self.stack[number], (Slot, Caught)):
                return number + 1
        return 0

    def remember_order(self) -> None:
        """Keep the order of evaluation from before the first swap, and what was computed since."""
        known = {id(value) for value in self.order_before_swap}
        added = [value for value in self.stack[self.base() :] if id(value) not in known]
        self.order_before_swap = [*self.order_before_swap, *added]

    def emit(self, statement: ast.stmt, anyway: bool = False) -> None:
        """Add a statement; values still waiting on the stack were computed before it, so they are kept first."""
        if self.pending is not None:
            self.spill_group()
        if self.stack and not anyway:
            statement = self.spill(self.base(), within=statement)
        self.order_before_swap = []
        self.out.append(statement)

    def spill(self, base: int, constants: bool = False, within: Any = None) -> Any:
        """Put the values from `base` on into temporary variables named after their places.

        `within` is a tree a copy of such a value may stand in; it is given back with the variable in that place.
        """
        computed = {id(value): place for place, value in enumerate(self.order_before_swap)}
        last = len(self.stack) + len(computed)
        for number in sorted(
            range(base, len(self.stack)), key=lambda place: computed.get(id(self.stack[place]), last + place)
        ):
            value = self.stack[number]
            if not isinstance(value, ast.expr) or isinstance(value, (Incoming, Saved, Part, Cell)):
                continue
            if isinstance(value, ast.Constant) and not constants:
                continue
            if isinstance(value, ast.Name) and self.names.made(value.id):
                continue
            name = self.names.fresh()
            for later in range(base, len(self.stack)):
                if self.stack[later] is value:
                    self.stack[later] = ast.Name(name, _LOAD)
            if within is not None and not isinstance(value, (ast.Name, ast.Constant)):
                within = replaced_first(within, value, ast.Name(name, _LOAD))
            self.out.extend(kept_as(name, self._iterated(value)))
        return within

    def _iterated(self, value: ast.expr) -> ast.expr:
        """Give an iterator in a form that can be kept, once what it iterates over is in a variable."""
        if not isinstance(value, IteratorOf):
            return value
        iterable = self.names.fresh()
        self.out.extend(kept_as(iterable, value.value))
        return generator_over(IteratorOf(ast.Name(iterable, _LOAD), value.is_async), self.names.prefix)

    def spill_group(self) -> None:
        """Give up on `a, b = x, y`: what was stored so far becomes single assignments from temporaries."""
        group = self.pending
        assert group is not None
        self.pending = None
        names = {}
        for value in group.values:
            name = self.names.fresh()
            names[id(value)] = name
            self.out.append(ast.Assign([ast.Name(name, _STORE)], value, lineno=0))
        for key, target in group.targets.items():
            self.out.append(ast.Assign([target], ast.Name(names[key], _LOAD), lineno=0))
        for number, value in enumerate(self.stack):
            if id(value) in names:
                self.stack[number] = ast.Name(names[id(value)], _LOAD)

    def close(self) -> None:
        """End of a path: nothing may be left half assigned."""
        if self.pending is not None:
            self.spill_group()

    def assign(self, target: ast.expr, value: Any) -> None:
        """Store `value`, just taken off the stack, in `target`."""
        stack = self.stack
        if isinstance(value, Part):
            unpacked = value.unpacked
            unpacked.targets[value.number] = target
            unpacked.missing -= 1
            if not unpacked.missing:
                self.assign(unpacked.whole(), unpacked.value)
            return
        if isinstance(value, Saved):
            return
        if isinstance(value, Slot) and value.kind == "subject":
            self.emit(ast.Assign([target], SubjectOf(value), lineno=0))
            return
        if self.pending is not None:
            self._assign_pending(target, value)
            return
        if stack and isinstance(value, ast.expr) and stack[-1] is value:
            if isinstance(value, Chained):
                value.add(target)
            else:
                chained = Chained(target, value)
                for number, other in enumerate(stack):
                    if other is value:
                        stack[number] = chained
            return
        if isinstance(value, Chained) and not self._waiting():
            self.emit(ast.Assign([*value.targets, target], value.original(), lineno=0))
        elif isinstance(value, InPlace):
            self._augment(target, value)
        elif (
            self._waiting()
            and not self.names.plain
            and not isinstance(value, (Incoming, MadeFunction, MadeClass, MadeAlias))
        ):
            self._assign_pending(target, value)
        else:
            self.emit(definition(target, value, self.nested) or ast.Assign([target], value, lineno=0))

    def _waiting(self) -> bool:
        """Say whether a value waits for its own target; what a comprehension put aside is none."""
        top = next((value for value in reversed(self.stack) if not isinstance(value, Saved)), None)
        return isinstance(top, ast.expr) and not isinstance(top, (Part, Incoming))

    def _assign_pending(self, target: ast.expr, value: Any) -> None:
        group = self.pending
        if group is None:
            below = self.stack[self.base() :]
            values = [*(one for one in below if not isinstance(one, Saved)), value]
            ours = {id(one) for one in values}
            before = [one for one in self.order_before_swap if id(one) in ours]
            if len(before) == len(values) and {id(v) for v in before} == {id(v) for v in values}:
                values = before
            if len({id(v) for v in values}) != len(values) or not all(
                isinstance(v, ast.expr) for v in values
            ):
                self.emit(ast.Assign([target], value, lineno=0))
                return
            group = self.pending = Group(list(values))
        if not any(value is other for other in group.values) or id(value) in group.targets:
            self.spill_group()
            self.assign(target, value)
            return
        group.targets[id(value)] = target
        if len(group.targets) == len(group.values):
            self.pending = None
            self.emit(group.statement())

    def _augment(self, target: ast.expr, value: InPlace) -> None:
        left = value.left
        same = type(left) is type(target)
        if same and isinstance(left, ast.Name) and isinstance(target, ast.Name):
            same = left.id == target.id
        elif same and isinstance(left, ast.Attribute) and isinstance(target, ast.Attribute):
            same = left.value is target.value and left.attr == target.attr
        elif same and isinstance(left, ast.Subscript) and isinstance(target, ast.Subscript):
            same = left.value is target.value and left.slice is target.slice
        else:
            same = False
        if same:
            assert isinstance(target, (ast.Name, ast.Attribute, ast.Subscript))
            self.emit(ast.AugAssign(target, value.op, value.right))
            return
        # The result of an in-place operation that goes elsewhere: through a variable.
        name = self.names.fresh()
        for statement in kept_as(name, value):
            self.emit(statement)
        self.emit(ast.Assign([target], ast.Name(name, _LOAD), lineno=0))

    def _op_store(self, instruction: Instruction) -> None:
        self.assign(ast.Name(instruction.arg[1], _STORE), self.stack.pop())

    def _op_store_attr(self, instruction: Instruction) -> None:
        owner, value = self.stack.pop(), self.stack.pop()
        self.assign(ast.Attribute(owner, instruction.arg, _STORE), value)

    def _op_store_subscr(self, instruction: Instruction) -> None:
        index, container, value = self.stack.pop(), self.stack.pop(), self.stack.pop()
        self.assign(ast.Subscript(container, index, _STORE), value)

    def _op_delete(self, instruction: Instruction) -> None:
        self.emit(ast.Delete([ast.Name(instruction.arg[1], _DELETE)]))

    def _op_delete_attr(self, instruction: Instruction) -> None:
        self.emit(ast.Delete([ast.Attribute(self.stack.pop(), instruction.arg, _DELETE)]))

    def _op_delete_subscr(self, instruction: Instruction) -> None:
        index, container = self.stack.pop(), self.stack.pop()
        self.emit(ast.Delete([ast.Subscript(container, index, _DELETE)]))

    def _op_unpack(self, instruction: Instruction) -> None:
        value = self.stack.pop()
        count, star = instruction.arg, -1
        if instruction.op == "UNPACK_EX":
            before, after = instruction.arg
            count, star = before + 1 + after, before
        if self.names.plain and count:
            self._unpack_now(value, count, star)
            return
        unpacked = Unpacked(value, count, star)
        if not count:
            self.assign(unpacked.whole(), value)
        self.stack.extend(Part(unpacked, number) for number in range(count - 1, -1, -1))

    def _unpack_now(self, value: Any, count: int, star: int) -> None:
        """Unpack into variables at once: whatever happens next, that is the order of things."""
        names = [self.names.fresh() for _ in range(count)]
        targets: list[ast.expr] = [ast.Name(name, _STORE) for name in names]
        if star >= 0:
            targets[star] = ast.Starred(targets[star], _STORE)
        self.emit(ast.Assign([ast.Tuple(targets, _STORE)], value, lineno=0))
        self.stack.extend(ast.Name(name, _LOAD) for name in reversed(names))

    def _op_import_name(self, instruction: Instruction) -> None:
        """Read a whole import statement: the instructions up to its last store stand in a row."""
        names, level = self.stack.pop(), self.stack.pop()
        module = instruction.arg
        code = self.code
        if isinstance(names, ast.Constant):
            alias = None
            parts = 0
            while code[self.place].op in ("IMPORT_FROM", "SWAP", "POP"):
                parts += code[self.place].op == "IMPORT_FROM"
                self.place += 1
            if code[self.place].op != "STORE":
                raise self.error(instruction, "an imported module is not stored")
            stored = code[self.place].arg[1]
            if parts or stored != module.partition(".")[0]:
                alias = stored
            self.place += 1
            if parts and code[self.place].op == "POP" and code[self.place - 2].op != "POP":
                self.place += 1
            self.emit(ast.Import([ast.alias(module, alias)]))
            return
        depth = level.value
        if code[self.place].op == "IMPORT_STAR":
            self.place += 1
            if code[self.place].op == "POP":
                self.place += 1
            self.emit(ast.ImportFrom(module or None, [ast.alias("*", None)], depth))
            return
        aliases = []
        while code[self.place].op == "IMPORT_FROM":
            name, store = code[self.place].arg, code[self.place + 1]
            if store.op != "STORE":
                raise self.error(store, "an imported name is not stored")
            aliases.append(ast.alias(name, None if store.arg[1] == name else store.arg[1]))
            self.place += 2
        if code[self.place].op == "POP":
            self.place += 1
        self.emit(ast.ImportFrom(module or None, aliases, depth))


def generator_over(iterator: IteratorOf, prefix: str) -> ast.expr:
    """Write an iterator as a generator that does nothing but iterate: no builtin name is needed, which may be taken."""
    name = f"{prefix}item"
    clause = ast.comprehension(ast.Name(name, _STORE), iterator.value, [], int(iterator.is_async))
    return ast.GeneratorExp(ast.Name(name, _LOAD), [clause])


def kept_as(name: str, value: ast.expr) -> list[ast.stmt]:
    """Write the assignment of a value to a variable of our own; an operation in place needs two statements."""
    target = ast.Name(name, _STORE)
    if isinstance(value, InPlace):
        return [
            ast.Assign([target], value.left, lineno=0),
            ast.AugAssign(ast.Name(name, _STORE), value.op, value.right),
        ]
    return [ast.Assign([target], value, lineno=0)]


_FIRST = {
    ast.Compare: "left",
    ast.BinOp: "left",
    ast.Call: "func",
    ast.Attribute: "value",
    ast.Subscript: "value",
    ast.UnaryOp: "operand",
    ast.Expr: "value",
    ast.Assign: "value",
    ast.Return: "value",
    ast.Await: "value",
}


def replaced_first(tree: Any, value: Any, name: ast.expr) -> Any:
    """Put `name` where `value` stands in `tree`; it may only stand where evaluation starts."""
    if not any(node is value for node in ast.walk(tree)):
        return tree
    if tree is value:
        return name
    field = _FIRST.get(type(tree))
    if field is None:
        raise DecompilationError("a value is used twice, the second time inside an expression")
    parts = {part: getattr(tree, part) for part in tree._fields}
    parts[field] = replaced_first(parts[field], value, name)
    if any(node is value for part in parts.values() if isinstance(part, ast.AST) for node in ast.walk(part)):
        raise DecompilationError("a value is used three times")
    return type(tree)(**parts)
