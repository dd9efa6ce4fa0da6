"""Turns a code object's graph into nested statements."""

from __future__ import annotations

import ast
from typing import Any

from numscope.compiled.decompile.conditions import join
from numscope.compiled.decompile.context import Context, UnstructuredError, slots
from numscope.compiled.decompile.differences import same_tree
from numscope.compiled.decompile.errors import DecompilationError
from numscope.compiled.decompile.graph import Block, Graph
from numscope.compiled.decompile.loops import collects, comprehend, only_passes, write_loop
from numscope.compiled.decompile.machine import Machine
from numscope.compiled.decompile.nodes import NULL, Incoming, Part, Saved, Slot
from numscope.compiled.decompile.path import Path
from numscope.compiled.decompile.regions import NAME, Regions
from numscope.compiled.decompile.statements import (
    asserted,
    conditional,
    in_expression,
    kept_test,
    leaves,
    never_completed,
    tests_pattern,
    valued,
)
from numscope.compiled.decompile.tries import guarded
from numscope.compiled.decompile.unit import Unit

_STATEMENT_ENDS = ("POP", "STORE", "STORE_ATTR", "STORE_SUBSCR", "DELETE", "DELETE_ATTR", "DELETE_SUBSCR")


class Structurer:
    """Writes the statements of one code object."""

    def __init__(
        self,
        unit: Unit,
        regions: Regions,
        join_exits: bool = True,
    ) -> None:
        self.unit = unit
        self.owner = unit.owner
        self.code = unit.code
        self.regions = regions
        self.graph = Graph(unit.code, join_exits)
        self.names = unit.names
        self.entered: dict[Block, list[Any]] = {}
        self.known: dict[Block, tuple[list[Any], Path]] = {}
        self.arrived: dict[Block, list[Any]] = {}
        self.open_loops: set[Block] = set()
        # Copying code is correct but can grow without end; this ends it.
        self.budget = 400 + 30 * len(self.graph.order)
        self.inside: dict[int, set[Block]] = {}

    def statements(self) -> list[ast.stmt]:
        """Write the whole body."""
        return self._whole(None)

    def left_by_breaks(self, end: Block) -> list[ast.stmt]:
        """Write a loop around all that comes before `end`, and behind the loop what starts there."""
        body = self._whole(end)
        behind = self._whole(None, end)
        return [ast.While(ast.Constant(True), [*body, ast.Break()], []), *behind]

    def _whole(self, end: Block | None, entry: Block | None = None) -> list[ast.stmt]:
        context = Context(end, None, end, -1, 0)
        try:
            return self.sequence(entry or self.graph.order[0], [], context)
        except UnstructuredError as error:
            place = error.args[0].start if error.args else 0
            instruction = self.code[place]
            raise DecompilationError.at(
                self.owner, instruction.raw, instruction.offset, "control flow could not be structured"
            ) from error

    # Running blocks.

    def run(self, block: Block, stack: list[Any], start: int | None = None) -> Path:
        """Run one block alone, from its instruction at `start` on if one is given."""
        self.budget -= 1
        if self.budget < 0:
            raise UnstructuredError(block)
        machine = Machine(self.unit, list(stack))
        last = self.code[block.end - 1]
        if last.op in ("FOR_ITER", "ASYNC_ITER"):
            path = Path("loop", machine.stack, machine.out, [block])
            path.target = block
            path.depth = slots(stack)
            return path
        machine.run(block.start if start is None else start, block.end)
        path = Path("jump", machine.stack, machine.out, [block])
        first = self.code[block.start]
        # Where a handler starts, what it keeps of the exception is there all along.
        path.depth = slots(stack) + (first.arg // 2 if first.op == "PUSH_EXC" else 0)
        if machine.stop == "branch":
            sense, keep = last.arg
            assert block.jump is not None
            assert block.following is not None
            test = kept_test(machine.result, ast.Or if sense else ast.And)  # type: ignore[arg-type]
            if sense:
                path.branch(test, block.jump, block.following, keep, False)
            else:
                path.branch(test, block.following, block.jump, False, keep)
            path.counts = {block.jump: 1}
            path.counts[block.following] = path.counts.get(block.following, 0) + 1
        elif machine.stop:
            path.kind = machine.stop
            path.test = machine.result
        else:
            path.target = block.jump or block.following
            if path.target is None:
                raise UnstructuredError(block)
            path.counts = {path.target: 1}
        return path

    def value(self, start: int, end: int, stack: list[Any]) -> ast.expr:
        """Run the instructions that compute one value on top of a stack; give that value."""
        machine = Machine(self.unit, list(stack))
        machine.run(start, end)
        value: ast.expr = machine.stack[-1]
        return value

    def look_ahead(self, block: Block, stack: list[Any]) -> Path:
        """Run a block that is reached in one way only; what comes out is kept for when it is written."""
        known = self._ahead(block, stack)
        if known is None:
            known = self.extend(self.run(block, stack))
            self.known[block] = list(stack), known
        return known

    def _ahead(self, block: Block, stack: list[Any]) -> Path | None:
        """Give what was found in `block` before, if that was with the very values that are on the stack now."""
        before, path = self.known.get(block, (None, None))
        if before is None or len(before) != len(stack):
            return None
        return path if all(one is two for one, two in zip(before, stack, strict=True)) else None

    def run_exit(self, block: Block, stack: list[Any], handler: int) -> Path | None:
        """Run a block again for another way into it, if it is one that soon returns; `handler` guards the way."""
        if block.handler != handler and not block.harmless:
            return None
        if block.end - block.start > 8 or self.code[block.end - 1].op not in ("RETURN", "RAISE", "RERAISE"):
            return None
        return self.run(block, stack)

    def extend(self, path: Path) -> Path:
        """Join to `path` what belongs to its test or value, and what control reaches through it alone."""
        while self.step(path):
            pass
        return path

    def step(self, path: Path) -> bool:
        """Join the next thing to `path`; say whether there was one."""
        if path.kind == "branch":
            return join(self, path)
        if path.kind == "jump":
            return self._continue(path)
        if path.kind == "loop" and collects(path.stack):
            comprehend(self, path)
            return True
        return False

    def _continue(self, path: Path) -> bool:
        block, last = path.target, path.blocks[-1]
        graph = self.graph
        if self.code[block.start].op in ("FOR_ITER", "ASYNC_ITER") and collects(path.stack):
            path.kind = "loop"
            return True
        if block in graph.loops or block.handler != last.handler or block.innermost is not last.innermost:
            return False
        if graph.forward_predecessors(block) != path.counts.get(block, 0) or block in path.blocks:
            return False
        if slots(path.stack) != path.depth:
            return False
        if self.code[last.end - 1].op == "POP_EXCEPT" and not block.harmless:
            return False  # an except clause ended there
        more = self.run(block, path.stack)
        more.statements = [*path.statements, *more.statements]
        more.blocks = [*path.blocks, block]
        for further, count in path.counts.items():
            if further is not block:  # a jump past the test that starts here
                more.counts[further] = more.counts.get(further, 0) + count
        path.become(more)
        return True

    # Writing statements.

    def sequence(
        self, block: Block, stack: list[Any], context: Context, entered: bool = False
    ) -> list[ast.stmt]:
        """Write what happens from `block` on until control leaves, or reaches `context.follow`."""
        out: list[ast.stmt] = []
        while True:
            if not entered and self.arrives(block, stack, context, out):
                return out
            outside = not entered and (slots(stack) < context.depth or not self._guarded(block, context))
            if outside and not block.harmless:
                raise UnstructuredError(block)
            handler = None if outside else self._handler_that_begins(block, context, entered)
            if handler is not None and self.regions.kinds[handler] == NAME:
                context = context._replace(handler=handler)
                continue
            written: list[ast.stmt] = []
            following: Block | None
            if handler is not None:
                written, following, stack = guarded(self, block, handler, stack, context, entered)
            elif not entered and (block in self.graph.loops or self._is_for(block, stack)):
                if block in self.open_loops:
                    raise UnstructuredError(block)
                written, following, stack = write_loop(self, block, stack, context)
            else:
                path = None if outside else self._ahead(block, stack)
                path = path or (self.run(block, stack) if outside else self.extend(self.run(block, stack)))
                out.extend(path.statements)
                following, stack = self._behind(path, context, out)
            out.extend(written)
            if following is None:
                return out
            block, entered = following, False

    def _handler_that_begins(self, block: Block, context: Context, entered: bool) -> int | None:
        """Return the next handler around `block` whose statement begins here; None where none does, or a loop does."""
        if block.handler == context.handler:
            return None
        chain = self.regions.chain(block.handler)
        if context.handler >= 0 and context.handler not in chain[:-1]:
            raise UnstructuredError(block)
        handler: int = chain[chain.index(context.handler) + 1] if context.handler >= 0 else chain[0]
        loop = None if entered else self.graph.loops.get(block)
        return handler if loop is None or all(handler in self.chain_of(one) for one in loop.blocks) else None

    def _behind(
        self, path: Path, context: Context, out: list[ast.stmt]
    ) -> tuple[Block | None, list[ast.expr]]:
        """Write how a path ends; return the block that follows with its stack, None where control leaves."""
        if path.kind in ("jump", "loop"):
            return path.target, path.stack
        if path.kind == "return":
            if not never_completed(out):
                out.append(ast.Return(path.test))
        elif path.kind == "branch":
            return self._choose(path, context, out) or (None, path.stack)
        elif path.kind == "raise":
            asserted(out)
        elif context.follow is not None:
            # The end of a finally body, where falling off these statements would lead elsewhere.
            raise UnstructuredError(path.blocks[-1])
        return None, path.stack

    def chain_of(self, block: Block) -> tuple[int, ...]:
        """List the handlers around a block."""
        chain: tuple[int, ...] = self.regions.chain(block.handler)
        return chain

    def _guarded(self, block: Block, context: Context) -> bool:
        return context.handler < 0 or context.handler in self.chain_of(block)

    def _is_for(self, block: Block, stack: list[Any]) -> bool:
        return self.code[block.start].op in ("FOR_ITER", "ASYNC_ITER") and not collects(stack)

    def arrives(self, block: Block, stack: list[Any], context: Context, out: list[ast.stmt]) -> bool:
        """Say whether the context leads control to `block`; write `continue` or `break` where needed."""
        if block is context.follow or self._raises_alike(block, context.follow):
            self._meet(block, stack, out)
        elif block is context.again:
            out.append(ast.Continue())
        elif block is context.leave:
            self._meet(block, stack, out)
            out.append(ast.Break())
        elif context.follow is not None and slots(stack) < context.depth:
            return self._clause_ends(context.follow, block)
        else:
            return False
        return True

    def _clause_ends(self, end: Block, behind: Block) -> bool:
        """Say whether `end` does nothing but drop the handled exception on the way to what is `behind` its clause.

        From 3.13 on the compiler copies such an end: a way that took its own copy may as well fall through to this one.
        """
        operations = [self.code[place].op for place in range(end.start, end.end)]
        return operations[:1] == ["POP_EXCEPT"] and only_passes(self, end) and end.successors() == [behind]

    def _raises_alike(self, block: Block, other: Block | None) -> bool:
        """Say whether both do nothing but raise the exception being handled again, at the end of one handler."""
        if other is None or block.handler != other.handler:
            return False
        return all(
            one.end == one.start + 1 and self.code[one.start].op == "RERAISE" for one in (block, other)
        )

    def _meet(self, block: Block, stack: list[Any], out: list[ast.stmt]) -> None:
        """Put values that wait on the stack where control meets into variables every way there agrees on."""
        if not stack or isinstance(stack[-1], Slot):
            self.arrived[block] = stack
            return
        if block in self.open_loops:
            if not same_values(stack, self.entered[block]):
                raise UnstructuredError(block)
            return
        met = list(stack)
        targets: list[ast.expr] = []
        values: list[ast.expr] = []
        for place in range(len(stack) - 1, -1, -1):
            value = stack[place]
            if isinstance(value, Slot):
                break
            if isinstance(value, ast.expr) and not isinstance(value, (Incoming, Saved, Part)):
                name = self.names.meeting(place)
                targets.insert(0, ast.Name(name, ast.Store()))
                values.insert(0, value)
                met[place] = ast.Name(name, ast.Load())
        if len(values) == 1:
            out.append(ast.Assign([targets[0]], values[0], lineno=0))
        elif values:
            whole = ast.Tuple(values, ast.Load())
            out.append(ast.Assign([ast.Tuple(targets, ast.Store())], whole, lineno=0))
        self.arrived[block] = met

    def spill(self, stack: list[Any]) -> tuple[list[ast.stmt], list[Any]]:
        """Put values that wait on the stack into variables; give the assignments and the new stack."""
        return self.spill_around(stack, None)[:2]

    def spill_around(self, stack: list[Any], test: Any) -> tuple[list[ast.stmt], list[Any], Any]:
        """Do so before `test`, which may hold copies of the values, is evaluated; give also the new test."""
        # From 3.13 on, NULL lies above what is called.
        top = next((value for value in reversed(stack) if value is not NULL), None)
        if not isinstance(top, ast.expr):
            return [], stack, test
        machine = Machine(self.unit, list(stack))
        test = machine.spill(machine.base(), constants=True, within=test)
        return machine.out, machine.stack, test

    def _choose(self, path: Path, context: Context, out: list[ast.stmt]) -> tuple[Block, list[Any]] | None:
        """Write an if statement; return where control goes on, or None when both ways are written to their end."""
        before, stack, test = self.spill_around(path.stack, path.test)
        out.extend(before)
        yes_stack = no_stack = stack
        if path.keep_yes or path.keep_no or (self.names.plain and valued(test)):
            kept = ast.Name(self.names.fresh(), ast.Load())
            out.append(ast.Assign([ast.Name(kept.id, ast.Store())], test, lineno=0))
            test = kept
            yes_stack = [*stack, kept] if path.keep_yes else stack
            no_stack = [*stack, kept] if path.keep_no else stack
        if path.yes is path.no and len(yes_stack) == len(no_stack):
            out.extend(conditional(test, [], []))
            return path.yes, yes_stack
        follow = self._meeting(path, context)
        if follow is not None:
            inner = context._replace(follow=follow)
            body = self.sequence(path.yes, yes_stack, inner)
            orelse = self.sequence(path.no, no_stack, inner)
            out.extend(conditional(test, body, orelse))
            return follow, self.arrived.get(follow, stack)
        if in_expression(test):
            body = self.sequence(path.yes, yes_stack, context)
            orelse = self.sequence(path.no, no_stack, context)
            tail: list[ast.stmt] = []
            while body and orelse and same_tree(body[-1], orelse[-1]):
                tail.insert(0, body.pop())
                orelse.pop()
            out.extend([*conditional(test, body, orelse), *tail])
            return None
        first_is_yes = path.yes is path.blocks[-1].following
        if first_is_yes:
            body = self.sequence(path.yes, yes_stack, context)
            if leaves(body):
                out.extend(conditional(test, body, []))
                return path.no, no_stack
            orelse = self.sequence(path.no, no_stack, context)
        else:
            orelse = self.sequence(path.no, no_stack, context)
            if leaves(orelse):
                out.extend(conditional(test, [], orelse))
                return path.yes, yes_stack
            body = self.sequence(path.yes, yes_stack, context)
        out.extend(conditional(test, body, orelse))
        return None

    def _meeting(self, path: Path, context: Context) -> Block | None:
        """Find where the two ways of a branch meet again."""
        own = set(path.blocks)
        surrounding = (context.follow, context.again, context.leave)
        found: list[Block] = []
        outside: list[Block] = []
        last = path.blocks[-1]
        depth = min(block.depth for block in last.successors())
        if tests_pattern(path.test) and path.stack and isinstance(path.stack[-1], Slot):
            # The subject is dropped before the ways meet.
            depth -= 1
        for block in path.blocks:
            for child in self.graph.children.get(block, ()):
                if child in own or child in surrounding or self.graph.forward_predecessors(child) < 2:
                    continue
                ending = self.code[child.end - 1].op
                if (ending == "RAISE" and self._is_one(child)) or (child.harmless and ending == "RETURN"):
                    continue
                if child.depth < depth or self.graph.forward_predecessors(child) == path.counts.get(child):
                    continue
                if self._guarded(child, context):
                    found.append(child)
                elif child.harmless and any(self._guarded(one, context) for one in child.predecessors):
                    outside.append(child)  # it leaves the statement that guards the branch
        found = found or outside
        if not found:
            return None
        loop = last.innermost
        same = [block for block in found if block.innermost is loop or self._outer_of(block) is loop]
        found = same or found
        going_on = [block for block in found if self.code[block.end - 1].op != "RETURN"]
        return max(going_on or found, key=lambda block: block.order)

    def _is_one(self, block: Block) -> bool:
        """Say whether a block is one statement: none ends before its last instruction."""
        return not any(self.code[place].op in _STATEMENT_ENDS for place in range(block.start, block.end - 1))

    def _outer_of(self, block: Block) -> Any:
        if block in self.graph.loops:
            return self.graph.loops[block].outer
        return block.innermost


def same_values(one: list[Any], two: list[Any]) -> bool:
    """Say whether two stacks hold the same values, as far as names show."""
    if len(one) != len(two):
        return False
    for first, second in zip(one, two, strict=True):
        if isinstance(first, ast.Name) and isinstance(second, ast.Name):
            if first.id != second.id:
                return False
        elif first is not second and not (isinstance(first, Slot) and isinstance(second, Slot)):
            return False
    return True


def meeting_ends(graph: Graph) -> list[Block]:
    """List where several ways meet outside of all statements, last first; then what a statement alone leads out to."""
    outside = [
        block
        for block in graph.order[1:]
        if block.depth == 0 and _outside_handlers(graph, block) and block.innermost is None
    ]
    found = [block for block in outside if graph.forward_predecessors(block) > 1]
    # A `finally` that breaks is the only way on: what the ways into it did is dropped there.
    led_out = [block for block in outside if any(one.depth > 0 for one in block.predecessors)]
    return list(dict.fromkeys([*found[::-1], *led_out[::-1]]))


def _outside_handlers(graph: Graph, block: Block) -> bool:
    """Say whether nothing guards a block, or the outermost statement that does starts there."""
    around = _outermost(graph, block)
    return around < 0 or all(_outermost(graph, one) != around for one in block.predecessors)


def _outermost(graph: Graph, block: Block) -> int:
    handler, steps = block.handler, 0
    while handler >= 0 and graph.code[handler].handler >= 0 and steps < len(graph.code):
        handler = graph.code[handler].handler
        steps += 1
    return handler
