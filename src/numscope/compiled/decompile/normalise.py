"""Turns one interpreter's bytecode into normalised instructions; nothing behind this knows the version."""

from __future__ import annotations

from types import CodeType, ModuleType
from typing import Any

from numscope.compiled.decompile.errors import DecompilationError
from numscope.compiled.decompile.instructions import Instruction
from numscope.compiled.decompile.raw import Raw, block_stack_handlers, exception_table, read_opcodes
from numscope.compiled.decompile.static_swaps import store_before_swapped
from numscope.compiled.decompile.versions import current_table
from numscope.compiled.decompile.versions.shared import ARITHMETIC

_COMPARISONS = ("<", "<=", "==", "!=", ">", ">=")
_FIXED = {"one": 1, "two": 2, "three": 3, "zero": 0, "": None}
_KEEPS_RIGHT_SIDE = ((("COPY", 1), ("ROT", 3)), (("SWAP", 2), ("COPY", 2)))
_TRUTH_OF_COMPARISON = 16
_OPPOSITE = {"is not": "is", "not in": "in"}


def slot_names(code: CodeType, table: ModuleType) -> tuple[str, ...]:
    """List the names LOAD_DEREF and its kin count through."""
    cells = code.co_cellvars + code.co_freevars
    if not table.CELLS_AFTER_LOCALS:
        return cells
    local = set(code.co_varnames)
    return code.co_varnames + tuple(name for name in code.co_cellvars if name not in local) + code.co_freevars


class Normaliser:
    """Writes the normalised instructions of one code object; one method an opcode that needs more than a row."""

    def __init__(self, code: CodeType, table: ModuleType) -> None:
        self.code = code
        self.table = table
        self.rows = read_opcodes(code, table)
        self.out: list[Instruction] = []
        self.slots = slot_names(code, table)
        self.targets = {row.target for row in self.rows if row.target >= 0}
        self.guards: dict[int, int] = {}
        self.number = 0
        self.keywords: tuple[str, ...] = ()
        self.first_of: dict[int, int] = {}
        self.entries: dict[int, int] = {}
        # Where the value is tested (3.13 on) that the opcode at an offset uses: it is the test that can raise.
        self.tests: dict[int, int] = {}
        # By-offset targets of the instructions written so far; resolved into indices at the end.
        self.jumps: list[tuple[Instruction, int]] = []

    def run(self) -> list[Instruction]:
        """Normalise the whole code object."""
        self._find_guards()
        operations = self.table.OPERATIONS
        rows = self.rows
        handler_starts = set(self.guards.values())
        while self.number < len(rows):
            row = rows[self.number]
            self.number += 1
            self.first_of[row.offset] = len(self.out)
            if self.table.BLOCK_STACK and row.offset in handler_starts and row.name != "END_ASYNC_FOR":
                self.entries[row.offset] = len(self.out)
                self.emit(row, "PUSH_EXC", self.table.EXCEPTION_SLOTS)
                # A loop at the start of a handler does not enter it again.
                self.first_of[row.offset] = len(self.out)
            rule = operations.get(row.name)
            if rule is None:
                raise DecompilationError.at(self.code, row.name, row.offset, "no rule for this opcode")
            if isinstance(rule, str):
                getattr(self, rule)(row)
            else:
                operation, kind = rule
                self.emit(row, operation, self._argument(kind, row.arg))
        self._resolve()
        return self.out

    def emit(self, row: Raw, operation: str, argument: Any = None, target: int = -1) -> None:
        """Write one instruction; `target` is a byte offset."""
        instruction = Instruction(operation, argument, row.offset, row.name)
        if target >= 0:
            self.jumps.append((instruction, target))
        self.out.append(instruction)

    def _find_guards(self) -> None:
        if self.table.BLOCK_STACK:
            self.guards = block_stack_handlers(self.rows)
            return
        entries = exception_table(self.code)
        if entries:
            for row in self.rows:
                for entry in entries:
                    if entry.start <= row.offset < entry.end:
                        self.guards[row.offset] = entry.target
                        break

    def _argument(self, kind: str, value: int) -> Any:
        if kind in _FIXED:
            return _FIXED[kind]
        if kind == "int":
            return value
        if kind == "const":
            return self.code.co_consts[value]
        if kind == "name":
            return self.code.co_names[value]
        if kind == "fast":
            return self._fast(value)
        if kind == "fast_name":
            return self._local_name(value)
        if kind in ("deref", "classderef"):
            return (kind, self.slots[value])
        if kind in ("global", "globals"):
            return (kind, self.code.co_names[value])
        if kind == "local_name":
            return ("name", self.code.co_names[value])
        if kind == "simple":
            return (0, False)
        if kind == "spec":
            return (0, True)
        return kind

    def _local_name(self, number: int) -> str:
        names = self.code.co_varnames
        return names[number] if number < len(names) else self.slots[number]

    def _fast(self, number: int) -> tuple[str, str]:
        return ("fast", self._local_name(number))

    def _resolve(self) -> None:
        place = self.first_of
        size = len(self.out)
        for instruction, offset in self.jumps:
            instruction.target = place.get(offset, size)
            if instruction.target >= size:
                raise DecompilationError.at(
                    self.code, instruction.raw, instruction.offset, "jumps outside the code"
                )
        self._drop_kept()
        self._turn_round()
        store_before_swapped(self.out)
        if self.guards:
            for instruction in self.out:
                guard = self.guards.get(self.tests.get(instruction.offset, instruction.offset), -1)
                if guard >= 0:
                    instruction.handler = self.entries.get(guard, place[guard])

    def _drop_kept(self) -> None:
        """Keep no value that is dropped where it would arrive: 3.14 no longer leaves such values out itself."""
        out = self.out
        targets = {instruction.target for instruction, _ in self.jumps}
        for place in range(len(out) - 2):
            copy, branch, pop = out[place : place + 3]
            if (copy.op, copy.arg, branch.op, pop.op) != ("COPY", 1, "BRANCH", "POP") or place + 1 in targets:
                continue
            if place + 2 in targets and not branch.arg[1]:
                out[place] = Instruction(
                    "BRANCH", (branch.arg[0], True), branch.offset, branch.raw, branch.target
                )
                out[place + 1] = Instruction("JUMP", None, branch.offset, branch.raw, place + 3)
        # A value that a choice jumps there with is dropped there, and so are the values of its other ways.
        chosen = {instruction.target for instruction in out if instruction.op == "JUMP"}
        for instruction in out:
            if instruction.target in chosen:
                continue
            if instruction.op == "BRANCH" and instruction.arg[1] and out[instruction.target].op == "POP":
                instruction.arg = (instruction.arg[0], False)
                instruction.target += 1

    def _turn_round(self) -> None:
        """Write `not`, `is not` and `not in` as their opposites where a branch that kept its value no longer does."""
        targets = {instruction.target for instruction, _ in self.jumps}
        for place in range(1, len(self.out)):
            test, branch = self.out[place - 1 : place + 1]
            if branch.op != "BRANCH" or branch.arg[1] or place in targets:
                continue
            kept = tuple((one.op, one.arg) for one in self.out[max(0, place - 3) : place - 1])
            if (test.op, test.arg) == ("UNARY", "not"):
                self.out[place - 1] = Instruction("JUMP", None, test.offset, test.raw, place)
            elif test.op == "COMPARE" and test.arg in _OPPOSITE and kept not in _KEEPS_RIGHT_SIDE:
                test.arg = _OPPOSITE[test.arg]
            else:
                continue
            branch.arg = (not branch.arg[0], False)

    def _next(self) -> Raw | None:
        return self.rows[self.number] if self.number < len(self.rows) else None

    def _unjumped(self, row: Raw) -> Instruction | None:
        """Give the instruction before `row` when control reaches `row` from there alone."""
        if self.out and row.offset not in self.targets:
            return self.out[-1]
        return None

    # Names and constants.

    def skip(self, row: Raw) -> None:
        """Nothing a program could notice."""

    def load_fast(self, row: Raw) -> None:
        """A local; from 3.13 on also the cell of a variable, on its way into a closure."""
        self.emit(row, "LOAD", self._fast(row.arg))

    def load_fast_load_fast(self, row: Raw) -> None:
        """Two loads in one opcode."""
        self.emit(row, "LOAD", self._fast(row.arg >> 4))
        self.emit(row, "LOAD", self._fast(row.arg & 15))

    def store_fast_store_fast(self, row: Raw) -> None:
        """Two stores in one opcode."""
        self.emit(row, "STORE", self._fast(row.arg >> 4))
        self.emit(row, "STORE", self._fast(row.arg & 15))

    def store_fast_load_fast(self, row: Raw) -> None:
        """A store and a load in one opcode."""
        self.emit(row, "STORE", self._fast(row.arg >> 4))
        self.emit(row, "LOAD", self._fast(row.arg & 15))

    def load_closure(self, row: Raw) -> None:
        """The cell itself, for a closure."""
        self.emit(row, "CLOSURE", self.slots[row.arg])

    def load_global(self, row: Raw) -> None:
        """A global, and the NULL of a call when the low bit says so."""
        if row.arg & 1 and self.table.NULL_FIRST:
            self.emit(row, "NULL")
        self.emit(row, "LOAD", ("global", self.code.co_names[row.arg >> 1]))
        if row.arg & 1 and not self.table.NULL_FIRST:
            self.emit(row, "NULL")

    def load_attr(self, row: Raw) -> None:
        """An attribute, or with the low bit a method and the place for its self."""
        self.emit(row, "ATTR", self.code.co_names[row.arg >> 1])
        if row.arg & 1:
            self.emit(row, "NULL")

    def load_method(self, row: Raw) -> None:
        """A method and the place for its self."""
        self.emit(row, "ATTR", self.code.co_names[row.arg])
        self.emit(row, "NULL")

    def load_super_attr(self, row: Raw) -> None:
        """An attribute of `super()`; bit 0: method, bit 1: `super` was given its arguments.

        Without them the class and the first argument were loaded here; other versions leave that to `super`.
        """
        if row.arg & 2:
            self.emit(row, "CALL", (2, (), 0))
        else:
            del self.out[-2:]
            self.emit(row, "CALL", (0, (), 0))
        self.emit(row, "ATTR", self.code.co_names[row.arg >> 2])
        if row.arg & 1:
            self.emit(row, "NULL")

    def common_constant(self, row: Raw) -> None:
        """3.14: an often used builtin; also compared with a callee, to run a generator expression in place.

        That short cut does what the call it stands before does: it is left out.
        """
        name = ("AssertionError", "NotImplementedError", "tuple", "all", "any")[row.arg]
        ahead = self.rows[self.number : self.number + 2]
        if [one.name for one in ahead] == ["IS_OP", "POP_JUMP_IF_FALSE"] and self.out[-1].op == "COPY":
            self.out.pop()
            self.number += 2
            self.emit(row, "JUMP", None, ahead[1].target)
            return
        if name == "AssertionError":
            self.emit(row, "ASSERTION_ERROR")
        else:
            self.emit(row, "LOAD", ("global", name))

    # Operators.

    def compare(self, row: Raw) -> None:
        """One of the six rich comparisons; from 3.13 on a bit asks for the truth of what it gives."""
        self.emit(row, "COMPARE", _COMPARISONS[row.arg >> self.table.COMPARE_SHIFT])
        if self.table.COMPARE_SHIFT == 5 and row.arg & _TRUTH_OF_COMPARISON:
            self.to_bool(row)

    def to_bool(self, row: Raw) -> None:
        """The truth of a value, which branches and `not` ask for anyway; elsewhere it was written `not not value`."""
        following = next((one for one in self.rows[self.number :] if one.name != "NOP"), None)
        if following is None or not (following.name.startswith("POP_JUMP") or following.name == "UNARY_NOT"):
            self.emit(row, "UNARY", "not")
            self.emit(row, "UNARY", "not")
        else:
            self.tests[following.offset] = row.offset

    def is_operator(self, row: Raw) -> None:
        """Identity."""
        self.emit(row, "COMPARE", "is not" if row.arg else "is")

    def in_operator(self, row: Raw) -> None:
        """Membership."""
        self.emit(row, "COMPARE", "not in" if row.arg else "in")

    def binary_operator(self, row: Raw) -> None:
        """Arithmetic, in place from 13 on; 3.14 counts subscription as the 26th."""
        if row.arg == 26:
            self.emit(row, "SUBSCR")
        elif row.arg >= 13:
            self.emit(row, "INPLACE", ARITHMETIC[row.arg - 13])
        else:
            self.emit(row, "BINARY", ARITHMETIC[row.arg])

    def binary_slice(self, row: Raw) -> None:
        """A slice built and used at once."""
        self.emit(row, "SLICE", 2)
        self.emit(row, "SUBSCR")

    def store_slice(self, row: Raw) -> None:
        """A slice built and assigned to at once."""
        self.emit(row, "SLICE", 2)
        self.emit(row, "STORE_SUBSCR")

    def format_value(self, row: Raw) -> None:
        """A formatted value of an f-string."""
        self.emit(row, "FORMAT", (row.arg & 3, bool(row.arg & 4)))

    def unpack_ex(self, row: Raw) -> None:
        """Unpacking with a star."""
        self.emit(row, "UNPACK_EX", (row.arg & 255, row.arg >> 8))

    # Patterns: 3.10 leaves the success beside what was found, later versions test that for None.

    def match_keys_with_success(self, row: Raw) -> None:
        """3.10: the values of a mapping's keys."""
        self._match_with_success(row, "MATCH_KEYS", None)

    def match_class_with_success(self, row: Raw) -> None:
        """3.10: the attributes of an instance."""
        self._match_with_success(row, "MATCH_CLASS", row.arg)

    def _match_with_success(self, row: Raw, operation: str, argument: Any) -> None:
        self.emit(row, operation, argument)
        self.emit(row, "COPY", 1)
        self.emit(row, "CONST", None)
        self.emit(row, "COMPARE", "is not")

    # Stack.

    def dup_top_two(self, row: Raw) -> None:
        """The two top values once more."""
        self.emit(row, "COPY", 2)
        self.emit(row, "COPY", 2)

    def rotate_three(self, row: Raw) -> None:
        """The top value goes below the next two."""
        self.emit(row, "ROT", 3)

    def rotate_four(self, row: Raw) -> None:
        """The top value goes below the next three."""
        self.emit(row, "ROT", 4)

    # Calls.

    def _names_before(self) -> tuple[str, ...]:
        names: tuple[str, ...] = self.out.pop().arg
        return names

    def call_function(self, row: Raw) -> None:
        """3.10: positional arguments, no place beside the callable."""
        self.emit(row, "CALL", (row.arg, (), 0))

    def call_function_kw(self, row: Raw) -> None:
        """3.10: the keyword names are a constant on the stack."""
        self.emit(row, "CALL", (row.arg, self._names_before(), 0))

    def call_method(self, row: Raw) -> None:
        """3.10: a method and its self."""
        self.emit(row, "CALL", (row.arg, (), 1))

    def keyword_names(self, row: Raw) -> None:
        """3.11, 3.12: names the keywords of the next call."""
        self.keywords = self.code.co_consts[row.arg]

    def call(self, row: Raw) -> None:
        """3.11 on: a callable and one more place."""
        self.emit(row, "CALL", (row.arg, self.keywords, 1))
        self.keywords = ()

    def call_kw(self, row: Raw) -> None:
        """3.13 on: the keyword names are a constant on the stack."""
        self.emit(row, "CALL", (row.arg, self._names_before(), 1))

    def call_ex(self, row: Raw) -> None:
        """A call with * or **."""
        self.emit(row, "CALL_EX", (bool(row.arg & 1), 0 if self.table.BLOCK_STACK else 1))

    def call_ex_always_keywords(self, row: Raw) -> None:
        """3.14: NULL stands where there are no keywords."""
        self.emit(row, "CALL_EX", (True, 1))

    def make_function_named(self, row: Raw) -> None:
        """3.10: the qualified name is a constant on the stack."""
        self.out.pop()
        self.emit(row, "MAKE_FUNCTION", row.arg)

    def intrinsic_1(self, row: Raw) -> None:
        """A unary helper."""
        name = self.table.INTRINSICS_1[row.arg]
        if name == "UNARY_POSITIVE":
            self.emit(row, "UNARY", "+")
        elif name in ("LIST_TO_TUPLE", "IMPORT_STAR"):
            self.emit(row, name)
        elif name == "PRINT":
            self.emit(row, "PRINT_VALUE")
        elif name != "ASYNC_GEN_WRAP":
            self.emit(row, "INTRINSIC", name)

    def intrinsic_2(self, row: Raw) -> None:
        """A binary helper."""
        name = self.table.INTRINSICS_2[row.arg]
        if name == "PREP_RERAISE_STAR":
            self.emit(row, "PREP_RERAISE")
        else:
            self.emit(row, "INTRINSIC", name)

    def load_special(self, row: Raw) -> None:
        """3.14: `with` looks its two methods up one by one; the first look-up starts BEFORE_WITH."""
        # COPY 1; LOAD_SPECIAL exit; SWAP 2; SWAP 3; LOAD_SPECIAL enter; CALL 0
        self.out.pop()
        self.number += 4
        self.emit(row, "BEFORE_ASYNC_WITH" if row.arg in (2, 3) else "BEFORE_WITH")

    # Control.

    def return_const(self, row: Raw) -> None:
        """A constant returned."""
        self.emit(row, "CONST", self.code.co_consts[row.arg])
        self.emit(row, "RETURN")

    def return_generator(self, row: Raw) -> None:
        """How a generator starts; the POP_TOP after it belongs to it."""
        self.number += 1

    def jump(self, row: Raw) -> None:
        """Any unconditional jump."""
        self.emit(row, "JUMP", None, row.target)

    def _branch(self, row: Raw, sense: bool) -> None:
        following = self._next()
        before = self._unjumped(row)
        if before is not None and before.op == "COPY" and before.arg == 1 and not self.table.BLOCK_STACK:
            if following is not None and following.name == "NOT_TAKEN":
                self.number += 1
                following = self._next()
            if following is not None and following.name == "POP_TOP" and following.offset not in self.targets:
                self.out.pop()
                self.number += 1
                self._keep(row, sense)
                return
        if before is not None and before.op == "UNARY" and before.arg == "not":
            self.out.pop()
            sense = not sense
            before = self.out[-1] if self.out else None
        if before is not None and before.op == "COMPARE" and before.arg in _OPPOSITE and not self._chained():
            before.arg = _OPPOSITE[before.arg]
            sense = not sense
        self.emit(row, "BRANCH", (sense, False), row.target)

    def _chained(self) -> bool:
        """Say whether the comparison just written kept its right side for the next one: `a in b in c`."""
        return tuple((one.op, one.arg) for one in self.out[-3:-1]) in _KEEPS_RIGHT_SIDE

    def _keep(self, row: Raw, sense: bool) -> None:
        self.emit(row, "BRANCH", (sense, True), row.target)

    def branch_if_false(self, row: Raw) -> None:
        """Jump when false."""
        self._branch(row, False)

    def branch_if_true(self, row: Raw) -> None:
        """Jump when true."""
        self._branch(row, True)

    def keep_if_false(self, row: Raw) -> None:
        """Jump when false and leave the value there."""
        self._keep(row, False)

    def keep_if_true(self, row: Raw) -> None:
        """Jump when true and leave the value there."""
        self._keep(row, True)

    def _branch_none(self, row: Raw, sense: bool) -> None:
        self.emit(row, "CONST", None)
        self.emit(row, "COMPARE", "is")
        self.emit(row, "BRANCH", (sense, False), row.target)

    def branch_if_none(self, row: Raw) -> None:
        """Jump when None."""
        self._branch_none(row, True)

    def branch_if_not_none(self, row: Raw) -> None:
        """Jump when not None."""
        self._branch_none(row, False)

    def branch_unless_exception_matches(self, row: Raw) -> None:
        """3.10: compares the copied exception type."""
        self.emit(row, "EXC_MATCH", 2)
        self.emit(row, "BRANCH", (False, False), row.target)

    def push_exc_info(self, row: Raw) -> None:
        """Where a handler starts."""
        self.emit(row, "PUSH_EXC", self.table.EXCEPTION_SLOTS)

    def for_iter(self, row: Raw) -> None:
        """Its target is the first thing done after the loop ran out."""
        self.emit(row, "FOR_ITER", None, self._after(row.target, self.table.END_FOR))

    def _after(self, offset: int, tidying: tuple[str, ...]) -> int:
        for row in self.rows:
            if row.offset == offset and tidying and row.name == tidying[0]:
                offset = row.end
                tidying = tidying[1:]
        return offset

    # Awaiting. The loop around SEND becomes one instruction.

    def _skip_send(self, row: Raw) -> None:
        """Pass over what waits for the awaited thing, and jump to where its result is used."""
        if self.table.BLOCK_STACK:
            self.number += 2
            return
        send = self.rows[self.number + 1]
        if send.name != "SEND":
            raise DecompilationError.at(self.code, row.name, row.offset, "no SEND follows")
        while not self.rows[self.number].name.startswith("JUMP_BACKWARD"):
            self.number += 1
        self.number += 1
        following = self._next()
        if following is None or following.offset != send.target:
            self.emit(row, "JUMP", None, send.target)
            self.targets.add(send.target)

    def get_awaitable(self, row: Raw) -> None:
        """`await`."""
        self.emit(row, "AWAIT")
        self._skip_send(row)

    def get_yield_from_iter(self, row: Raw) -> None:
        """`yield from`."""
        self.emit(row, "YIELD_FROM")
        self._skip_send(row)

    def get_anext(self, row: Raw) -> None:
        """One step of `async for`; its handler (END_ASYNC_FOR) is where the loop runs out."""
        guard = self.guards.pop(row.offset, -1)
        if guard < 0:
            raise DecompilationError.at(self.code, row.name, row.offset, "outside of an async for")
        after = self._after(guard, ("END_ASYNC_FOR",))
        if guard in self.guards:
            self.guards[row.offset] = self.guards[guard]
        self.emit(row, "ASYNC_ITER", None, after)
        self._skip_send(row)


def normalise(code: CodeType) -> list[Instruction]:
    """Give the normalised instructions of `code`.

    Raises DecompilationError for opcodes without a rule and for an interpreter without a table.
    """
    table = current_table()
    if table is None:
        raise DecompilationError("this Python version's bytecode is not supported (3.10 to 3.14 are)")
    return Normaliser(code, table).run()
