"""Give the body of a prange, which Numba compiles from a text of its own, the user's file, lines and loop variable."""

from __future__ import annotations

import ast
import functools
import inspect
from collections.abc import Callable
from typing import Any

from numscope.compiled.numba.explaining.source import Source
from numscope.probes.numba.adapter.compiler import core
from numscope.user_code import is_user_file


def placing_loops(original: Callable[..., Any]) -> Callable[..., Any]:
    """Return Numba's `compile_ir` with the bodies of parallel loops placed in the user's file first."""
    compiled = inspect.signature(original)

    def compile_ir(*arguments: Any, **keywords: Any) -> Any:
        # Loops that run in parallel pass it by position, blocks in object mode by name.
        func_ir = compiled.bind(*arguments, **keywords).arguments["func_ir"]
        if func_ir.loc.filename == "<string>":
            _place_in_users_file(func_ir)
        return original(*arguments, **keywords)

    return compile_ir


def _place_in_users_file(func_ir: Any) -> None:
    """Move what stands in "<string>" to the loop's line, and assign the turn's number to the loop variable."""
    statements = [s for _, block in sorted(func_ir.blocks.items()) for s in block.body]
    place = next((s.loc for s in statements if is_user_file(s.loc.filename)), None)
    if place is None:
        return
    lines = dict.fromkeys(s.loc.line for s in statements if is_user_file(s.loc.filename))
    loop = next(filter(None, (loop_around(place.filename, line) for line in lines)), None)
    here = place.with_lineno(loop.lineno if loop else place.line)
    for statement in statements:
        if statement.loc.filename == "<string>":
            statement.loc = here
    for statement in _before_loop(func_ir.blocks):
        statement.loc = here
    # Numba takes the line after the decorator for that of the definition.
    func_ir.loc = here.with_lineno(here.line - 1)


def _before_loop(blocks: dict[int, Any]) -> list[Any]:
    """What Numba moved out of the loop, constants for instance: it belongs to no turn, and to no line of the body."""
    ir = core("ir")

    def names_turn(statement: Any) -> bool:
        return isinstance(statement, ir.Assign) and "parfor__index" in statement.target.name

    body = next((label for label, block in blocks.items() if any(map(names_turn, block.body))), None)
    if body is None:
        return []
    after, waiting = {body}, [body]
    while waiting:
        for target in blocks[waiting.pop()].terminator.get_targets():
            if target not in after:
                after.add(target)
                waiting.append(target)
    return [statement for label, block in blocks.items() if label not in after for statement in block.body]


def name_turns(func_ir: Any, typemap: Any) -> None:
    """In the typed IR of a prange body, assign the number of the turn to the user's loop variable.

    Earlier it would be taken out again as a variable nobody reads.
    """
    ir = core("ir")
    types = core("types")

    loop = loop_around(func_ir.loc.filename, func_ir.loc.line + 1)
    if "__numba_parfor_gufunc" not in func_ir.func_id.func_name or loop is None:
        return
    if not isinstance(loop.target, ast.Name) or loop.target.id in _assigned(func_ir):
        return
    for block in func_ir.blocks.values():
        for index, statement in enumerate(block.body):
            if isinstance(statement, ir.Assign) and statement.target.name.startswith("$parfor__index"):
                variable = ir.Var(block.scope, loop.target.id, statement.loc)
                typemap.setdefault(variable.name, types.intp)
                block.body.insert(index + 1, ir.Assign(statement.target, variable, statement.loc))
                return


def _assigned(func_ir: Any) -> set[str]:
    """Return the variables that are assigned; the types of removed ones are still known."""
    ir = core("ir")
    return {s.target.name for b in func_ir.blocks.values() for s in b.body if isinstance(s, ir.Assign)}


@functools.cache
def loop_around(file: str, line: int) -> ast.For | None:
    """The innermost loop over a prange around `line`."""
    loops = [
        node
        for node in Source.of(file).walk(ast.For)
        if isinstance(node.iter, ast.Call)
        and ast.unparse(node.iter.func).rpartition(".")[2] == "prange"
        and node.lineno <= line <= (node.end_lineno or line)
    ]
    return max(loops, key=lambda node: node.lineno, default=None)
