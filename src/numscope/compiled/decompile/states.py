"""The form for control flow that no statements explain: a loop with a state variable.

Every block of the graph becomes one branch of an if statement inside `while True`, and sets the state that comes
next. Values on the stack are variables named after their places. Guarded code and handlers are loops of their own,
inside of a try statement's body and of its only except clause, so that the exception being handled is the right one;
`with` statements are kept. Ugly, and right by construction for any legal jumps.
"""

from __future__ import annotations

import ast
from types import CodeType
from typing import Any, NamedTuple

from numscope.compiled.decompile.context import UnstructuredError
from numscope.compiled.decompile.errors import DecompilationError
from numscope.compiled.decompile.graph import Block
from numscope.compiled.decompile.instructions import Instruction
from numscope.compiled.decompile.nodes import (
    NULL,
    Caught,
    Cell,
    ExceptionMatch,
    Incoming,
    InPlace,
    IteratorOf,
    MadeFunction,
    Matches,
    Saved,
    Slot,
    StateOf,
)
from numscope.compiled.decompile.regions import EXCEPT, FINALLY, NAME, STAR, WITH, Regions
from numscope.compiled.decompile.statements import valued
from numscope.compiled.decompile.stores import generator_over
from numscope.compiled.decompile.structure import Structurer

_LOAD, _STORE = ast.Load(), ast.Store()


class Level(NamedTuple):
    """One loop inside another: guarded code, a handler, a clause of `except*`, or the body of a with.

    `handler` is the place of the handler it belongs to.
    """

    kind: str
    handler: int
    clause: int = 0


class Star(NamedTuple):
    """An `except*`: what its clauses catch and where they start, a block it guards, and where control goes on."""

    clauses: list[tuple[ast.expr, Block]]
    guarded: Block
    handled: Block


GUARDED, HANDLING, CLAUSE, ENTERED = "guarded", "handling", "clause", "entered"
Context = tuple[Level, ...]

# What the iterable of a generator expression must not hold.
_NOT_IN_GENERATORS = (ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.Await)


class States:
    """Writes the statements of one code object as states."""

    def __init__(
        self, owner: CodeType, code: list[Instruction], regions: Regions, writer: Structurer
    ) -> None:
        self.owner = owner
        self.code = code
        self.regions = regions
        self.writer = writer
        self.graph = writer.graph
        self.names = writer.names
        self.prefix = self.names.prefix
        self.stacks: dict[Block, list[Any]] = {}
        self.entered: dict[Block, Context] = {}
        self.bodies: dict[Block, list[ast.stmt]] = {}
        self.withs: dict[int, tuple[ast.With, int]] = {}
        self.stars: dict[int, Star] = {}
        self.clause_ends: set[Block] = set()
        self.numbers: dict[Block, int] = {}
        self.waiting: list[Block] = []

    def statements(self) -> list[ast.stmt]:
        """Write the whole body."""
        entry = self.graph.order[0]
        self._reach(entry, [], ())
        while True:
            while self.waiting:
                block = self.waiting.pop()
                if block not in self.bodies:
                    self.writer.budget = 10_000
                    self.writer.known.clear()
                    self.bodies[block] = self._body(block)
                    self._rename_saved(block)
            if not self._reach_handler():
                break
        levels: dict[Context, list[Block]] = {}
        for block in sorted(self.bodies, key=lambda block: block.order):
            levels.setdefault(self._levels(block), []).append(block)
        tree = _Tree(levels)
        self._number(tree, ())
        return [self._go(entry), *self._loop(tree, ())]

    def error(self, place: int, reason: str) -> DecompilationError:
        """Name the instruction at `place`."""
        instruction = self.code[place]
        return DecompilationError.at(self.owner, instruction.raw, instruction.offset, reason)

    # Which loops a block stands in.

    def _levels(self, block: Block) -> Context:
        chain = self.regions.chain(block.handler)
        found: list[Level] = []
        used = 0
        for level in self.entered[block]:
            outer = self.regions.chain(self.code[level.handler].handler)
            found.extend(self._guards(outer[used:], block))
            used = len(outer)
            found.append(level)
            if level.kind == ENTERED:
                outer = (*outer, level.handler)
                used += 1
            if chain[:used] != outer and not block.harmless:
                raise self.error(block.start, "is guarded by other handlers than the code around it")
        found.extend(self._guards(chain[used:], block))
        return tuple(found)

    def _guards(self, handlers: tuple[int, ...], block: Block) -> list[Level]:
        for handler in handlers:
            if self.regions.kinds[handler] not in (EXCEPT, FINALLY, NAME, STAR):
                raise self.error(block.start, "is guarded by a handler that cannot be written as a state")
        return [Level(GUARDED, handler) for handler in handlers]

    def _reach(self, block: Block, stack: list[Any], context: Context) -> None:
        known = self.stacks.get(block)
        if known is None:
            self.stacks[block] = stack
            self.entered[block] = context
            self.waiting.append(block)
            return
        if context != self.entered[block] or len(known) != len(stack):
            raise self.error(block.start, "is reached with different stacks")
        if not all(map(_alike, known, stack)):
            raise self.error(block.start, "is reached with different values on the stack")

    def _reach_handler(self) -> bool:
        """Go on at a handler whose guarded code is known by now; say whether there was one."""
        for handler, kind in sorted(self.regions.kinds.items()):
            block = self.graph.at.get(handler)
            if block is None or block in self.stacks:
                continue
            inside = [one for one in self.bodies if handler in self.regions.chain(one.handler)]
            if not inside:
                continue
            if kind == WITH:
                continue
            first = min(inside, key=lambda one: (len(self.entered[one]), len(self.stacks[one])))
            context = self.entered[first]
            if kind == STAR:
                self._reach_clauses(block, first, context)
                return True
            self._reach(block, list(self.stacks[first]), (*context, Level(HANDLING, handler)))
            return True
        return False

    def _reach_clauses(self, entry: Block, guarded: Block, context: Context) -> None:
        self.stacks[entry] = self.stacks[guarded]
        path = self.writer.run(entry, self.stacks[guarded])
        block, stack = path.target, path.stack
        clauses: list[tuple[ast.expr, Block]] = []
        while True:
            path = self.writer.extend(self.writer.run(block, stack))
            if path.kind != "branch" or not isinstance(path.test, ExceptionMatch) or path.statements:
                raise self.error(block.start, "a clause of an except* has another form")
            if path.test.value is None:
                break
            level = Level(CLAUSE, entry.start, len(clauses))
            self._reach(path.yes, self._shape(path.stack), (*context, level))
            clauses.append((path.test.value, path.yes))
            self.clause_ends.add(path.no)
            block, stack = path.no, path.stack
        handled = path.yes
        while self.code[handled.end - 1].op != "POP_EXCEPT":
            (handled,) = handled.successors()
        (handled,) = handled.successors()
        self._reach(handled, list(self.stacks[guarded]), context)
        self.stars[entry.start] = Star(clauses, guarded, handled)

    # One block.

    def _body(self, block: Block) -> list[ast.stmt]:
        stack = list(self.stacks[block])
        writer = self.writer
        try:
            path = writer.extend(writer.run(block, stack))
        except (UnstructuredError, DecompilationError):
            path = writer.run(block, stack)
        context = self._after(path.blocks, self.entered[block])
        out: list[ast.stmt] = list(path.statements)
        if path.kind == "loop" and path.target is not block:
            return [*out, *self._transfer(path.target, path.stack, context)]
        if path.kind == "loop":
            return [*out, *self._step(path.target, path.stack, context)]
        if path.kind == "jump":
            if path.stack and type(path.stack[-1]) is Incoming:
                return [*out, *self._with(path.target, path.stack, context)]
            return [*out, *self._transfer(path.target, path.stack, context)]
        if path.kind == "branch":
            return [*out, *self._branch(path, context)]
        if path.kind == "return":
            return [*out, ast.Return(path.test)]
        if path.kind == "reraise":
            return [*out, ast.Raise(None, None)]
        return out

    def _rename_saved(self, block: Block) -> None:
        """Make the variables of an inlined comprehension around `block` ours: the function's keep their values."""
        places: dict[str, int] = {}
        loop = block.innermost
        while loop is not None:
            for place, value in enumerate(self.stacks[loop.header]):
                if isinstance(value, Saved):
                    places[value.name] = max(place, places.get(value.name, 0))
            loop = loop.outer
        captured = sorted(places.keys() & set(self.owner.co_cellvars))
        if captured:
            raise self.error(block.start, f"a comprehension's variable {captured[0]} is captured here")
        for statement in self.bodies[block] if places else []:
            for node in ast.walk(statement):
                if isinstance(node, ast.Name) and node.id in places:
                    node.id = f"{self.prefix}{node.id}_at_{places[node.id]}"

    def _after(self, blocks: list[Block], context: Context) -> Context:
        """Follow what the instructions of `blocks` enter and leave."""
        for block in blocks:
            for place in range(block.start, block.end):
                operation = self.code[place].op
                if operation in ("BEFORE_WITH", "BEFORE_ASYNC_WITH"):
                    context = (*context, Level(ENTERED, self._with_handler(place)))
                elif operation == "POP_EXCEPT":
                    context = self._left(context, HANDLING, place)
                elif operation == "LEAVE_WITH":
                    context = self._left(context, ENTERED, place)
        return context

    def _left(self, context: Context, kind: str, place: int) -> Context:
        if not context or context[-1].kind != kind:
            raise self.error(place, "leaves what was not entered last")
        return context[:-1]

    def _with_handler(self, place: int) -> int:
        following = place + 1
        while self.code[following].op == "JUMP":
            following = self.code[following].target
        handler = self.code[following].handler
        if self.regions.kinds.get(handler) != WITH:
            raise self.error(place, "the body of a with is not guarded by its handler")
        return handler

    def _go(self, block: Block) -> ast.stmt:
        return ast.Assign([ast.Name(f"{self.prefix}state", _STORE)], StateOf(block), lineno=0)

    def _variable(self, place: int) -> ast.Name:
        return ast.Name(self.names.meeting(place), _LOAD)

    def _transfer(self, target: Block, stack: list[Any], context: Context) -> list[ast.stmt]:
        """Put the stack into its variables and go on at `target`."""
        if target in self.clause_ends:
            if context[-1].kind != CLAUSE:
                raise self.error(
                    target.start, "a clause of an except* is left in another way than by its end"
                )
            # Back to a state of the guarded code, which says behind the statement that there was an exception.
            return [self._go(self.stars[context[-1].handler].guarded)]
        out: list[ast.stmt] = []
        if any(isinstance(value, InPlace) for value in stack):
            out, stack = self.writer.spill(stack)
        top = stack[-1] if stack else None
        if isinstance(top, IteratorOf) and any(
            isinstance(node, _NOT_IN_GENERATORS) for node in ast.walk(top)
        ):
            out, stack = self.writer.spill(stack[:-1])
            iterable = self.names.fresh()
            out.append(ast.Assign([ast.Name(iterable, _STORE)], top.value, lineno=0))
            stack = [*stack, IteratorOf(ast.Name(iterable, _LOAD), top.is_async)]
        left: list[ast.expr] = []
        right: list[ast.expr] = []
        kept: list[Any] = []
        for place, value in enumerate(stack):
            if value is NULL or isinstance(value, (Slot, Saved, Cell, Caught, MadeFunction)):
                kept.append(value)
                continue
            if not isinstance(value, ast.expr) or isinstance(value, (Incoming, ExceptionMatch, Matches)):
                raise self.error(target.start, "a value that has no expression is on the stack here")
            name = self._variable(place)
            kept.append(name)
            if not (isinstance(value, ast.Name) and value.id == name.id):
                left.append(ast.Name(name.id, _STORE))
                right.append(generator_over(value, self.prefix) if isinstance(value, IteratorOf) else value)
        if len(left) == 1:
            out.append(ast.Assign([left[0]], right[0], lineno=0))
        elif left:
            out.append(ast.Assign([ast.Tuple(left, _STORE)], ast.Tuple(right, _LOAD), lineno=0))
        self._reach(target, kept, context)
        return [*out, self._go(target)]

    def _step(self, block: Block, stack: list[Any], context: Context) -> list[ast.stmt]:
        """One step of a for loop."""
        assert block.following is not None
        assert block.jump is not None
        iterator = stack[-1]
        if not isinstance(iterator, ast.Name):
            raise self.error(block.start, "iterates over something without a variable")
        item = self._variable(len(stack))
        is_async = self.code[block.start].op == "ASYNC_ITER"
        kind: Any = ast.AsyncFor if is_async else ast.For
        body = [*self._transfer(block.following, [*stack, item], context), ast.Break()]
        statement: ast.stmt = kind(
            ast.Name(item.id, _STORE),
            iterator,
            body,
            self._transfer(block.jump, stack[:-1], context),
            lineno=0,
        )
        return [statement]

    def _with(self, target: Block, stack: list[Any], context: Context) -> list[ast.stmt]:
        """Enter a with statement; its loop is put inside of it later."""
        slot, level = stack[-2], context[-1]
        if not isinstance(slot, Slot) or slot.kind != "with" or level.handler in self.withs:
            raise self.error(target.start, "enters a with statement in two ways")
        before, below = self.writer.spill(stack[:-2])
        value = self._variable(len(stack) - 1)
        inside = [*below, slot, value]
        kind: Any = ast.AsyncWith if slot.is_async else ast.With
        item = ast.withitem(slot.context, ast.Name(value.id, _STORE))
        statement = kind([item], self._transfer(target, inside, context), lineno=0)
        swallowed = self.graph.at[level.handler].successors()[0]
        self._reach(swallowed, self._shape(below), context[:-1])
        self.withs[level.handler] = statement, swallowed.start
        return [*before, statement]

    def _shape(self, stack: list[Any]) -> list[Any]:
        return [
            self._variable(place) if isinstance(value, ast.expr) and not _is_kept(value) else value
            for place, value in enumerate(stack)
        ]

    def _branch(self, path: Any, context: Context) -> list[ast.stmt]:
        if isinstance(path.test, ExceptionMatch):
            if path.test.value is None:
                raise self.error(path.blocks[-1].start, "an except* cannot be written as states")
            # Raised again inside of its handler, an exception stays as it is.
            matching = ast.ExceptHandler(path.test.value, None, self._transfer(path.yes, path.stack, context))
            other = ast.ExceptHandler(None, None, self._transfer(path.no, path.stack, context))
            return [ast.Try([ast.Raise(None, None)], [matching, other], [], [])]
        before, stack, test = self.writer.spill_around(path.stack, path.test)
        yes_stack = no_stack = stack
        if path.keep_yes or path.keep_no or valued(test):
            name = self.names.fresh()
            before = [*before, ast.Assign([ast.Name(name, _STORE)], test, lineno=0)]
            test = ast.Name(name, _LOAD)
            yes_stack = [*stack, test] if path.keep_yes else stack
            no_stack = [*stack, test] if path.keep_no else stack
        body = self._transfer(path.yes, yes_stack, context)
        orelse = self._transfer(path.no, no_stack, context)
        return [*before, ast.If(test, body, orelse)]

    # Loops.

    def _number(self, tree: _Tree, context: Context) -> None:
        for block in tree.blocks(context):
            self.numbers[block] = len(self.numbers)
        for level in tree.inside(context):
            self._number(tree, (*context, level))

    def _loop(self, tree: _Tree, context: Context) -> list[ast.stmt]:
        """Write the loop over the states of one level; nested levels stand inside of it."""
        choices: list[tuple[ast.expr, list[ast.stmt]]] = []
        for block in tree.blocks(context):
            choices.append((self._is(block), self.bodies[block]))
        for level in tree.inside(context):
            if level.kind == GUARDED:
                choices.append((self._within(tree, (*context, level)), self._guarded(tree, context, level)))
        for level in tree.inside(context):
            if level.kind == ENTERED:
                self._fill_with(tree, (*context, level))
        orelse: list[ast.stmt] = [ast.Break()] if context else []
        statement: list[ast.stmt] = orelse
        for test, body in reversed(choices):
            statement = [ast.If(test, body, statement)]
        if not context and len(choices) == 1:
            statement = choices[0][1]
        return [ast.While(ast.Constant(True), statement or [ast.Break()], [])]

    def _guarded(self, tree: _Tree, context: Context, level: Level) -> list[ast.stmt]:
        if level.handler in self.stars:
            return self._star(tree, context, level)
        entry = self.graph.at[level.handler]
        name = f"{self.prefix}exception_{len(context)}"
        handling = self._loop(tree, (*context, Level(HANDLING, level.handler)))
        for statement in handling:
            for node in ast.walk(statement):
                if isinstance(node, Caught) and not node.name:
                    node.name = name
        catch = ast.ExceptHandler(ast.Name("BaseException", _LOAD), name, [self._go(entry), *handling])
        return [ast.Try(self._loop(tree, (*context, level)), [catch], [], [])]

    def _star(self, tree: _Tree, context: Context, level: Level) -> list[ast.stmt]:
        star = self.stars[level.handler]
        handlers = []
        for number, (kind, block) in enumerate(star.clauses):
            body, name = self.bodies[block], None
            first = body[0] if body else None
            if isinstance(first, ast.Assign) and isinstance(first.value, Caught):
                target = first.targets[0]
                assert isinstance(target, ast.Name)
                name = target.id
                del body[0]
            loop = self._loop(tree, (*context, Level(CLAUSE, level.handler, number)))
            handlers.append(ast.ExceptHandler(kind, name, [self._go(block), *loop]))
        kind_of_try: Any = ast.TryStar  # type: ignore[attr-defined,unused-ignore]
        statement = kind_of_try(self._loop(tree, (*context, level)), handlers, [], [])
        after = ast.If(self._within(tree, (*context, level)), [self._go(star.handled)], [])
        return [statement, after]

    def _fill_with(self, tree: _Tree, context: Context) -> None:
        statement, swallowed = self.withs[context[-1].handler]
        statement.body.extend(self._loop(tree, context))
        # Where `__exit__` swallowed an exception, the state is still one of the body's.
        after = ast.If(self._within(tree, context), [self._go(self.graph.at[swallowed])], [])
        for bodies in self.bodies.values():
            if bodies and bodies[-1] is statement:
                bodies.append(after)

    def _is(self, block: Block) -> ast.expr:
        state = ast.Name(f"{self.prefix}state", _LOAD)
        return ast.Compare(state, [ast.Eq()], [StateOf(block)])

    def _within(self, tree: _Tree, context: Context) -> ast.expr:
        numbers = [self.numbers[block] for block in tree.all(context)]
        first, last = ast.Constant(min(numbers)), ast.Constant(max(numbers))
        state = ast.Name(f"{self.prefix}state", _LOAD)
        return ast.Compare(first, [ast.LtE(), ast.LtE()], [state, last])

    def settle(self, statements: list[ast.stmt]) -> None:
        """Put numbers for states and names for exceptions, in place."""
        for statement in statements:
            for node in ast.walk(statement):
                for name, value in ast.iter_fields(node):
                    if isinstance(value, list):
                        value[:] = [self._settled(one) for one in value]
                    else:
                        setattr(node, name, self._settled(value))

    def _settled(self, value: Any) -> Any:
        if isinstance(value, StateOf):
            return ast.Constant(self.numbers[value.block])
        if isinstance(value, Caught) and value.name:
            return ast.Name(value.name, _LOAD)
        return value


class _Tree:
    """The levels of a code object and the blocks that stand directly in each."""

    def __init__(self, levels: dict[Context, list[Block]]) -> None:
        self.levels = levels
        self.children: dict[Context, list[Level]] = {}
        for context in levels:
            for length in range(len(context)):
                children = self.children.setdefault(context[:length], [])
                if context[length] not in children:
                    children.append(context[length])

    def blocks(self, context: Context) -> list[Block]:
        return self.levels.get(context, [])

    def inside(self, context: Context) -> list[Level]:
        return self.children.get(context, [])

    def all(self, context: Context) -> list[Block]:
        return [
            block
            for other, blocks in self.levels.items()
            if other[: len(context)] == context
            for block in blocks
        ]


def _is_kept(value: Any) -> bool:
    return isinstance(value, (Saved, Cell, Caught, MadeFunction))


def _alike(one: Any, two: Any) -> bool:
    """Say whether two values on the stack, from different ways to one place, are written the same."""
    if isinstance(one, Slot) and isinstance(two, Slot):
        return one.kind == two.kind
    if isinstance(one, MadeFunction) and isinstance(two, MadeFunction):
        return one.code is two.code
    if isinstance(one, ast.Name) and isinstance(two, ast.Name):
        return one.id == two.id
    return type(one) is type(two)
