"""Loops: for, while, and the loops comprehensions were compiled to."""

from __future__ import annotations

import ast
from typing import Any

from numscope.compiled.decompile.comprehensions import comprehension
from numscope.compiled.decompile.conditions import Path
from numscope.compiled.decompile.errors import DecompilationError
from numscope.compiled.decompile.graph import Block
from numscope.compiled.decompile.nodes import Incoming, IteratorOf, Slot
from numscope.compiled.decompile.statements import leaves, negate, tests_pattern, without_last

_PASSING = frozenset({"POP", "JUMP", "LEAVE_WITH", "POP_EXCEPT", "SWAP", "ROT"})


class Loops:
    """The part of the structurer that writes loops."""

    graph: Any
    code: Any
    regions: Any
    open_loops: set[Block]
    entered: dict[Block, list[Any]]
    arrived: dict[Block, list[Any]]
    sequence: Any
    spill: Any
    extend: Any
    run: Any

    def passing(self, block: Block) -> list[Block]:
        """Follow blocks that only tidy up the stack; list them, and last where control really goes."""
        found = [block]
        while self.only_passes(block):
            following = block.jump or block.following
            if following is None or len(found) > 50:
                break
            block = following
            found.append(block)
        return found

    def only_passes(self, block: Block) -> bool:
        """Say whether a block does nothing but tidy up the stack and go on."""
        if block.jump is not None and block.following is not None:
            return False
        return all(self.code[place].op in _PASSING for place in range(block.start, block.end))

    def loop(
        self, header: Block, stack: list[Any], context: Any
    ) -> tuple[list[ast.stmt], Block | None, list[Any]]:
        """Write the loop at `header`; give what follows it and the stack there."""
        from numscope.compiled.decompile.structure import UnstructuredError

        is_for = self.code[header.start].op in ("FOR_ITER", "ASYNC_ITER")
        before: list[ast.stmt] = []
        if is_for:
            before, below = self.spill(stack[:-1])
            stack = [*below, stack[-1]]
        else:
            before, stack = self.spill(stack)
        failure: Exception | None = None
        for after in self._ends(header, context, is_for):
            self.open_loops.add(header)
            self.entered[header] = [*stack[:-1], Slot("iterator")] if is_for else stack
            try:
                if is_for:
                    statement = self.for_statement(header, stack, context, after)
                    rest = stack[:-1]
                else:
                    statement = self._while(header, stack, context, after)
                    rest = stack
            except (UnstructuredError, DecompilationError) as error:
                failure = failure or error
                continue
            finally:
                self.open_loops.discard(header)
            if after is not None and after is not header.jump:
                rest = self.arrived.get(after, rest)
            return [*before, statement], after, rest
        raise failure or UnstructuredError(header)

    def _ends(self, header: Block, context: Any, is_for: bool) -> list[Block | None]:
        """List where control may go behind the loop, likeliest first."""
        graph = self.graph
        loop = graph.loops.get(header)
        blocks = loop.blocks if loop else {header}
        normal = header.jump if is_for else None
        exits: set[Block] = set()
        for block in blocks:
            for following in block.successors():
                if following not in blocks and not (block is header and following is normal):
                    exits.update(self.passing(following))
        if not is_for:
            normal = next((one for one in header.successors() if one not in blocks), None)
        meetings: set[Block] = set()
        for block in self._loop_and_exits(blocks):
            for child in graph.children.get(block, ()):
                if child in blocks or graph.forward_predecessors(child) < 2:
                    continue
                if normal is None or not self._behind(normal, child):
                    meetings.update(self.passing(child))
        told = [one for one in (context.follow, context.again, context.leave) if one in exits]
        last = max(block.start for block in blocks)
        order: list[Block | None] = []
        if normal is not None and (normal in exits or normal in meetings):
            order.append(normal)
        order.extend(told)
        found = sorted((one for one in meetings if not self._returns(one)), key=_order)
        order.extend(found)
        leaving = sorted(exits, key=_start)
        if normal is not None:
            order.append(normal)
        order.extend(one for one in leaving if one.start > last)
        order.extend(leaving)
        depth = header.depth - is_for
        return [*(one for one in dict.fromkeys(order) if one is not None and one.depth == depth), None]

    def _behind(self, normal: Block, block: Block) -> bool:
        """Say whether control reaches `block` only after the loop ran out."""
        return block is not normal and all(
            self.graph.dominates(normal, one) for one in block.predecessors if one.order < block.order
        )

    def _returns(self, block: Block) -> bool:
        return block.harmless and self.code[block.end - 1].op == "RETURN"

    def _loop_and_exits(self, blocks: set[Block]) -> list[Block]:
        """List the loop's blocks and those only reached through them on the way out."""
        found = list(blocks)
        for block in found:
            if len(found) > 2000:
                break
            for child in self.graph.children.get(block, ()):
                if child not in blocks and self.graph.forward_predecessors(child) < 2 and child not in found:
                    found.append(child)
        return found

    def for_statement(self, header: Block, stack: list[Any], context: Any, after: Block | None) -> ast.stmt:
        """Write a for statement, its iterator on top of `stack`."""
        from numscope.compiled.decompile.structure import UnstructuredError, slots

        iterator, below = stack[-1], stack[:-1]
        is_async = self.code[header.start].op == "ASYNC_ITER"
        inside = [*below, Slot("iterator"), Incoming()]
        assert header.following is not None
        inner = context._replace(
            follow=header, again=header, leave=after, handler=header.handler, depth=slots(inside)
        )
        body = self.sequence(header.following, inside, inner)
        target, body = _target(body)
        if target is None:
            raise UnstructuredError(header)
        orelse: list[ast.stmt] = []
        if after is not header.jump:
            orelse = self.sequence(header.jump, below, context._replace(follow=after or context.follow))
        iterable = iterator.value if isinstance(iterator, IteratorOf) else iterator
        kind: Any = ast.AsyncFor if is_async else ast.For
        statement: ast.stmt = kind(
            target, iterable, without_last(body, ast.Continue) or [ast.Pass()], orelse, lineno=0
        )
        return statement

    def _while_statement(
        self, header: Block, stack: list[Any], context: Any, after: Block | None
    ) -> ast.stmt:
        inner = context._replace(follow=header, again=header, leave=after)
        body = self.sequence(header, stack, inner, entered=True)
        return _while(body)

    def _while(self, header: Block, stack: list[Any], context: Any, after: Block | None) -> ast.stmt:
        from numscope.compiled.decompile.structure import UnstructuredError

        try:
            return self._while_statement(header, stack, context, after)
        except UnstructuredError:
            statement = self._while_else(header, stack, context, after)
            if statement is None:
                raise
            return statement

    def _while_else(
        self, header: Block, stack: list[Any], context: Any, after: Block | None
    ) -> ast.stmt | None:
        """Write a while statement whose else clause is what happens once the test fails."""
        loop = self.graph.loops[header]
        path = self.extend(self.run(header, stack))
        if (
            path.kind != "branch"
            or path.statements
            or tests_pattern(path.test)
            or header.handler != context.handler
        ):
            return None
        if (path.yes in loop.blocks) == (path.no in loop.blocks) or path.keep_yes or path.keep_no:
            return None
        goes_on = path.yes in loop.blocks
        inside, outside = (path.yes, path.no) if goes_on else (path.no, path.yes)
        inner = context._replace(follow=header, again=header, leave=after)
        body = self.sequence(inside, path.stack, inner)
        orelse = self.sequence(outside, path.stack, context._replace(follow=after or context.follow))
        test = path.test if goes_on else negate(path.test)
        return ast.While(test, without_last(body, ast.Continue) or [ast.Pass()], orelse)

    # Comprehensions.

    def collects(self, stack: list[Any]) -> bool:
        """Say whether the loop about to start is a comprehension's: an empty display waits for its elements."""
        if len(stack) < 2:
            return False
        display = stack[-2]
        if isinstance(display, ast.Dict):
            return not display.keys
        return isinstance(display, (ast.List, ast.Set)) and not display.elts

    def _comprehend(self, path: Path) -> None:
        from numscope.compiled.decompile.structure import Context, UnstructuredError, slots

        header = path.target
        below, display, iterator = path.stack[:-2], path.stack[-2], path.stack[-1]
        stack = [*below, Slot("result"), iterator]
        context = Context(None, None, None, header.handler, slots(stack))
        self.open_loops.add(header)
        self.entered[header] = [*below, Slot("result"), Slot("iterator")]
        try:
            statement = self.for_statement(header, stack, context, header.jump)
        finally:
            self.open_loops.discard(header)
        made = comprehension(statement, display)
        if made is None:
            raise UnstructuredError(header)
        loop = self.graph.loops.get(header)
        path.blocks = [*(loop.blocks if loop else {header}), *path.blocks]
        path.kind = "jump"
        path.stack = [*below, made]
        path.target = header.jump
        path.counts = {header.jump: 1}


def _order(block: Block) -> int:
    return block.order


def _start(block: Block) -> int:
    return block.start


def _target(body: list[ast.stmt]) -> tuple[ast.expr | None, list[ast.stmt]]:
    """Split the target off a body that starts with `target = <what comes in>`."""
    if body and isinstance(body[0], ast.Assign) and isinstance(body[0].value, Incoming):
        return body[0].targets[0], body[1:]
    return None, body


def _while(body: list[ast.stmt]) -> ast.stmt:
    test: ast.expr = ast.Constant(True)
    first = body[0] if body else None
    if isinstance(first, ast.If) and not tests_pattern(first.test):
        if len(body) == 2 and isinstance(body[1], ast.Break) and not first.orelse and leaves(first.body):
            test, body = first.test, first.body
        elif len(first.body) == 1 and isinstance(first.body[0], ast.Break):
            test, body = negate(first.test), [*first.orelse, *body[1:]]
        elif len(first.orelse) == 1 and isinstance(first.orelse[0], ast.Break):
            test, body = first.test, [*first.body, *body[1:]]
    return ast.While(test, without_last(body, ast.Continue) or [ast.Pass()], [])
