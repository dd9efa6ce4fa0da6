"""Loops: for, while, and the loops comprehensions were compiled to."""

from __future__ import annotations

import ast
import itertools
from typing import Any

from numscope.compiled.decompile.comprehensions import comprehension, read_in_order
from numscope.compiled.decompile.context import Context, UnstructuredError, Writer, slots
from numscope.compiled.decompile.errors import DecompilationError
from numscope.compiled.decompile.graph import Block
from numscope.compiled.decompile.nodes import Incoming, IteratorOf, Saved, Slot
from numscope.compiled.decompile.path import Path
from numscope.compiled.decompile.statements import leaves, negate, tests_pattern, without_last

_PASSING = frozenset({"POP", "JUMP", "LEAVE_WITH", "POP_EXCEPT", "SWAP", "ROT"})
_MOST_ENDS = 60


def passing(writer: Writer, block: Block) -> list[Block]:
    """Follow blocks that only tidy up the stack; list them, and last where control really goes."""
    found = [block]
    while only_passes(writer, block):
        following = block.jump or block.following
        if following is None or len(found) > 50:
            break
        block = following
        found.append(block)
    return found


def only_passes(writer: Writer, block: Block) -> bool:
    """Say whether a block does nothing but tidy up the stack and go on."""
    if block.jump is not None and block.following is not None:
        return False
    return all(writer.code[place].op in _PASSING for place in range(block.start, block.end))


def write_loop(
    writer: Writer, header: Block, stack: list[Any], context: Context
) -> tuple[list[ast.stmt], Block | None, list[Any]]:
    """Write the loop at `header`; give what follows it and the stack there."""
    is_for = writer.code[header.start].op in ("FOR_ITER", "ASYNC_ITER")
    before: list[ast.stmt] = []
    if is_for:
        before, below = writer.spill(stack[:-1])
        stack = [*below, stack[-1]]
    else:
        before, stack = writer.spill(stack)
    failure: Exception | None = None
    for after in _ends(writer, header, context, is_for):
        writer.open_loops.add(header)
        writer.entered[header] = [*stack[:-1], Slot("iterator")] if is_for else stack
        try:
            if is_for:
                statement = for_statement(writer, header, stack, context, after)
                rest = stack[:-1]
            else:
                statement = _while_or_else(writer, header, stack, context, after)
                rest = stack
        except (UnstructuredError, DecompilationError) as error:
            failure = failure or error
            continue
        finally:
            writer.open_loops.discard(header)
        if after is not None and after is not header.jump:
            rest = writer.arrived.get(after, rest)
        return [*before, statement], after, rest
    raise failure or UnstructuredError(header)


def _ends(writer: Writer, header: Block, context: Context, is_for: bool) -> list[Block | None]:
    """List where control may go behind the loop, likeliest first."""
    graph = writer.graph
    loop = graph.loops.get(header)
    blocks = loop.blocks if loop else {header}
    normal = header.jump if is_for else None
    exits: set[Block] = set()
    for block in blocks:
        for following in block.successors():
            if following not in blocks and not (block is header and following is normal):
                exits.update(passing(writer, following))
    if not is_for:
        normal = next((one for one in header.successors() if one not in blocks), None)
    meetings: set[Block] = set()
    for block in _loop_and_exits(writer, blocks):
        for child in graph.children.get(block, ()):
            if child in blocks or graph.forward_predecessors(child) < 2:
                continue
            if normal is None or not _behind(writer, normal, child):
                meetings.update(passing(writer, child))
    # Where something is done before a break, that leads out of what the loop is.
    led_out = _led_out(writer, header)
    around = [one for one in (context.follow, context.again, context.leave) if one in exits | led_out]
    surrounding = [one for one in around if one in exits or not loop]
    last = max(block.start for block in blocks)
    order: list[Block | None] = []
    if normal is not None and (normal in exits or normal in meetings):
        order.append(normal)
    order.extend(surrounding)
    found = sorted((one for one in meetings if not _returns(writer, one)), key=_order)
    order.extend(found)
    leaving = sorted(exits, key=_start)
    if normal is not None:
        order.append(normal)
    order.extend(one for one in leaving if one.start > last)
    order.extend(leaving)
    order.extend(around)
    depth = header.depth - is_for
    # Where one break alone leads behind the loop, no ways meet there.
    late = sorted(_loop_and_exits(writer, blocks) if loop else (), key=_order)
    late += sorted(_dominated(writer, header), key=_order)
    ends = dict.fromkeys(one for one in (*order, None, *late) if one is None or one.depth == depth)
    # No break leads into the rest of a statement that starts in the loop's body.
    inside = {handler for block in blocks for handler in writer.chain_of(block)}
    inside -= set(writer.regions.chain(context.handler))
    return [
        one
        for one in ends
        if one is None or (one not in blocks and not inside.intersection(writer.chain_of(one)))
    ]


def _behind(writer: Writer, normal: Block, block: Block) -> bool:
    """Say whether control reaches `block` only after the loop ran out."""
    return block is not normal and all(
        writer.graph.dominates(normal, one) for one in block.predecessors if one.order < block.order
    )


def _returns(writer: Writer, block: Block) -> bool:
    return block.harmless and writer.code[block.end - 1].op == "RETURN"


def _loop_and_exits(writer: Writer, blocks: set[Block]) -> list[Block]:
    """List the loop's blocks and those only reached through them on the way out."""
    found = list(blocks)
    for block in found:
        if len(found) > 2000:
            break
        for child in writer.graph.children.get(block, ()):
            if child not in blocks and writer.graph.forward_predecessors(child) < 2 and child not in found:
                found.append(child)
    return found


def _led_out(writer: Writer, header: Block) -> set[Block]:
    """Find where control goes from the blocks that are reached through the header alone."""
    inside = set(_dominated(writer, header))
    return {following for block in inside for following in block.successors() if following not in inside}


def _dominated(writer: Writer, header: Block) -> list[Block]:
    """List what is reached through the header alone, where no way leads back to it."""
    found = [header]
    for block in found:
        found.extend(writer.graph.children.get(block, ()) if len(found) < _MOST_ENDS else ())
    return found


def for_statement(
    writer: Writer, header: Block, stack: list[Any], context: Context, after: Block | None
) -> ast.stmt:
    """Write a for statement, its iterator on top of `stack`."""
    iterator, below = stack[-1], stack[:-1]
    is_async = writer.code[header.start].op == "ASYNC_ITER"
    inside = [*below, Slot("iterator"), Incoming()]
    assert header.following is not None
    inner = context._replace(
        follow=header, again=header, leave=after, handler=header.handler, depth=slots(inside)
    )
    body = writer.sequence(header.following, inside, inner)
    target, body = _target(body)
    if target is None:
        raise UnstructuredError(header)
    orelse: list[ast.stmt] = []
    if after is not header.jump:
        assert header.jump is not None
        orelse = writer.sequence(header.jump, below, context._replace(follow=after or context.follow))
    iterable = iterator.value if isinstance(iterator, IteratorOf) else iterator
    kind: Any = ast.AsyncFor if is_async else ast.For
    statement: ast.stmt = kind(
        target, iterable, without_last(body, ast.Continue) or [ast.Pass()], orelse, lineno=0
    )
    return statement


def _while_statement(
    writer: Writer, header: Block, stack: list[Any], context: Context, after: Block | None
) -> ast.stmt:
    inner = context._replace(follow=header, again=header, leave=after)
    body = writer.sequence(header, stack, inner, entered=True)
    return _while(body)


def _while_or_else(
    writer: Writer, header: Block, stack: list[Any], context: Context, after: Block | None
) -> ast.stmt:
    try:
        return _while_statement(writer, header, stack, context, after)
    except UnstructuredError:
        statement = _while_else(writer, header, stack, context, after)
        if statement is None:
            raise
        return statement


def _while_else(
    writer: Writer, header: Block, stack: list[Any], context: Context, after: Block | None
) -> ast.stmt | None:
    """Write a while statement whose else clause is what happens once the test fails."""
    loop = writer.graph.loops[header]
    path = writer.extend(writer.run(header, stack))
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
    body = writer.sequence(inside, path.stack, inner)
    orelse = writer.sequence(outside, path.stack, context._replace(follow=after or context.follow))
    test = path.test if goes_on else negate(path.test)
    return ast.While(test, without_last(body, ast.Continue) or [ast.Pass()], orelse)


# Comprehensions.


def collects(stack: list[Any]) -> bool:
    """Say whether the loop about to start is a comprehension's: an empty display waits for its elements."""
    if len(stack) < 2:
        return False
    display = stack[-2]
    if isinstance(display, ast.Dict):
        return not display.keys
    return isinstance(display, (ast.List, ast.Set)) and not display.elts


def comprehend(writer: Writer, path: Path) -> None:
    """Write the comprehension whose loop `path` has come to, as one value."""
    header = path.target
    below, display, iterator = path.stack[:-2], path.stack[-2], path.stack[-1]
    stack = [*below, Slot("result"), iterator]
    context = Context(None, None, None, header.handler, slots(stack))
    writer.open_loops.add(header)
    writer.entered[header] = [*below, Slot("result"), Slot("iterator")]
    try:
        statement = for_statement(writer, header, stack, context, header.jump)
    finally:
        writer.open_loops.discard(header)
    made = comprehension(statement, display)
    if made is None:
        raise UnstructuredError(header)
    # In a class, the compiler puts every name that the comprehension reads aside, not its own variables alone.
    saved = itertools.takewhile(lambda value: isinstance(value, Saved), reversed(below))
    # The iterator changed places with the first of them; the last one lies there now, below the others.
    names = [value.name for value in saved][::-1]
    read_in_order([*names[1:], *names[:1]], made)
    loop = writer.graph.loops.get(header)
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
