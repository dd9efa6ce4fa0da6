"""Guarded code: with, try with its except clauses, else and finally."""

from __future__ import annotations

import ast
from typing import Any

from numscope.compiled.decompile.errors import DecompilationError
from numscope.compiled.decompile.graph import Block
from numscope.compiled.decompile.nodes import Caught, ExceptionMatch, Incoming, Slot
from numscope.compiled.decompile.regions import EXCEPT, FINALLY, STAR, WITH

_End = tuple[list[ast.stmt], "Block | None", list[Any]]


class Tries:
    """The part of the structurer that writes with and try statements."""

    graph: Any
    code: Any
    regions: Any
    inside: dict[int, set[Block]]
    arrived: dict[Block, list[Any]]
    sequence: Any
    only_passes: Any
    extend: Any
    run: Any
    chain_of: Any
    spill: Any

    def guarded(self, block: Block, handler: int, stack: list[Any], context: Any, entered: bool) -> _End:
        """Write the statement that starts at `block` and whose handler is `handler`.

        `entered` says that `block` also starts a loop around the statement that is being written already.
        """
        from numscope.compiled.decompile.structure import UnstructuredError

        kind = self.regions.kinds[handler]
        if kind == WITH:
            return self._with(block, handler, stack, context, entered)
        before, stack = self.spill(stack)
        write = {FINALLY: self._finally, EXCEPT: self._except, STAR: self._except}[kind]
        failure: Exception | None = None
        for choice in self._choices(kind, handler, context):
            if any(one is not None and one.depth != block.depth for one in choice):
                continue
            try:
                statement, after = write(block, handler, stack, context, choice, entered)
            except (UnstructuredError, DecompilationError) as error:
                failure = failure or error
                continue
            rest = stack if after is None else self.arrived.get(after, stack)
            return [*before, statement], after, rest
        raise failure or UnstructuredError(block)

    def region(self, handler: int) -> set[Block]:
        """Collect the blocks `handler` guards, in nested statements too."""
        known: set[Block] | None = self.inside.get(handler)
        if known is None:
            known = {block for block in self.graph.order if handler in self.chain_of(block)}
            self.inside[handler] = known
        return known

    # with

    def _with(self, block: Block, handler: int, stack: list[Any], context: Any, entered: bool) -> _End:
        from numscope.compiled.decompile.structure import UnstructuredError, slots

        if len(stack) < 2 or not isinstance(stack[-2], Slot) or stack[-2].kind != "with":
            raise UnstructuredError(block)
        slot = stack[-2]
        before, below = self.spill(stack[:-2])
        inside = [*below, slot, stack[-1]]
        after = self.graph.at[handler].successors()[0]
        inner = context._replace(follow=after, handler=handler, depth=slots(inside))
        body = self.sequence(block, inside, inner, entered)
        target = None
        if body and isinstance(body[0], ast.Assign) and isinstance(body[0].value, Incoming):
            target, body = body[0].targets[0], body[1:]
        kind: Any = ast.AsyncWith if slot.is_async else ast.With
        items = [ast.withitem(slot.context, target)]
        statement: ast.stmt = kind(items, body or [ast.Pass()], lineno=0)
        return [*before, statement], after, below

    # Where control goes on behind the statement.

    def _choices(self, kind: str, handler: int, context: Any) -> list[tuple[Block | None, Block | None]]:
        """List pairs: where control goes behind the statement, and where its else clause starts (None: it has none)."""
        exits = self._exits(handler)
        told = [one for one in (context.follow, context.again, context.leave) if one is not None]
        if kind == FINALLY:
            order = [one for one in exits if one not in told and not self._soon_returns(one)]
            order += [one for one in exits if one is context.follow]
            rest = [one for one in exits if one not in order]
            return [(one, None) for one in (*order, None, *rest)]
        after = self._handler_exits(handler)
        choices: list[tuple[Block | None, Block | None]] = []
        choices.extend((one, None) for one in exits if one in after and self.only_passes(one))
        main = [one for one in exits if not self._soon_returns(one)]
        ends = [one for one in after if not self._soon_returns(one)]
        for one in main:
            if one in after and one not in told:
                choices.append((one, None))
        if context.follow in main and context.follow in after:
            choices.append((context.follow, None))
        starts = [one for one in main if one not in told]
        for end in (*(one for one in ends if one not in told), *(one for one in told if one in after)):
            for start in starts:
                if start is not end:
                    choices.append((end, start))
        choices.extend((one, None) for one in (*ends, *main))
        choices.append((None, None))
        choices.extend((one, None) for one in exits)
        choices.extend((end, None) for end in after)
        for end in (*after, None):
            choices.extend((end, start) for start in exits if start is not end)
        return list(dict.fromkeys(choices))

    def _soon_returns(self, block: Block) -> bool:
        return self.only_passes(block) or (
            block.harmless and self.code[block.end - 1].op in ("RETURN", "RAISE")
        )

    def _exits(self, handler: int) -> list[Block]:
        region = self.region(handler)
        found = set()
        for block in region:
            for following in block.successors():
                if following not in region:
                    found.add(following)
        return sorted(found, key=lambda block: block.order)

    def _handler_exits(self, handler: int) -> list[Block]:
        """List where control goes after the except clauses dropped the exception."""
        entry = self.graph.at[handler]
        found = set()
        seen = {entry}
        work = [(entry, 0)]
        while work:
            block, level = work.pop()
            for place in range(block.start, block.end):
                operation = self.code[place].op
                if operation == "PUSH_EXC":
                    level += 1
                elif operation == "POP_EXCEPT":
                    level -= 1
            for following in block.successors():
                if level == 0:
                    found.add(following)
                elif following not in seen:
                    seen.add(following)
                    work.append((following, level))
            inner = self.graph.handlers.get(block)
            if inner is not None and inner not in seen and self.graph.dominates(entry, inner):
                seen.add(inner)
                # A handler's own PUSH_EXC raises the level; a with's handler comes back at this one.
                work.append((inner, level))
        return sorted(found, key=lambda block: block.order)

    # finally

    def _finally(
        self,
        block: Block,
        handler: int,
        stack: list[Any],
        context: Any,
        choice: tuple[Block | None, Block | None],
        entered: bool,
    ) -> tuple[ast.stmt, Block | None]:
        after = choice[0]
        # Without a place of its own to go on at, control falls through to where the surrounding statements go on.
        inner = context._replace(follow=after or context.follow, handler=handler)
        body = self.sequence(block, stack, inner, entered)
        final = self._handler_body(self.graph.at[handler], stack, context)
        inside: Any = body[0] if len(body) == 1 else None
        if hasattr(inside, "handlers") and not inside.finalbody and inside.handlers:
            return type(inside)(inside.body, inside.handlers, inside.orelse, final), after
        return ast.Try(body or [ast.Pass()], [], [], final), after

    def _handler_body(self, entry: Block, stack: list[Any], context: Any) -> list[ast.stmt]:
        body: list[ast.stmt] = self.sequence(entry, stack, context._replace(follow=None))
        return body or [ast.Pass()]

    # except

    def _except(
        self,
        block: Block,
        handler: int,
        stack: list[Any],
        context: Any,
        choice: tuple[Block | None, Block | None],
        entered: bool,
    ) -> tuple[ast.stmt, Block | None]:
        after, start = choice
        context = context._replace(follow=after or context.follow)
        body = self.sequence(
            block, stack, context._replace(follow=start or context.follow, handler=handler), entered
        )
        orelse: list[ast.stmt] = []
        if start is not None:
            orelse = self.sequence(start, stack, context)
        entry = self.graph.at[handler]
        if self.regions.kinds[handler] == STAR:
            star: Any = ast.TryStar  # type: ignore[attr-defined,unused-ignore]
            return star(body or [ast.Pass()], self._star_clauses(entry, stack, context), orelse, []), after
        handlers = self._clauses(entry, stack, context)
        return ast.Try(body or [ast.Pass()], handlers, orelse, []), after

    def _clauses(self, entry: Block, stack: list[Any], context: Any) -> list[ast.ExceptHandler]:
        from numscope.compiled.decompile.structure import UnstructuredError, slots

        clauses = []
        block = entry
        while True:
            path = self.extend(self.run(block, stack))
            if path.kind == "branch" and isinstance(path.test, ExceptionMatch) and not path.statements:
                inner = context._replace(depth=slots(path.stack))
                body = self.sequence(path.yes, path.stack, inner)
                clauses.append(_clause(path.test.value, body))
                block, stack = path.no, path.stack
                continue
            if path.kind == "reraise" and not path.statements and clauses:
                return clauses
            depth = slots(stack) if block is not entry else slots(stack) + self._exception_slots(entry)
            body = self.sequence(block, stack, context._replace(depth=depth), entered=True)
            clauses.append(_clause(None, body))
            return clauses
        raise UnstructuredError(entry)

    def _exception_slots(self, entry: Block) -> int:
        return int(self.code[entry.start].arg or 0) // 2

    def _star_clauses(self, entry: Block, stack: list[Any], context: Any) -> list[ast.ExceptHandler]:
        """Write the clauses of an `except*`: each goes on to the next one."""
        from numscope.compiled.decompile.structure import UnstructuredError, slots

        clauses: list[ast.ExceptHandler] = []
        path = self.run(entry, stack)
        block, stack = path.target, path.stack
        while True:
            path = self.extend(self.run(block, stack))
            if path.kind != "branch" or not isinstance(path.test, ExceptionMatch) or path.statements:
                raise UnstructuredError(block)
            if path.test.value is None:
                inner = context._replace(depth=slots(path.stack))
                if self.sequence(path.yes, path.stack, inner):
                    raise UnstructuredError(block)
                return clauses
            depth = slots(path.stack)
            inner = context._replace(follow=path.no, again=None, leave=None, depth=depth)
            clauses.append(_clause(path.test.value, self.sequence(path.yes, path.stack, inner)))
            block, stack = path.no, path.stack


def _clause(kind: ast.expr | None, body: list[ast.stmt]) -> ast.ExceptHandler:
    name = None
    if body and isinstance(body[0], ast.Assign) and isinstance(body[0].value, Caught):
        target = body[0].targets[0]
        assert isinstance(target, ast.Name)
        name = target.id
        body = body[1:]
    return ast.ExceptHandler(kind, name, body or [ast.Pass()])
