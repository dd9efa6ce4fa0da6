"""Guarded code: with, try with its except clauses, else and finally."""

from __future__ import annotations

import ast
from typing import Any

from numscope.compiled.decompile.context import Context, UnstructuredError, Writer, slots
from numscope.compiled.decompile.errors import DecompilationError
from numscope.compiled.decompile.graph import Block
from numscope.compiled.decompile.loops import only_passes
from numscope.compiled.decompile.nodes import Caught, ExceptionMatch, Incoming, Slot
from numscope.compiled.decompile.regions import FINALLY, STAR, WITH
from numscope.compiled.decompile.statements import never_completed

_End = tuple[list[ast.stmt], "Block | None", list[Any]]


def guarded(
    writer: Writer, block: Block, handler: int, stack: list[Any], context: Context, entered: bool
) -> _End:
    """Write the statement that starts at `block` and whose handler is `handler`.

    `entered` says that `block` also starts a loop around the statement that is being written already.
    """
    kind = writer.regions.kinds[handler]
    if kind == WITH:
        return _with(writer, block, handler, stack, context, entered)
    before, stack = writer.spill(stack)
    write = _finally if kind == FINALLY else _except
    failure: Exception | None = None
    for choice in _choices(writer, kind, handler, context):
        if any(one is not None and one.depth != block.depth for one in choice):
            continue
        try:
            statement, after = write(writer, block, handler, stack, context, choice, entered)
        except (UnstructuredError, DecompilationError) as error:
            failure = failure or error
            continue
        rest = stack if after is None else writer.arrived.get(after, stack)
        return [*before, statement], after, rest
    for end in _handler_exits(writer, handler) if kind == FINALLY else ():
        if end.depth != block.depth:
            continue
        try:
            statement = _left_by_break(writer, block, handler, stack, context._replace(leave=end), entered)
        except (UnstructuredError, DecompilationError):
            continue
        return [*before, statement], end, writer.arrived.get(end, stack)
    raise failure or UnstructuredError(block)


def _left_by_break(
    writer: Writer, block: Block, handler: int, stack: list[Any], context: Context, entered: bool
) -> ast.stmt:
    """Write a loop that runs once around a `try` whose `finally` breaks."""
    inner = context._replace(follow=None, again=None)
    statement, _ = _finally(writer, block, handler, stack, inner, (None, None), entered)
    last: list[ast.stmt] = [] if never_completed([statement]) else [ast.Break()]
    return ast.While(ast.Constant(True), [statement, *last], [])


def guarded_blocks(writer: Writer, handler: int) -> set[Block]:
    """Collect the blocks `handler` guards, in nested statements too."""
    known: set[Block] | None = writer.inside.get(handler)
    if known is None:
        known = {block for block in writer.graph.order if handler in writer.chain_of(block)}
        writer.inside[handler] = known
    return known


# with


def _with(
    writer: Writer, block: Block, handler: int, stack: list[Any], context: Context, entered: bool
) -> _End:
    if len(stack) < 2 or not isinstance(stack[-2], Slot) or stack[-2].kind != "with":
        raise UnstructuredError(block)
    slot = stack[-2]
    before, below = writer.spill(stack[:-2])
    inside = [*below, slot, stack[-1]]
    after = writer.graph.at[handler].successors()[0]
    inner = context._replace(follow=after, handler=handler, depth=slots(inside))
    body = writer.sequence(block, inside, inner, entered)
    target = None
    if body and isinstance(body[0], ast.Assign) and isinstance(body[0].value, Incoming):
        target, body = body[0].targets[0], body[1:]
    kind: Any = ast.AsyncWith if slot.is_async else ast.With
    items = [ast.withitem(slot.context, target)]
    statement: ast.stmt = kind(items, body or [ast.Pass()], lineno=0)
    return [*before, statement], after, below


# Where control goes on behind the statement.


def _choices(
    writer: Writer, kind: str, handler: int, context: Context
) -> list[tuple[Block | None, Block | None]]:
    """List pairs: where control goes behind the statement, and where its else clause starts (None: it has none)."""
    exits = _exits(writer, handler)
    surrounding = [one for one in (context.follow, context.again, context.leave) if one is not None]
    if kind == FINALLY:
        order = [one for one in exits if one not in surrounding and not _soon_returns(writer, one)]
        order += [one for one in exits if one is context.follow]
        rest = [one for one in exits if one not in order]
        return [(one, None) for one in (*order, None, *rest)]
    after = _handler_exits(writer, handler)
    choices: list[tuple[Block | None, Block | None]] = []
    choices.extend((one, None) for one in exits if one in after and only_passes(writer, one))
    main = [one for one in exits if not _soon_returns(writer, one)]
    ends = [one for one in after if not _soon_returns(writer, one)]
    for one in main:
        if one in after and one not in surrounding:
            choices.append((one, None))
    if context.follow in main and context.follow in after:
        choices.append((context.follow, None))
    starts = [one for one in main if one not in surrounding]
    for end in (
        *(one for one in ends if one not in surrounding),
        *(one for one in surrounding if one in after),
    ):
        for start in starts:
            if start is not end:
                choices.append((end, start))
    choices.extend((one, None) for one in (*ends, *main))
    choices.append((None, None))
    choices.extend((one, None) for one in exits)
    choices.extend((end, None) for end in after)
    for last in (*after, None):
        choices.extend((last, start) for start in exits if start is not last)
    return list(dict.fromkeys(choices))


def _soon_returns(writer: Writer, block: Block) -> bool:
    return only_passes(writer, block) or (
        block.harmless and writer.code[block.end - 1].op in ("RETURN", "RAISE")
    )


def _exits(writer: Writer, handler: int) -> list[Block]:
    region = guarded_blocks(writer, handler)
    found = set()
    for block in region:
        for following in block.successors():
            if following not in region:
                found.add(following)
    return sorted(found, key=lambda block: block.order)


def _handler_exits(writer: Writer, handler: int) -> list[Block]:
    """List where control goes after the except clauses dropped the exception."""
    entry = writer.graph.at[handler]
    found = set()
    seen = {entry}
    work = [(entry, 0)]
    while work:
        block, level = work.pop()
        for place in range(block.start, block.end):
            operation = writer.code[place].op
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
        inner = writer.graph.handlers.get(block)
        if inner is not None and inner not in seen and writer.graph.dominates(entry, inner):
            seen.add(inner)
            # A handler's own PUSH_EXC raises the level; a with's handler comes back at this one.
            work.append((inner, level))
    return sorted(found, key=lambda block: block.order)


# finally


def _finally(
    writer: Writer,
    block: Block,
    handler: int,
    stack: list[Any],
    context: Context,
    choice: tuple[Block | None, Block | None],
    entered: bool,
) -> tuple[ast.stmt, Block | None]:
    after = choice[0]
    # Without a place of its own to go on at, control falls through to where the surrounding statements go on.
    inner = context._replace(follow=after or context.follow, handler=handler)
    body = writer.sequence(block, stack, inner, entered)
    final = _handler_body(writer, writer.graph.at[handler], stack, context)
    inside: Any = body[0] if len(body) == 1 else None
    if hasattr(inside, "handlers") and not inside.finalbody and inside.handlers:
        return type(inside)(inside.body, inside.handlers, inside.orelse, final), after
    return ast.Try(body or [ast.Pass()], [], [], final), after


def _handler_body(writer: Writer, entry: Block, stack: list[Any], context: Context) -> list[ast.stmt]:
    # Behind the place where the exception is dropped, control has left the handler.
    inner = context._replace(follow=None, depth=slots(stack) + _exception_slots(writer, entry))
    body: list[ast.stmt] = writer.sequence(entry, stack, inner, entered=True)
    return body or [ast.Pass()]


# except


def _except(
    writer: Writer,
    block: Block,
    handler: int,
    stack: list[Any],
    context: Context,
    choice: tuple[Block | None, Block | None],
    entered: bool,
) -> tuple[ast.stmt, Block | None]:
    after, start = choice
    context = context._replace(follow=after or context.follow)
    body = writer.sequence(
        block, stack, context._replace(follow=start or context.follow, handler=handler), entered
    )
    orelse: list[ast.stmt] = []
    if start is not None:
        orelse = writer.sequence(start, stack, context)
    entry = writer.graph.at[handler]
    if writer.regions.kinds[handler] == STAR:
        star: Any = ast.TryStar  # type: ignore[attr-defined,unused-ignore]
        return star(body or [ast.Pass()], _star_clauses(writer, entry, stack, context), orelse, []), after
    handlers = _clauses(writer, entry, stack, context)
    return ast.Try(body or [ast.Pass()], handlers, orelse, []), after


def _clauses(writer: Writer, entry: Block, stack: list[Any], context: Context) -> list[ast.ExceptHandler]:
    clauses = []
    block = entry
    while True:
        path = writer.extend(writer.run(block, stack))
        if path.kind == "branch" and isinstance(path.test, ExceptionMatch) and not path.statements:
            inner = context._replace(depth=slots(path.stack))
            body = writer.sequence(path.yes, path.stack, inner)
            clauses.append(_clause(path.test.value, body))
            block, stack = path.no, path.stack
            continue
        if path.kind == "reraise" and not path.statements and clauses:
            return clauses
        depth = slots(stack) if block is not entry else slots(stack) + _exception_slots(writer, entry)
        body = writer.sequence(block, stack, context._replace(depth=depth), entered=True)
        clauses.append(_clause(None, body))
        return clauses
    raise UnstructuredError(entry)


def _exception_slots(writer: Writer, entry: Block) -> int:
    return int(writer.code[entry.start].arg or 0) // 2


def _star_clauses(
    writer: Writer, entry: Block, stack: list[Any], context: Context
) -> list[ast.ExceptHandler]:
    """Write the clauses of an `except*`: each goes on to the next one."""
    clauses: list[ast.ExceptHandler] = []
    path = writer.run(entry, stack)
    block, stack = path.target, path.stack
    while True:
        path = writer.extend(writer.run(block, stack))
        if path.kind != "branch" or not isinstance(path.test, ExceptionMatch) or path.statements:
            raise UnstructuredError(block)
        if path.test.value is None:
            inner = context._replace(depth=slots(path.stack))
            if writer.sequence(path.yes, path.stack, inner):
                raise UnstructuredError(block)
            return clauses
        depth = slots(path.stack)
        inner = context._replace(follow=path.no, again=None, leave=None, depth=depth)
        clauses.append(_clause(path.test.value, writer.sequence(path.yes, path.stack, inner)))
        block, stack = path.no, path.stack


def _clause(kind: ast.expr | None, body: list[ast.stmt]) -> ast.ExceptHandler:
    name = None
    if body and isinstance(body[0], ast.Assign) and isinstance(body[0].value, Caught):
        target = body[0].targets[0]
        assert isinstance(target, ast.Name)
        name = target.id
        body = body[1:]
    return ast.ExceptHandler(kind, name, body or [ast.Pass()])
