"""Executes one block symbolically: expressions pile up on a stack, statements come out."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from numscope.compiled.decompile.calls import OPERATIONS as CALLS
from numscope.compiled.decompile.constants import constant, is_folded, known_choice
from numscope.compiled.decompile.displays import OPERATIONS as DISPLAYS
from numscope.compiled.decompile.displays import extend_display, would_be_folded
from numscope.compiled.decompile.generics import OPERATIONS as GENERICS
from numscope.compiled.decompile.instructions import Instruction
from numscope.compiled.decompile.nodes import (
    NULL,
    AssertionErrorClass,
    Caught,
    Cell,
    Chained,
    Element,
    ExceptionMatch,
    Incoming,
    InPlace,
    IteratorOf,
    Locals,
    Matches,
    Part,
    Saved,
    Slot,
)
from numscope.compiled.decompile.statements import kept
from numscope.compiled.decompile.stores import SymbolicStack

_UNARY = {"-": ast.USub, "+": ast.UAdd, "~": ast.Invert, "not": ast.Not}
_BINARY = {
    "+": ast.Add, "&": ast.BitAnd, "//": ast.FloorDiv, "<<": ast.LShift, "@": ast.MatMult, "*": ast.Mult,
    "%": ast.Mod, "|": ast.BitOr, "**": ast.Pow, ">>": ast.RShift, "-": ast.Sub, "/": ast.Div, "^": ast.BitXor,
}  # fmt: skip
_COMPARE = {
    "<": ast.Lt, "<=": ast.LtE, "==": ast.Eq, "!=": ast.NotEq, ">": ast.Gt, ">=": ast.GtE, "is": ast.Is,
    "is not": ast.IsNot, "in": ast.In, "not in": ast.NotIn,
}  # fmt: skip
LOAD = ast.Load()


class Machine(SymbolicStack):
    """Executes instructions on the symbolic stack: one method, or function of a family of instructions, each."""

    def run(self, start: int, end: int) -> None:
        """Execute the instructions from `start` to `end` (exclusive)."""
        code = self.code
        self.place = start
        while self.place < end:
            instruction = code[self.place]
            self.place += 1
            method = METHODS.get(instruction.op)
            if method is None:
                raise self.error(instruction, "has no meaning here")
            try:
                method(self, instruction)
            except (IndexError, AttributeError, TypeError) as error:
                # An operand of an unexpected kind: bytecode no compiler rule explains.
                raise self.error(instruction, f"its operands have an unexpected form ({error})") from error
        self.close()

    # Loads.

    def _op_const(self, instruction: Instruction) -> None:
        self.stack.append(constant(instruction.arg))

    def _op_load(self, instruction: Instruction) -> None:
        self.stack.append(ast.Name(instruction.arg[1], LOAD))

    def _op_load_clear(self, instruction: Instruction) -> None:
        self.stack.append(Saved(instruction.arg))

    def _op_closure(self, instruction: Instruction) -> None:
        self.stack.append(Cell(instruction.arg, LOAD))

    def _op_null(self, instruction: Instruction) -> None:
        self.stack.append(NULL)

    def _op_attr(self, instruction: Instruction) -> None:
        self.stack.append(ast.Attribute(self.stack.pop(), instruction.arg, LOAD))

    def _op_locals(self, instruction: Instruction) -> None:
        self.stack.append(Locals())

    def _op_load_from_dict(self, instruction: Instruction) -> None:
        # The namespace a class body or its type parameters look names up in first.
        self.stack.pop()
        self.stack.append(ast.Name(instruction.arg[1], LOAD))

    def _op_subscr(self, instruction: Instruction) -> None:
        index, container = self.stack.pop(), self.stack.pop()
        self.stack.append(ast.Subscript(container, index, LOAD))

    def _op_slice(self, instruction: Instruction) -> None:
        parts: list[Any] = self.pop_many(instruction.arg)
        bounds = [None if isinstance(p, ast.Constant) and p.value is None else p for p in parts]
        step = parts[2] if len(parts) == 3 else None
        self.stack.append(ast.Slice(bounds[0], bounds[1], step))

    def _op_assertion_error(self, instruction: Instruction) -> None:
        self.stack.append(AssertionErrorClass("AssertionError", LOAD))

    # Operators.

    def _op_unary(self, instruction: Instruction) -> None:
        operand = self.stack.pop()
        if is_folded(ast.UnaryOp(_UNARY[instruction.arg](), operand)):
            operand = known_choice(operand)
        self.stack.append(ast.UnaryOp(_UNARY[instruction.arg](), operand))

    def _op_binary(self, instruction: Instruction) -> None:
        right, left = self.stack.pop(), self.stack.pop()
        if instruction.arg == "%" and would_be_folded(left, right):
            left = ast.JoinedStr([left])
        elif is_folded(ast.BinOp(left, _BINARY[instruction.arg](), right)):
            left = known_choice(left)
        self.stack.append(ast.BinOp(left, _BINARY[instruction.arg](), right))

    def _op_inplace(self, instruction: Instruction) -> None:
        right, left = self.stack.pop(), self.stack.pop()
        self.stack.append(InPlace(left, _BINARY[instruction.arg](), right))
        if self.names.plain and not self.code[self.place].op.startswith("STORE"):
            self.spill(self.base())

    def _op_compare(self, instruction: Instruction) -> None:
        right, left = self.stack.pop(), self.stack.pop()
        self.stack.append(ast.Compare(left, [_COMPARE[instruction.arg]()], [right]))

    # The stack itself.

    def _op_pop(self, instruction: Instruction) -> None:
        value = self.stack.pop()
        if isinstance(value, (Slot, Incoming, Saved)) or value is NULL or self._named(value):
            return
        if isinstance(value, Part):
            # A target stored again at once is not stored at all (from 3.12 on): `_, _, last = value`.
            following = next((one for one in self.code[self.place :] if one.op != "POP"), instruction)
            name = following.arg[1] if following.op == "STORE" else "_"
            self.assign(ast.Name(name, ast.Store()), value)
            return
        if self.pending is not None and any(value is other for other in self.pending.values):
            # One name stored twice in a row is stored once (from 3.12 on): `a, a = x, y`.
            last = next(reversed(self.pending.targets.values()))
            self.assign(last, value)
            return
        if getattr(value, "compared", False) or any(value is other for other in self.stack):
            return
        self.emit(ast.Expr(value))

    def _op_copy(self, instruction: Instruction) -> None:
        value = self.stack[-instruction.arg]
        if isinstance(value, ast.expr) and not isinstance(value, (ast.Name, ast.Constant, Incoming)):
            if self.names.plain:
                self.spill(self.base())
                value = self.stack[-instruction.arg]
            else:
                value.copied = True  # type: ignore[attr-defined]
        self.stack.append(value)

    def _op_swap(self, instruction: Instruction) -> None:
        stack, count = self.stack, instruction.arg
        self._order()
        stack[-1], stack[-count] = stack[-count], stack[-1]

    def _op_rot(self, instruction: Instruction) -> None:
        self._order()
        self.stack.insert(len(self.stack) - instruction.arg, self.stack.pop())

    def _op_case(self, instruction: Instruction) -> None:
        case = instruction.arg
        subject = self.stack.pop()
        if not isinstance(subject, (Slot, ast.expr)) or isinstance(subject, Incoming):
            raise self.error(instruction, "the subject of a match statement is no value")
        if isinstance(subject, ast.expr) and not self.names.plain:
            subject = Slot("subject", subject)
        elif isinstance(subject, ast.expr) and case.keep and not self._named(subject):
            self.stack.append(subject)
            self.spill(self.base())
            subject = self.stack.pop()
        if case.keep:
            self.stack.append(subject)
        self.stack.append(Matches(subject, case.pattern))

    def _order(self) -> None:
        """Keep the order of evaluation before values change places."""
        if self.names.plain:
            if sum(not self._inert(value) for value in self.stack[self.base() :]) > 1:
                self.spill(self.base())
        else:
            self.remember_order()

    def _inert(self, value: Any) -> bool:
        """Say whether it makes no difference when a value is computed."""
        if isinstance(value, (ast.List, ast.Set, ast.Dict)):
            return not getattr(value, "elts", None) and not getattr(value, "keys", None)
        return (
            not isinstance(value, ast.expr) or isinstance(value, (ast.Constant, Saved)) or self._named(value)
        )

    def _named(self, value: Any) -> bool:
        return isinstance(value, ast.Name) and self.names.made(value.id)

    # Iteration, exceptions, with.

    def _op_get_iter(self, instruction: Instruction) -> None:
        self.stack.append(IteratorOf(self.stack.pop()))

    def _op_get_aiter(self, instruction: Instruction) -> None:
        self.stack.append(IteratorOf(self.stack.pop(), is_async=True))

    def _op_push_exc(self, instruction: Instruction) -> None:
        half = instruction.arg // 2
        self.stack.extend(Slot("exception") for _ in range(half))
        self.stack.extend(Caught() for _ in range(half))

    def _op_pop_except(self, instruction: Instruction) -> None:
        for value in self.pop_many(instruction.arg):
            if not isinstance(value, Slot):
                raise self.error(instruction, "the exception to drop is not on top of the stack")

    def _op_exc_match(self, instruction: Instruction) -> None:
        kind = self.stack.pop()
        if instruction.arg == 2:
            self.stack.pop()
        self.stack.append(ExceptionMatch(kind))

    def _op_caught(self, instruction: Instruction) -> None:
        self.stack.append(Caught())

    def _op_all_handled(self, instruction: Instruction) -> None:
        self.stack.append(ExceptionMatch(None))

    def _op_before_with(self, instruction: Instruction) -> None:
        is_async = instruction.op == "BEFORE_ASYNC_WITH"
        self.stack.append(Slot("with", self.stack.pop(), is_async))
        self.stack.append(Incoming())

    def _op_leave_with(self, instruction: Instruction) -> None:
        for number in range(len(self.stack) - 1, -1, -1):
            if isinstance(self.stack[number], Slot) and self.stack[number].kind == "with":
                del self.stack[number]
                return
        raise self.error(instruction, "no with statement to leave")

    def _op_nothing(self, instruction: Instruction) -> None:
        return

    # Ways to stop.

    def _op_return(self, instruction: Instruction) -> None:
        self.result = self.stack.pop()
        if self.code[self.place - 2].op != "CONST":
            # What statements left by a return do stands before the constant that is returned.
            self.result = kept(self.result)
        self.stop = "return"
        self.close()

    def _op_raise(self, instruction: Instruction) -> None:
        values = self.pop_many(instruction.arg)
        cause = values[1] if len(values) == 2 else None
        self.emit(ast.Raise(values[0] if values else None, cause), anyway=True)
        self.stop = "raise"

    def _op_reraise(self, instruction: Instruction) -> None:
        self.stop = "reraise"

    def _op_branch(self, instruction: Instruction) -> None:
        self.result = self.stack.pop()
        self.stop = "branch"

    def _op_unreachable(self, instruction: Instruction) -> None:
        # A finally body that never ends normally follows: whatever is returned here is forgotten there.
        top = self.stack.pop() if self.stack else None
        self.result = (
            top if isinstance(top, ast.expr) and not isinstance(top, Incoming) else ast.Constant(None)
        )
        self.stop = "return"

    # Generators and coroutines.

    def _op_yield(self, instruction: Instruction) -> None:
        self.stack.append(ast.Yield(self.stack.pop()))

    def _op_yield_from(self, instruction: Instruction) -> None:
        self.stack.append(ast.YieldFrom(self.stack.pop()))

    def _op_await(self, instruction: Instruction) -> None:
        value = self.stack.pop()
        if isinstance(value, Incoming):
            self.stack.append(value)
        elif getattr(value, "awaited", False):
            value.awaited = False
            self.stack.append(value)
        else:
            self.stack.append(ast.Await(value))

    # Comprehension results.

    def _op_append(self, instruction: Instruction) -> None:
        values = self.pop_many(2 if instruction.op == "MAP_ADD" else 1)
        if instruction.arg == 1 or isinstance(self.stack[-instruction.arg], ast.Name):
            extend_display(self, instruction, values)
        else:
            self.out.append(Element(instruction.op, values))


def chained_in(stack: list[Any], value: Any) -> bool:
    """Say whether `value` is a stored value still waiting on the stack."""
    return isinstance(value, Chained) and any(value is other for other in stack)


METHODS: dict[str, Callable[[Machine, Instruction], None]] = {
    "CONST": Machine._op_const,
    "CLASS_END": Machine._op_const,
    "LOAD": Machine._op_load,
    "LOAD_CLEAR": Machine._op_load_clear,
    "CLOSURE": Machine._op_closure,
    "NULL": Machine._op_null,
    "ATTR": Machine._op_attr,
    "LOCALS": Machine._op_locals,
    "LOAD_FROM_DICT": Machine._op_load_from_dict,
    "SUBSCR": Machine._op_subscr,
    "SLICE": Machine._op_slice,
    "ASSERTION_ERROR": Machine._op_assertion_error,
    "UNARY": Machine._op_unary,
    "BINARY": Machine._op_binary,
    "INPLACE": Machine._op_inplace,
    "COMPARE": Machine._op_compare,
    "POP": Machine._op_pop,
    "CASE": Machine._op_case,
    "COPY": Machine._op_copy,
    "SWAP": Machine._op_swap,
    "ROT": Machine._op_rot,
    "GET_ITER": Machine._op_get_iter,
    "GET_AITER": Machine._op_get_aiter,
    "PUSH_EXC": Machine._op_push_exc,
    "POP_EXCEPT": Machine._op_pop_except,
    "EXC_MATCH": Machine._op_exc_match,
    "BEFORE_WITH": Machine._op_before_with,
    "BEFORE_ASYNC_WITH": Machine._op_before_with,
    "LEAVE_WITH": Machine._op_leave_with,
    "JUMP": Machine._op_nothing,
    "STAR": Machine._op_nothing,
    "CAUGHT": Machine._op_caught,
    "ALL_HANDLED": Machine._op_all_handled,
    "RETURN": Machine._op_return,
    "RAISE": Machine._op_raise,
    "RERAISE": Machine._op_reraise,
    "BRANCH": Machine._op_branch,
    "UNREACHABLE": Machine._op_unreachable,
    "YIELD": Machine._op_yield,
    "YIELD_FROM": Machine._op_yield_from,
    "AWAIT": Machine._op_await,
    "APPEND": Machine._op_append,
    "ADD": Machine._op_append,
    "MAP_ADD": Machine._op_append,
    "STORE": Machine._op_store,
    "DELETE": Machine._op_delete,
    "STORE_ATTR": Machine._op_store_attr,
    "DELETE_ATTR": Machine._op_delete_attr,
    "STORE_SUBSCR": Machine._op_store_subscr,
    "DELETE_SUBSCR": Machine._op_delete_subscr,
    "UNPACK": Machine._op_unpack,
    "UNPACK_EX": Machine._op_unpack,
    "IMPORT_NAME": Machine._op_import_name,
    "ANNOTATIONS": Machine._op_nothing,
    "PRINT_EXPR": Machine._op_pop,
    **DISPLAYS,
    **CALLS,
    **GENERICS,
}
