"""Store beside every variable, in the typed IR, which version of it is current: 0 before it is assigned."""

from __future__ import annotations

from typing import Any

from numscope.probes.numba.adapter.compiler import core

MARK = "numscope_at_"
FIELD = "numscope_has_"


def mark_assignments(func_ir: Any, typemap: Any) -> None:
    """After every assignment of a user's variable store which version of it is now current (0: none yet)."""
    ir = core("ir")

    names = set()
    for block in func_ir.blocks.values():
        body = []
        for statement in block.body:
            body.append(statement)
            if isinstance(statement, ir.Assign) and is_users(statement.target.name):
                names.add(statement.target.name.partition(".")[0])
                body.append(_mark(block, statement.target.name, statement.loc, typemap))
        block.body = body
    entry = func_ir.blocks[min(func_ir.blocks)]
    place = entry.body[0].loc
    entry.body[:0] = [_mark(entry, name, place, typemap, gone=True) for name in sorted(names)]


def mark_fields(func_ir: Any, typemap: Any) -> None:
    """Where a constructor of a jitclass assigns a field, store that it exists: before, its memory holds zeros."""
    ir, types = core("ir"), core("types")

    if func_ir.func_id.func_name != "__init__" or not func_ir.arg_names:
        return
    instance = func_ir.arg_names[0]
    kind = typemap.get(f"arg.{instance}")
    if not isinstance(kind, types.ClassInstanceType):
        return
    for block in func_ir.blocks.values():
        body = []
        for statement in block.body:
            body.append(statement)
            if isinstance(statement, ir.SetAttr) and statement.target.name == instance:
                body.append(_flag(block, instance, statement.attr, statement.loc, typemap, 1))
        block.body = body
    entry = func_ir.blocks[min(func_ir.blocks)]
    place = entry.body[0].loc
    entry.body[:0] = [_flag(entry, instance, name, place, typemap, 0) for name in kind.struct]


def _flag(block: Any, instance: str, field: str, place: Any, typemap: Any, exists: int) -> Any:
    ir = core("ir")

    flag = ir.Var(block.scope, f"{FIELD}{instance}.{field}", place)
    if flag.name not in typemap:
        typemap[flag.name] = core("types").int16
    return ir.Assign(ir.Const(exists, place), flag, place)


def mark_kept(func_ir: Any, typemap: Any) -> None:
    """In a generator, store behind every `yield` which variables came through it, and where one is deleted that it is.

    What a generator keeps from one value to the next is settled when its type is: deletions stay where they are.
    """
    ir = core("ir")

    points = func_ir.generator_info.yield_points
    kept = {point.inst.index: point.live_vars | point.weak_live_vars for point in points.values()}
    names = {name for live in kept.values() for name in live if is_users(name)}
    names |= {name for name in _assigned(func_ir) if is_users(name)}
    for block in func_ir.blocks.values():
        body = []
        for statement in block.body:
            body.append(statement)
            if isinstance(statement, ir.Del) and is_users(statement.value):
                body.append(_mark(block, statement.value, statement.loc, typemap, gone=True))
            elif isinstance(getattr(statement, "value", None), ir.Yield):
                live = kept[statement.value.index]
                gone = sorted({name.partition(".")[0] for name in names})
                body += [_mark(block, name, statement.loc, typemap, gone=True) for name in gone]
                body += [_mark(block, name, statement.loc, typemap) for name in sorted(live & names)]
        block.body = body


def _assigned(func_ir: Any) -> set[str]:
    ir = core("ir")
    return {s.target.name for b in func_ir.blocks.values() for s in b.body if isinstance(s, ir.Assign)}


def _mark(block: Any, variable: str, place: Any, typemap: Any, gone: bool = False) -> Any:
    """Return the statement that stores which version of a variable is current."""
    ir = core("ir")

    name, _, version = variable.partition(".")
    number = 0 if gone else int(version) + 1 if version.isdigit() else 1
    mark = ir.Var(block.scope, MARK + name, place)
    if mark.name not in typemap:
        typemap[mark.name] = core("types").int16
    return ir.Assign(ir.Const(number, place), mark, place)


def is_users(name: str) -> bool:
    """Return whether a variable of the IR is one of the source, or a version of one."""
    return not name.startswith(("$", "numscope_"))
