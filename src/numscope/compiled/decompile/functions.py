"""Definitions: signatures, bodies with their declarations, lambdas, classes, modules."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from functools import partial
from types import CodeType
from typing import Any

from numscope.compiled.decompile.annotations import (
    annotated,
    made_lazily,
    written_annotation,
)
from numscope.compiled.decompile.bodies import (
    documented,
    leave_without_value,
    left_by_breaks,
    without_bookkeeping,
    without_returns,
)
from numscope.compiled.decompile.copied_exits import (
    ALL,
    HANDLERS,
    NOTHING,
    RETURNS,
    WHOLE_ENDS,
    join_class_exits,
    join_copies,
    join_reraises,
)
from numscope.compiled.decompile.docstrings import docstring_of
from numscope.compiled.decompile.errors import DecompilationError
from numscope.compiled.decompile.expressed import expressed
from numscope.compiled.decompile.groups import simplify_groups
from numscope.compiled.decompile.instructions import Instruction
from numscope.compiled.decompile.judge import JUDGED, Judge, looks_up_alike
from numscope.compiled.decompile.lazy_annotations import lazy_annotations, stored_annotations
from numscope.compiled.decompile.loop_rotation import undo_rotation
from numscope.compiled.decompile.machine import Machine
from numscope.compiled.decompile.matches import with_matches
from numscope.compiled.decompile.nested import NestedCode
from numscope.compiled.decompile.nodes import MadeClass, MadeFunction
from numscope.compiled.decompile.normalise import normalise
from numscope.compiled.decompile.own_lines import on_own_lines
from numscope.compiled.decompile.pattern_finder import read_patterns
from numscope.compiled.decompile.regions import Regions
from numscope.compiled.decompile.scopes import Scope, reading_all
from numscope.compiled.decompile.shadowed import behind_docstring, declare_shadowed, looked_up
from numscope.compiled.decompile.statements import keep_dropped, leaves, returns_none, without_last
from numscope.compiled.decompile.states import States
from numscope.compiled.decompile.structure import Structurer, meeting_ends
from numscope.compiled.decompile.temporaries import Temporaries
from numscope.compiled.decompile.type_parameters import type_parameters
from numscope.compiled.decompile.unit import Unit
from numscope.compiled.decompile.unparse import refuse_shared
from numscope.compiled.decompile.unread import without_unread

_LOAD = ast.Load()
_STORE = ast.Store()
_VARARGS, _VARKEYWORDS, _GENERATOR, _ASYNC = 0x4, 0x8, 0x20, 0x80 | 0x200
_COROUTINE, _ASYNC_GENERATOR = 0x80, 0x200
_MOST_ENDS = 3
_IMPLICIT_CELLS = {"__class__", "__classdict__"}
_COMPREHENSIONS = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")


def raw_statements(code: CodeType) -> list[ast.stmt]:
    """Write the statements of a code object, without declarations or docstring, in the first form that can be had."""
    return next(_forms(code))


def _forms(code: CodeType) -> Iterator[list[ast.stmt]]:
    """Write the statements in every form that can be had, best first; raises DecompilationError if there is none."""
    prefix = temporary(code)
    writers: list[Callable[[], list[ast.stmt]]] = [
        partial(_structured, code, Temporaries(prefix)),
        partial(_structured, code, Temporaries(prefix), undo=False),
        partial(_expressed, code, Temporaries(prefix)),
        partial(_structured, code, Temporaries(prefix), join=HANDLERS),
        partial(_structured, code, Temporaries(prefix), join=WHOLE_ENDS),
        partial(_structured, code, Temporaries(prefix), join=RETURNS),
        partial(_structured, code, Temporaries(prefix), join=ALL),
        partial(_structured, code, Temporaries(prefix, plain=True)),
        *(partial(_run_once, code, Temporaries(prefix), number) for number in range(_MOST_ENDS)),
    ]
    if sys.version_info < (3, 12):
        writers.insert(1, partial(_on_own_lines, code, Temporaries(prefix)))
    if code.co_flags & 1 and not code.co_name.startswith("<"):
        writers.append(partial(_as_states, code, Temporaries(prefix, plain=True)))
    failure: Exception | None = None
    count = 0
    for write in writers:
        try:
            statements = write()
        except (DecompilationError, RecursionError) as error:
            failure = failure or error
            continue
        count += 1
        yield statements
    if not count and failure is not None:
        raise failure


def _structured(code: CodeType, names: Temporaries, undo: bool = True, join: str = NOTHING) -> list[ast.stmt]:
    """Write the statements a program's author would have written.

    `undo` joins the copied tests of while loops; `join` says of which ways on that are alike one is made.
    """
    unit, regions = _prepared(code, names, undo, join)
    return without_unread(_finished(Structurer(unit, regions).statements()), names)


def _expressed(code: CodeType, names: Temporaries) -> list[ast.stmt]:
    """Write them with the choices of each `finally` as expressions."""
    return expressed(_structured(code, names))


def _on_own_lines(code: CodeType, names: Temporaries) -> list[ast.stmt]:
    """Write them with values of `and` and `or` that are tested again on lines of their own."""
    return on_own_lines(_structured(code, names))


def _run_once(code: CodeType, names: Temporaries, number: int) -> list[ast.stmt]:
    """Write a loop that runs once around all that comes before an end: breaks lead there out of any statement."""
    writer = Structurer(*_prepared(code, names, undo=True, join=ALL))
    ends = meeting_ends(writer.graph)
    if number >= len(ends):
        raise DecompilationError(f"{code.co_name}: no further way to write its loops is left to try")
    return without_unread(_finished(writer.left_by_breaks(ends[number])), names)


def _prepared(code: CodeType, names: Temporaries, undo: bool, join: str) -> tuple[Unit, Regions]:
    """Give the instructions without what the compiler added and copied."""
    instructions = normalise(code)
    if not code.co_flags & 1:
        join_class_exits(instructions, join == ALL)
    join_reraises(instructions, join in (HANDLERS, ALL))
    simplify_groups(instructions)
    read_patterns(instructions)
    regions = Regions(code, instructions)
    if undo:
        undo_rotation(instructions)
    regions.fold()
    join_copies(instructions, join)
    return Unit(code, instructions, names, NESTED), regions


def _finished(statements: list[ast.stmt]) -> list[ast.stmt]:
    statements = with_matches(statements)
    refuse_shared(statements)
    return statements


def _as_states(code: CodeType, names: Temporaries) -> list[ast.stmt]:
    """Write a loop with a state variable."""
    instructions = normalise(code)
    simplify_groups(instructions)
    read_patterns(instructions)
    regions = Regions(code, instructions, as_written=False)
    regions.fold_withs()
    writer = Structurer(Unit(code, instructions, names, NESTED), regions, join_exits=False)
    states = States(code, instructions, regions, writer)
    statements = states.statements()
    states.settle(statements)
    return _finished(statements)


def temporary(code: CodeType) -> str:
    """Choose a prefix for variables of our own that no name of the code starts with."""
    prefix = "stack_"
    names = code.co_varnames + code.co_names + code.co_cellvars + code.co_freevars
    while any(name.startswith(prefix) for name in names):
        prefix = f"_{prefix}"
    return prefix


def _bodies(code: CodeType) -> Iterator[list[ast.stmt]]:
    """Write a function's body, docstring, declarations, statements, in every form that can be had, best first."""
    listing = normalise(code)
    for written in _forms(code):
        statements = without_last(written, ast.Return)
        if code.co_flags & _ASYNC_GENERATOR:
            leave_without_value(statements)
        keep_dropped(statements)
        declare_shadowed(_variables(code, statements), statements)
        docstring = docstring_of(code)
        head: list[ast.stmt] = [] if docstring is None else [ast.Expr(ast.Constant(docstring))]
        head.extend(_declarations(code, listing, statements))
        yield [*head, *statements] or [ast.Pass()]


def body_of(code: CodeType) -> list[ast.stmt]:
    """Write a function's body in the first form of equal bytecode, or that is shown to do the same, or as states."""
    prefix = temporary(code)
    judge = Judge[list[ast.stmt]](code, prefix)
    for body in _bodies(code):
        kind: Any = (
            ast.AsyncFunctionDef if code.co_flags & (_COROUTINE | _ASYNC_GENERATOR) else ast.FunctionDef
        )
        parts: dict[str, Any] = {"name": JUDGED, "args": signature(code, MadeFunction(code)), "body": body}
        judged = kind(**parts, decorator_list=[], lineno=0, **_no_type_parameters(kind))
        if f"{prefix}state" in Scope(body).bound:
            if judge.shown is None and looks_up_alike(code, judged):
                return body
        elif judge.equal(body, judged):
            return body
    if judge.shown is not None:
        return judge.shown
    raise DecompilationError(
        f"{code.co_name}: no source text was found that provably does what its bytecode does"
    )


def _no_type_parameters(kind: Any) -> dict[str, Any]:
    return {"type_params": []} if "type_params" in kind._fields else {}


def _stores(code: CodeType, listing: list[Instruction] | None = None) -> set[tuple[str, str]]:
    """Collect (scope, name) of what a code object, or a comprehension inside it, assigns or deletes."""
    found = {i.arg for i in (listing or normalise(code)) if i.op in ("STORE", "DELETE")}
    for constant in code.co_consts:
        if isinstance(constant, CodeType) and constant.co_name in _COMPREHENSIONS:
            found |= {(scope, name) for scope, name in _stores(constant) if scope in ("deref", "global")}
    return found


def _declarations(code: CodeType, listing: list[Instruction], statements: list[ast.stmt]) -> list[ast.stmt]:
    """Declare what the statements alone do not say of the names of a code object."""
    found: list[ast.stmt] = []
    stores = _stores(code, listing)
    scope = Scope(statements)
    if code.co_name != "<module>" or code.co_flags & 1:
        names = sorted({name for kind, name in stores if kind == "global"})
        if names:
            found.append(ast.Global(names))
    outer = {name for kind, name in stores if kind == "deref" and name in code.co_freevars}
    if code.co_flags & 1:
        outer |= {
            name for name in code.co_freevars if not scope.mentions(name) and name not in _IMPLICIT_CELLS
        }
    if outer:
        found.append(ast.Nonlocal(sorted(outer)))
    if code.co_flags & 1:
        found.extend(_never_run(code, listing, scope))
    return found


def _never_loaded(code: CodeType, listing: list[Instruction], scope: Scope) -> list[ast.stmt]:
    """Name, where nothing runs, the variables that a class's body closes over and that only dropped code read.

    So it does for the class itself and for its namespace, which dropped definitions alone closed over.
    """
    names = [name for name in code.co_freevars if not scope.mentions(name) and name not in _IMPLICIT_CELLS]
    never: list[ast.stmt] = [ast.Expr(ast.Name(name, _LOAD)) for name in names if name.isidentifier()]
    inside = [one.arg for one in listing if one.op == "CONST" and isinstance(one.arg, CodeType)]
    unused = set(code.co_cellvars) - {name for one in inside for name in one.co_freevars}
    if "__class__" in unused:
        never.append(ast.Expr(ast.Lambda(_no_arguments(), ast.Name("__class__", _LOAD))))
    if "__classdict__" in unused:
        # Only what a class defines can close over its namespace; this name every class has.
        alias: Any = ast.TypeAlias  # type: ignore[attr-defined,unused-ignore]
        never.append(alias(ast.Name("__qualname__", _STORE), [], ast.Name("__qualname__", _LOAD)))
    return [ast.If(ast.Constant(False), never, [])] if never else []


def _never_run(code: CodeType, listing: list[Instruction], scope: Scope) -> list[ast.stmt]:
    """Write statements that never run: what code the compiler dropped said of names, and of the kind of function."""
    arguments = set(code.co_varnames[: _argument_count(code)])
    variables = {*code.co_varnames, *code.co_cellvars} - arguments - scope.bound - _IMPLICIT_CELLS
    # From 3.12 on, a comprehension's variables are there too; the function may look up their names elsewhere.
    elsewhere = looked_up(code, listing) | set(code.co_freevars)
    used = (scope.loaded | set(code.co_cellvars)) - elsewhere
    never: list[ast.stmt] = [
        ast.Assign([ast.Name(name, _STORE)], ast.Constant(None), lineno=0)
        for name in sorted(variables & used)
        if name.isidentifier()
    ]
    # Constants of dropped code stay: what is loaded counts. A class may have a name of its own that is the same.
    inside = [one.arg for one in listing if one.op == "CONST" and isinstance(one.arg, CodeType)]
    captured = scope.captured & {name for one in inside for name in one.co_freevars}
    for name in sorted(set(code.co_cellvars) - captured - _IMPLICIT_CELLS):
        if name.isidentifier():
            never.append(ast.Expr(ast.Lambda(_no_arguments(), ast.Name(name, _LOAD))))
    if code.co_flags & (_GENERATOR | _ASYNC_GENERATOR) and not scope.suspends:
        never.append(ast.Expr(ast.Yield(None)))
    return [ast.If(ast.Constant(False), never, [])] if never else []


def _variables(code: CodeType, statements: list[ast.stmt]) -> set[str]:
    """Give the variables of a function that its text has, those of comprehensions left out."""
    bound = Scope(statements).bound & {*code.co_varnames, *code.co_cellvars}
    return bound | set(code.co_varnames[: _argument_count(code)])


def _no_arguments() -> ast.arguments:
    return ast.arguments([], [], None, [], [], None, [])


def _argument_count(code: CodeType) -> int:
    count = code.co_argcount + code.co_kwonlyargcount
    return count + bool(code.co_flags & _VARARGS) + bool(code.co_flags & _VARKEYWORDS)


def signature(code: CodeType, made: MadeFunction) -> ast.arguments:
    """Write a function's parameters, with the defaults and annotations known of it."""
    names = code.co_varnames
    positional_only = code.co_posonlyargcount
    annotations = {name: written_annotation(code, value) for name, value in made.annotations.items()}

    def argument(name: str) -> ast.arg:
        return ast.arg(name, annotations.get(name))

    count = code.co_argcount
    positional = [argument(name) for name in names[:count]]
    keyword_only = [argument(name) for name in names[count : count + code.co_kwonlyargcount]]
    next_name = count + code.co_kwonlyargcount
    star = double_star = None
    if code.co_flags & _VARARGS:
        star = argument(names[next_name])
        next_name += 1
    if code.co_flags & _VARKEYWORDS:
        double_star = argument(names[next_name])
    keyword_defaults: list[Any] = [made.keyword_defaults.get(one.arg) for one in keyword_only]
    return ast.arguments(
        posonlyargs=positional[:positional_only],
        args=positional[positional_only:],
        vararg=star,
        kwonlyargs=keyword_only,
        kw_defaults=keyword_defaults,
        kwarg=double_star,
        defaults=made.defaults,
    )


def function_forms(code: CodeType, name: str) -> Iterator[ast.stmt]:
    """Write a def statement in every form that can be had, best first; none is judged."""
    for body in _bodies(code):
        yield function_statement(MadeFunction(code), name, [], body)


def function_statement(
    made: MadeFunction, name: str, decorators: list[ast.expr], body: list[ast.stmt] | None = None
) -> ast.stmt:
    """Write a def statement, with the body that is shown to do what the code does unless another one is given."""
    code = made.code
    if made.annotate is not None:
        made.annotations = {
            name: value
            for name, value, _ in lazy_annotations(raw_statements(made.annotate.code), made.annotate.code)
        }
    returns = made.annotations.get("return")
    kind: Any = ast.AsyncFunctionDef if code.co_flags & (_COROUTINE | _ASYNC_GENERATOR) else ast.FunctionDef
    parts: dict[str, Any] = {
        "name": name,
        "args": signature(code, made),
        "body": body_of(code) if body is None else body,
        "decorator_list": decorators,
        "returns": None if returns is None else written_annotation(code, returns),
        "type_params": type_parameters(made.type_parameters),
        "lineno": 0,
    }
    if "type_params" not in kind._fields:
        del parts["type_params"]
    statement: ast.stmt = kind(**parts)
    statement.looked_up = looked_up(code)  # type: ignore[attr-defined]
    return statement


def lambda_expression(made: MadeFunction) -> ast.expr:
    """Write a lambda."""
    code = made.code
    judge = Judge[ast.expr](code, temporary(code))
    for statements in _forms(code):
        value = as_expression(statements)
        if value is not None:
            value = reading_all(code.co_freevars, value, [value])
            judged = ast.Expr(ast.Lambda(signature(code, MadeFunction(code)), value))
            if judge.equal(value, judged):
                return ast.Lambda(signature(code, made), value)
    if judge.shown is not None:
        return ast.Lambda(signature(code, made), judge.shown)
    raise DecompilationError.at(code, "MAKE_FUNCTION", 0, "the body of a lambda is not an expression")


def as_expression(statements: list[ast.stmt]) -> ast.expr | None:
    """Give the value a sequence of returns comes to, as one expression; None when it is none."""
    if not statements:
        return None
    first = statements[0]
    if isinstance(first, ast.Return) and first.value is not None:
        return first.value
    if isinstance(first, ast.If):
        body = as_expression(first.body if leaves(first.body) else [*first.body, *statements[1:]])
        orelse = as_expression(first.orelse if leaves(first.orelse) else [*first.orelse, *statements[1:]])
        if body is None or orelse is None:
            return None
        return ast.IfExp(first.test, body, orelse)
    if isinstance(first, ast.Pass):
        return as_expression(statements[1:])
    if isinstance(first, ast.Expr) and len(statements) == 2 and isinstance(statements[1], ast.Return):
        # A generator's lambda: its value is dropped, and None returned.
        return first.value if returns_none(statements[1]) else None
    return None


def class_statement(made: MadeClass, name: str, decorators: list[ast.expr]) -> ast.stmt:
    """Write a class statement."""
    parts: dict[str, Any] = {
        "name": name,
        "bases": made.bases,
        "keywords": made.keywords,
        "body": class_body(made.body.code, made.type_parameters),
        "decorator_list": decorators,
        "type_params": type_parameters(made.type_parameters),
    }
    if "type_params" not in ast.ClassDef._fields:
        del parts["type_params"]
    statement = ast.ClassDef(**parts)
    statement.looked_up = looked_up(made.body.code)  # type: ignore[attr-defined]
    return statement


def class_body(code: CodeType, parameters: list[Any]) -> list[ast.stmt]:
    """Write a class's body without what the compiler adds to it, in the first form of equal bytecode.

    Where there is none, in the first that is shown to do the same. `parameters` are the class's type parameters. Raises
    DecompilationError if no form is shown to.
    """
    listing = normalise(code)
    prefix = temporary(code)
    judge = Judge[list[ast.stmt]](code, prefix)
    for written in _forms(code):
        kept = left_by_breaks(without_bookkeeping(without_returns(written)))
        keep_dropped(kept)
        body = [*_declarations(code, listing, kept), *_annotated(code, kept)]
        body = [*body, *_never_loaded(code, listing, Scope(body))] or [ast.Pass()]
        # A variable of ours would become an attribute of the class.
        if any(name.startswith(prefix) for name in Scope(body).bound):
            continue
        kinds = _no_type_parameters(ast.ClassDef)
        if kinds:
            kinds["type_params"] = type_parameters(parameters)
        for declared in (body, *_with_globals(listing, body)):
            if judge.equal(declared, ast.ClassDef(JUDGED, [], [], declared, [], **kinds)):
                return declared
    if judge.shown is not None:
        return judge.shown
    raise DecompilationError(
        f"{code.co_name}: no text of the class's body is shown to do what its bytecode does"
    )


def _with_globals(listing: list[Instruction], body: list[ast.stmt]) -> list[list[ast.stmt]]:
    """Give a class's body once more, where it loads globals past its own names: they were declared."""
    names = sorted({one.arg[1] for one in listing if one.op == "LOAD" and one.arg[0] == "global"})
    return [behind_docstring(body, ast.Global(names))] if names else []


def module_body(code: CodeType) -> list[ast.stmt]:
    """Write a module."""
    statements = without_returns(raw_statements(code))
    listing = normalise(code)
    return [*_declarations(code, listing, statements), *_annotated(code, statements)]


def _annotated(code: CodeType, statements: list[ast.stmt]) -> list[ast.stmt]:
    """Write annotated names as such, whichever way this Python keeps their annotations."""
    annotate, kept = made_lazily(statements)
    later = stored_annotations(annotate, NESTED) if annotate is not None else []
    return annotated(code, documented(kept), later)


class _Nested:
    """Writes code inside other code by the functions above."""

    def statements(self, code: CodeType) -> list[ast.stmt]:
        return raw_statements(code)

    def run(self, code: CodeType, listing: list[Instruction], start: int, end: int) -> Machine:
        machine = Machine(Unit(code, listing, Temporaries("stack_"), self), [])
        machine.run(start, end)
        return machine

    def lambda_expression(self, made: MadeFunction) -> ast.expr:
        return lambda_expression(made)

    def function_statement(self, made: MadeFunction, name: str, decorators: list[ast.expr]) -> ast.stmt:
        return function_statement(made, name, decorators)

    def class_statement(self, made: MadeClass, name: str, decorators: list[ast.expr]) -> ast.stmt:
        return class_statement(made, name, decorators)


NESTED: NestedCode = _Nested()
